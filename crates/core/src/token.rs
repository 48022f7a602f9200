//! Tokens: slices of the input with spans, decoded when asked.

use std::borrow::Cow;

use tagspan_entities::Decode;
use tagspan_entities::unstable::{decode_name_part, decode_part};

use crate::dropped::Dropped;
use crate::machine::{DoctypeSpans, TokenRange};
use crate::parse_error::ParseError;
use crate::span::Span;
use crate::tag::Tag;
use crate::text_mode::TextMode;

/// One item of the token stream.
///
/// Every byte of the input belongs to exactly one token other than [`Token::Error`]: written one after
/// the other, the [`raw`](Token::raw) bytes give the input again. Bytes are left out of a token only by a limit that
/// truncates, as most of the default limits do, and by any limit of attribute values that does not fail.
/// [`missing_bytes`](Token::missing_bytes) counts them, and [`Limits::lossless`](crate::Limits::lossless) leaves out
/// none.
///
/// A token borrows from the chunk, or from the tokenizer where it straddled two chunks. It is `Copy`;
/// what it decodes is owned or borrowed as the content asks. `Debug` writes it as `StartTag(<a href="x" checked>, 0..20)`
/// or `Text("hi", 20..22)`: decoded, with its span.
///
/// ```
/// use tagspan::{Token, tokenize};
///
/// let html = "<!DOCTYPE html><title>A</title>";
/// let (mut tokens, mut raw) = (tokenize(html), Vec::new());
/// while let Some(token) = tokens.next_token()? {
///     raw.extend_from_slice(token.raw());
///     if let Token::StartTag(tag) = token {
///         assert!(tag.is("title"));
///     }
/// }
/// assert_eq!(raw, html.as_bytes());
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Token<'a> {
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// A start tag.
    StartTag(Tag<'a>),
    /// An end tag.
    EndTag(Tag<'a>),
    /// A comment, proper or bogus.
    Comment(Comment<'a>),
    /// A processing instruction; only when asked for, otherwise it is a comment.
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// A run of text. Adjacent runs belong together: text is handed out at the end of each chunk, and
    /// before errors.
    Text(Text<'a>),
    /// A parse error, ahead of the token that it belongs to; only when asked for.
    Error(ParseError),
    /// Bytes that make no token.
    Dropped(Dropped<'a>),
}

impl<'a> Token<'a> {
    /// The bytes of the input that the token is made of. Empty for an error.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("text<br>");
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"text"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        match self {
            Token::Doctype(doctype) => doctype.raw(),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.raw(),
            Token::Comment(comment) => comment.raw(),
            Token::ProcessingInstruction(instruction) => instruction.raw(),
            Token::Text(text) => text.raw(),
            Token::Error(_) => &[],
            Token::Dropped(dropped) => dropped.raw(),
        }
    }

    /// How many bytes of it a limit has left out of [`raw`](Self::raw): see [`Limits`](crate::Limits). The token's
    /// [span](Self::span) has them.
    ///
    /// ```
    /// let limits = tagspan::Limits::new().comment(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<!-- a comment of more than thirty-two bytes -->");
    /// assert!(matches!(tokens.next_token(), Ok(Some(token)) if token.missing_bytes() == 16));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        match self {
            Token::Doctype(doctype) => doctype.missing_bytes(),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.missing_bytes(),
            Token::Comment(comment) => comment.missing_bytes(),
            Token::ProcessingInstruction(instruction) => instruction.missing_bytes(),
            Token::Dropped(dropped) => dropped.missing_bytes(),
            Token::Text(_) | Token::Error(_) => 0,
        }
    }

    /// Whether a [limit](crate::Limits) or a [truncated end](crate::Tokenizer::finish_truncated) left something of it out.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// // The body was longer than the crawler wanted to read.
    /// let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).build();
    /// tokenizer.feed(b"<p>a <!-- half a com").for_each(|token| assert!(!token.is_truncated()))?;
    /// let mut tail = tokenizer.finish_truncated();
    /// assert!(tail.next_token()?.is_some_and(|comment| comment.is_truncated()));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_truncated(&self) -> bool {
        match self {
            Token::Doctype(doctype) => doctype.is_truncated(),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.is_truncated(),
            Token::Comment(comment) => comment.is_truncated(),
            Token::ProcessingInstruction(instruction) => instruction.is_truncated(),
            Token::Dropped(dropped) => dropped.is_truncated(),
            Token::Text(text) => text.is_truncated(),
            Token::Error(_) => false,
        }
    }

    /// Where the token lies in the input. Empty for an error, at its offset.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("text<br>");
    /// tokens.next_token()?;
    /// assert!(tokens.next_token()?.is_some_and(|token| token.span().range() == (4..8)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn span(&self) -> Span {
        match self {
            Token::Doctype(doctype) => doctype.span(),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.span(),
            Token::Comment(comment) => comment.span(),
            Token::ProcessingInstruction(instruction) => instruction.span(),
            Token::Text(text) => text.span(),
            Token::Error(error) => Span { start: error.offset, end: error.offset },
            Token::Dropped(dropped) => dropped.span(),
        }
    }
}

