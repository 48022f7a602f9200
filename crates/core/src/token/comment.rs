//! Comment tokens: the range of the data, decoded on request.

use std::borrow::Cow;

use tagspan_entities::Decode;

use super::ranges::TokenRange;
use super::slice::{MissingBytes, Slice};
use crate::span::Span;

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
    pub(crate) ambiguous: bool,
    pub(crate) missing: MissingBytes,
}

impl<'a> Comment<'a> {
    /// The bytes as written in the input, `<!--` and `-->` included.
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

    /// The span of the comment in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<!-- a -->");
    /// let Ok(Some(tagspan::Token::Comment(comment))) = tokens.next_token() else { panic!() };
    /// assert_eq!(comment.span().range(), 0..10);
    /// ```
    pub fn span(&self) -> Span {
        self.missing.span(self.slice)
    }

    /// The number of bytes of the comment that a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().comment(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<!-- a comment of more than thirty-two bytes -->");
    /// assert!(matches!(tokens.next_token(), Ok(Some(tagspan::Token::Comment(comment))) if comment.missing_bytes() == 16));
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.missing.bytes()
    }

    /// Whether something of the comment is missing: because of a limit, or because the input was
    /// truncated within it.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::new();
    /// assert!(matches!(tokenizer.feed(b"<!-- half a com").next_token(), Ok(None)));
    /// assert!(matches!(tokenizer.finish_truncated().next_token(), Ok(Some(tagspan::Token::Comment(comment))) if comment.is_truncated()));
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.missing.is_any()
    }

    /// Whether this begins with `<![CDATA[` and may be a CDATA section instead, because a tree is needed to know it: see
    /// [`Feedback::Simulated`](crate::Feedback::Simulated).
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    ///
    /// let mut ambiguous = Vec::new();
    /// // The `</div>` may end an element around the svg, and so the svg itself.
    /// tokenize("<![CDATA[a]]><svg></div><![CDATA[b]]>").for_each(|token| match token {
    ///     Token::Comment(comment) => ambiguous.push(comment.is_ambiguous()),
    ///     _ => {}
    /// })?;
    /// assert_eq!(ambiguous, [false, true]);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
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

    /// The span of the data in the input.
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
