//! Tokens from a reader of tokio, which waits instead of blocking.

use std::io::ErrorKind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

use super::buffer::Buffer;
use super::error::ReadError;
use super::source_tokens::{Source, SourceTokens, Waiting};
use crate::tokenizer::Tokenizer;

/// The tokens of an [`AsyncRead`] of tokio, lent one by one.
///
/// # Cancel safety
///
/// All methods are cancel safe. To drop a future before it is ready, as `select!` and time-outs do, loses nothing, and the
/// next call continues. The futures are `Send` if the reader is.
///
/// # Errors
///
/// As [`ReadTokens`](crate::ReadTokens).
///
/// # Cost
///
/// One buffer of 64 KiB, or of [another size](Self::buffer_size), and the memory of the tokenizer. Nothing is allocated per
/// chunk or token. A call waits only where a chunk is used up, so a loop that does much work per token yields to other
/// tasks only there.
///
/// # Examples
///
/// ```
/// use tagspan::{AsyncReadTokens, Token};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> std::io::Result<()> {
///     // Or a `tokio::net::TcpStream`, a `tokio::fs::File`.
///     let page = &b"<title>A page</title><p>text"[..];
///     let mut tokens = AsyncReadTokens::new(page);
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
pub type AsyncReadTokens<R> = SourceTokens<R, Buffer<Box<[u8]>>, Waiting<ReadError>>;

impl<R: AsyncRead + Unpin> AsyncReadTokens<R> {
    /// Reads with the default settings, those of [`Tokenizer::new`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut tokens = tagspan::AsyncReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(reader: R) -> Self {
        Self::with_tokenizer(reader, Tokenizer::new())
    }

    /// Reads with a tokenizer that was built with other settings, or that has read a part of the document.
    ///
    /// ```
    /// use tagspan::{AsyncReadTokens, Tokenizer, UTF_8};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = AsyncReadTokens::with_tokenizer(&b"<p>"[..], tokenizer);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_tokenizer(reader: R, tokenizer: Tokenizer) -> Self {
        Self::of(reader, tokenizer)
    }
}

impl<R: AsyncRead + Unpin> Source<Waiting<ReadError>> for R {
    type Chunk = Buffer<Box<[u8]>>;
    type Error = ReadError;

    fn poll_next(
        &mut self,
        chunk: &mut Self::Chunk,
        context: &mut Context<'_>,
    ) -> Poll<Result<bool, ReadError>> {
        loop {
            let mut memory = ReadBuf::new(chunk.memory());
            match ready!(Pin::new(&mut *self).poll_read(context, &mut memory)) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => {
                    let length = memory.filled().len();
                    return Poll::Ready(read.map(|()| chunk.fill(length)).map_err(ReadError::Read));
                }
            }
        }
    }

    fn is_passing(error: &ReadError) -> bool {
        error.is_passing()
    }
}
