//! Decompression of members and of HTTP bodies, one step at a time.

use std::io;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};
use zstd::zstd_safe::DParameter;

use crate::gzip::Gzip;
use crate::step::Step;

/// The first bytes of a frame of zstd.
pub(crate) const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// The window of a frame of zstd in an archive may have this many bits, as that of the program `zstd`.
const ARCHIVE_WINDOW: u32 = 27;

/// That of an HTTP body: RFC 9659 allows no more.
const HTTP_WINDOW: u32 = 23;

/// A format of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// No compression.
    Plain,
    Gzip,
    Zlib,
    /// Deflate without a header, which servers send where they should send zlib.
    Deflate,
    Brotli,
    Zstd,
    /// Zstd with the window that HTTP allows.
    HttpZstd,
}

/// The state of a decompression.
pub(crate) enum Inflater {
    Plain,
    Gzip(Gzip),
    Flate(Format, Decompress),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
    /// With how much input it can use next.
    Zstd(Decoder<'static>, usize),
}

impl Inflater {
    pub(crate) fn new(format: Format, dictionary: &[u8]) -> io::Result<Self> {
        let zstd = |window| {
            let mut decoder = Decoder::with_dictionary(dictionary)?;
            decoder.set_parameter(DParameter::WindowLogMax(window))?;
            Ok::<_, io::Error>(Inflater::Zstd(decoder, 0))
        };
        Ok(match format {
            Format::Plain => Inflater::Plain,
            Format::Gzip => Inflater::Gzip(Gzip::new()),
            Format::Zlib => Inflater::Flate(format, Decompress::new(true)),
            Format::Deflate => Inflater::Flate(format, Decompress::new(false)),
            Format::Brotli => {
                let alloc = StandardAlloc::default;
                // Strict: without the windows of up to a gigabyte that no server sends.
                Inflater::Brotli(Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())))
            }
            Format::Zstd => zstd(ARCHIVE_WINDOW)?,
            Format::HttpZstd => zstd(HTTP_WINDOW)?,
        })
    }

    /// Prepares for the next stream of the same format.
    pub(crate) fn reset(&mut self) -> io::Result<()> {
        match self {
            Inflater::Plain => {}
            Inflater::Gzip(gzip) => gzip.reset(),
            Inflater::Flate(format, inflate) => inflate.reset(*format != Format::Deflate),
            Inflater::Brotli(_) => *self = Inflater::new(Format::Brotli, &[])?,
            Inflater::Zstd(decoder, hint) => {
                *hint = 0;
                decoder.reinit()?;
            }
        }
        Ok(())
    }

    /// Decompresses as much as fits. A step that does nothing wants more input.
    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        match self {
            Inflater::Plain => {
                let count = input.len().min(output.len());
                output[..count].copy_from_slice(&input[..count]);
                Step { consumed: count, produced: count, ..Step::default() }
            }
            Inflater::Gzip(gzip) => gzip.step(input, output),
            Inflater::Flate(_, inflate) => {
                let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
                let status = inflate.decompress(input, output, FlushDecompress::None);
                Step {
                    consumed: (inflate.total_in() - before_in) as usize,
                    produced: (inflate.total_out() - before_out) as usize,
                    end: matches!(status, Ok(Status::StreamEnd)),
                    corrupt: status.is_err(),
                }
            }
            Inflater::Brotli(state) => {
                let (mut left_in, mut consumed) = (input.len(), 0);
                let (mut left_out, mut produced, mut total) = (output.len(), 0, 0);
                let result = BrotliDecompressStream(
                    &mut left_in,
                    &mut consumed,
                    input,
                    &mut left_out,
                    &mut produced,
                    output,
                    &mut total,
                    state,
                );
                let (end, corrupt) = (
                    matches!(result, BrotliResult::ResultSuccess),
                    matches!(result, BrotliResult::ResultFailure),
                );
                Step { consumed, produced, end, corrupt }
            }
            Inflater::Zstd(decoder, hint) => {
                // An error takes what the call has produced. So a call is given no more than the rest of a block: the hint
                // is that, and the header of the next block, which may be the damaged one.
                let input = &input[..input.len().min(hint.saturating_sub(3).max(1))];
                let (mut from, mut to) = (InBuffer::around(input), OutBuffer::around(output));
                let result = decoder.run(&mut from, &mut to);
                let (consumed, produced) = (from.pos(), to.pos());
                *hint = *result.as_ref().unwrap_or(&0);
                // Nothing of a frame in no input is no end of one.
                let end = *hint == 0 && result.is_ok() && consumed + produced > 0;
                Step { consumed, produced, end, corrupt: result.is_err() }
            }
        }
    }

    /// Inflates the start of a stream, as far as it fits, and returns the number of bytes; `None` if it is none. The state is
    /// used up.
    pub(crate) fn begins(&mut self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        let (mut filled, mut at) = (0, 0);
        while filled < output.len() {
            let step = self.step(&input[at..], &mut output[filled..]);
            if step.corrupt {
                return None;
            }
            (filled, at) = (filled + step.produced, at + step.consumed);
            if step.end || step.consumed + step.produced == 0 {
                break;
            }
        }
        Some(filled)
    }
}

impl std::fmt::Debug for Inflater {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Inflater::Plain => "Plain",
            Inflater::Gzip(_) => "Gzip",
            Inflater::Flate(..) => "Flate",
            Inflater::Brotli(_) => "Brotli",
            Inflater::Zstd(..) => "Zstd",
        })
    }
}
