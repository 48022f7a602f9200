//! Tokens from a body that comes as shared chunks, such as that of an HTTP response.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream as Chunks;
use tagspan_core::OwnedToken;

use super::error::ReadError;
use super::source_tokens::{Source, SourceTokens, Waiting};
use crate::tokenizer::Tokenizer;

/// The tokens of a body that is a [`futures_core::Stream`] of [`Bytes`], lent one by one, or [kept](Self::keep).
///
/// The bodies of hyper (as `BodyDataStream` of `http-body-util`), of reqwest (`bytes_stream`) and of axum
/// (`into_data_stream`) are such streams. One that is not `Unpin` is pinned by `Box::pin`, or by `std::pin::pin!`.
///
/// # Cancel safety
///
/// All methods are cancel safe. To drop a future before it is ready, as `select!` and time-outs do, loses nothing, and the
/// next call continues. The futures are `Send` if the body and its error are.
///
/// # Errors
///
/// An error of the body is returned as [`ReadError::Read`], and the next call asks the body again. A body that ends right
/// after an error was aborted: the tokens that its end truncates say [`is_truncated`](crate::Token::is_truncated).
///
/// # Cost
///
/// Tokens of UTF-8 are slices of the chunks. Nothing is allocated per chunk, nor per token unless it is kept. A chunk is
/// released before the adapter waits for the next.
///
/// # Examples
///
/// ```
/// use bytes::Bytes;
/// use tagspan::{BodyTokens, Token};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let chunks = ["<a hr", "ef=/>text</a>"].map(|chunk| Ok::<_, std::io::Error>(Bytes::from(chunk)));
/// let mut tokens = BodyTokens::new(futures::stream::iter(chunks));
/// let mut links = Vec::new();
/// while let Some(token) = tokens.next_token().await? {
///     if matches!(token, Token::StartTag(tag) if tag.is("a"))
///         && let Some(link) = tokens.keep()
///     {
///         links.push(link);
///     }
/// }
/// assert!(matches!(links[0].as_token(), Token::StartTag(tag) if tag.attribute_value("href").unwrap() == "/"));
/// # Ok(())
/// # }
/// ```
pub type BodyTokens<S> = SourceTokens<S, Bytes, Waiting<Bytes>>;

impl<S, E> BodyTokens<S>
where
    S: Chunks<Item = Result<Bytes, E>> + Unpin,
{
    /// Reads with the default settings, those of [`Tokenizer::new`].
    ///
    /// ```
    /// use bytes::Bytes;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let body = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = tagspan::BodyTokens::new(body);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(body: S) -> Self {
        Self::with_tokenizer(body, Tokenizer::new())
    }

    /// Reads with a tokenizer that was built with other settings, or that has read a part of the document.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, Tokenizer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let body = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"<p>"))]);
    /// let tokenizer = Tokenizer::builder().content_type("text/html; charset=utf-8").build();
    /// let mut tokens = BodyTokens::with_tokenizer(body, tokenizer);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_tokenizer(body: S, tokenizer: Tokenizer) -> Self {
        Self::of(body, tokenizer)
    }

    /// The token that was just taken, with its bytes: as [`Tokens::keep`](crate::Tokens::keep).
    ///
    /// ```
    /// use bytes::Bytes;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let body = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = tagspan::BodyTokens::new(body);
    /// assert!(tokens.advance().await?);
    /// let tag = tokens.keep().unwrap();
    /// assert_eq!(tag.raw(), b"<p>");
    /// # Ok(())
    /// # }
    /// ```
    pub fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
        self.driver.tokens.keep()
    }
}

impl<S, E> Source<Waiting<Bytes>> for S
where
    S: Chunks<Item = Result<Bytes, E>> + Unpin,
{
    type Chunk = Bytes;
    type Error = ReadError<E>;

    fn poll_next(
        &mut self,
        chunk: &mut Bytes,
        context: &mut Context<'_>,
    ) -> Poll<Result<bool, ReadError<E>>> {
        let next = ready!(Pin::new(&mut *self).poll_next(context)).transpose().map_err(ReadError::Read)?;
        Poll::Ready(Ok(next.map(|next| *chunk = next).is_some()))
    }
}