/// The bytes at an offset, which all tokens share.
#[derive(Clone, Copy)]
pub(crate) struct Slice<'a> {
    /// The bytes, and those that follow them where they lie: decoding loads whole blocks of them.
    ///
    /// INVARIANT: there are at least `length`. Those beyond are no part of the token, and change nothing.
    pub(crate) from: &'a [u8],
    pub(crate) length: usize,
    pub(crate) offset: u64,
}

impl PartialEq for Slice<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw() == other.raw() && self.offset == other.offset
    }
}

impl Eq for Slice<'_> {}

impl<'a> Slice<'a> {
    #[inline]
    pub(crate) fn raw(self) -> &'a [u8] {
        &self.from[..self.length]
    }

    pub(crate) fn span(self) -> Span {
        Span { start: self.offset, end: self.offset + self.length as u64 }
    }

    /// The bytes at this span of the input, if they are the token's. Nothing was cut before.
    pub(crate) fn at(self, Span { start, end }: Span) -> Option<&'a [u8]> {
        let index = |offset: u64| usize::try_from(offset.checked_sub(self.offset)?).ok();
        self.raw().get(index(start)?..index(end)?)
    }

    #[inline]
    pub(crate) fn part(self, range: TokenRange) -> &'a [u8] {
        debug_assert!(range.1 as usize <= self.length);
        &self.from[range.0 as usize..range.1 as usize]
    }

    #[inline]
    pub(crate) fn decode(self, range: TokenRange, how: Decode) -> Cow<'a, str> {
        debug_assert!(range.1 as usize <= self.length);
        decode_part(self.from, range.0 as usize..range.1 as usize, how)
    }

    #[inline]
    pub(crate) fn name(self, range: TokenRange) -> Cow<'a, str> {
        debug_assert!(range.1 as usize <= self.length);
        decode_name_part(self.from, range.0 as usize..range.1 as usize)
    }

    pub(crate) fn part_span(self, range: TokenRange) -> Span {
        Span { start: self.offset + u64::from(range.0), end: self.offset + u64::from(range.1) }
    }
}

/// What is missing of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut(u64);

impl Cut {
    pub(crate) const NONE: Cut = Cut(0);

    /// So many bytes because of a limit, and perhaps what the input would have gone on with.
    #[inline(always)]
    pub(crate) fn new(bytes: u64, by_end: bool) -> Cut {
        Cut(bytes << 1 | u64::from(by_end))
    }

    #[inline(always)]
    pub(crate) fn bytes(self) -> u64 {
        self.0 >> 1
    }

    #[inline(always)]
    pub(crate) fn is_any(self) -> bool {
        self != Cut::NONE
    }

    pub(crate) fn span(self, slice: Slice<'_>) -> Span {
        let Span { start, end } = slice.span();
        Span { start, end: end + self.bytes() }
    }
}

/// How a run of text was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextKind {
    pub(crate) mode: TextMode,
    /// With character references, right after a start tag from whose text a tree takes the first newline.
    pub(crate) is_first: bool,
}

impl TextKind {
    /// Text of this mode, elsewhere than after such a start tag.
    pub(crate) const fn of(mode: TextMode) -> TextKind {
        TextKind { mode, is_first: false }
    }

