//! Matches the elements of a page as its tokens come.

use std::error;
use std::fmt;

use tagspan::{Chunk, ErrorKind, LimitAction, Span, Tag, Text, Token, Tokens};
use tagspan_elements::{Ambiguity, Kind, Open, Quirks, TextPart, Tree, leading_space};

use crate::matcher::{Happened, Matcher};
use crate::selectors::Selectors;

/// An event of an element that matches.
///
/// ```
/// use tagspan_select::{Event, Selection, Selectors};
///
/// let mut selection = Selection::new(&Selectors::new(["b"])?);
/// let mut events = Vec::new();
/// selection.read(tagspan::tokenize("a<b>c</b>"), |event| {
///     events.push(match event {
///         Event::Entered(entered) => entered.name.to_owned(),
///         Event::Text(text) => text.text.to_owned(),
///         Event::Left(left) => format!("{:?}", left.content.unwrap().range()),
///     });
/// })?;
/// assert_eq!(events, ["b", "c", "4..5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An element that matches opens.
    Entered(Entered<'a>),
    /// Text in elements that match.
    Text(TextWithin<'a>),
    /// An element that matches was closed. One without content is closed at once.
    Left(Left<'a>),
}

/// An element that matches, at its start tag.
///
/// ```
/// use tagspan_select::{Event, Selection, Selectors};
///
/// let mut selection = Selection::new(&Selectors::new(["tbody", "td"])?);
/// let mut found = Vec::new();
/// selection.read(tagspan::tokenize("<table><tr><td id=x>"), |event| {
///     if let Event::Entered(entered) = event {
///         let id = entered.tag.and_then(|tag| tag.attribute_value("id"));
///         found.push((entered.selectors[0], entered.name.to_owned(), id.map(String::from)));
///     }
/// })?;
/// // A `tbody` without a start tag is an element too.
/// assert_eq!(found, [(0, "tbody".to_owned(), None), (1, "td".to_owned(), Some("x".to_owned()))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    /// The number of the element among those that match, from 0.
    pub element: u64,
    /// The selectors that match, by their numbers, in order.
    pub selectors: &'a [u32],
    /// Its name in lower case.
    pub name: &'a str,
    /// Its start tag. `None` for elements that the tree builder adds, such as a `tbody`.
    pub tag: Option<Tag<'a>>,
    /// The start tag in the source.
    pub start_tag: Option<Span>,
    /// Why a tree may differ, if it may.
    pub ambiguity: Option<Ambiguity>,
}

/// A piece of text in elements that match. Chunks divide text, and so may anything between the pieces.
///
/// ```
/// use tagspan_select::{Event, Selection, Selectors};
///
/// let mut selection = Selection::new(&Selectors::new(["p", "i"])?);
/// let mut found = Vec::new();
/// selection.read(tagspan::tokenize("no<p>a &amp; <i>b"), |event| {
///     if let Event::Text(text) = event {
///         found.push((text.text.to_owned(), text.elements.to_vec()));
///     }
/// })?;
/// assert_eq!(found, [("a & ".to_owned(), vec![0]), ("b".to_owned(), vec![0, 1])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct TextWithin<'a> {
    /// The text as in a tree.
    pub text: &'a str,
    /// The elements that it is in, by their numbers, the outermost first.
    pub elements: &'a [u64],
    /// Which part of the token it is, and where that begins in its bytes.
    pub(crate) part: TextPart,
    pub(crate) start: usize,
}

/// An element that matched, at its end.
///
/// ```
/// use tagspan_select::{Event, Selection, Selectors};
///
/// let html = "<ul><li>a<li>b</ul>";
/// let mut selection = Selection::new(&Selectors::new(["li"])?);
/// let mut found = Vec::new();
/// selection.read(tagspan::tokenize(html), |event| {
///     if let Event::Left(left) = event {
///         found.push((&html[left.span.unwrap().range()], left.has_end_tag));
///     }
/// })?;
/// assert_eq!(found, [("<li>a", false), ("<li>b", false)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Left<'a> {
    /// The number of the element among those that match.
    pub element: u64,
    /// The selectors that match.
    pub selectors: &'a [u32],
    /// The content in the source: from the end of the start tag to the start of the end tag, or of the token that implies it.
    pub content: Option<Span>,
    /// The element in the source, with its tags.
    pub span: Option<Span>,
    /// Whether it has an end tag.
    pub has_end_tag: bool,
    /// Why a tree may differ, if it may.
    pub ambiguity: Option<Ambiguity>,
}

