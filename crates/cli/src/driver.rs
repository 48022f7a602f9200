//! The driver of a command: it reads an input piece by piece, and passes the cursors over its tokens to a sink.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::time::Instant;

use tagspan::{
    Encoding, EncodingOptions, ErrorKind, LateDeclarations, LateOutcome, TextMode, Tokenizer,
    TokenizerBuilder, Tokens,
};

use crate::binary::{Binary, Verdict};
use crate::encoding::EncodingArgs;
use crate::encoding_probe::EncodingProbe;
use crate::input_summary::InputSummary;
use crate::inputs::Opened;
use crate::report::Failure;

/// The size of one read.
const BUFFER: usize = 64 << 10;

/// Takes the tokens of an input.
pub(crate) trait Sink {
    /// Takes all tokens of a chunk.
    fn chunk(&mut self, tokens: Tokens<'_, &[u8]>) -> Result<(), Failure>;

    /// Called when the tokens of the first `bytes` bytes were taken, before a read that may block.
    fn pause(&mut self, bytes: u64) -> Result<(), Failure>;
}

/// Whether there is more to read; if not, how reading ended.
type End = Option<io::Result<()>>;

/// A tokenizer, the encoding probe that reads ahead of it, and the buffer that both read.
#[derive(Debug)]
pub(crate) struct Driver {
    probe: EncodingProbe,
    tokenizer: Tokenizer,
    encoding: EncodingArgs,
    /// Whether inputs that look like binary files are read.
    read_binary: bool,
    /// Bytes that were read and not yet fed. Between reads, less than a chunk of the chosen size.
    buffer: Vec<u8>,
    chunk_size: Option<NonZeroUsize>,
}

impl Driver {
    /// A driver for a tokenizer with these settings. Chunks have the given size, or that of a read.
    pub(crate) fn new(
        builder: TokenizerBuilder,
        args: &EncodingArgs,
        chunk_size: Option<NonZeroUsize>,
    ) -> Self {
        let builder = builder.encoding_options(args.options());
        let probe = EncodingProbe::new(builder.clone(), args.looked_at());
        // Nothing is kept to be read again, because the probe has found the encoding.
        let tokenizer = builder.late_declarations(LateDeclarations::Report).replay_limit(0).build();
        let (encoding, read_binary) = (args.clone(), args.binary);
        Driver { probe, tokenizer, encoding, read_binary, buffer: Vec::new(), chunk_size }
    }

    /// Reads one input to its end. When that fails, the sink has got everything that was there before; of a
    /// binary input, nothing.
    pub(crate) fn run(
        &mut self,
        opened: Opened<'_>,
        sink: &mut impl Sink,
    ) -> (InputSummary, Result<(), Failure>) {
        self.buffer.clear();
        let Opened { reader, content_type, text, .. } = opened;
        let encoding = match text {
            Some(encoding) => EncodingOptions::new().override_encoding(encoding),
            None => self.encoding.options_with(content_type),
        };
        let mut summary = InputSummary::default();
        self.probe.reset_with(encoding.clone());
        let (settled, mut end) = self.probe(reader, &mut summary);
        while !self.read_binary && text.is_none() {
            match Binary::of(&self.buffer, self.probe.encoding(), end.is_none()) {
                Verdict::Text => break,
                Verdict::Binary(binary) => return (InputSummary::default(), Err(Failure::Binary(binary))),
                Verdict::Undecided => {
                    let read;
                    (read, end) = self.fill(reader);
                    summary.bytes += read as u64;
                }
            }
        }
        // The tokenizer does not have to wait for an encoding that the probe has found.
        self.tokenizer.reset_with(match settled {
            Some(encoding) => EncodingOptions::new().override_encoding(encoding),
            None => encoding,
        });
        let begun = text.map_or(Ok(()), |_| self.tokenizer.set_text_mode(TextMode::Plaintext));
        let result = match begun {
            Ok(()) => self.run_to_end(reader, sink, end, &mut summary),
            Err(error) => Err(error.into()),
        };
        summary.utf8_bytes = self.tokenizer.position();
        summary.encoding = self.tokenizer.encoding_decision().map(|decision| decision.encoding());
        summary.ill_formed = self.tokenizer.ill_formed().count();
        let late = self.tokenizer.late_declaration().filter(|late| late.outcome == LateOutcome::Ignored);
        summary.too_late = late.map(|late| late.encoding);
        (summary, result.map_err(|failure| self.explain(failure)))
    }

    /// Reads ahead until the encoding is found or the limit is reached. Returns the encoding if nothing can change it.
    fn probe(
        &mut self,
        reader: &mut dyn Read,
        summary: &mut InputSummary,
    ) -> (Option<&'static Encoding>, End) {
        let mut looked_at = 0;
        loop {
            let (read, end) = self.fill(reader);
            summary.bytes += read as u64;
            let kept = self.buffer.len().min(self.probe.limit());
            if self.probe.look(&self.buffer[looked_at..kept]) {
                return (self.probe.encoding(), end);
            }
            looked_at = kept;
            if end.is_some() && looked_at == self.buffer.len() {
                self.probe.finish();
                return (self.probe.encoding(), end);
            }
            // The encoding does not depend on the sizes of reads.
            if looked_at == self.probe.limit() && self.buffer.len() > looked_at {
                return (None, end);
            }
        }
    }

