//! Whole runs of text: joined across chunk ends, errors and dropped bytes.

use tagspan_core::{DropReason, LimitKind, Span, Token};

/// Joins adjacent text tokens.
///
/// A text token ends at the end of each chunk and before parse errors, and dropped bytes may lie between two of them. Push
/// every token; when a tag, a comment or a DOCTYPE comes, the run before it is returned.
///
/// A run over the limit is returned in parts: no text is lost, and no more is kept than the limit and the text of one
/// token.
///
/// # Examples
///
/// ```
/// use tagspan::{TextRuns, Tokenizer};
///
/// let mut runs = TextRuns::new(1 << 16);
/// let mut found = Vec::new();
/// let mut tokenizer = Tokenizer::new();
/// for chunk in ["<p>fish &am", "p; ch", "ips</p></>!"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         if let Some(run) = runs.push(token) {
///             found.push((run.text.to_owned(), run.span.start));
///         }
///     }
/// }
/// let mut tail = tokenizer.finish();
/// while let Some(token) = tail.next_token()? {
///     if let Some(run) = runs.push(token) {
///         found.push((run.text.to_owned(), run.span.start));
///     }
/// }
/// if let Some(run) = runs.finish() {
///     found.push((run.text.to_owned(), run.span.start));
/// }
/// assert_eq!(found, [("fish & chips".to_owned(), 3), ("!".to_owned(), 26)]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextRuns {
    limit: usize,
    text: String,
    span: Span,
    /// Whether the text is still to be returned. Otherwise the next token clears it.
    is_open: bool,
    /// Whether a part of this run was returned before.
    continued: bool,
    /// Whether the input ends within it too early.
    truncated: bool,
}

/// A run of text, decoded.
///
/// ```
/// use tagspan::{TextRun, TextRuns};
///
/// let mut runs = TextRuns::new(1 << 16);
/// tagspan::tokenize("a &amp; b").for_each(|token| assert!(runs.push(token).is_none()))?;
/// let Some(TextRun { text, span, continued, .. }) = runs.finish() else { panic!() };
/// assert_eq!((text, span.range(), continued), ("a & b", 0..9, false));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextRun<'a> {
    /// The text.
    pub text: &'a str,
    /// The span from its first byte to its last, dropped bytes between them included.
    pub span: Span,
    /// Whether the text that was returned before this is the beginning of the same run, which is over the limit.
    pub continued: bool,
    /// Whether the input was [truncated](crate::Tokenizer::finish_truncated) within the run, which may be empty then.
    pub truncated: bool,
}

impl TextRuns {
    /// Joins runs of up to `limit` bytes of decoded text. Longer runs are returned in parts.
    ///
    /// ```
    /// use tagspan::TextRuns;
    ///
    /// let mut runs = TextRuns::new(4);
    /// // Longer than the limit, so it is returned at once.
    /// let mut tokens = tagspan::tokenize("a long run");
    /// assert!(runs.push(tokens.next_token()?.unwrap()).is_some_and(|run| run.text == "a long run"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn new(limit: usize) -> Self {
        TextRuns {
            limit,
            text: String::new(),
            span: Span::default(),
            is_open: false,
            continued: false,
            truncated: false,
        }
    }

    /// Takes a token and returns the run that ended before it, or the part of it that is full.
    ///
    /// ```
    /// use tagspan::TextRuns;
    ///
    /// let mut runs = TextRuns::new(1 << 16);
    /// let mut found = Vec::new();
    /// tagspan::tokenize("one</>!<br>two").for_each(|token| {
    ///     found.extend(runs.push(token).map(|run| run.text.to_owned()));
    /// })?;
    /// assert_eq!(found, ["one!"]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use = "the run is overwritten by the next"]
    pub fn push(&mut self, token: Token<'_>) -> Option<TextRun<'_>> {
        match token {
            Token::Text(text) => {
                let span = text.span();
                let decoded = text.value();
                if !self.is_open {
                    self.is_open = true;
                    self.text.clear();
                    self.span.start = span.start;
                }
                self.text += &decoded;
                self.span.end = span.end;
                self.truncated |= text.is_truncated();
                if self.text.len() >= self.limit { self.give(true) } else { None }
            }
            Token::Error(_) => None,
            Token::Dropped(dropped) => match dropped.reason() {
                DropReason::Skipped(LimitKind::CharacterReference) => None,
                // Skipped bytes end the run as their tokens would.
                DropReason::UnfinishedTag | DropReason::Skipped(_) => self.finish(),
                _ => None,
            },
            _ => self.finish(),
        }
    }

    /// Returns the last run. Call it at the end of the input.
    ///
    /// ```
    /// use tagspan::TextRuns;
    ///
    /// let mut runs = TextRuns::new(1 << 16);
    /// assert!(runs.push(tagspan::tokenize("the end").next_token()?.unwrap()).is_none());
    /// assert!(runs.finish().is_some_and(|run| run.text == "the end"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use = "this is the last run"]
    pub fn finish(&mut self) -> Option<TextRun<'_>> {
        if self.is_open {
            return self.give(false);
        }
        self.continued = false;
        None
    }

    /// Returns the text; with `full`, the next text continues it.
    fn give(&mut self, full: bool) -> Option<TextRun<'_>> {
        self.is_open = false;
        let continued = std::mem::replace(&mut self.continued, full);
        let truncated = std::mem::take(&mut self.truncated);
        Some(TextRun { text: &self.text, span: self.span, continued, truncated })
    }
}