/// Why a page was not read to its end.
///
/// ```
/// use tagspan::LimitAction;
/// use tagspan_select::{SelectError, Selection, Selectors};
///
/// let mut selection = Selection::new(&Selectors::new(["b"])?).depth(16, LimitAction::Fail);
/// let result = selection.read(tagspan::tokenize("<i>".repeat(20).as_str()), |_| {});
/// assert!(matches!(result, Err(SelectError::Depth { limit: 16, offset: 42 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Debug)]
pub enum SelectError {
    /// An error of the tokenizer.
    Token(tagspan::Error),
    /// More elements are open than the limit allows.
    Depth {
        /// The limit.
        limit: usize,
        /// The offset of the start tag in the text.
        offset: u64,
    },
    /// The selector is refused.
    Selector(crate::SelectorError),
}

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectError::Token(error) => error.fmt(f),
            SelectError::Depth { limit, offset } => {
                write!(f, "more than {limit} elements are open at byte {offset}")
            }
            SelectError::Selector(error) => error.fmt(f),
        }
    }
}

impl error::Error for SelectError {}

impl From<tagspan::Error> for SelectError {
    fn from(error: tagspan::Error) -> Self {
        SelectError::Token(error)
    }
}

impl From<crate::SelectorError> for SelectError {
    fn from(error: crate::SelectorError) -> Self {
        SelectError::Selector(error)
    }
}

/// Matches the elements of a page with a set of selectors, as its tokens come.
///
/// It keeps the open elements that match, a few bytes for each open element, and no text. The tokenizer has the settings by
/// default, or other limits and encodings.
///
/// ```
/// use tagspan::Tokenizer;
/// use tagspan_select::{Event, Selection, Selectors};
///
/// let selectors = Selectors::new(["article a[href]"])?;
/// let mut selection = Selection::new(&selectors);
/// let mut links = Vec::new();
/// let mut tokenizer = Tokenizer::new();
/// let chunks = ["<a href=/top>no</a><article><p>An <a hr", "ef=/x>x</a>"];
/// let mut each = |event: Event<'_>| {
///     if let Event::Entered(entered) = event {
///         links.extend(entered.tag.and_then(|tag| tag.attribute_value("href")).map(String::from));
///     }
/// };
/// for chunk in chunks {
///     selection.read_part(tokenizer.feed(chunk.as_bytes()), &mut each)?;
/// }
/// selection.read(tokenizer.finish(), &mut each)?;
/// assert_eq!(links, ["/x"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Selection {
    tree: Tree<Matcher>,
    selectors: Selectors,
    scripting: bool,
    depth: usize,
    over_depth: LimitAction,
    /// Where the last token ended in the text.
    end: u64,
    /// The numbers of elements around text.
    around: Vec<u64>,
}

impl Selection {
    /// Starts at the beginning of a page.
    ///
    /// ```
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let selection = Selection::new(&Selectors::new(["a"])?);
    /// assert_eq!(selection.ambiguities().count(), 0);
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn new(selectors: &Selectors) -> Self {
        Selection {
            tree: Tree::new(Matcher::new(selectors.0.clone())),
            selectors: selectors.clone(),
            scripting: false,
            depth: 512,
            over_depth: LimitAction::Skip,
            end: 0,
            around: Vec::new(),
        }
    }

