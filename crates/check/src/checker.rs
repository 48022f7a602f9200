//! Takes the tokens of a cursor, and gives each parse error with the token that it belongs to.

use tagspan::{Chunk, ColumnUnit, Error, ErrorCode, Span, Token, Tokenizer, TokenizerBuilder, Tokens};

use crate::authoring::Authoring;
use crate::culprit::{self, Culprit};
use crate::diagnostic::{Diagnostic, Edit, Fix, Place, Related};
use crate::explanation::Explanation;
use crate::host::Host;
use crate::locate::{Places, place_of};
use crate::opened::Opened;

/// The diagnostics of a page in UTF-8 or in an encoding that it declares.
///
/// # Errors
///
/// If a token exceeds a limit whose action is to fail, which the default limits do not have.
///
/// # Complexity
///
/// Linear in the length of the page.
///
/// ```
/// let found = tagspan_check::check("<p>fish &amp chips")?;
/// assert_eq!(found[0].code().as_str(), "missing-semicolon-after-character-reference");
/// assert_eq!(found[0].place().source.range(), 8..12);
/// assert_eq!(found[0].label(), "only this is read, as & (U+0026)");
/// # Ok::<(), tagspan::Error>(())
/// ```
pub fn check(html: impl AsRef<[u8]>) -> Result<Vec<Diagnostic>, Error> {
    let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
    let (mut checker, mut found) = (Checker::default(), Vec::new());
    checker.take(tokenizer.feed_last(html.as_ref()), |diagnostic| found.push(diagnostic))?;
    Ok(found)
}

/// Takes the tokens of a tokenizer, and gives each parse error when the token that it belongs to is there.
///
/// Diagnostics come in the order of the specification's errors. Memory is bounded: of a token with more than 4,096
/// errors, only the last ones have the bytes at fault, and the others the place where they were noticed.
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan_check::Checker;
///
/// let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
/// let (mut checker, mut found) = (Checker::default(), Vec::new());
/// for chunk in ["<p id=o", "ne id=t", "wo>"] {
///     checker.take(tokenizer.feed(chunk.as_bytes()), |diagnostic| found.push(diagnostic.place().source.range()))?;
/// }
/// checker.take(tokenizer.finish(), |diagnostic| found.push(diagnostic.place().source.range()))?;
/// assert_eq!(found, [10..12]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    /// The errors of the token that comes next.
    pending: Vec<Pending>,
    opened: Opened,
    /// The rules for authors, if they are on.
    authoring: Option<Authoring>,
}

/// An error that waits for its token, or for that of an error before it.
#[derive(Debug)]
enum Pending {
    Noticed(Noticed),
    Resolved(Diagnostic),
}

/// An error, where the tokenizer noticed it.
#[derive(Clone, Copy, Debug)]
struct Noticed {
    code: ErrorCode,
    place: Place,
}

/// How many errors wait for their token.
const MAX_PENDING: usize = 4096;

