//! Tokens from a body that comes as shared chunks, such as that of an HTTP response.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream as Chunks;
use tagspan_core::{Error, LineColumn, OwnedToken, Span, TextMode, Token};
use tagspan_input::EncodingDecision;

use super::error::ReadError;
use super::pump::{Progress, Pump, pump_methods};
use crate::tokenizer::Tokenizer;

/// The tokens of a body that is a [`futures_core::Stream`] of [`Bytes`], lent one by one, or [kept](Self::keep).
///
/// The bodies of hyper (as `BodyDataStream` of `http-body-util`), of reqwest (`bytes_stream`) and of axum
/// (`into_data_stream`) are such streams. One that is not `Unpin` is pinned by `Box::pin`, or by `std::pin::pin!`.
///
/// # Cancellation
///
/// Everything that lasts is in this struct and in the body, nothing in the futures: to drop one before it is ready, as
/// `select!` and time-outs do, loses nothing, and the next call goes on. The futures are `Send` if the body and its error
/// are.
///
/// # Errors
///
/// An error of the body is given as [`ReadError::Read`], and the next call asks the body again. If it ends right after an
/// error, it was cut: that gives `None`, and [`finish_now`](Self::finish_now) then gives what there is.
///
/// # Cost
///
/// Tokens of UTF-8 are slices of the chunks. No memory is allocated per chunk or token unless it is kept, and a chunk is let go
/// before the next is waited for.
///
/// # Examples
///
/// ```
/// use bytes::Bytes;
/// use futures::executor::block_on;
/// use tagspan::{BodyTokens, OwnedToken, ReadError, Token, Tokenizer};
///
/// # fn main() -> Result<(), ReadError<std::io::Error>> {
/// let chunks = ["<a hr", "ef=/>text</a>"].map(|chunk| Ok(Bytes::from_static(chunk.as_bytes())));
/// let mut tokens = BodyTokens::new(Tokenizer::new(), futures::stream::iter(chunks));
/// let mut links = Vec::new();
/// block_on(async {
///     while let Some(token) = tokens.next_token().await? {
///         if matches!(token, Token::StartTag(tag) if tag.is("a"))
///             && let Some(OwnedToken::StartTag(link)) = tokens.keep()
///         {
///             links.push(link);
///         }
///     }
///     Ok::<_, ReadError>(())
/// })?;
/// assert_eq!(links[0].attribute_value("href").unwrap(), "/");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct BodyTokens<S> {
    pump: Pump<Bytes>,
    body: S,
}

