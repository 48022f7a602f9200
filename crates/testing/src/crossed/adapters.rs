//! The adapters as cursors, over a source that returns the chunks of a schedule and then ends or fails.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use bytes::{Bytes, BytesMut};
use tagspan::{
    AsyncReadTokens, BodyTokens, OwnedToken, ReadError, ReadTokens, Token, TokenDecoder, Tokenizer,
};
use tokio_util::codec::Decoder;

use super::cursors::{Cursor, Failure, controls};

/// The reader of the chunks.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) chunks: VecDeque<Bytes>,
    /// Whether it fails at the end.
    pub(super) fails: bool,
}

impl Source {
    fn next(&mut self) -> io::Result<Option<Bytes>> {
        match self.chunks.pop_front() {
            None if self.fails => Err(io::ErrorKind::ConnectionReset.into()),
            chunk => Ok(chunk),
        }
    }

    fn read_some(&mut self, room: usize) -> io::Result<Bytes> {
        // A reader that gives nothing has ended, so empty chunks are passed over.
        while let Some(mut chunk) = self.next()? {
            let read = chunk.split_to(chunk.len().min(room));
            if !chunk.is_empty() {
                self.chunks.push_front(chunk);
            }
            if !read.is_empty() {
                return Ok(read);
            }
        }
        Ok(Bytes::new())
    }
}

impl io::Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read_some(buffer.len())?;
        buffer[..read.len()].copy_from_slice(&read);
        Ok(read.len())
    }
}

impl tokio::io::AsyncRead for Source {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut tokio::io::ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = self.read_some(buffer.remaining())?;
        buffer.put_slice(&read);
        Poll::Ready(Ok(()))
    }
}

impl futures_core::Stream for Source {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        Poll::Ready(self.next().transpose())
    }
}

/// A cursor that can be taken apart.
pub(super) trait Adapter: Cursor {
    fn stream(&self) -> &Tokenizer;
    fn stream_mut(&mut self) -> &mut Tokenizer;
    /// The stream, what was read and not tokenized, and the source.
    fn into_parts(self) -> (Tokenizer, Bytes, Source);
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Read(_) => Failure::Source,
            ReadError::Token(error) => Failure::Token(error),
        }
    }
}

/// The value of a source that is always ready.
fn ready<T>(poll: Poll<T>) -> T {
    match poll {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("no source waits"),
    }
}

macro_rules! streams {
    () => {
        fn stream(&self) -> &Tokenizer {
            self.tokenizer()
        }
        fn stream_mut(&mut self) -> &mut Tokenizer {
            self.tokenizer_mut()
        }
    };
}

impl Cursor for ReadTokens<Source> {
    controls!(.tokenizer_mut());

    fn advance(&mut self) -> Result<bool, Failure> {
        Ok(self.advance()?)
    }
}

impl Adapter for ReadTokens<Source> {
    streams!();

    fn into_parts(self) -> (Tokenizer, Bytes, Source) {
        let (stream, source, rest) = self.into_parts();
        (stream, rest.into(), source)
    }
}

impl Cursor for AsyncReadTokens<Source> {
    controls!(.tokenizer_mut());

    fn advance(&mut self) -> Result<bool, Failure> {
        Ok(ready(self.poll_advance(&mut Context::from_waker(Waker::noop())))?)
    }
}

impl Adapter for AsyncReadTokens<Source> {
    streams!();

    fn into_parts(self) -> (Tokenizer, Bytes, Source) {
        let (stream, source, rest) = self.into_parts();
        (stream, rest.into(), source)
    }
}

impl Cursor for BodyTokens<Source> {
    controls!(.tokenizer_mut());

    fn advance(&mut self) -> Result<bool, Failure> {
        Ok(ready(self.poll_advance(&mut Context::from_waker(Waker::noop())))?)
    }
}

impl Adapter for BodyTokens<Source> {
    streams!();

    fn into_parts(self) -> (Tokenizer, Bytes, Source) {
        let (stream, source, rest) = self.into_parts();
        (stream, rest, source)
    }
}

/// A decoder and what a framed reader has: the source, and the buffer that it reads into.
#[derive(Debug)]
pub(super) struct Framed {
    decoder: TokenDecoder,
    source: Source,
    buffer: BytesMut,
    ended: bool,
    token: Option<OwnedToken<Bytes>>,
}

impl Framed {
    pub(super) fn new(stream: Tokenizer, source: Source) -> Self {
        let decoder = TokenDecoder::with_tokenizer(stream);
        Framed { decoder, source, buffer: BytesMut::new(), ended: false, token: None }
    }
}

impl Cursor for Framed {
    /// As `FramedRead` does it.
    fn advance(&mut self) -> Result<bool, Failure> {
        self.token = None;
        loop {
            self.token = if self.ended {
                self.decoder.decode_eof(&mut self.buffer)?
            } else {
                self.decoder.decode(&mut self.buffer)?
            };
            if self.token.is_some() || self.ended {
                return Ok(self.token.is_some());
            }
            match self.source.next() {
                Ok(Some(chunk)) => self.buffer.extend_from_slice(&chunk),
                Ok(None) => self.ended = true,
                Err(_) => return Err(Failure::Source),
            }
        }
    }

    fn token(&self) -> Option<Token<'_>> {
        self.token.as_ref().map(OwnedToken::as_token)
    }

    fn source_span(&self, span: tagspan::Span) -> Option<tagspan::Span> {
        self.decoder.source_span(span)
    }

    fn locate(&self, offset: u64) -> Option<tagspan::LineColumn> {
        self.decoder.locate(offset)
    }

    fn set_text_mode(&mut self, mode: tagspan::TextMode) -> Result<(), tagspan::Error> {
        self.decoder.tokenizer_mut().set_text_mode(mode)
    }

    fn set_cdata(&mut self, allowed: bool) {
        self.decoder.tokenizer_mut().set_cdata(allowed);
    }
}

impl Adapter for Framed {
    fn stream(&self) -> &Tokenizer {
        self.decoder.tokenizer()
    }

    fn stream_mut(&mut self) -> &mut Tokenizer {
        self.decoder.tokenizer_mut()
    }

    fn into_parts(self) -> (Tokenizer, Bytes, Source) {
        let (stream, rest) = self.decoder.into_parts();
        let rest = [&rest[..], &self.buffer].concat();
        (stream, rest.into(), self.source)
    }
}