impl Checker {
    /// Asks the tokenizer for all that diagnostics are made of: parse errors, source offsets, lines and columns of code points.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_check::Checker;
    ///
    /// let builder = Tokenizer::builder().charset("koi8-r")?;
    /// let mut tokenizer = Checker::settings(builder).build();
    /// let mut found = Vec::new();
    /// Checker::default().take(tokenizer.feed_last(b"\xC1\n</>"), |diagnostic| found.push(diagnostic))?;
    /// assert_eq!((found[0].offset(), found[0].place().start.line()), (4, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settings(builder: TokenizerBuilder) -> TokenizerBuilder {
        builder.parse_errors(true).source_offsets(true).locate(ColumnUnit::CodePoints)
    }

    /// Whether to report what breaks a [`Rule`](crate::Rule) for authors too: off by default.
    ///
    /// Their diagnostics come among the parse errors, in the order of the tokens. They need the
    /// [`Feedback::Simulated`](tagspan::Feedback::Simulated) that tokenizers have by default. For a fragment of a page, ignore
    /// [`Rule::MissingDoctype`](crate::Rule::MissingDoctype).
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_check::{Checker, Rule};
    ///
    /// let html = "<!DOCTYPE html><div/><svg/><br/></img>";
    /// let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
    /// let mut checker = Checker::default().authoring(true);
    /// let mut found = Vec::new();
    /// checker.take(tokenizer.feed_last(html.as_bytes()), |diagnostic| found.push(diagnostic))?;
    /// let rules: Vec<_> = found.iter().map(|diagnostic| diagnostic.code()).collect();
    /// let expected = [Rule::NonVoidHtmlElementStartTagWithTrailingSolidus, Rule::EndTagOfVoidElement];
    /// assert_eq!(rules, expected.map(Into::into));
    /// assert_eq!(&html[found[1].place().source.range()], "</img>");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[must_use]
    pub fn authoring(mut self, on: bool) -> Self {
        self.authoring = on.then(Authoring::default);
        self
    }

    /// Forgets the input so far. It is to be called before another input.
    ///
    /// ```
    /// # use tagspan::Tokenizer;
    /// # use tagspan_check::Checker;
    /// let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
    /// let mut checker = Checker::default();
    /// for page in ["<svg><![CDATA[a", "</>"] {
    ///     let mut codes = Vec::new();
    ///     checker.take(tokenizer.feed_last(page.as_bytes()), |found| codes.push(found.code()))?;
    ///     assert_eq!(codes.len(), 1);
    ///     tokenizer.reset();
    ///     checker.reset();
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.pending.clear();
        self.opened = Opened::default();
        self.authoring = self.authoring.as_ref().map(|_| Authoring::default());
    }

    /// Takes all tokens of a chunk.
    ///
    /// # Errors
    ///
    /// Those of the tokenizer.
    ///
    /// ```
    /// # use tagspan::Tokenizer;
    /// # use tagspan_check::Checker;
    /// let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
    /// let mut labels = Vec::new();
    /// let tokens = tokenizer.feed_last(b"<p class=x");
    /// Checker::default().take(tokens, |found| labels.push(found.label().to_owned()))?;
    /// assert_eq!(labels, ["this tag is not closed"]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn take<C: Chunk>(
        &mut self,
        mut tokens: Tokens<'_, C>,
        mut report: impl FnMut(Diagnostic),
    ) -> Result<(), Error> {
        while tokens.advance()? {
            if let Some(token) = tokens.token() {
                self.pass(&token, &tokens, &mut report);
            }
        }
        Ok(())
    }

    /// Looks at a token, which is the current one of a cursor. It is to be called for each.
    ///
    /// ```
    /// # use tagspan::Tokenizer;
    /// # use tagspan_check::Checker;
    /// let mut tokenizer = Checker::settings(Tokenizer::builder()).build();
    /// let mut tokens = tokenizer.feed_last(b"<p><br/ ></p>");
    /// let (mut checker, mut count, mut found) = (Checker::default(), 0, Vec::new());
    /// while tokens.advance()? {
    ///     let token = tokens.token().unwrap();
    ///     count += 1;
    ///     checker.pass(&token, &tokens, &mut |diagnostic| found.push(diagnostic));
    /// }
    /// // Three tags and an error.
    /// assert_eq!((count, found.len()), (4, 1));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn pass<C: Chunk>(
        &mut self,
        token: &Token<'_>,
        tokens: &Tokens<'_, C>,
        report: &mut impl FnMut(Diagnostic),
    ) {
        if let Token::Error(error) = token {
            let at = Span { start: error.offset(), end: error.offset() };
            self.notice(Noticed { code: error.code(), place: place_of(tokens, at) }, report);
            return;
        }
        if !self.pending.is_empty() {
            self.resolve(Host::new(*token, self.opened.last_byte), tokens, report);
        }
        self.opened.pass(token, tokens);
        if let Some(authoring) = &mut self.authoring {
            let pending = &mut self.pending;
            authoring.pass(token, tokens, |diagnostic| match pending.is_empty() {
                true => report(diagnostic),
                false => pending.push(Pending::Resolved(diagnostic)),
            });
        }
    }

    /// The places in earlier tokens that a later diagnostic may be about, as spans of the text: what keeps the text to show it
    /// keeps these. There are few.
    ///
    /// ```
    /// # use tagspan::{Span, Tokenizer};
    /// # use tagspan_check::Checker;
    /// let mut tokenizer = Checker::settings(Tokenizer::builder().encoding(tagspan::UTF_8)).build();
    /// let mut checker = Checker::default();
    /// checker.take(tokenizer.feed(b"<script> <!-- if (a) {\n"), |_| ())?;
    /// assert_eq!(checker.open_spans().collect::<Vec<_>>(), [Span { start: 9, end: 13 }]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn open_spans(&self) -> impl Iterator<Item = Span> + use<> {
        let authoring = self.authoring.as_ref().and_then(Authoring::open_span);
        self.opened.places().map(|place| place.text).chain(authoring)
    }

    /// An error whose bytes are in earlier tokens is given at once, another one waits for its token.
    fn notice(&mut self, noticed: Noticed, report: &mut impl FnMut(Diagnostic)) {
        let earlier = self.opened.culprit(noticed.code, noticed.place);
        if earlier.is_some() || self.pending.len() == MAX_PENDING {
            self.pending.drain(..).for_each(|pending| report(pending.diagnostic()));
        }
        match earlier {
            Some(diagnostic) => report(diagnostic),
            None => self.pending.push(Pending::Noticed(noticed)),
        }
    }

    /// Gives the errors of a token. One may be about a character that is in the next token, and those after it wait for it.
    fn resolve<C: Chunk>(
        &mut self,
        host: Host<'_>,
        tokens: &Tokens<'_, C>,
        report: &mut impl FnMut(Diagnostic),
    ) {
        let culprits: Vec<Option<Culprit>> =
            self.pending.iter().map(|pending| pending.culprit(&host)).collect();
        let ranges = culprits.iter().flatten().flat_map(Culprit::ranges);
        let offsets = ranges.flat_map(|range| [range.start, range.end]).map(|at| host.start + at as u64);
        let places = Places::new(tokens, offsets.collect());
        // Between the escapes of ISO-2022-JP, ASCII is not ASCII.
        let can_fix = tokens.encoding().is_none_or(|encoding| encoding.name() != "ISO-2022-JP");
        let mut waiting = Vec::new();
        for (pending, culprit) in self.pending.drain(..).zip(culprits) {
            let pending = match (pending, culprit) {
                (Pending::Noticed(noticed), Some(culprit)) => {
                    Pending::Resolved(noticed.with(culprit, &host, &places, can_fix))
                }
                (Pending::Noticed(noticed), None) if noticed.is_behind(&host) => Pending::Noticed(noticed),
                (Pending::Noticed(noticed), None) => Pending::Resolved(noticed.alone()),
                (resolved, _) => resolved,
            };
            match pending {
                Pending::Resolved(diagnostic) if waiting.is_empty() => report(diagnostic),
                pending => waiting.push(pending),
            }
        }
        self.pending = waiting;
    }
}

