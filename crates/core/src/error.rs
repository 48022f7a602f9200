//! Errors of the tokenizer: misuse of the interface, and exceeded limits.

use core::fmt;

/// The reason why there is no next token, and its offset.
///
/// Malformed HTML is not an error: it has exact tokens, and [`ParseError`](crate::ParseError)s on request.
///
/// After an error, the tokenizer returns errors until it is `reset`. The tokens before it are
/// valid. The bytes that are in no token are in `Tokenizer::pending_bytes` and
/// `Tokens::remaining`. Two kinds are exceptions: [`ErrorKind::ModeChangeWithinToken`], which
/// changes nothing, and [`ErrorKind::Restart`].
///
/// # Examples
///
/// A tag beyond the limit. Nothing is lost: what was kept and what remains are there.
///
/// ```
/// use tagspan::{ErrorKind, LimitAction, LimitKind, Limits, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder().encoding(tagspan::UTF_8).limits(Limits::all(8, LimitAction::Fail)).build();
/// assert!(tokenizer.feed(b"<p titl").next_token()?.is_none());
/// let mut tokens = tokenizer.feed(b"e='far too long'>text");
/// let error = tokens.next_token().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::LimitExceeded { kind: LimitKind::Tag, limit: 8 });
/// assert_eq!((error.kind().as_str(), error.offset()), ("limit-exceeded", 0));
/// let rest = tokens.remaining();
/// assert_eq!([tokenizer.pending_bytes().0, rest].concat(), b"<p title='far too long'>text");
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) offset: u64,
}

/// The kinds of [`Error`].
///
/// ```
/// use tagspan::{ErrorKind, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// assert!(tokenizer.finish().next_token()?.is_none());
/// let error = tokenizer.feed(b"<p>").next_token().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::FedAfterEnd);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes were fed, or the end was declared, after the end of the input.
    FedAfterEnd,
    /// Bytes were fed although the last cursor was left before its end, without
    /// `Tokens::into_remaining`.
    ChunkNotTaken,
    /// Bytes were fed after an error.
    FedAfterError,
    /// The text mode was changed in the middle of a token.
    ModeChangeWithinToken,
    /// A construct is longer than the limit allows.
    LimitExceeded {
        /// The kind of construct that exceeds the limit.
        kind: LimitKind,
        /// The limit in bytes; of [`LimitKind::Attributes`] and [`LimitKind::OpenElements`] their number.
        limit: u64,
    },
    /// The source has bytes that are ill-formed in the source's encoding.
    IllFormed,
    /// A tokenizer that follows late declarations of the encoding has met one for which the document must be read
    /// again. All tokens so far are void, and so are all results computed from them. This is not a failure: the
    /// tokenizer continues.
    Restart {
        /// Whether the caller has to feed the document again from its first byte. Otherwise the same cursor continues
        /// with the document's first token.
        feed_again: bool,
    },
}

/// A part of the input that a limit is set to: see [`Limits`](crate::Limits).
///
/// ```
/// use tagspan::{ErrorKind, LimitAction, LimitKind, Limits, Tokenizer};
///
/// let mut tokenizer = Tokenizer::builder().limits(Limits::all(8, LimitAction::Fail)).build();
/// let error = tokenizer.feed_last(b"<!-- far too long -->").next_token().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::LimitExceeded { kind: LimitKind::Comment, limit: 8 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LimitKind {
    /// A start or end tag with its attributes.
    Tag,
    /// A comment, proper or bogus.
    Comment,
    /// A DOCTYPE.
    Doctype,
    /// A character reference in text.
    CharacterReference,
    /// A processing instruction.
    ProcessingInstruction,
    /// The value of an attribute.
    AttributeValue,
    /// All attributes of a tag, of which there are too many.
    Attributes,
    /// The open elements that the feedback simulator knows.
    OpenElements,
    /// The whole input.
    // Last: `Limits` has a limit for each of those before it, in this order.
    Document,
}