    /// The same after such a start tag.
    pub(crate) fn first(self) -> TextKind {
        TextKind { is_first: matches!(self.mode, TextMode::Data | TextMode::Rcdata), ..self }
    }
}

/// A run of text.
///
/// # Examples
///
/// ```
/// use tagspan::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"fish &amp; chips\r\n");
/// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
/// assert_eq!(text.raw(), b"fish &amp; chips\r\n");
/// assert_eq!(text.value(), "fish & chips\n");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) kind: TextKind,
    /// The input was cut short here. Limits cut no text.
    pub(crate) truncated: bool,
}

impl<'a> Text<'a> {
    /// The bytes as they stand in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &lt; b");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.raw(), b"a &lt; b");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// Where the text lies in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &lt; b");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.span().range(), 0..8);
    /// ```
    pub fn span(&self) -> Span {
        self.slice.span()
    }

    /// Whether the input was [cut short](crate::Tokenizer::finish_truncated) where this ends: the text may go on there.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Text(text))) if text.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// How the text was read: [`TextMode::Data`] for what a page shows, [`TextMode::ScriptData`] for a script.
    ///
    /// ```
    /// use tagspan::{TextMode, Token};
    ///
    /// let mut tokens = tagspan::tokenize("<style>p{}</style>text");
    /// let mut shown = String::new();
    /// while let Some(token) = tokens.next_token()? {
    ///     match token {
    ///         Token::Text(text) if text.mode() == TextMode::Data => shown += &text.value(),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(shown, "text");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn mode(&self) -> TextMode {
        self.kind.mode
    }

    /// Whether the first character is a newline that a tree leaves out, because it comes right after the start tag of an
    /// HTML `pre`, `listing` or `textarea` element. It is a part of the text here, in [`value`](Self::value) too.
    ///
    /// Only with [`Feedback::Simulated`](crate::Feedback::Simulated): else a tree builder sees to it.
    ///
    /// ```
    /// use tagspan::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last("<pre>\nline");
    /// tokens.next_token()?;
    /// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
    /// let shown = text.value();
    /// let shown = if text.has_ignored_newline() { &shown[1..] } else { &shown };
    /// assert_eq!(shown, "line");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn has_ignored_newline(&self) -> bool {
        self.kind.is_first
            && match self.raw().first() {
                Some(b'\n' | b'\r') => true,
                // A reference may stand for it.
                Some(b'&') => self.value().starts_with('\n'),
                _ => false,
            }
    }

    /// The text that the bytes stand for: references decoded where they are any, CRLF and CR as LF,
    /// U+FFFD for each maximal ill-formed sequence, NUL as the state wants it (it stays in the data state
    /// and in CDATA sections, where it is the tree builder's, and is U+FFFD elsewhere).
    ///
    /// Borrowed when that changes nothing. Linear in the length.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &lt; b");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.value(), "a < b");
    /// ```
    #[inline]
    pub fn value(&self) -> Cow<'a, str> {
        let how = match self.kind.mode {
            TextMode::Data => Decode::DATA,
            TextMode::Rcdata => Decode::RCDATA,
            TextMode::Rawtext | TextMode::ScriptData | TextMode::Plaintext => Decode::RAWTEXT,
            TextMode::CdataSection => Decode::CDATA,
        };
        decode_part(self.slice.from, 0..self.slice.length, how)
    }
}

/// A comment: `<!--data-->`, or a bogus one such as `<?data>`.
///
/// # Examples
///
/// ```
/// use tagspan::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"<!-- note --><?php ?>");
/// let Some(Token::Comment(comment)) = tokens.next_token()? else { panic!() };
/// assert_eq!(comment.value(), " note ");
/// let Some(Token::Comment(comment)) = tokens.next_token()? else { panic!() };
/// assert_eq!((comment.raw(), &*comment.value()), (&b"<?php ?>"[..], "?php ?"));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) data: TokenRange,
    pub(crate) uncertain: bool,
    pub(crate) cut: Cut,
}

impl<'a> Comment<'a> {
    /// The bytes as they stand in the input, `<!--` and `-->` included.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- a -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.raw(), b"<!-- a -->");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// Where the comment lies in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- a -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.span().range(), 0..10);
    /// ```
    pub fn span(&self) -> Span {
        self.cut.span(self.slice)
    }

