//! Tokens as the frames of a byte stream: a decoder of tokio-util.

use bytes::{Bytes, BytesMut};
use tagspan_core::{Error, LineColumn, OwnedToken, Span, TextMode};
use tagspan_input::EncodingDecision;
use tokio_util::codec::Decoder;

use super::error::ReadError;
use super::pump::{Progress, Pump, pump_methods};
use crate::tokenizer::Tokenizer;

/// How much room there is for the next read, at least.
const ROOM: usize = 8 * 1024;

/// A [`Decoder`] that frames tokens, for `tokio_util::codec::FramedRead`.
///
/// Each frame is a token that owns its bytes. Those of UTF-8 are slices of the buffer, as of
/// [`BytesTokens::keep`](crate::BytesTokens::keep). Text at the end of what was read is handed out as it is, and goes on
/// with the next frame: [`TextRuns`](crate::TextRuns) joins it.
///
/// The decoder takes the buffer's bytes as soon as it is asked, and keeps those that it has not tokenized:
/// [`into_parts`](Self::into_parts) gives them, for who goes on with another decoder after a token. What is
/// unfinished of a token is kept by its tokenizer, so no byte is looked at twice.
///
/// # Errors
///
/// As [`ReadError`] says. `FramedRead` ends after each error, and goes on if it is asked again; an end that
/// comes then is taken for the document's.
///
/// # Cost
///
/// What [`BytesTokens::keep`](crate::BytesTokens::keep) takes for each token. The buffer's memory is used again when no
/// token is kept that lies in it.
///
/// # Examples
///
/// ```
/// use futures::StreamExt;
/// use tagspan::{OwnedToken, ReadError, TokenDecoder, Tokenizer};
/// use tokio_util::codec::FramedRead;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ReadError> {
///     let page = &b"<a href=/>text</a>"[..];
///     let mut tokens = FramedRead::new(page, TokenDecoder::new(Tokenizer::new()));
///     let mut text = String::new();
///     while let Some(token) = tokens.next().await {
///         if let OwnedToken::Text(run) = token? {
///             text += &run.value();
///         }
///     }
///     assert_eq!(text, "text");
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct TokenDecoder {
    pump: Pump<Bytes>,
}

impl TokenDecoder {
    /// Frames the tokens that the tokenizer reads.
    ///
    /// ```
    /// let decoder = tagspan::TokenDecoder::new(tagspan::Tokenizer::new());
    /// assert_eq!(decoder.position(), 0);
    /// ```
    pub fn new(tokenizer: Tokenizer) -> Self {
        TokenDecoder { pump: Pump::new(tokenizer, Bytes::new()) }
    }

    pump_methods!("let mut tokens = tagspan::TokenDecoder::new(tagspan::Tokenizer::new());");

    /// The tokenizer, and what was taken of the buffer and not tokenized: that has to be fed to the tokenizer next, or is for
    /// another decoder.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use tagspan::{ReadError, Tokenizer, TokenDecoder};
    /// use tokio_util::codec::Decoder;
    ///
    /// let tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
    /// let mut decoder = TokenDecoder::new(tokenizer);
    /// let mut buffer = BytesMut::from("<p>and more");
    /// assert_eq!(decoder.decode(&mut buffer)?.unwrap().raw(), b"<p>");
    /// let (_, rest) = decoder.into_parts();
    /// assert_eq!(rest, "and more");
    /// # Ok::<(), ReadError>(())
    /// ```
    #[must_use = "what was taken of the buffer has to be fed next"]
    pub fn into_parts(self) -> (Tokenizer, Bytes) {
        self.pump.into_parts()
    }
}

impl Decoder for TokenDecoder {
    type Item = OwnedToken<Bytes>;
    type Error = ReadError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<OwnedToken<Bytes>>, ReadError> {
        if self.pump.cursor.straight().is_some() || self.pump.advance_elsewhere()? {
            return Ok(self.pump.cursor.keep());
        }
        loop {
            match self.pump.go_on()? {
                Progress::Token => return Ok(self.pump.cursor.keep()),
                Progress::End => {
                    // Nothing more is read, so nothing is kept of it.
                    buffer.clear();
                    return Ok(None);
                }
                Progress::Wanting if buffer.is_empty() => {
                    // The chunk was let go, so that its memory is free unless tokens are kept.
                    buffer.reserve(ROOM);
                    return Ok(None);
                }
                Progress::Wanting => {
                    self.pump.cursor.chunk = buffer.split().freeze();
                    self.pump.feed();
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
        self.pump.source_ended();
        self.decode(buffer)
    }
}
