//! The adapter: a tokenizer with a source that it reads to its end, blocking or waiting.

use std::fmt;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::task::{Context, Poll, Waker};

use tagspan_core::{Error, LineColumn, Span, Token};
use tagspan_input::Encoding;

use super::driver::{Driver, OwnedChunk};
use crate::tokenizer::{End, Tokenizer};
use crate::tokens::Chunk;

/// A source of chunks, read in the mode `M`, which tells readers and iterators apart. All that outlasts a call is in the
/// source, so that a future that waits for it can be dropped.
pub trait Source<M> {
    type Chunk: OwnedChunk + Default;
    type Error: From<Error>;

    /// Puts the next chunk in place of the one that is used up; `false` if the source has ended. A source that blocks is
    /// always ready.
    fn poll_next(
        &mut self,
        chunk: &mut Self::Chunk,
        context: &mut Context<'_>,
    ) -> Poll<Result<bool, Self::Error>>;

    /// Whether an end of the source right after this error is that of the document.
    fn is_passing(_: &Self::Error) -> bool {
        false
    }
}

/// The mode of an adapter whose calls block. `K` is a type for each kind of source, so that kinds do not overlap.
#[derive(Clone, Copy, Debug)]
pub struct Blocking<K>(PhantomData<fn() -> K>);

/// The mode of an adapter whose calls are futures.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<K>(PhantomData<fn() -> K>);

/// The tokens of a source, lent one by one: of a reader ([`ReadTokens`](crate::ReadTokens)), of an iterator of chunks
/// ([`ChunkTokens`](crate::ChunkTokens)), and with features of an asynchronous reader (`AsyncReadTokens`) or an HTTP body
/// (`BodyTokens`). A `TokenDecoder`, which needs a feature too, gets its chunks from a `FramedRead`.
///
/// `S` is the source, `C` what holds its chunks, and `M` the mode: whether a call blocks, or is a future.
///
/// ```
/// let mut tokens = tagspan::ReadTokens::new(&b"<p>text"[..]);
/// let mut count = 0;
/// while tokens.advance()? {
///     count += 1;
/// }
/// assert_eq!(count, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct SourceTokens<S, C: Chunk, M> {
    pub(super) driver: Driver<C>,
    source: S,
    mode: PhantomData<fn() -> M>,
}

impl<S, C: OwnedChunk, M> fmt::Debug for SourceTokens<S, C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceTokens").field("driver", &self.driver).finish_non_exhaustive()
    }
}

impl<S, C: OwnedChunk + Default, M> SourceTokens<S, C, M> {
    pub(super) fn of(source: S, tokenizer: Tokenizer) -> Self {
        SourceTokens { driver: Driver::new(tokenizer, C::default()), source, mode: PhantomData }
    }

    /// Returns the current token; `None` before the first, at the end, after an error, and after it was taken out.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.token().is_none() && tokens.advance()?);
    /// assert!(tokens.token().is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn token(&self) -> Option<Token<'_>> {
        self.driver.tokens.token()
    }

    /// Converts a span of the decoded text into one of the source: as [`Tokens::source_span`](crate::Tokens::source_span).
    ///
    /// ```
    /// let tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// // Nothing was read yet.
    /// assert_eq!(tokens.source_span(tagspan::Span { start: 0, end: 1 }), None);
    /// ```
    pub fn source_span(&self, span: Span) -> Option<Span> {
        self.driver.tokens.source_span(span)
    }

    /// Returns the line and column of an offset, from the start of the current token or parse error on: as
    /// [`Tokens::locate`](crate::Tokens::locate). `None` also right after [`tokenizer_mut`](Self::tokenizer_mut).
    ///
    /// ```
    /// let tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// // The builder did not ask for lines.
    /// assert_eq!(tokens.locate(0), None);
    /// ```
    pub fn locate(&self, offset: u64) -> Option<LineColumn> {
        self.driver.locate(offset)
    }

    /// The encoding of the document, once it is decided.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"\xEF\xBB\xBF<p>"[..]);
    /// assert_eq!(tokens.encoding(), None);
    /// tokens.advance()?;
    /// assert_eq!(tokens.encoding(), Some(tagspan::UTF_8));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.driver.tokens.encoding()
    }

    /// Returns the tokenizer, for its [encoding](Tokenizer::encoding_decision), its [position](Tokenizer::position), its
    /// [text mode](Tokenizer::text_mode).
    ///
    /// ```
    /// let tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.tokenizer().checkpoint().is_some());
    /// ```
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.driver.tokens.tokenizer
    }

    /// Returns the tokenizer between two tokens, to [insert](Tokenizer::insert) text, to
    /// [set the text mode](Tokenizer::set_text_mode) or to [shrink](Tokenizer::shrink_to_fit) it.
    ///
    /// The current token is gone, and the next call continues after it. If the tokenizer was [reset](Tokenizer::reset), the
    /// bytes after the current token begin another document.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// tokens.tokenizer_mut().insert("<b>").for_each(|token| assert_eq!(token.raw(), b"<b>"))?;
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tokenizer_mut(&mut self) -> &mut Tokenizer {
        self.driver.tokenizer_mut()
    }

    /// Declares that no more of the source is read: as [`Tokenizer::finish_truncated`]. The next calls return the remaining
    /// tokens of what was read, and then `None`.
    ///
    /// ```
    /// let tokenizer = tagspan::Tokenizer::builder().encoding(tagspan::UTF_8).build();
    /// let mut tokens = tagspan::ReadTokens::with_tokenizer(&b"<p>text"[..], tokenizer).buffer_size(3);
    /// assert!(tokens.advance()?);
    /// // Enough was seen.
    /// tokens.finish_truncated();
    /// // It is empty, and says that the document was not read to its end.
    /// assert!(tokens.next_token()?.is_some_and(|token| token.is_truncated()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish_truncated(&mut self) {
        self.driver.end(End::Truncated);
    }
}

