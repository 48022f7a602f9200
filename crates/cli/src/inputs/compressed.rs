//! Compressed inputs: gzip and zstd are found by their first bytes, and read as what they hold.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

const GZIP: &[u8] = b"\x1F\x8B";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";
/// Those of zstd that hold no content; the low half of the first byte is free.
const ZSTD_SKIPPABLE: &[u8] = b"\x2A\x4D\x18";

/// What an input holds, which is read and inflated piece by piece. Nothing is read before the first call, as a pipe may let one
/// wait.
pub(super) enum Inflated {
    Unknown(Option<Box<dyn Read>>),
    Known(Box<dyn Read>),
}

impl Inflated {
    pub(super) fn new(reader: Box<dyn Read>) -> Self {
        Inflated::Unknown(Some(reader))
    }
}

impl Read for Inflated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Inflated::Known(reader) => return reader.read(buffer),
                Inflated::Unknown(reader) => match reader.take() {
                    Some(reader) => *self = Inflated::Known(inflate(reader)?),
                    // The first bytes could not be read.
                    None => return Ok(0),
                },
            }
        }
    }
}

fn inflate(mut reader: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    // No more is read than what tells.
    while [GZIP, ZSTD].iter().any(|magic| magic.len() > start.len() && magic.starts_with(&start)) {
        let mut byte = [0];
        match reader.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => start.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let (is_gzip, is_zstd) = (start == GZIP, start == ZSTD);
    let whole = Cursor::new(start).chain(reader);
    Ok(match (is_gzip, is_zstd) {
        (true, _) => Box::new(MultiGzDecoder::new(whole)),
        (_, true) => Box::new(Zstd { frame: None, rest: Some(BufReader::new(Box::new(whole))) }),
        _ => Box::new(whole),
    })
}

type Rest = BufReader<Box<dyn Read>>;

/// The frames of zstd, one after the other.
struct Zstd {
    frame: Option<StreamingDecoder<Rest, ruzstd::decoding::FrameDecoder>>,
    /// What follows the last frame, between frames.
    rest: Option<Rest>,
}

impl Read for Zstd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let length = frame.read(buffer)?;
                if length > 0 || buffer.is_empty() {
                    return Ok(length);
                }
            }
            if let Some(frame) = self.frame.take() {
                let (rest, decoder) = frame.into_parts();
                let written = decoder.get_checksum_from_data();
                if written.is_some() && written != decoder.get_calculated_checksum() {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of zstd is wrong"));
                }
                self.rest = Some(rest);
            }
            let Some(mut rest) = self.rest.take() else { return Ok(0) };
            if rest.fill_buf()?.is_empty() {
                return Ok(0);
            }
            if rest.buffer().get(1..4) == Some(ZSTD_SKIPPABLE) {
                skip(&mut rest)?;
                self.rest = Some(rest);
                continue;
            }
            self.frame = Some(StreamingDecoder::new(rest).map_err(|error| {
                let is_cut = matches!(
                    error,
                    FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::MagicNumberReadError(_)
                            | ReadFrameHeaderError::FrameDescriptorReadError(_)
                    )
                );
                let kind = if is_cut { io::ErrorKind::UnexpectedEof } else { io::ErrorKind::InvalidData };
                io::Error::new(kind, error.to_string())
            })?);
        }
    }
}

/// Skips a frame that holds no content: its magic number, its length and as many bytes.
fn skip(rest: &mut Rest) -> io::Result<()> {
    let mut head = [0; 8];
    rest.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]).into();
    match io::copy(&mut rest.take(length), &mut io::sink())? {
        skipped if skipped < length => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}
