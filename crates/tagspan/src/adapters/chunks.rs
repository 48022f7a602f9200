//! Tokens from an iterator of chunks.

use std::marker::PhantomData;
use std::task::{Context, Poll};

use tagspan_core::Error;

use super::buffer::Buffer;
use super::error::ReadError;
use super::source_tokens::{Blocking, Source, SourceTokens};
use crate::tokenizer::Tokenizer;

/// The tokens of the chunks that an iterator gives, lent one by one. The end of the iterator is the end of the document.
///
/// A chunk is anything with bytes, such as `Vec<u8>`, `&str` or `bytes::Bytes`, or a `Result` of such. The methods then
/// return [`Error`], or [`ReadError`] for `Result`s. Chunks of strings are bytes like any others: build the tokenizer with
/// [`encoding(UTF_8)`](crate::TokenizerBuilder::encoding) for them.
///
/// # Errors
///
/// An error of the iterator is returned as [`ReadError::Read`], and the next call asks for another chunk. An iterator that
/// ends right after an error was aborted: the tokens that its end truncates say
/// [`is_truncated`](crate::Token::is_truncated).
///
/// # Cost
///
/// Tokens of UTF-8 are slices of the chunks. Nothing is allocated per chunk or token, and a chunk is dropped before the
/// iterator is asked for the next.
///
/// # Examples
///
/// ```
/// use tagspan::{ChunkTokens, Token};
///
/// let mut tokens = ChunkTokens::new(["<title>A pa", "ge</tit", "le>"]);
/// let mut title = String::new();
/// while let Some(token) = tokens.next_token()? {
///     if let Token::Text(text) = token {
///         title += &text.value();
///     }
/// }
/// assert_eq!(title, "A page");
/// # Ok::<(), tagspan::Error>(())
/// ```
///
/// Chunks that may fail:
///
/// ```
/// use tagspan::ChunkTokens;
///
/// fn count(chunks: impl Iterator<Item = std::io::Result<Vec<u8>>>) -> std::io::Result<usize> {
///     let mut tokens = ChunkTokens::new(chunks);
///     let mut count = 0;
///     while tokens.advance()? {
///         count += 1;
///     }
///     Ok(count)
/// }
///
/// assert_eq!(count([Ok(b"<p>a".to_vec()), Ok(b"<br>".to_vec())].into_iter())?, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
pub type ChunkTokens<I, E = Error> = SourceTokens<I, Buffer<Current<ChunkOf<I, E>>>, Blocking<Items<E>>>;

/// The kind of source that is an iterator. The type of its errors chooses the implementation of [`IntoChunk`].
#[allow(unreachable_pub, reason = "a type of a public alias")]
pub struct Items<E>(PhantomData<E>);

type ChunkOf<I, E> = <<I as Iterator>::Item as IntoChunk<E>>::Chunk;

/// A chunk, or a `Result` of one. The error type tells the two apart, so that the compiler accepts both implementations.
pub trait IntoChunk<E> {
    /// The type of the chunk.
    type Chunk: AsRef<[u8]>;

    /// The chunk, unless the source has failed.
    ///
    /// # Errors
    ///
    /// The error of the source.
    fn into_chunk(self) -> Result<Self::Chunk, E>;
}

impl<C: AsRef<[u8]>> IntoChunk<Error> for C {
    type Chunk = C;

    fn into_chunk(self) -> Result<C, Error> {
        Ok(self)
    }
}

impl<C: AsRef<[u8]>, E> IntoChunk<ReadError<E>> for Result<C, E> {
    type Chunk = C;

    fn into_chunk(self) -> Result<C, ReadError<E>> {
        self.map_err(ReadError::Read)
    }
}

/// The chunk that is read, if there is one.
#[allow(unreachable_pub, reason = "a type of a public alias")]
pub struct Current<C>(Option<C>);

impl<C> Default for Current<C> {
    fn default() -> Self {
        Current(None)
    }
}

impl<C: AsRef<[u8]>> AsRef<[u8]> for Current<C> {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref().map_or(&[], C::as_ref)
    }
}

impl<I: Iterator<Item: IntoChunk<E>>, E: From<Error>> ChunkTokens<I, E> {
    /// Reads with the default settings, those of [`Tokenizer::new`].
    ///
    /// ```
    /// let chunks: Vec<Vec<u8>> = vec![b"<p".to_vec(), b">".to_vec()];
    /// let mut tokens = tagspan::ChunkTokens::new(&chunks);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn new(chunks: impl IntoIterator<IntoIter = I>) -> Self {
        Self::with_tokenizer(chunks, Tokenizer::new())
    }

    /// Reads with a tokenizer that was built with other settings, or that has read a part of the document.
    ///
    /// ```
    /// use tagspan::{ChunkTokens, Tokenizer, UTF_8};
    ///
    /// let tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = ChunkTokens::with_tokenizer(["<p", ">"], tokenizer);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn with_tokenizer(chunks: impl IntoIterator<IntoIter = I>, tokenizer: Tokenizer) -> Self {
        Self::of(chunks.into_iter(), tokenizer)
    }
}

impl<I: Iterator<Item: IntoChunk<E>>, E: From<Error>> Source<Blocking<Items<E>>> for I {
    type Chunk = Buffer<Current<ChunkOf<I, E>>>;
    type Error = E;

    fn poll_next(&mut self, chunk: &mut Self::Chunk, _: &mut Context<'_>) -> Poll<Result<bool, E>> {
        // The chunk that is used up is dropped first.
        *chunk = Buffer::default();
        let next = self.next().map(IntoChunk::into_chunk).transpose()?;
        Poll::Ready(Ok(next.map(|next| *chunk = Buffer::new(Current(Some(next)))).is_some()))
    }
}