impl<S, E> BodyTokens<S>
where
    S: Chunks<Item = Result<Bytes, E>> + Unpin,
{
    /// Reads the body with the tokenizer.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    pub fn new(tokenizer: Tokenizer, body: S) -> Self {
        BodyTokens { pump: Pump::new(tokenizer, Bytes::new()), body }
    }

    /// The next token; `None` at the end of the document, and from then on. May be cancelled.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]. An error of the tokenizer stays.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// assert!(tokens.next_token().await?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token().await?.is_none());
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    #[inline]
    pub async fn next_token(&mut self) -> Result<Option<Token<'_>>, ReadError<E>> {
        if let Some(found) = self.pump.cursor.straight() {
            return Ok(Some(self.pump.cursor.resolve_straight(found)));
        }
        if self.pump.advance_elsewhere()? || poll_fn(|context| self.poll_go_on(context)).await? {
            return Ok(self.token());
        }
        Ok(None)
    }

    /// Moves to the next token, which [`token`](Self::token) then lends and [`keep`](Self::keep) gives away; `false` at the
    /// end of the document. May be cancelled.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, OwnedToken, ReadError, Tokenizer, Token};
    ///
    /// type Body = futures::stream::Iter<std::vec::IntoIter<Result<Bytes, std::io::Error>>>;
    ///
    /// async fn next_comment(tokens: &mut BodyTokens<Body>) -> Result<Option<OwnedToken<Bytes>>, ReadError> {
    ///     while tokens.advance().await? {
    ///         if matches!(tokens.token(), Some(Token::Comment(_))) {
    ///             return Ok(tokens.keep());
    ///         }
    ///     }
    ///     Ok(None)
    /// }
    ///
    /// let body = futures::stream::iter(vec![Ok(Bytes::from_static(b"text<!-- note --><p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// let comment = futures::executor::block_on(next_comment(&mut tokens))?.unwrap();
    /// assert_eq!(comment.raw(), b"<!-- note -->");
    /// # Ok::<(), ReadError>(())
    /// ```
    #[inline]
    pub async fn advance(&mut self) -> Result<bool, ReadError<E>> {
        Ok(self.next_token().await?.is_some())
    }

    /// [`advance`](Self::advance) for who polls.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// assert!(std::future::poll_fn(|context| tokens.poll_advance(context)).await?);
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    #[inline]
    pub fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ReadError<E>>> {
        if self.pump.cursor.straight().is_some() || self.pump.advance_elsewhere()? {
            return Poll::Ready(Ok(true));
        }
        self.poll_go_on(context)
    }

    /// Reads chunk after chunk until there is a token.
    #[inline(never)]
    fn poll_go_on(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ReadError<E>>> {
        loop {
            match self.pump.go_on()? {
                Progress::Token => return Poll::Ready(Ok(true)),
                Progress::End => return Poll::Ready(Ok(false)),
                Progress::Wanting => ready!(self.poll_chunk(context))?,
            }
        }
    }

    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ReadError<E>>> {
        match ready!(Pin::new(&mut self.body).poll_next(context)) {
            Some(Ok(chunk)) => {
                self.pump.cursor.chunk = chunk;
                self.pump.feed();
            }
            Some(Err(error)) => {
                self.pump.source_failed();
                return Poll::Ready(Err(ReadError::Read(error)));
            }
            None => self.pump.source_ended(),
        }
        Poll::Ready(Ok(()))
    }

    /// The token that was just taken, with its bytes: as [`BytesTokens::keep`](crate::BytesTokens::keep).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// assert!(tokens.advance().await?);
    /// let tag = tokens.keep().unwrap();
    /// assert_eq!(tag.raw(), b"<p>");
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    pub fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
        self.pump.cursor.keep()
    }

    /// The token that was taken last; `None` after an error, at the end, and once it was kept.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// assert!(tokens.token().is_none() && tokens.advance().await?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.pump.cursor.token()
    }

    pump_methods!(
        "let body = futures::stream::iter([Ok::<_, std::io::Error>(bytes::Bytes::from_static(b\"<p>\"))]);\nlet mut tokens = tagspan::BodyTokens::new(tagspan::Tokenizer::new(), body);"
    );

    /// The body. The chunk that it gave last may not be used up.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// # fn main() -> Result<(), ReadError> {
    /// # futures::executor::block_on(async {
    /// let body = futures::stream::iter([Ok(Bytes::from_static(b"<p>"))]);
    /// let mut tokens = BodyTokens::new(Tokenizer::new(), body);
    /// let _body = tokens.body();
    /// assert!(tokens.advance().await?);
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    pub fn body(&self) -> &S {
        &self.body
    }

    /// The tokenizer, the body, and what remains of its last chunk: that has to be fed to the tokenizer next.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{BodyTokens, ReadError, Tokenizer};
    ///
    /// let body = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"<p>text"))]);
    /// let tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    /// let mut tokens = BodyTokens::new(tokenizer, body);
    /// assert!(futures::executor::block_on(tokens.advance())?);
    /// let (mut tokenizer, _, rest) = tokens.into_parts();
    /// assert_eq!(rest, "text");
    /// assert!(tokenizer.feed_last_bytes(rest).advance()?);
    /// # Ok::<(), ReadError>(())
    /// ```
    #[must_use = "what was read has to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, S, Bytes) {
        let (tokenizer, rest) = self.pump.into_parts();
        (tokenizer, self.body, rest)
    }
}
