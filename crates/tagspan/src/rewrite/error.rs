//! The error of a rewriter, and its kinds.

use std::{fmt, io};

use tagspan_core::{Error, ErrorKind, InvalidName, LimitKind, TextMode};

/// The error of a [`Rewriter`](crate::Rewriter).
///
/// ```
/// use tagspan::{RewriteErrorKind, Rewriter, Token};
///
/// let error = Rewriter::new(Vec::new())
///     .read_from(&b"text<p>"[..], |token, edit| {
///         if let Token::StartTag(tag) = token {
///             edit.write_tag(tag.edit().set_attribute("not a name", ""));
///         }
///     })
///     .unwrap_err();
/// assert!(matches!(error.kind(), RewriteErrorKind::InvalidName(name) if name.name() == "not a name"));
/// assert_eq!(error.offset(), 4);
/// ```
///
/// Functions that return [`io::Result`] can use `?`.
#[derive(Debug)]
pub struct RewriteError {
    kind: RewriteErrorKind,
    offset: u64,
}

impl RewriteError {
    pub(super) fn new(kind: RewriteErrorKind, offset: u64) -> Self {
        RewriteError { kind, offset }
    }

    /// The kind of the error.
    ///
    /// ```
    /// use tagspan::{RewriteErrorKind, Rewriter};
    ///
    /// // There is no space in the output.
    /// let mut output = [0; 2];
    /// let error = Rewriter::new(&mut output[..]).read_from(&b"<p>"[..], |_, _| {}).unwrap_err();
    /// assert!(matches!(error.kind(), RewriteErrorKind::Write(_)));
    /// ```
    pub fn kind(&self) -> &RewriteErrorKind {
        &self.kind
    }

    /// The offset in the source, in bytes, up to which the document was written before the error.
    ///
    /// ```
    /// use tagspan::Rewriter;
    ///
    /// let error = Rewriter::new(&mut [][..]).read_from(&b"<p>"[..], |_, _| {}).unwrap_err();
    /// assert_eq!(error.offset(), 0);
    /// ```
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

/// The kind of a [`RewriteError`].
///
/// ```
/// use std::io;
/// use tagspan::{RewriteErrorKind, Rewriter};
///
/// struct Broken;
/// impl io::Read for Broken {
///     fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
///         Err(io::ErrorKind::ConnectionReset.into())
///     }
/// }
/// let error = Rewriter::new(Vec::new()).read_from(Broken, |_, _| {}).unwrap_err();
/// assert!(matches!(error.kind(), RewriteErrorKind::Read(_)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteErrorKind {
    /// The input failed.
    Read(io::Error),
    /// The output failed. It may have got some of the bytes after the offset.
    Write(io::Error),
    /// The tokenizer failed: at a construct over a [limit](crate::Rewriter#limits), or at an ill-formed sequence under
    /// [`Validation::Strict`](crate::Validation::Strict).
    Token(Error),
    /// The callback gave a tag or an attribute an invalid name.
    InvalidName(InvalidName),
    /// [`TokenEdit::write_tag`](crate::TokenEdit::write_tag) was called with the editor of another tag.
    OtherTag,
    /// [`TokenEdit::replace_text`](crate::TokenEdit::replace_text) was called for text in a mode without references, or for
    /// the end tag after it.
    RawText(TextMode),
    /// [`TokenEdit::hold`](crate::TokenEdit::hold) was called for a token that is no text.
    NoText,
    /// The callback called [`TokenEdit::stop`](crate::TokenEdit::stop).
    Stopped,
    /// An earlier call failed.
    AfterError,
}

impl From<Error> for RewriteErrorKind {
    fn from(error: Error) -> Self {
        RewriteErrorKind::Token(error)
    }
}

/// The error of the input or of the output. The others are wrapped as [`InvalidData`](io::ErrorKind::InvalidData).
impl From<RewriteError> for io::Error {
    fn from(error: RewriteError) -> Self {
        match error.kind {
            RewriteErrorKind::Read(error) | RewriteErrorKind::Write(error) => error,
            _ => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match &self.kind {
            RewriteErrorKind::Read(error) => {
                write!(f, "the input failed after byte {offset}: discard the output: {error}")
            }
            RewriteErrorKind::Write(error) => {
                write!(f, "the output failed after byte {offset} of the input: discard the output: {error}")
            }
            RewriteErrorKind::Token(error) => match error.kind() {
                ErrorKind::LimitExceeded { kind: LimitKind::Document, limit } => write!(
                    f,
                    "the document is longer than {limit} bytes: discard the output, or raise \
                     `Limits::max_bytes`"
                ),
                ErrorKind::LimitExceeded { kind, limit } => write!(
                    f,
                    "the {kind} at byte {offset} is over its limit of {limit}: discard the output, or raise the limit by \
                     `TokenizerBuilder::limits`"
                ),
                _ => error.fmt(f),
            },
            RewriteErrorKind::InvalidName(error) => {
                write!(f, "the tag at byte {offset} cannot be written: {error}")
            }
            RewriteErrorKind::OtherTag => write!(
                f,
                "the token at byte {offset} got the editor of another tag: edit the tag that the callback gets"
            ),
            RewriteErrorKind::RawText(mode) => write!(
                f,
                "text at byte {offset} is in the {mode}, which has no escapes: write it by \
                 `TokenEdit::replace`, or leave the token"
            ),
            RewriteErrorKind::NoText => write!(
                f,
                "the token at byte {offset} is no text, and cannot be held: call `TokenEdit::hold` for text only"
            ),
            RewriteErrorKind::Stopped => write!(f, "the callback stopped at byte {offset}"),
            RewriteErrorKind::AfterError => write!(
                f,
                "an earlier call failed after byte {offset}: discard the output, and use a new rewriter for the next \
                 document"
            ),
        }
    }
}

impl std::error::Error for RewriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            RewriteErrorKind::Read(error) | RewriteErrorKind::Write(error) => Some(error),
            RewriteErrorKind::InvalidName(error) => Some(error),
            // The message is the tokenizer's own.
            RewriteErrorKind::Token(error) => std::error::Error::source(error),
            RewriteErrorKind::OtherTag
            | RewriteErrorKind::RawText(_)
            | RewriteErrorKind::Stopped
            | RewriteErrorKind::NoText
            | RewriteErrorKind::AfterError => None,
        }
    }
}