    /// Sets the scripting flag, which has to be that of the tokenizer. Off by default, as there.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    /// use tagspan_select::{Event, Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["noscript p"])?).scripting(true);
    /// let mut tokenizer = Tokenizer::builder().scripting(true).build();
    /// let mut count = 0;
    /// selection.read(tokenizer.feed_last(b"<noscript><p>"), |_| count += 1)?;
    /// assert_eq!(count, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self.tree = self.tree.scripting(scripting);
        self
    }

    /// Sets how many elements are open at most, from 8 on, and what is done with those above it: `Fail`, or otherwise skip
    /// them, which is noted as ambiguous. 512 by default, as in browsers, and skipped.
    ///
    /// ```
    /// use tagspan::LimitAction;
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["i"])?).depth(10, LimitAction::Skip);
    /// let mut count = 0;
    /// selection.read(tagspan::tokenize("<i>".repeat(20).as_str()), |event| {
    ///     count += usize::from(matches!(event, tagspan_select::Event::Entered(_)));
    /// })?;
    /// // With `html` and `body`.
    /// assert_eq!(count, 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn depth(mut self, limit: usize, action: LimitAction) -> Self {
        (self.depth, self.over_depth) = (limit.max(8), action);
        self.tree = self.tree.depth(self.depth);
        self
    }

    /// The effects of a tree builder that tokens did not show so far, and how often. While it is empty, the elements are those of a tree.
    ///
    /// ```
    /// use tagspan_select::{Ambiguity, Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["b"])?);
    /// selection.read(tagspan::tokenize("<table><b>out</b></table>"), |_| {})?;
    /// assert_eq!(selection.ambiguities().next(), Some((Ambiguity::FosterParented, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ambiguities(&self) -> impl Iterator<Item = (Ambiguity, u64)> + use<> {
        let counts = self.tree.builder().ambiguities;
        let all = [
            Ambiguity::FosterParented,
            Ambiguity::Misnested,
            Ambiguity::LateAttributes,
            Ambiguity::Frameset,
            Ambiguity::Depth,
            Ambiguity::Truncated,
            Ambiguity::TextMode,
        ];
        all.into_iter().map(move |why| (why, counts[why as usize])).filter(|&(_, count)| count > 0)
    }

    /// How many elements are left out so far, as more than [`depth`](Self::depth) allows are open around them.
    ///
    /// ```
    /// use tagspan::LimitAction;
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["i"])?).depth(8, LimitAction::Skip);
    /// selection.read(tagspan::tokenize("<div>".repeat(6).as_str()), |_| {})?;
    /// assert_eq!(selection.too_deep(), 0);
    /// let mut selection = Selection::new(&Selectors::new(["i"])?).depth(8, LimitAction::Skip);
    /// selection.read(tagspan::tokenize("<div>".repeat(9).as_str()), |_| {})?;
    /// assert_eq!(selection.too_deep(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn too_deep(&self) -> u64 {
        self.tree.builder().ambiguities[Ambiguity::Depth as usize]
    }

    /// Takes all tokens of a cursor, and ends the page. At a [restart](tagspan::LateDeclarations::Follow) it starts again with
    /// the page: elements are numbered from 0 again, and all that came before is void.
    ///
    /// # Errors
    ///
    /// Those of the tokenizer, and [`SelectError::Depth`]. [`ErrorKind::Restart`] is returned only if the page must be fed again;
    /// the selection is ready for that.
    ///
    /// ```
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["p"])?);
    /// let mut events = 0;
    /// selection.read(tagspan::tokenize("<p>a<p>b"), |_| events += 1)?;
    /// assert_eq!(events, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read<C: Chunk>(
        &mut self,
        mut tokens: Tokens<'_, C>,
        mut each: impl FnMut(Event<'_>),
    ) -> Result<(), SelectError> {
        self.read_tokens(&mut tokens, &mut each)?;
        self.finish(|span| tokens.source_span(span), each);
        Ok(())
    }

    /// Takes all tokens of a chunk that is not the last one.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    ///
    /// ```
    /// use tagspan_select::{Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["p"])?);
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// let mut events = 0;
    /// for chunk in ["<p", ">a", "<p>b"] {
    ///     selection.read_part(tokenizer.feed(chunk.as_bytes()), |_| events += 1)?;
    /// }
    /// selection.read(tokenizer.finish(), |_| events += 1)?;
    /// assert_eq!(events, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_part<C: Chunk>(
        &mut self,
        mut tokens: Tokens<'_, C>,
        mut each: impl FnMut(Event<'_>),
    ) -> Result<(), SelectError> {
        self.read_tokens(&mut tokens, &mut each)
    }

    fn read_tokens<C: Chunk>(
        &mut self,
        tokens: &mut Tokens<'_, C>,
        each: &mut impl FnMut(Event<'_>),
    ) -> Result<(), SelectError> {
        loop {
            match tokens.next_token() {
                Ok(Some(token)) => {
                    let span = token.span();
                    // The token is looked up again, as the cursor is borrowed with it.
                    if self.build(token, true)
                        && let Some(token) = tokens.token()
                    {
                        self.report(Some(token), span, |span| tokens.source_span(span), &mut *each);
                    }
                    self.check_depth(span)?;
                }
                Ok(None) => return Ok(()),
                Err(error) => match error.kind() {
                    ErrorKind::Restart { feed_again } => {
                        self.restart();
                        if feed_again {
                            return Err(error.into());
                        }
                    }
                    _ => return Err(error.into()),
                },
            }
        }
    }

    fn restart(&mut self) {
        let tree = Tree::new(Matcher::new(self.selectors.0.clone()));
        self.tree = tree.scripting(self.scripting).depth(self.depth);
        self.end = 0;
    }

    /// Takes one token, for programs that read tokens themselves or from an adapter. For `source_span`, pass the method of this
    /// name of the cursor or adapter. If the page is in UTF-8, pass `Some`. All tokens must come, in order.
    ///
    /// # Errors
    ///
    /// [`SelectError::Depth`], if that limit fails.
    ///
    /// ```
    /// use tagspan::ReadTokens;
    /// use tagspan_select::{Event, Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["h1"])?);
    /// let mut tokens = ReadTokens::new(&b"<h1>From</h1> a reader"[..]);
    /// let mut text = String::new();
    /// while tokens.advance()? {
    ///     if let Some(token) = tokens.token() {
    ///         selection.push(token, |span| tokens.source_span(span), |event| {
    ///             if let Event::Text(within) = event {
    ///                 text += within.text;
    ///             }
    ///         })?;
    ///     }
    /// }
    /// assert_eq!(text, "From");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn push(
        &mut self,
        token: Token<'_>,
        source_span: impl FnMut(Span) -> Option<Span>,
        each: impl FnMut(Event<'_>),
    ) -> Result<(), SelectError> {
        if self.build(token, true) {
            self.report(Some(token), token.span(), source_span, each);
        }
        self.check_depth(token.span())
    }

    /// Processes a token, and returns whether there are events to [`report`](Self::report). Text alone is none unless it is read.
    #[inline]
    pub(crate) fn build(&mut self, token: Token<'_>, reads_text: bool) -> bool {
        self.tree.push(token);
        if let Token::Doctype(_) = token {
            let is_quirky = self.tree.quirks() == Quirks::Yes;
            self.tree.builder_mut().is_quirky = is_quirky;
        }
        self.end = token.span().end;
        let happened = &mut self.tree.builder_mut().happened;
        // An element that is entered at the text may read it.
        if !reads_text && happened.iter().all(|happened| matches!(happened, Happened::Text { .. })) {
            happened.clear();
        }
        !happened.is_empty()
    }

    /// Whether more elements are open after the token at this place than the limit allows.
    #[inline]
    pub(crate) fn check_depth(&self, span: Span) -> Result<(), SelectError> {
        if self.over_depth == LimitAction::Fail && self.tree.open_elements().is_deep() {
            return Err(SelectError::Depth { limit: self.depth, offset: span.start });
        }
        Ok(())
    }

    /// Ends the page: all elements are left. [`read`](Self::read) does so.
    ///
    /// ```
    /// use tagspan_select::{Event, Selection, Selectors};
    ///
    /// let mut selection = Selection::new(&Selectors::new(["body"])?);
    /// let mut left = 0;
    /// selection.finish(Some, |event| left += usize::from(matches!(event, Event::Left(_))));
    /// assert_eq!(left, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(&mut self, source_span: impl FnMut(Span) -> Option<Span>, each: impl FnMut(Event<'_>)) {
        self.tree.finish();
        let span = Span { start: self.end, end: self.end };
        self.report(None, span, source_span, each);
    }

    /// How many elements are open, and the innermost of them: what it is may change within text.
    pub(crate) fn place(&self) -> (usize, Option<Kind>) {
        let open = self.tree.open_elements().as_slice();
        (open.len(), open.last().map(Open::kind))
    }

    /// Reports what happened at a token.
    #[inline(never)]
    pub(crate) fn report(
        &mut self,
        token: Option<Token<'_>>,
        span: Span,
        mut source_span: impl FnMut(Span) -> Option<Span>,
        mut each: impl FnMut(Event<'_>),
    ) {
        let happened = std::mem::take(&mut self.tree.builder_mut().happened);
        let is_text = |happened: &Happened| matches!(happened, Happened::Text { .. });
        // Text implies elements, and the end of others, at its first character that is no white space.
        let span = match token {
            Some(Token::Text(text)) if !happened.iter().all(is_text) => {
                Span { start: span.start + leading_space(text) as u64, ..span }
            }
            _ => span,
        };
        let at = source_span(span);
        for what in &happened {
            match (*what, token) {
                (Happened::Entered { place, is_of_tag }, token) => {
                    let tag = match token {
                        Some(Token::StartTag(tag)) if is_of_tag => Some(tag),
                        _ => None,
                    };
                    self.entered(place, tag, at, &mut each);
                }
                (Happened::Text { place, part }, Some(Token::Text(text))) => {
                    self.text_within(place, text, part, &mut each);
                }
                (Happened::Text { .. }, _) => {}
                (Happened::Ended { place }, _) => {
                    self.tree.builder_mut().matches[place as usize].end_tag = at;
                }
                (Happened::Left { place, has_end_tag }, _) => self.left(place, has_end_tag, at, &mut each),
            }
        }
        let matcher = self.tree.builder_mut();
        matcher.happened = happened;
        matcher.happened.clear();
        matcher.names.clear();
    }

    fn entered(
        &mut self,
        place: u32,
        tag: Option<Tag<'_>>,
        at: Option<Span>,
        each: &mut impl FnMut(Event<'_>),
    ) {
        let matcher = self.tree.builder_mut();
        let kept = &mut matcher.matches[place as usize];
        kept.start_tag = tag.and(at);
        kept.start = at.map(|at| at.start);
        kept.content = at.map(|at| if tag.is_some() { at.end } else { at.start });
        let implied = matcher.names.iter().rfind(|(of, _)| *of == place).map(|(_, name)| &**name);
        let written = tag.map(|tag| tag.name());
        each(Event::Entered(Entered {
            element: kept.element,
            selectors: &kept.selectors,
            name: written.as_deref().or(implied).unwrap_or_default(),
            tag,
            start_tag: kept.start_tag,
            ambiguity: kept.ambiguity,
        }));
    }

    fn text_within(&mut self, place: u32, text: Text<'_>, part: TextPart, each: &mut impl FnMut(Event<'_>)) {
        let value = text.value();
        let ignored = usize::from(text.has_ignored_newline());
        let mut value = part.of(&value[ignored..]);
        let mut start = part.start(text);
        let without_nul;
        if value.contains('\0') {
            // The tree builder drops NUL, or replaces it in foreign elements.
            let top = self.tree.open_elements().as_slice().last();
            let is_foreign = top.is_some_and(|top| top.is_left_by_html());
            if !is_foreign {
                start += text.raw()[start..].iter().take_while(|&&byte| byte == 0).count();
            }
            without_nul = value.replace('\0', if is_foreign { "\u{FFFD}" } else { "" });
            value = &without_nul;
        }
        if value.is_empty() {
            return;
        }
        self.around.clear();
        self.around.extend(self.tree.builder().around(place).map(|around| around.element));
        self.around.reverse();
        each(Event::Text(TextWithin { text: value, elements: &self.around, part, start }));
    }

    fn left(&mut self, place: u32, has_end_tag: bool, at: Option<Span>, each: &mut impl FnMut(Event<'_>)) {
        let matcher = self.tree.builder_mut();
        let kept = &matcher.matches[place as usize];
        let has_end_tag = has_end_tag || kept.end_tag.is_some();
        let end = kept.end_tag.or(at);
        // An element without content is left at its start tag.
        let from = |start: Option<u64>, end: Option<u64>| {
            let start = start?;
            Some(Span { start, end: end?.max(start) })
        };
        let content = from(kept.content, end.map(|end| end.start));
        let whole = end.map(|end| if has_end_tag { end.end } else { end.start });
        each(Event::Left(Left {
            element: kept.element,
            selectors: &kept.selectors,
            content,
            span: from(kept.start, whole.map(|end| end.max(kept.content.unwrap_or_default()))),
            has_end_tag,
            ambiguity: kept.ambiguity,
        }));
        matcher.forget(place);
    }
}