impl Pending {
    fn culprit(&self, host: &Host<'_>) -> Option<Culprit> {
        let Pending::Noticed(noticed) = self else { return None };
        if noticed.is_behind(host) {
            return None;
        }
        culprit::of(noticed.code, host, host.index(noticed.place.text.start)?)
    }

    fn diagnostic(self) -> Diagnostic {
        match self {
            Pending::Noticed(noticed) => noticed.alone(),
            Pending::Resolved(diagnostic) => diagnostic,
        }
    }
}

impl Noticed {
    /// Whether the error is about a character that begins behind the token.
    fn is_behind(&self, host: &Host<'_>) -> bool {
        culprit::is_character(self.code) && host.index(self.place.text.start) == Some(host.raw.len())
    }

    /// Without the bytes at fault.
    fn alone(self) -> Diagnostic {
        let Noticed { code, place } = self;
        let label = Explanation::of(code).fault().to_owned();
        let (code, offset) = (code.into(), place.source.start);
        Diagnostic { code, offset, place, label, related: Vec::new(), fix: None }
    }

    fn with<C: Chunk>(
        self,
        culprit: Culprit,
        host: &Host<'_>,
        places: &Places<'_, '_, C>,
        can_fix: bool,
    ) -> Diagnostic {
        let place = |range| places.place(host.span(range));
        let Culprit { range, label, related, fix } = culprit;
        let fix = fix.filter(|_| can_fix).and_then(|(title, edits)| {
            let edit = |(range, text)| Some(Edit { place: places.exact(host.span(range))?, text });
            Some(Fix { title, edits: edits.into_iter().map(edit).collect::<Option<_>>()? })
        });
        let related =
            related.into_iter().map(|(range, label)| Related { place: place(range), label }).collect();
        Diagnostic {
            code: self.code.into(),
            offset: self.place.source.start,
            place: place(range),
            label,
            related,
            fix,
        }
    }
}