    /// How many bytes of the comment a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().comment(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<!-- a comment of more than thirty-two bytes -->");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::Comment(comment))) if comment.missing_bytes() == 16));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.cut.bytes()
    }

    /// Whether something of the comment is missing: because of a limit, or because the input was
    /// [cut short](crate::Tokenizer::finish_truncated) within it.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"<!-- half a com").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Comment(comment))) if comment.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.cut.is_any()
    }

    /// Whether this begins with `<![CDATA[` and may be a CDATA section instead, because a tree is needed to know it: see
    /// [`Feedback::Simulated`](crate::Feedback::Simulated).
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut uncertain = Vec::new();
    /// // The `</div>` may end an element around the svg, and so the svg itself.
    /// tokenize("<![CDATA[a]]><svg></div><![CDATA[b]]>").for_each(|token| match token {
    ///     Token::Comment(comment) => uncertain.push(comment.is_ambiguous()),
    ///     _ => {}
    /// })?;
    /// assert_eq!(uncertain, [false, true]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        self.uncertain
    }

    /// The bytes of the data.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- \0 -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.raw_value(), b" \0 ");
    /// ```
    #[inline]
    pub fn raw_value(&self) -> &'a [u8] {
        self.slice.part(self.data)
    }

    /// Where the data lies in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- a -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.value_span().range(), 4..7);
    /// ```
    pub fn value_span(&self) -> Span {
        self.slice.part_span(self.data)
    }

    /// The comment's data: CRLF and CR as LF, U+FFFD for NUL and for each maximal ill-formed sequence.
    ///
    /// Borrowed when that changes nothing. Linear in the length.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- \0 -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.value(), " \u{FFFD} ");
    /// ```
    #[inline]
    pub fn value(&self) -> Cow<'a, str> {
        self.slice.decode(self.data, Decode::RAWTEXT)
    }
}

/// A processing instruction: `<?target data>` or `<?target data?>`.
///
/// The standard has them since June 2026;
/// [`TokenizerBuilder::processing_instructions`](crate::TokenizerBuilder::processing_instructions) asks for
/// them.
///
/// ```
/// use tagspan::{ProcessingInstruction, Token, Tokenizer};
///
/// let is_php = |it: ProcessingInstruction<'_>| it.target().eq_ignore_ascii_case("php");
/// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
/// let mut tokens = tokenizer.feed_last("<?PHP echo 1 ?>");
/// assert!(matches!(tokens.next_token()?, Some(Token::ProcessingInstruction(it)) if is_php(it)));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ProcessingInstruction<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) target: TokenRange,
    pub(crate) data: TokenRange,
    pub(crate) cut: Cut,
}

impl<'a> ProcessingInstruction<'a> {
    /// The bytes as they stand in the input, `<?` and `>` included.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.raw(), b"<?Go very fast?>");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// Where the instruction lies in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.span().range(), 0..16);
    /// ```
    pub fn span(&self) -> Span {
        self.cut.span(self.slice)
    }

    /// How many bytes of the instruction a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().processing_instruction(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<?php echo 'more than thirty-two bytes' ?>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::ProcessingInstruction(it))) if it.missing_bytes() == 10));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.cut.bytes()
    }

    /// Whether something of the instruction is missing: because of a limit, or because the input was
    /// [cut short](crate::Tokenizer::finish_truncated) within it.
    ///
    /// ```
    /// let limits = tagspan::Limits::new().processing_instruction(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<?php echo 'more than thirty-two bytes' ?>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::ProcessingInstruction(it))) if it.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.cut.is_any()
    }

    /// The target, in the case that it was written in: ASCII letters, digits, `-` and `_`.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.target(), "Go");
    /// ```
    pub fn target(&self) -> Cow<'a, str> {
        self.slice.decode(self.target, Decode::CDATA)
    }

    /// Where the target lies in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.target_span().range(), 2..4);
    /// ```
    pub fn target_span(&self) -> Span {
        self.slice.part_span(self.target)
    }

    /// The bytes of the data.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.raw_value(), b"very fast");
    /// ```
    #[inline]
    pub fn raw_value(&self) -> &'a [u8] {
        self.slice.part(self.data)
    }

    /// Where the data lies in the input.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.value_span().range(), 5..14);
    /// ```
    pub fn value_span(&self) -> Span {
        self.slice.part_span(self.data)
    }

    /// The data: CRLF and CR as LF, U+FFFD for each maximal ill-formed sequence. NUL stays.
    ///
    /// Borrowed when that changes nothing. Linear in the length.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().processing_instructions(true).build();
    /// let mut tokens = tokenizer.feed_last("<?Go very fast?>");
    /// let Ok(Some(tagspan::Token::ProcessingInstruction(it))) = tokens.next_token() else { panic!() };
    /// assert_eq!(it.value(), "very fast");
    /// ```
    #[inline]
    pub fn value(&self) -> Cow<'a, str> {
        self.slice.decode(self.data, Decode::CDATA)
    }
}

