//! DOCTYPE tokens: the ranges of name and identifiers, decoded on request.

use std::borrow::Cow;

use tagspan_entities::Decode;

use super::ranges::TokenRange;
use super::slice::{MissingBytes, Slice};
use crate::span::Span;

/// The spans of a DOCTYPE within its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct DoctypeSpans {
    pub(crate) name: Option<TokenRange>,
    pub(crate) public_id: Option<TokenRange>,
    pub(crate) system_id: Option<TokenRange>,
    pub(crate) force_quirks: bool,
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
    pub(crate) missing: MissingBytes,
}

impl<'a> Doctype<'a> {
    /// The bytes as written in the input.
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

    /// The span of the DOCTYPE in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!doctype html>");
    /// let Ok(Some(tagspan::Token::Doctype(doctype))) = tokens.next_token() else { panic!() };
    /// assert_eq!(doctype.span().range(), 0..15);
    /// ```
    pub fn span(&self) -> Span {
        self.missing.span(self.slice)
    }

    /// The number of bytes of the DOCTYPE that a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().doctype(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::Doctype(doctype))) if doctype.missing_bytes() == 12));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.missing.bytes()
    }

    /// Whether something of the DOCTYPE is missing: because of a limit, or because the input was
    /// truncated within it.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"<!DOCTYPE html").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Doctype(doctype))) if doctype.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.missing.is_any()
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

    /// The span of the name in the input.
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

    /// The span of the public identifier in the input, without its quotes.
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

    /// The span of the system identifier in the input, without its quotes.
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
