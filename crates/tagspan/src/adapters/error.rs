//! The error of adapters: the source failed, or the tokenizer did.

use std::error::Error as StdError;
use std::{fmt, io};

use tagspan_core::Error;

/// The error of an adapter.
///
/// `E` is the error of the source: [`io::Error`] for readers, the error of a body or of an iterator's `Result`s. Functions
/// that return [`io::Result`] can use `?`. An adapter joins two parts, either of which can fail, so a `match` over both
/// variants is exhaustive.
///
/// # Examples
///
/// A source that fails for good: the last tokens are marked as truncated.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use tagspan::{ChunkTokens, ReadError};
///
/// let chunks = [Ok("<p>See the <a href=o"), Err(Error::from(ErrorKind::ConnectionReset))];
/// let mut tokens = ChunkTokens::new(chunks);
/// let mut last = None;
/// loop {
///     match tokens.next_token() {
///         Ok(Some(token)) => last = Some((token.raw().to_vec(), token.is_truncated())),
///         Ok(None) => break,
///         // The next call asks the source again, which has ended.
///         Err(ReadError::Read(error)) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
///         Err(error) => return Err(error.into()),
///     }
/// }
/// assert_eq!(last, Some((b"<a href=o".to_vec(), true)));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub enum ReadError<E = io::Error> {
    /// The source failed. No token is lost, and the next call asks the source again.
    ///
    /// To stop instead, call `finish_truncated` and take the remaining tokens of what was read. A source that ends right
    /// after it failed is treated in the same way.
    Read(E),
    /// The tokenizer failed: see [`Error`].
    ///
    /// [`ErrorKind::Restart`](crate::ErrorKind::Restart) without `feed_again` is no failure, and the next call returns
    /// the first token of the document; see the errors of `TokenDecoder` for an exception of `FramedRead`. With `feed_again`
    /// the document has to be read from its first byte, which an adapter cannot do: all later calls return the same error,
    /// until the adapter is taken apart by `into_parts`.
    Token(Error),
}

impl ReadError {
    /// Whether an end of the source is the document's although it comes right after this error.
    pub(super) fn is_passing(&self) -> bool {
        use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
        matches!(self, ReadError::Read(error) if matches!(error.kind(), Interrupted | TimedOut | WouldBlock))
    }
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

/// The error of the source if it is an [`io::Error`]; other errors are wrapped, those of the tokenizer as
/// [`InvalidData`](io::ErrorKind::InvalidData).
impl<E: Into<Box<dyn StdError + Send + Sync>>> From<ReadError<E>> for io::Error {
    fn from(error: ReadError<E>) -> Self {
        match error {
            ReadError::Read(error) => match error.into().downcast() {
                Ok(error) => *error,
                Err(error) => io::Error::other(error),
            },
            ReadError::Token(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

impl<E: fmt::Display> fmt::Display for ReadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Read(error) => write!(
                f,
                "the source of the HTML failed: {error}; request the next token to retry, or call finish_truncated \
                 to get the tokens of the bytes read so far"
            ),
            ReadError::Token(error) => error.fmt(f),
        }
    }
}

impl<E: StdError> StdError for ReadError<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        // The message has that of the inner error.
        match self {
            ReadError::Read(error) => error.source(),
            ReadError::Token(error) => StdError::source(error),
        }
    }
}