impl<S: Source<M>, M> SourceTokens<S, S::Chunk, M> {
    /// Asks the source until there is a token.
    #[inline(never)]
    fn poll_go_on(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, S::Error>> {
        let SourceTokens { driver, source, .. } = self;
        driver.poll_next(|chunk| source.poll_next(chunk, context), S::is_passing)
    }

    /// Returns the source. The adapter has read ahead of the current token.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>text"[..]);
    /// assert!(tokens.advance()?);
    /// assert!(tokens.get_ref().is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn get_ref(&self) -> &S {
        &self.source
    }

    /// Returns the tokenizer, the source, and the bytes that were read and not tokenized. Feed these to the tokenizer next.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>text"[..]);
    /// assert!(tokens.advance()?);
    /// let (mut tokenizer, _source, rest) = tokens.into_parts();
    /// assert!(tokenizer.feed_last(&rest).next_token()?.is_some_and(|token| token.raw() == b"text"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "the bytes that were read have to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, S, <S::Chunk as OwnedChunk>::Rest) {
        let (tokenizer, rest) = self.driver.into_parts();
        (tokenizer, self.source, rest)
    }
}

impl<S: Source<Blocking<K>>, K> SourceTokens<S, S::Chunk, Blocking<K>> {
    /// Returns the next token; `None` at the end of the document, and from then on.
    ///
    /// # Errors
    ///
    /// The source or the tokenizer failed. An error of the tokenizer is returned by all later calls too, unless it is
    /// [`Restart`](crate::ErrorKind::Restart).
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.next_token()?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token()?.is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline(always)]
    pub fn next_token(&mut self) -> Result<Option<Token<'_>>, S::Error> {
        // The token that the fast path found is resolved with less work than any other.
        if let Some(found) = self.driver.tokens.fast_path() {
            return Ok(Some(self.driver.tokens.resolve_fast_path(found)));
        }
        if self.driver.advance_after_fast_path()? || self.go_on()? { Ok(self.token()) } else { Ok(None) }
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the document.
    ///
    /// The methods that take `&self`, such as [`locate`](Self::locate), can be called while that token is in use.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// while tokens.advance()? {
    ///     let Some(tagspan::Token::StartTag(tag)) = tokens.token() else { continue };
    ///     assert_eq!(tokens.tokenizer().position(), tag.span().end);
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn advance(&mut self) -> Result<bool, S::Error> {
        Ok(self.driver.advance_in_chunk()? || self.go_on()?)
    }

    /// Calls `each` for every token that is left in the document.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// tokens.for_each(|token| assert_eq!(token.raw(), b"<p>"))?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<(), S::Error> {
        while let Some(token) = self.next_token()? {
            each(token);
        }
        Ok(())
    }

    fn go_on(&mut self) -> Result<bool, S::Error> {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            if let Poll::Ready(advanced) = self.poll_go_on(&mut context) {
                return advanced;
            }
        }
    }
}

impl<S: Source<Waiting<K>>, K> SourceTokens<S, S::Chunk, Waiting<K>> {
    /// Returns the next token; `None` at the end of the document, and from then on.
    ///
    /// # Errors
    ///
    /// The source or the tokenizer failed. An error of the tokenizer is returned by all later calls too, unless it is
    /// [`Restart`](crate::ErrorKind::Restart).
    ///
    /// ```
    /// # #[cfg(feature = "tokio")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut tokens = tagspan::AsyncReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.next_token().await?.is_some_and(|token| token.raw() == b"<p>"));
    /// assert!(tokens.next_token().await?.is_none());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "tokio"))]
    /// # fn main() {}
    /// ```
    #[inline(always)]
    pub async fn next_token(&mut self) -> Result<Option<Token<'_>>, S::Error> {
        // The token that the fast path found is resolved with less work than any other.
        if let Some(found) = self.driver.tokens.fast_path() {
            return Ok(Some(self.driver.tokens.resolve_fast_path(found)));
        }
        if self.driver.advance_after_fast_path()? || self.go_on().await? {
            Ok(self.token())
        } else {
            Ok(None)
        }
    }

    /// Moves to the next token, which [`token`](Self::token) then lends; `false` at the end of the document.
    ///
    /// The methods that take `&self`, such as [`locate`](Self::locate), can be called while that token is in use.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// # #[cfg(feature = "tokio")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut tokens = tagspan::AsyncReadTokens::new(&b"<p>"[..]);
    /// while tokens.advance().await? {
    ///     let Some(tagspan::Token::StartTag(tag)) = tokens.token() else { continue };
    ///     assert_eq!(tokens.tokenizer().position(), tag.span().end);
    /// }
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "tokio"))]
    /// # fn main() {}
    /// ```
    pub async fn advance(&mut self) -> Result<bool, S::Error> {
        Ok(self.driver.advance_in_chunk()? || self.go_on().await?)
    }

    /// [`advance`](Self::advance) for callers that poll.
    ///
    /// # Errors
    ///
    /// As [`next_token`](Self::next_token).
    ///
    /// ```
    /// # #[cfg(feature = "tokio")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut tokens = tagspan::AsyncReadTokens::new(&b"<p>"[..]);
    /// assert!(std::future::poll_fn(|context| tokens.poll_advance(context)).await?);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "tokio"))]
    /// # fn main() {}
    /// ```
    #[inline]
    pub fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, S::Error>> {
        if self.driver.advance_in_chunk()? {
            return Poll::Ready(Ok(true));
        }
        self.poll_go_on(context)
    }

    async fn go_on(&mut self) -> Result<bool, S::Error> {
        poll_fn(|context| self.poll_go_on(context)).await
    }
}