/// A DOCTYPE.
///
/// # Examples
///
/// ```
/// use tagspan::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>");
/// let Some(Token::Doctype(doctype)) = tokens.next_token()? else { panic!() };
/// assert_eq!(doctype.name().as_deref(), Some("html"));
/// assert_eq!(doctype.public_id().as_deref(), Some("-//W3C//DTD HTML 4.01//EN"));
/// assert_eq!(doctype.system_id(), None);
/// assert!(!doctype.force_quirks());
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Doctype<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) spans: &'a DoctypeSpans,
    pub(crate) cut: Cut,
}

impl<'a> Doctype<'a> {
    /// The bytes as they stand in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype HTML >");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.raw(), b"<!doctype HTML >");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// Where the DOCTYPE lies in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype html>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.span().range(), 0..15);
    /// ```
    pub fn span(&self) -> Span {
        self.cut.span(self.slice)
    }

    /// How many bytes of the DOCTYPE a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().doctype(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::Doctype(doctype))) if doctype.missing_bytes() == 12));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.cut.bytes()
    }

    /// Whether something of the DOCTYPE is missing: because of a limit, or because the input was
    /// [cut short](crate::Tokenizer::finish_truncated) within it.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"<!DOCTYPE html").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Doctype(doctype))) if doctype.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.cut.is_any()
    }

    /// The name, in ASCII lower case, U+FFFD for NUL and ill-formed bytes; `None` when it is missing.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype HTML>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.name().as_deref(), Some("html"));
    /// ```
    #[inline]
    pub fn name(&self) -> Option<Cow<'a, str>> {
        self.spans.name.map(|range| self.slice.name(range))
    }

    /// Where the name lies in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype html>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.name_span().map(|span| span.range()), Some(10..14));
    /// ```
    pub fn name_span(&self) -> Option<Span> {
        self.spans.name.map(|range| self.slice.part_span(range))
    }

    /// The public identifier, CRLF and CR as LF, U+FFFD for NUL and ill-formed bytes; `None` when it is
    /// missing, which is not the same as empty.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.public_id().as_deref(), Some("-//W3C//DTD HTML 4.01//EN"));
    /// ```
    pub fn public_id(&self) -> Option<Cow<'a, str>> {
        self.spans.public_id.map(|range| self.slice.decode(range, Decode::RAWTEXT))
    }

    /// Where the public identifier lies in the input, without its quotes.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.public_id_span().map(|span| span.range()), Some(23..48));
    /// ```
    pub fn public_id_span(&self) -> Option<Span> {
        self.spans.public_id.map(|range| self.slice.part_span(range))
    }

    /// The system identifier, as [`public_id`](Self::public_id).
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.system_id().as_deref(), Some("about:legacy-compat"));
    /// ```
    pub fn system_id(&self) -> Option<Cow<'a, str>> {
        self.spans.system_id.map(|range| self.slice.decode(range, Decode::RAWTEXT))
    }

    /// Where the system identifier lies in the input, without its quotes.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.system_id_span().map(|span| span.range()), Some(23..42));
    /// ```
    pub fn system_id_span(&self) -> Option<Span> {
        self.spans.system_id.map(|range| self.slice.part_span(range))
    }

    /// The force-quirks flag.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert!(doctype.force_quirks());
    /// ```
    pub fn force_quirks(&self) -> bool {
        self.spans.force_quirks
    }
}
