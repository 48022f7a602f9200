//! Tokens: slices of the input with the ranges of their parts, decoded on request.

mod attribute;
mod attributes;
mod character_reference;
mod comment;
mod debug;
mod doctype;
mod dropped;
mod name;
mod owned;
mod processing_instruction;
mod ranges;
#[cfg(feature = "serde")]
mod serialize;
mod slice;
mod tag;
mod tag_editor;
mod text;

pub use attribute::{Attribute, AttributeIter};
pub use attributes::Quote;
pub(crate) use attributes::{AttributeSpans, Attributes, NameFingerprint};
pub use character_reference::CharacterReference;
pub use comment::Comment;
pub use doctype::Doctype;
pub(crate) use doctype::DoctypeSpans;
pub use dropped::{DropReason, Dropped};
pub(crate) use name::{decode_name, is_plain, name_is};
pub use owned::OwnedToken;
pub use processing_instruction::ProcessingInstruction;
pub(crate) use ranges::TokenRange;
pub(crate) use slice::{MissingBytes, Slice};
pub use tag::Tag;
pub(crate) use tag::TagFlags;
pub use tag_editor::{InvalidName, TagEditor};
pub use text::Text;
pub(crate) use text::TextKind;

use crate::parse_error::ParseError;
use crate::span::Span;

/// One item of the tokenizer's output.
///
/// Every byte of the input belongs to exactly one token other than [`Token::Error`]: written one after
/// the other, the [`raw`](Token::raw) bytes give the input again. Only a [limit](crate::Limits) leaves bytes out of a token:
/// one that truncates, as most of the default limits do, or one of attribute values that skips.
/// [`missing_bytes`](Token::missing_bytes) counts these bytes, and [`Limits::lossless`](crate::Limits::lossless) leaves out
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
    /// A processing instruction; only when requested, otherwise it is a comment.
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// A run of text. Adjacent runs belong together: a run ends at the end of each chunk, and before errors.
    Text(Text<'a>),
    /// A parse error, ahead of the token that it belongs to; only when requested.
    Error(ParseError),
    /// Bytes that are part of no other token.
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
        self.slice().raw()
    }

    /// The number of bytes of the token that a limit has left out of [`raw`](Self::raw): see [`Limits`](crate::Limits). The token's
    /// [span](Self::span) includes them.
    ///
    /// ```
    /// let limits = tagspan::Limits::new().comment(32, tagspan::LimitAction::Truncate);
    /// let mut tokenizer = tagspan::Tokenizer::builder().limits(limits).build();
    /// let mut tokens = tokenizer.feed_last(b"<!-- a comment of more than thirty-two bytes -->");
    /// assert!(matches!(tokens.next_token(), Ok(Some(token)) if token.missing_bytes() == 16));
    /// ```
    #[inline]
    pub fn missing_bytes(&self) -> u64 {
        self.missing().bytes()
    }

    /// Whether a [limit](crate::Limits) or a truncated end left out a part of the token.
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
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.missing().is_any()
    }

    /// The span of the token in the input. Empty for an error, at its offset.
    ///
    /// ```
    /// let mut tokens = tagspan::tokenize("text<br>");
    /// tokens.next_token()?;
    /// assert!(tokens.next_token()?.is_some_and(|token| token.span().range() == (4..8)));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    #[inline]
    pub fn span(&self) -> Span {
        self.missing().span(self.slice())
    }

    #[inline]
    fn slice(&self) -> Slice<'a> {
        match *self {
            Token::Doctype(Doctype { slice, .. })
            | Token::StartTag(Tag { slice, .. })
            | Token::EndTag(Tag { slice, .. })
            | Token::Comment(Comment { slice, .. })
            | Token::ProcessingInstruction(ProcessingInstruction { slice, .. })
            | Token::Text(Text { slice, .. })
            | Token::Dropped(Dropped { slice, .. }) => slice,
            Token::Error(error) => Slice { from: &[], length: 0, offset: error.offset },
        }
    }

    #[inline]
    fn missing(&self) -> MissingBytes {
        match *self {
            Token::Doctype(Doctype { missing, .. })
            | Token::Comment(Comment { missing, .. })
            | Token::ProcessingInstruction(ProcessingInstruction { missing, .. })
            | Token::Dropped(Dropped { missing, .. }) => missing,
            Token::StartTag(tag) | Token::EndTag(tag) => {
                MissingBytes::new(tag.missing_bytes(), tag.is_truncated())
            }
            Token::Text(text) => MissingBytes::new(0, text.truncated),
            Token::Error(_) => MissingBytes::NONE,
        }
    }
}
