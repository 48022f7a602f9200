//! Compressed inputs: gzip and zstd are found by their first bytes, and read as what they hold.

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;

const GZIP: &[u8] = b"\x1F\x8B";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";

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
        (_, true) => Box::new(zstd::Decoder::new(whole)?),
        _ => Box::new(whole),
    })
}
