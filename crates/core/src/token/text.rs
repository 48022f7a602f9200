//! Text tokens: how the text was read, and its decoded value.

use std::borrow::Cow;

use tagspan_entities::Decode;
use tagspan_entities::tokenizing::decode_part;

use super::character_reference::CharacterReference;
use super::slice::Slice;
use crate::span::Span;
use crate::text_mode::TextMode;

/// The text mode of a run of text, and whether it is the first text in an element whose first newline a tree drops. One byte,
/// because each token carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// [`TextMode::Data`]
    Data,
    /// [`TextMode::Rcdata`]
    Rcdata,
    /// [`TextMode::Rawtext`]
    Rawtext,
    /// [`TextMode::ScriptData`]
    ScriptData,
    /// [`TextMode::Plaintext`]
    Plaintext,
    /// [`TextMode::CdataSection`]
    CdataSection,
    /// The first text of [`Data`](TextKind::Data) in such an element.
    FirstData,
    /// The first text of [`Rcdata`](TextKind::Rcdata) in such an element.
    FirstRcdata,
}

impl TextKind {
    /// Text of this mode that is not the first in such an element.
    pub(crate) const fn of(mode: TextMode) -> TextKind {
        match mode {
            TextMode::Data => TextKind::Data,
            TextMode::Rcdata => TextKind::Rcdata,
            TextMode::Rawtext => TextKind::Rawtext,
            TextMode::ScriptData => TextKind::ScriptData,
            TextMode::Plaintext => TextKind::Plaintext,
            TextMode::CdataSection => TextKind::CdataSection,
        }
    }

    /// The same as the first text in such an element.
    pub(crate) const fn first(self) -> TextKind {
        match self {
            TextKind::Data => TextKind::FirstData,
            TextKind::Rcdata => TextKind::FirstRcdata,
            other => other,
        }
    }

    const fn mode(self) -> TextMode {
        match self {
            TextKind::Data | TextKind::FirstData => TextMode::Data,
            TextKind::Rcdata | TextKind::FirstRcdata => TextMode::Rcdata,
            TextKind::Rawtext => TextMode::Rawtext,
            TextKind::ScriptData => TextMode::ScriptData,
            TextKind::Plaintext => TextMode::Plaintext,
            TextKind::CdataSection => TextMode::CdataSection,
        }
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
    /// The input was truncated here. Limits truncate no text.
    pub(crate) truncated: bool,
}

impl<'a> Text<'a> {
    /// The bytes as written in the input.
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

    /// The span of the text in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &lt; b");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// assert_eq!(text.span().range(), 0..8);
    /// ```
    #[inline]
    pub fn span(&self) -> Span {
        self.slice.span()
    }

    /// Whether the input was truncated at the end of this text, which may continue.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Text(text))) if text.is_truncated()));
    /// ```
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The mode of the text: [`TextMode::Data`] for the text of a page, [`TextMode::ScriptData`] for a script.
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
    #[inline]
    pub fn mode(&self) -> TextMode {
        self.kind.mode()
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
    /// let mut tokens = tokenizer.feed_last(b"<pre>\nline");
    /// tokens.next_token()?;
    /// let Some(Token::Text(text)) = tokens.next_token()? else { panic!() };
    /// let shown = text.value();
    /// let shown = if text.has_ignored_newline() { &shown[1..] } else { &shown };
    /// assert_eq!(shown, "line");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn has_ignored_newline(&self) -> bool {
        matches!(self.kind, TextKind::FirstData | TextKind::FirstRcdata) && self.begins_with_newline()
    }

    fn begins_with_newline(&self) -> bool {
        match self.raw().first() {
            Some(b'\n' | b'\r') => true,
            // A reference may stand for it.
            Some(b'&') => self.value().starts_with('\n'),
            _ => false,
        }
    }

    /// The decoded text: references decoded where the mode has them, CRLF and CR as LF,
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
        decode_part(self.slice.from, 0..self.slice.length, self.decode())
    }

    /// The character references in their order; none where the mode has none. Linear in the length.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("a &lt; b");
    /// let Ok(Some(tagspan::Token::Text(text))) = tokens.next_token() else { panic!() };
    /// let spans: Vec<_> = text.references().map(|reference| reference.span().range()).collect();
    /// assert_eq!(spans, [2..6]);
    /// ```
    pub fn references(&self) -> impl Iterator<Item = CharacterReference> + use<'a> {
        CharacterReference::find(self.raw(), self.slice.offset, self.decode())
    }

    #[inline]
    fn decode(&self) -> Decode {
        Text::decode_in(self.kind.mode())
    }

    /// How text of a mode is decoded.
    #[inline]
    pub(crate) fn decode_in(mode: TextMode) -> Decode {
        match mode {
            TextMode::Data => Decode::DATA,
            TextMode::Rcdata => Decode::RCDATA,
            TextMode::Rawtext | TextMode::ScriptData | TextMode::Plaintext => Decode::RAWTEXT,
            TextMode::CdataSection => Decode::CDATA,
        }
    }
}