impl ErrorKind {
    /// A stable name of the kind, for programs, such as `limit-exceeded`.
    ///
    /// ```
    /// assert_eq!(tagspan::ErrorKind::ChunkNotTaken.as_str(), "chunk-not-taken");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorKind::FedAfterEnd => "fed-after-end",
            ErrorKind::ChunkNotTaken => "chunk-not-taken",
            ErrorKind::FedAfterError => "fed-after-error",
            ErrorKind::ModeChangeWithinToken => "mode-change-within-token",
            ErrorKind::LimitExceeded { .. } => "limit-exceeded",
            ErrorKind::IllFormed => "ill-formed",
            ErrorKind::Restart { .. } => "restart",
        }
    }
}

impl Error {
    /// An error of this kind at this offset, for a wrapper that reports its own.
    ///
    /// ```
    /// use tagspan::{Error, ErrorKind};
    ///
    /// assert_eq!(Error::new(ErrorKind::FedAfterEnd, 7).offset(), 7);
    /// ```
    pub fn new(kind: ErrorKind, offset: u64) -> Self {
        Error { kind, offset }
    }

    /// The kind of the error.
    ///
    /// ```
    /// use tagspan::{ErrorKind, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// drop(tokenizer.feed(b"left <b>alone"));
    /// let error = tokenizer.feed(b"</b>").next_token().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::ChunkNotTaken);
    /// ```
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// A byte offset: for a limit that of the construct's first byte, for ill-formed bytes that of the first in the
    /// source, for a restart that of the declaration's tag, for misuse the end of the consumed input.
    ///
    /// ```
    /// use tagspan::{LimitAction, Limits, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::builder().limits(Limits::all(8, LimitAction::Fail)).build();
    /// let mut tokens = tokenizer.feed_last(b"text<!-- far too long -->");
    /// tokens.next_token()?;
    /// assert_eq!(tokens.next_token().unwrap_err().offset(), 4);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

impl LimitKind {
    /// The name in messages, and the name of [`DropReason::Skipped`](crate::DropReason::Skipped).
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            LimitKind::Tag => ("tag", "skipped-tag"),
            LimitKind::Comment => ("comment", "skipped-comment"),
            LimitKind::Doctype => ("DOCTYPE", "skipped-doctype"),
            LimitKind::CharacterReference => ("character reference", "skipped-character-reference"),
            LimitKind::ProcessingInstruction => ("processing instruction", "skipped-processing-instruction"),
            LimitKind::AttributeValue => ("attribute value", "skipped-attribute-value"),
            LimitKind::Attributes => ("list of attributes", "skipped-attributes"),
            LimitKind::OpenElements => ("stack of open elements", "skipped-open-elements"),
            LimitKind::Document => ("document", "skipped-document"),
        }
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names().0)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match self.kind {
            ErrorKind::FedAfterEnd => {
                write!(f, "the input ended at byte {offset}: call `reset` before feeding another document")
            }
            ErrorKind::ChunkNotTaken => write!(
                f,
                "the previous chunk was left at byte {offset}: take all its tokens, or call \
                 `into_remaining` on its cursor and feed the result"
            ),
            ErrorKind::FedAfterError => write!(
                f,
                "an earlier call failed at byte {offset}: call `reset` before feeding another document"
            ),
            ErrorKind::ModeChangeWithinToken => {
                write!(f, "byte {offset} is within a token: change the text mode right after a start tag")
            }
            ErrorKind::LimitExceeded { kind, limit } => write!(
                f,
                "the {kind} at byte {offset} is longer than {limit} {}: raise this limit, truncate or skip longer \
                 ones, or stop reading the document",
                match kind {
                    LimitKind::Attributes => "attributes",
                    LimitKind::OpenElements => "elements",
                    _ => "bytes",
                }
            ),
            ErrorKind::IllFormed => write!(
                f,
                "ill-formed sequence at byte {offset} of the source: use `Validation::Count` to count such sequences, \
                 or stop reading the document"
            ),
            ErrorKind::Restart { feed_again } => write!(
                f,
                "the tag at byte {offset} declares a different encoding: discard all tokens of the document, then {}",
                if feed_again {
                    "feed the document again from its first byte"
                } else {
                    "continue with the same cursor, which restarts"
                }
            ),
        }
    }
}

impl core::error::Error for Error {}
