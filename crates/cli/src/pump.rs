//! From a reader to a cursor over tokens, piece by piece, with one buffer for all inputs.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use tagspan::{Stream, StreamBuilder, StreamTokens};

use crate::report::Failure;

/// What is read in one go.
const BUFFER: usize = 64 << 10;

/// Takes the tokens of an input.
pub(crate) trait Sink {
    /// Takes all tokens of a chunk.
    fn chunk(&mut self, tokens: StreamTokens<'_, '_>) -> Result<(), Failure>;

    /// So many bytes were read and their tokens taken; more may be long in coming.
    fn pause(&mut self, bytes: u64) -> Result<(), Failure>;
}

/// What an input was, as far as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pumped {
    /// Bytes of the input.
    pub(crate) bytes: u64,
    /// Bytes of its UTF-8 form.
    pub(crate) utf8_bytes: u64,
    /// Time that the tokenizer and the sink took.
    pub(crate) working: Duration,
}

/// A stream, the buffer in front of it, and how the buffer is cut into chunks.
#[derive(Debug)]
pub(crate) struct Pump {
    stream: Stream,
    /// What was read and not yet fed. Between reads, less than a chunk of a chosen size.
    buffer: Vec<u8>,
    chunk_size: Option<NonZeroUsize>,
}

impl Pump {
    /// With a chunk size, chunks have it; otherwise they are what a read gives.
    pub(crate) fn new(builder: StreamBuilder, chunk_size: Option<NonZeroUsize>) -> Self {
        Pump { stream: builder.build(), buffer: Vec::new(), chunk_size }
    }

    /// Reads one input to its end. When that fails, the sink has got everything that was there before.
    pub(crate) fn run(
        &mut self,
        reader: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> (Pumped, Result<(), Failure>) {
        self.stream.reset();
        self.buffer.clear();
        let mut pumped = Pumped::default();
        let result = self.run_to_end(reader, sink, &mut pumped);
        pumped.utf8_bytes = self.stream.position();
        (pumped, result)
    }

    fn run_to_end(
        &mut self,
        reader: &mut dyn Read,
        sink: &mut impl Sink,
        pumped: &mut Pumped,
    ) -> Result<(), Failure> {
        loop {
            let read = self.fill(reader);
            let bytes = *read.as_ref().unwrap_or(&0);
            pumped.bytes += bytes as u64;
            let started = Instant::now();
            let mut taken = self.tokenize(sink, bytes != 0);
            if matches!(read, Ok(0)) {
                taken = taken.and_then(|()| sink.chunk(self.stream.finish()));
            }
            pumped.working += started.elapsed();
            taken?;
            sink.pause(bytes as u64)?;
            if read.map_err(Failure::Read)? == 0 {
                return Ok(());
            }
        }
    }

    /// Feeds the buffer. If more may come, what is no whole chunk of the chosen size waits for it.
    fn tokenize(&mut self, sink: &mut impl Sink, more: bool) -> Result<(), Failure> {
        let length = self.buffer.len();
        let (chunk_size, rest) = match self.chunk_size {
            Some(size) => (size.get(), if more { length % size } else { 0 }),
            None => (BUFFER, 0),
        };
        let whole = length - rest;
        self.buffer[..whole].chunks(chunk_size).try_for_each(|chunk| sink.chunk(self.stream.feed(chunk)))?;
        self.buffer.drain(..whole);
        Ok(())
    }

    /// Adds to the buffer what one read gives, and says how much that is: 0 at the end. Never reads twice, as
    /// the second read may be long in coming.
    fn fill(&mut self, reader: &mut dyn Read) -> io::Result<usize> {
        let kept = self.buffer.len();
        self.buffer.resize(kept + BUFFER, 0);
        let read = loop {
            match reader.read(&mut self.buffer[kept..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
        read
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    /// Gives some bytes a read, is interrupted before each, and may fail in the end.
    struct Trickle<'a> {
        parts: Vec<&'a [u8]>,
        interrupted: bool,
        fails: bool,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match self.parts.first_mut() {
                Some(part) => {
                    let length = part.read(buffer)?;
                    self.parts.retain(|part| !part.is_empty());
                    Ok(length)
                }
                None if self.fails => Err(io::ErrorKind::UnexpectedEof.into()),
                None => Ok(0),
            }
        }
    }

    #[derive(Default)]
    struct Raw {
        raw: Vec<u8>,
        chunks: usize,
    }

    impl Sink for Raw {
        fn chunk(&mut self, mut tokens: StreamTokens<'_, '_>) -> Result<(), Failure> {
            self.chunks += 1;
            while let Some(token) = tokens.next_token()? {
                self.raw.extend_from_slice(token.raw());
            }
            Ok(())
        }

        fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
            Ok(())
        }
    }

    #[test]
    fn short_reads_interrupts_and_failures_lose_nothing() {
        let parts = [&b"<p>ab"[..], b"c<", b"b>d"];
        for (chunk_size, fails, chunks) in [
            // One chunk a read, and the end.
            ("", false, 4),
            // Ten bytes in pieces of three, however they are read.
            ("--chunk-size=3", false, 5),
            ("--chunk-size=1", true, 10),
            ("--chunk-size=4G", true, 1),
            // The end is not declared.
            ("", true, 3),
        ] {
            let words =
                ["tagspan", "tokens"].into_iter().chain((!chunk_size.is_empty()).then_some(chunk_size));
            let Command::Tokens(args) = Cli::parse_from(words).command else { unreachable!() };
            let mut pump = Pump::new(args.stream.builder(), args.stream.chunk_size);
            // Twice, as inputs follow each other in one pump.
            for _ in 0..2 {
                let mut sink = Raw::default();
                let mut reader = Trickle { parts: parts.to_vec(), interrupted: false, fails };
                let (pumped, result) = pump.run(&mut reader, &mut sink);
                let case = format!("{chunk_size:?}, fails: {fails}");
                assert_eq!(sink.raw, b"<p>abc<b>d", "{case}");
                assert_eq!((pumped.bytes, pumped.utf8_bytes), (10, 10), "{case}");
                assert_eq!(matches!(result, Err(Failure::Read(_))), fails, "{case}");
                assert_eq!(sink.chunks, chunks, "{case}");
            }
        }
    }
}
