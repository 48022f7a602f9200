//! Tokens from a reader of tokio, which waits instead of blocking.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tagspan_core::{Error, LineColumn, Span, TextMode, Token};
use tagspan_input::EncodingDecision;
use tokio::io::{AsyncRead, ReadBuf};

use super::buffer::{Buffer, DEFAULT_BUFFER_SIZE};
use super::error::{ReadError, is_passing};
use super::pump::{Progress, Pump, pump_methods};
use crate::tokenizer::Tokenizer;

/// The tokens of what an [`AsyncRead`] of tokio reads, lent one by one.
///
/// # Cancellation
///
/// Everything that lasts is in this struct and in the reader, nothing in the futures: to drop one before it is ready, as
/// `select!` and time-outs do, loses nothing, and the next call goes on. The futures are `Send` if the reader is.
///
/// # Errors
///
/// An error of the reader is given as [`ReadError::Read`], and the next call reads again. An end right after an error that
/// is more than a time-out is not taken for the document's: it gives `None`, and [`finish_now`](Self::finish_now) then
/// gives what there is.
///
/// # Cost
///
/// One buffer of 64 KiB, or of [another size](Self::with_buffer_size), that is used for each chunk, and the tokenizer's memory.
/// Nothing is allocated per chunk or token. A call waits only where a chunk is used up, so a loop that does much with each
/// token yields to other tasks at these places only.
///
/// # Examples
///
/// ```
/// use tagspan::{AsyncReadTokens, ReadError, Tokenizer, Token};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ReadError> {
///     // Or a `tokio::net::TcpStream`, a `tokio::fs::File`.
///     let page = &b"<title>A page</title><p>text"[..];
///     let mut tokens = AsyncReadTokens::new(Tokenizer::new(), page);
///     let mut text = Vec::new();
///     while let Some(token) = tokens.next_token().await? {
///         if let Token::Text(run) = token {
///             text.push(run.value().into_owned());
///         }
///     }
///     assert_eq!(text, ["A page", "text"]);
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct AsyncReadTokens<R> {
    pump: Pump<Buffer>,
    reader: R,
}

impl<R: AsyncRead + Unpin> AsyncReadTokens<R> {
    /// Reads with a buffer of 64 KiB.
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ReadError> {
    /// let mut tokens = AsyncReadTokens::new(Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(tokenizer: Tokenizer, reader: R) -> Self {
        Self::with_buffer_size(DEFAULT_BUFFER_SIZE, tokenizer, reader)
    }

    /// Reads with a buffer of this many bytes, or of one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> Result<(), ReadError> {
    ///     let tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    ///     let mut tokens = AsyncReadTokens::with_buffer_size(2, tokenizer, &b"<p>"[..]);
    ///     assert_eq!(tokens.next_token().await?.unwrap().raw(), b"<p>");
    ///     Ok(())
    /// }
    /// ```
    pub fn with_buffer_size(bytes: usize, tokenizer: Tokenizer, reader: R) -> Self {
        AsyncReadTokens { pump: Pump::new(tokenizer, Buffer::new(bytes)), reader }
    }

