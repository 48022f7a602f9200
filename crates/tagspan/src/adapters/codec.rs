//! Tokens as frames, for `FramedRead` of tokio-util.

use bytes::{Bytes, BytesMut};
use tagspan_core::OwnedToken;
use tokio_util::codec::Decoder;

use super::driver::Progress;
use super::error::ReadError;
use super::source_tokens::SourceTokens;
use crate::tokenizer::Tokenizer;

/// The free capacity of the buffer for the next read, at least.
const MIN_CAPACITY: usize = 8 * 1024;

/// A [`Decoder`] that frames tokens, for `tokio_util::codec::FramedRead`.
///
/// Each frame is a token that owns its bytes. Those of UTF-8 are slices of the buffer, as of
/// [`Tokens::keep`](crate::Tokens::keep). Text at the end of the buffer is a frame too, and continues in
/// the next: [`TextRuns`](crate::TextRuns) joins it.
///
/// The decoder takes all bytes of the buffer at once, and keeps those that it has not tokenized. To continue with another
/// decoder after a token, get them from [`into_parts`](Self::into_parts). The tokenizer keeps unfinished tokens, so no byte
/// is read twice.
///
/// # Errors
///
/// As [`ReadError`]. `FramedRead` ends after each error, and continues if it is polled again. It does not tell the decoder
/// that the reader failed: call [`finish_truncated`](Self::finish_truncated) before polling again if nothing more comes.
///
/// After an error at the end of the reader, however, `FramedRead` never calls the decoder again. A
/// [`Restart`](crate::ErrorKind::Restart) can come there: a document that is shorter than the bytes that are searched for its
/// encoding is read at the end. Call [`decode_eof`](Decoder::decode_eof) for its tokens then, as the last example does.
/// `AsyncReadTokens` needs no such call.
///
/// # Cost
///
/// As [`Tokens::keep`](crate::Tokens::keep) for each token. The memory of the buffer is used again once no kept
/// token lies in it.
///
/// # Examples
///
/// ```
/// use futures::StreamExt;
/// use tagspan::{Token, TokenDecoder};
/// use tokio_util::codec::FramedRead;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> std::io::Result<()> {
///     let page = &b"<a href=/>text</a>"[..];
///     let mut tokens = FramedRead::new(page, TokenDecoder::new());
///     let mut text = String::new();
///     while let Some(token) = tokens.next().await {
///         if let Token::Text(run) = token?.as_token() {
///             text += &run.value();
///         }
///     }
///     assert_eq!(text, "text");
///     Ok(())
/// }
/// ```
///
/// A program that [follows declarations](crate::LateDeclarations::Follow), wherever they come. The tokens before a restart
/// are void.
///
/// ```
/// use bytes::BytesMut;
/// use futures::StreamExt;
/// use tagspan::{ErrorKind, LateDeclarations, ReadError, Token, TokenDecoder, Tokenizer};
/// use tokio_util::codec::{Decoder, FramedRead};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> std::io::Result<()> {
///     // The search for a declaration takes this title for a comment.
///     let page = "<title><!--</title>é<meta charset=utf-8>".as_bytes();
///     let tokenizer = Tokenizer::builder().late_declarations(LateDeclarations::Follow).build();
///     let mut tokens = FramedRead::new(page, TokenDecoder::with_tokenizer(tokenizer));
///     let mut text = String::new();
///     loop {
///         let token = match tokens.next().await {
///             Some(token) => token.map(Some),
///             // The reader has ended. After a restart at its end, these are the tokens.
///             None => tokens.decoder_mut().decode_eof(&mut BytesMut::new()),
///         };
///         match token {
///             Ok(Some(token)) => {
///                 if let Token::Text(run) = token.as_token() {
///                     text += &run.value();
///                 }
///             }
///             Ok(None) => break,
///             Err(ReadError::Token(error)) if error.kind() == (ErrorKind::Restart { feed_again: false }) => {
///                 text.clear();
///                 // The `None` after an error, which is not the end of the reader.
///                 assert!(tokens.next().await.is_none());
///             }
///             Err(error) => return Err(error.into()),
///         }
///     }
///     assert_eq!(text, "<!--é");
///     Ok(())
/// }
/// ```
pub type TokenDecoder = SourceTokens<(), Bytes, Framed>;

/// The mode of an adapter that is given its chunks.
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub, reason = "a type of a public alias")]
pub struct Framed;

impl Default for TokenDecoder {
    fn default() -> Self {
        Self::new()
    }
}

impl TokenDecoder {
    /// Decodes with the default settings, those of [`Tokenizer::new`].
    ///
    /// ```
    /// assert_eq!(tagspan::TokenDecoder::new().tokenizer().position(), 0);
    /// ```
    pub fn new() -> Self {
        Self::with_tokenizer(Tokenizer::new())
    }

    /// Decodes with a tokenizer that was built with other settings, or that has read a part of the document.
    ///
    /// ```
    /// use tagspan::{TokenDecoder, Tokenizer, UTF_8};
    ///
    /// let decoder = TokenDecoder::with_tokenizer(Tokenizer::builder().encoding(UTF_8).build());
    /// assert_eq!(decoder.tokenizer().position(), 0);
    /// ```
    pub fn with_tokenizer(tokenizer: Tokenizer) -> Self {
        Self::of((), tokenizer)
    }

    /// The tokenizer, and the bytes that were taken from the buffer and not tokenized. Feed these to the tokenizer next, or
    /// decode them in another way.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use tagspan::{Tokenizer, TokenDecoder, UTF_8};
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut decoder = TokenDecoder::with_tokenizer(Tokenizer::builder().encoding(UTF_8).build());
    /// let mut buffer = BytesMut::from("<p>and more");
    /// assert_eq!(decoder.decode(&mut buffer)?.unwrap().raw(), b"<p>");
    /// let (_, rest) = decoder.into_parts();
    /// assert_eq!(rest, "and more");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use = "the bytes that were taken from the buffer have to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, Bytes) {
        self.driver.into_parts()
    }
}

impl Decoder for TokenDecoder {
    type Item = OwnedToken<Bytes>;
    type Error = ReadError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<OwnedToken<Bytes>>, ReadError> {
        if self.driver.advance_in_chunk()? {
            return Ok(self.driver.tokens.keep());
        }
        loop {
            match self.driver.scan()? {
                Progress::Token => return Ok(self.driver.tokens.keep()),
                Progress::End => {
                    // What comes after the end is discarded.
                    buffer.clear();
                    return Ok(None);
                }
                Progress::NeedsChunk if buffer.is_empty() => {
                    // The chunk was released, so its memory is free unless tokens are kept.
                    buffer.reserve(MIN_CAPACITY);
                    return Ok(None);
                }
                Progress::NeedsChunk => {
                    self.driver.tokens.chunk = buffer.split().freeze();
                    self.driver.feed();
                }
            }
        }
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<OwnedToken<Bytes>>, ReadError> {
        if !buffer.is_empty()
            && let Some(token) = self.decode(buffer)?
        {
            return Ok(Some(token));
        }
        self.driver.source_ended();
        self.decode(buffer)
    }
}
