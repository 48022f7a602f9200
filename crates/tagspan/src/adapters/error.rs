//! Why an adapter gave no token: its source failed, or the tokenizer did.

use std::{fmt, io};

use tagspan_core::Error;

/// Why no token could be read.
///
/// `E` is the error of the source: [`io::Error`] for readers, whatever a body has for bodies.
///
/// # Examples
///
/// ```
/// use tagspan::{ErrorKind, ReadError, Tokenizer};
///
/// let error = Tokenizer::builder().max_token_bytes(4).build().feed_last(b"<table>").next_token().unwrap_err();
/// let error: ReadError = error.into();
/// assert!(matches!(error, ReadError::Token(error) if error.kind().as_str() == "limit-exceeded"));
/// ```
#[derive(Debug)]
pub enum ReadError<E = io::Error> {
    /// The source failed. Nothing of what came before is lost; the next call asks the source again.
    ///
    /// If it ends right after that, the document was cut: what its end would complete is not given.
    Read(E),
    /// The tokenizer failed, as it says: see [`Error`].
    ///
    /// [`ErrorKind::Restart`](crate::ErrorKind::Restart) without `feed_again` is no failure, and the next call goes on
    /// with the first token of the document. With `feed_again` the document has to be read from its first byte, which an
    /// adapter cannot do: from then on every call says so again, until its parts are taken.
    Token(Error),
}

impl<E> From<Error> for ReadError<E> {
    fn from(error: Error) -> Self {
        ReadError::Token(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Read(error)
    }
}

impl<E: fmt::Display> fmt::Display for ReadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Read(error) => error.fmt(f),
            ReadError::Token(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for ReadError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // It shows itself as the one that it holds.
        match self {
            ReadError::Read(error) => error.source(),
            ReadError::Token(error) => std::error::Error::source(error),
        }
    }
}

/// Whether the reader may well go on after that.
#[cfg(any(feature = "read", feature = "tokio"))]
pub(super) fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}