    /// The next token; `None` at the end of the document, and from then on. May be cancelled.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]. An error of the tokenizer stays.
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ReadError> {
    /// let mut tokens = AsyncReadTokens::new(Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.next_token().await?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token().await?.is_none());
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub async fn next_token(&mut self) -> Result<Option<Token<'_>>, ReadError> {
        if let Some(found) = self.pump.cursor.straight() {
            return Ok(Some(self.pump.cursor.resolve_straight(found)));
        }
        if self.pump.advance_elsewhere()? || poll_fn(|context| self.poll_go_on(context)).await? {
            return Ok(self.token());
        }
        Ok(None)
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the document. For loops
    /// that look for a token and give it back. May be cancelled.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer, Token};
    /// use tokio::io::AsyncRead;
    ///
    /// async fn next_comment<R: AsyncRead + Unpin>(
    ///     tokens: &mut AsyncReadTokens<R>,
    /// ) -> Result<Option<Token<'_>>, ReadError> {
    ///     while tokens.advance().await? {
    ///         if matches!(tokens.token(), Some(Token::Comment(_))) {
    ///             return Ok(tokens.token());
    ///         }
    ///     }
    ///     Ok(None)
    /// }
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> Result<(), ReadError> {
    ///     let mut tokens = AsyncReadTokens::new(Tokenizer::new(), &b"text<p><!-- note -->"[..]);
    ///     assert_eq!(next_comment(&mut tokens).await?.unwrap().raw(), b"<!-- note -->");
    ///     Ok(())
    /// }
    /// ```
    #[inline]
    pub async fn advance(&mut self) -> Result<bool, ReadError> {
        Ok(self.next_token().await?.is_some())
    }

    /// [`advance`](Self::advance) for who polls.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ReadError> {
    /// let mut tokens = AsyncReadTokens::new(Tokenizer::new(), &b"<p>"[..]);
    /// let ready = std::future::poll_fn(|context| tokens.poll_advance(context)).await?;
    /// assert!(ready);
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ReadError>> {
        if self.pump.cursor.straight().is_some() || self.pump.advance_elsewhere()? {
            return Poll::Ready(Ok(true));
        }
        self.poll_go_on(context)
    }

    /// Reads chunk after chunk until there is a token.
    #[inline(never)]
    fn poll_go_on(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ReadError>> {
        loop {
            match self.pump.go_on()? {
                Progress::Token => return Poll::Ready(Ok(true)),
                Progress::End => return Poll::Ready(Ok(false)),
                Progress::Wanting => ready!(self.poll_read(context))?,
            }
        }
    }

    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ReadError>> {
        let chunk = &mut self.pump.cursor.chunk;
        let mut buffer = ReadBuf::new(chunk.memory());
        match ready!(Pin::new(&mut self.reader).poll_read(context, &mut buffer)) {
            Ok(()) => match buffer.filled().len() {
                0 => self.pump.source_ended(),
                length => {
                    chunk.filled(length);
                    self.pump.feed();
                }
            },
            Err(error) => {
                if !is_passing(&error) {
                    self.pump.source_failed();
                }
                return Poll::Ready(Err(error.into()));
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The token that was taken last; `None` after an error, and at the end.
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ReadError> {
    /// let mut tokens = AsyncReadTokens::new(Tokenizer::new(), &b"<p>"[..]);
    /// assert!(tokens.token().is_none() && tokens.advance().await?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.pump.cursor.token()
    }

    pump_methods!(
        "let mut tokens = tagspan::AsyncReadTokens::new(tagspan::Tokenizer::new(), &b\"<p>\"[..]);"
    );

    /// The reader. What it has read already lies in the buffer.
    ///
    /// ```
    /// let tokens = tagspan::AsyncReadTokens::new(tagspan::Tokenizer::new(), &b"<p>"[..]);
    /// assert_eq!(*tokens.reader(), b"<p>");
    /// ```
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// The tokenizer, the reader, and what was read and not tokenized: that has to be fed to the tokenizer next.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, ReadError, Tokenizer};
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> Result<(), ReadError> {
    ///     let tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    ///     let mut tokens = AsyncReadTokens::new(tokenizer, &b"<p>text"[..]);
    ///     assert!(tokens.advance().await?);
    ///     let (mut tokenizer, _, rest) = tokens.into_parts();
    ///     assert_eq!(rest, b"text");
    ///     assert!(tokenizer.feed_last(&rest).advance()?);
    ///     Ok(())
    /// }
    /// ```
    #[must_use = "what was read has to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, R, Vec<u8>) {
        let (tokenizer, buffer) = self.pump.into_parts();
        (tokenizer, self.reader, buffer.into_vec())
    }
}