    fn run_to_end(
        &mut self,
        reader: &mut dyn Read,
        sink: &mut impl Sink,
        mut end: End,
        summary: &mut InputSummary,
    ) -> Result<(), Failure> {
        let mut read = summary.bytes;
        loop {
            let started = Instant::now();
            let mut taken = self.tokenize(sink, end.is_none());
            if matches!(end, Some(Ok(()))) {
                taken = taken.and_then(|()| sink.chunk(self.tokenizer.finish()));
            }
            summary.working += started.elapsed();
            taken?;
            sink.pause(read)?;
            if let Some(end) = end {
                return end.map_err(Failure::Read);
            }
            let (bytes, next_end) = self.fill(reader);
            (read, end) = (bytes as u64, next_end);
            summary.bytes += read;
        }
    }

    /// Feeds the buffer. If `more` may follow, the rest that fills no chunk of the chosen size waits.
    fn tokenize(&mut self, sink: &mut impl Sink, more: bool) -> Result<(), Failure> {
        let length = self.buffer.len();
        let (chunk_size, rest) = match self.chunk_size {
            Some(size) => (size.get(), if more { length % size } else { 0 }),
            None => (BUFFER, 0),
        };
        let whole = length - rest;
        self.buffer[..whole]
            .chunks(chunk_size)
            .try_for_each(|chunk| sink.chunk(self.tokenizer.feed(chunk)))?;
        self.buffer.drain(..whole);
        Ok(())
    }

    /// Reads once into the buffer and returns the number of bytes. A second read might block.
    fn fill(&mut self, reader: &mut dyn Read) -> (usize, End) {
        let kept = self.buffer.len();
        self.buffer.resize(kept + BUFFER, 0);
        let read = read(reader, &mut self.buffer[kept..]);
        self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => (0, Some(Ok(()))),
            Ok(bytes) => (bytes, None),
            Err(error) => (0, Some(Err(error))),
        }
    }

    /// Names the encoding in which the input is ill-formed.
    fn explain(&self, failure: Failure) -> Failure {
        match (failure, self.tokenizer.encoding_decision()) {
            (Failure::Tokenizer(error), Some(decision)) if error.kind() == ErrorKind::IllFormed => {
                Failure::IllFormed { offset: error.offset(), encoding: decision.encoding() }
            }
            (failure, _) => failure,
        }
    }
}

/// Reads once, but for interrupts: 0 bytes are the end.
pub(crate) fn read(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
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
        fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
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

    /// Runs a driver on an input in these parts, and returns the sink and the result.
    fn drive(options: &[&str], parts: &[&[u8]]) -> (Raw, Result<(), Failure>) {
        let words = ["tagspan", "tokens"].iter().chain(options);
        let Command::Tokens(args) = Cli::parse_from(words).command else { unreachable!() };
        let mut sink = Raw::default();
        let mut reader = Trickle { parts: parts.to_vec(), interrupted: false, fails: false };
        let (_, result) =
            args.reading.driver(args.reading.builder()).run(Opened::unnamed(&mut reader), &mut sink);
        (sink, result)
    }

    #[test]
    fn binary_inputs_are_found_in_any_reads() {
        let text = [b'x'; 1023];
        for options in [&["--charset=utf-8"][..], &[], &["--default=koi8-r"]] {
            for parts in [
                &[&b"text"[..], b"\0"][..],
                &[&text[..], b"\0"],
                &[b"\x1F", b"\x8B\x08"],
                &[b"GIF8", b"9a", b"<p>"],
                &[b" ", b"<", b"\0"],
            ] {
                let (sink, result) = drive(options, parts);
                assert!(matches!(result, Err(Failure::Binary(_))), "{options:?}, {parts:?}");
                assert_eq!(sink.raw, b"", "{options:?}, {parts:?}");
            }
            for parts in [&[&text[..], b"x", b"\0"][..], &[b"\n", b"<", b"p>", b"\0"], &[b"GIF8", b"8a"]] {
                let (sink, result) = drive(options, parts);
                assert!(result.is_ok(), "{options:?}, {parts:?}");
                assert_eq!(sink.raw, parts.concat(), "{options:?}, {parts:?}");
            }
        }
    }

    #[test]
    fn short_reads_interrupts_and_failures_lose_nothing() {
        let parts = [&b"<p>ab"[..], b"c<", b"b>d"];
        for (options, fails, chunks) in [
            // One chunk a read, and the end.
            (&["--charset=utf-8"][..], false, 4),
            // The bytes that the probe has read are one chunk.
            (&[], false, 2),
            // Ten bytes in pieces of three, however they are read.
            (&["--charset=utf-8", "--chunk-size=3"], false, 5),
            (&["--chunk-size=3"], false, 5),
            (&["--charset=utf-8", "--chunk-size=1"], true, 10),
            (&["--chunk-size=1"], true, 10),
            (&["--charset=utf-8", "--chunk-size=4G"], true, 1),
            // The end is not declared.
            (&["--charset=utf-8"], true, 3),
            (&[], true, 1),
        ] {
            let words = ["tagspan", "tokens"].iter().chain(options);
            let Command::Tokens(args) = Cli::parse_from(words).command else { unreachable!() };
            let mut driver = args.reading.driver(args.reading.builder());
            // Twice, as inputs follow each other in one driver.
            for _ in 0..2 {
                let mut sink = Raw::default();
                let mut reader = Trickle { parts: parts.to_vec(), interrupted: false, fails };
                let (summary, result) = driver.run(Opened::unnamed(&mut reader), &mut sink);
                let case = format!("{options:?}, fails: {fails}");
                assert_eq!(sink.raw, b"<p>abc<b>d", "{case}");
                assert_eq!((summary.bytes, summary.utf8_bytes), (10, 10), "{case}");
                assert_eq!(matches!(result, Err(Failure::Read(_))), fails, "{case}");
                assert_eq!(sink.chunks, chunks, "{case}");
            }
        }
    }
}
