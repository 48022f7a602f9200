//! Bytes that belong to no other token, and the reason.

use std::fmt;

use super::slice::{MissingBytes, Slice};
use crate::error::LimitKind;
use crate::span::Span;

/// Bytes that are part of no other token, and the reason.
///
/// # Examples
///
/// ```
/// use tagspan::{DropReason, Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// let mut tokens = tokenizer.feed_last(b"<a href=");
/// let Some(Token::Dropped(dropped)) = tokens.next_token()? else { panic!() };
/// assert_eq!(dropped.reason(), DropReason::UnfinishedTag);
/// assert_eq!(dropped.raw(), b"<a href=");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dropped<'a> {
    pub(crate) slice: Slice<'a>,
    pub(crate) reason: DropReason,
    pub(crate) ambiguous: bool,
    pub(crate) missing: MissingBytes,
}

impl<'a> Dropped<'a> {
    /// The byte order mark in front of a document.
    pub(crate) const BYTE_ORDER_MARK: Dropped<'static> = Dropped {
        slice: Slice { from: "\u{FEFF}".as_bytes(), length: "\u{FEFF}".len(), offset: 0 },
        reason: DropReason::ByteOrderMark,
        ambiguous: false,
        missing: MissingBytes::NONE,
    };

    /// The bytes as written in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("</>");
    /// let Ok(Some(tagspan::Token::Dropped(dropped))) = tokens.next_token() else { panic!() };
    /// assert_eq!(dropped.raw(), b"</>");
    /// ```
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.slice.raw()
    }

    /// The span of the bytes in the input.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("</>");
    /// let Ok(Some(tagspan::Token::Dropped(dropped))) = tokens.next_token() else { panic!() };
    /// assert_eq!(dropped.span().range(), 0..3);
    /// ```
    pub fn span(&self) -> Span {
        self.missing.span(self.slice)
    }

    /// The number of dropped bytes that a [limit](crate::Limits) has left out of [`raw`](Self::raw).
    ///
    /// ```
    /// let limits = tagspan::Limits::new().attribute_value(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let page = format!("<a title='{}", "x".repeat(40));
    /// let mut tokens = tokenizer.feed_last(page.as_bytes());
    /// let Some(tagspan::Token::Dropped(tag)) = tokens.next_token()? else { panic!() };
    /// assert_eq!((tag.raw().len(), tag.missing_bytes()), (42, 8));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn missing_bytes(&self) -> u64 {
        self.missing.bytes()
    }

    /// Whether some of the dropped bytes are missing: because of a limit, or because the input was
    /// truncated within it.
    ///
    /// ```
    /// let mut tokenizer = tagspan::Tokenizer::builder().encoding(tagspan::UTF_8).build();
    /// tokenizer.feed(b"<a href=").for_each(|_| ())?;
    /// let mut tail = tokenizer.finish_truncated();
    /// let Some(tagspan::Token::Dropped(tag)) = tail.next_token()? else { panic!() };
    /// assert!(tag.is_truncated());
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.missing.is_any()
    }

    /// The reason why the bytes are part of no other token.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("</>");
    /// let Ok(Some(tagspan::Token::Dropped(dropped))) = tokens.next_token() else { panic!() };
    /// assert_eq!(dropped.reason(), tagspan::DropReason::MissingEndTagName);
    /// ```
    pub fn reason(&self) -> DropReason {
        self.reason
    }

    /// Whether this is `<![CDATA[` and may begin a comment instead, or the end of a start tag that was skipped and the text mode after
    /// it is a guess, because a tree is needed to know it: see [`Feedback::Simulated`](crate::Feedback::Simulated).
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("<svg><![CDATA[text]]>");
    /// tokens.next_token()?;
    /// let Some(tagspan::Token::Dropped(open)) = tokens.next_token()? else { panic!() };
    /// assert!(!open.is_ambiguous(), "the svg is certainly open");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }
}

/// The reason why bytes are part of no other token.
///
/// ```
/// use tagspan::{DropReason, Token, tokenize};
///
/// let mut tokens = tokenize("</><p");
/// let mut reasons = Vec::new();
/// tokens.for_each(|token| match token {
///     Token::Dropped(dropped) => reasons.push(dropped.reason()),
///     _ => {}
/// })?;
/// assert_eq!(reasons, [DropReason::MissingEndTagName, DropReason::UnfinishedTag]);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DropReason {
    /// A byte order mark.
    ByteOrderMark,
    /// A tag that the end of the input truncated.
    UnfinishedTag,
    /// A processing instruction that the end of the input truncated.
    UnfinishedProcessingInstruction,
    /// `</>`
    MissingEndTagName,
    /// `<![CDATA[`, which is followed by text.
    CdataStart,
    /// `]]>` after such text.
    CdataEnd,
    /// A construct that outgrew a limit of [`LimitAction::Skip`](crate::LimitAction::Skip), or a part of it: it comes in
    /// pieces as text does.
    Skipped(LimitKind),
}

impl DropReason {
    /// The reason in lower case, words joined by hyphens, such as `unfinished-tag`.
    ///
    /// ```
    /// assert_eq!(tagspan::DropReason::CdataStart.as_str(), "cdata-start");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            DropReason::ByteOrderMark => "byte-order-mark",
            DropReason::UnfinishedTag => "unfinished-tag",
            DropReason::UnfinishedProcessingInstruction => "unfinished-processing-instruction",
            DropReason::MissingEndTagName => "missing-end-tag-name",
            DropReason::CdataStart => "cdata-start",
            DropReason::CdataEnd => "cdata-end",
            DropReason::Skipped(kind) => kind.names().1,
        }
    }
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
