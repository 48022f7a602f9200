//! Tokens from a reader that blocks.

use std::io::{ErrorKind, Read};
use std::task::{Context, Poll};

use super::buffer::Buffer;
use super::error::ReadError;
use super::source_tokens::{Blocking, Source, SourceTokens};
use crate::tokenizer::Tokenizer;

/// The tokens of a [`Read`], lent one by one.
///
/// # Errors
///
/// A read that is interrupted is tried again. Any other error of the reader is returned as [`ReadError::Read`], and the next
/// call reads again: a reader that does not block may return `WouldBlock` at any time. A reader that ends right after
/// another error, unless that is a time-out, was aborted: the tokens that its end truncates say
/// [`is_truncated`](crate::Token::is_truncated).
///
/// # Cost
///
/// One buffer of 64 KiB, or of [another size](Self::buffer_size), and the memory of the tokenizer. Nothing is allocated per
/// chunk or token. The reader needs no buffer of its own.
///
/// # Examples
///
/// ```
/// use tagspan::{ReadTokens, Token};
///
/// fn text_of(page: impl std::io::Read) -> std::io::Result<Vec<String>> {
///     let mut tokens = ReadTokens::new(page);
///     let mut text = Vec::new();
///     while let Some(token) = tokens.next_token()? {
///         if let Token::Text(run) = token {
///             text.push(run.value().into_owned());
///         }
///     }
///     Ok(text)
/// }
///
/// let page = std::io::Cursor::new("<title>A page</title><p>text");
/// assert_eq!(text_of(page)?, ["A page", "text"]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// With settings. [`advance`](Self::advance) and [`token`](Self::token) lend the token, so that places can be requested
/// while it is in use:
///
/// ```
/// use tagspan::{ColumnUnit, ReadTokens, Token, Tokenizer};
///
/// let tokenizer = Tokenizer::builder().charset("utf-8")?.locate(ColumnUnit::CodePoints).build();
/// let mut tokens = ReadTokens::with_tokenizer(&b"<p>\n<img src=a>\n"[..], tokenizer);
/// let mut images = Vec::new();
/// while tokens.advance()? {
///     let Some(Token::StartTag(tag)) = tokens.token() else { continue };
///     if let (Some(src), Some(place)) = (tag.attribute("src"), tokens.locate(tag.span().start)) {
///         images.push(format!("{place}: {}", src.value()));
///     }
/// }
/// assert_eq!(images, ["2:1: a"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A reader that can seek follows a declaration of the encoding that comes too late:
///
/// ```
/// use std::io::{Cursor, Seek};
/// use tagspan::{ErrorKind, LateDeclarations, ReadError, ReadTokens, Tokenizer, Token};
///
/// let page = [b"<p>\xC1<!--", &b"-".repeat(100_000)[..], b"--><meta charset=koi8-r>"].concat();
/// let tokenizer = Tokenizer::builder().late_declarations(LateDeclarations::Follow).build();
/// let mut tokens = ReadTokens::with_tokenizer(Cursor::new(page), tokenizer);
/// let mut text = String::new();
/// loop {
///     match tokens.next_token() {
///         Ok(Some(Token::Text(found))) => text += &found.value(),
///         Ok(Some(_)) => {}
///         Ok(None) => break,
///         Err(ReadError::Token(error)) if error.kind() == (ErrorKind::Restart { feed_again: true }) => {
///             text.clear();
///             let (tokenizer, mut page, _) = tokens.into_parts();
///             page.rewind()?;
///             tokens = ReadTokens::with_tokenizer(page, tokenizer);
///         }
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(text, "а");
/// # Ok::<(), ReadError>(())
/// ```
pub type ReadTokens<R> = SourceTokens<R, Buffer<Box<[u8]>>, Blocking<ReadError>>;

impl<R: Read> ReadTokens<R> {
    /// Reads with the default settings, those of [`Tokenizer::new`].
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(reader: R) -> Self {
        Self::with_tokenizer(reader, Tokenizer::new())
    }

    /// Reads with a tokenizer that was built with other settings, or that has read a part of the document.
    ///
    /// ```
    /// use tagspan::{ReadTokens, Tokenizer, UTF_8};
    ///
    /// let tokenizer = Tokenizer::builder().encoding(UTF_8).build();
    /// let mut tokens = ReadTokens::with_tokenizer(&b"<p>"[..], tokenizer);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_tokenizer(reader: R, tokenizer: Tokenizer) -> Self {
        Self::of(reader, tokenizer)
    }
}

/// The adapters whose chunks are a buffer that a reader fills.
impl<R, M> SourceTokens<R, Buffer<Box<[u8]>>, M> {
    /// Sets the size of the buffer in bytes: the most that is read at once. It is at least one byte and at most 16 MiB; any other
    /// size is clamped.
    ///
    /// ```
    /// let mut tokens = tagspan::ReadTokens::new(&b"<p>"[..]).buffer_size(8 << 10);
    /// assert!(tokens.advance()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn buffer_size(mut self, bytes: usize) -> Self {
        self.driver.tokens.chunk.set_size(bytes);
        self
    }
}

impl<R: Read> Source<Blocking<ReadError>> for R {
    type Chunk = Buffer<Box<[u8]>>;
    type Error = ReadError;

    fn poll_next(&mut self, chunk: &mut Self::Chunk, _: &mut Context<'_>) -> Poll<Result<bool, ReadError>> {
        loop {
            match self.read(chunk.memory()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return Poll::Ready(Ok(chunk.fill(read?))),
            }
        }
    }

    fn is_passing(error: &ReadError) -> bool {
        error.is_passing()
    }
}
