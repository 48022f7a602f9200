//! The block of a record without the chunks of HTTP.

use std::io::Read;

use httparse::{Status, parse_chunk_size};

use crate::digest::Digest;
use crate::loss::Error;
use crate::records::Records;

/// The longest line with the size of a chunk.
const LINE: usize = 4 << 10;

/// How much of the block is searched for the chunks that hold the sample: enough for chunks of one byte.
const SAMPLE_CHUNKS: usize = 64 << 10;

/// The state of the chunks of HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Chunks {
    /// The transfer is not chunked.
    #[default]
    Off,
    /// Before the size of a chunk, or before the line end of the chunk before it.
    Size,
    /// So many bytes of a chunk are left.
    Data(u64),
    /// Behind the last chunk.
    Over,
}

/// The bytes that HTTP transferred in a block.
#[derive(Debug, Default)]
pub(crate) struct Transfer {
    chunks: Chunks,
    /// The bytes that were consumed.
    pub(crate) taken: u64,
}

impl Transfer {
    /// Finds out whether the block that starts here begins with a chunk, as its header says; `false` if it does not.
    pub(crate) fn start_chunks<R: Read>(&mut self, records: &mut Records<R>) -> Result<bool, Error> {
        let there = records.block(LINE)?;
        let is_chunk = matches!(parse_chunk_size(records.bytes(there)), Ok(Status::Complete(_)));
        if is_chunk {
            self.chunks = Chunks::Size;
            records.digest.iter_mut().for_each(Digest::start_chunks);
        }
        Ok(is_chunk || there == 0)
    }

    pub(crate) fn is_chunked(&self) -> bool {
        self.chunks != Chunks::Off
    }

    /// How many bytes of the block are the next ones: none at the end, `None` where chunks are damaged.
    pub(crate) fn ready<R: Read>(
        &mut self,
        records: &mut Records<R>,
        least: usize,
    ) -> Result<Option<usize>, Error> {
        loop {
            match self.chunks {
                Chunks::Off => return Ok(Some(records.block(least)?)),
                Chunks::Over => return Ok(Some(0)),
                Chunks::Data(0) => {
                    let there = records.block(2)?;
                    if records.bytes(there).starts_with(b"\r\n") {
                        records.consume(2);
                    }
                    self.chunks = Chunks::Size;
                }
                Chunks::Data(left) => {
                    let left = usize::try_from(left).unwrap_or(usize::MAX);
                    return Ok(match records.block(least.min(left))? {
                        0 => None,
                        there => Some(there.min(left)),
                    });
                }
                Chunks::Size => {
                    let there = records.block(LINE)?;
                    let line = records.bytes(there.min(LINE));
                    let Ok(Status::Complete((length, size))) = parse_chunk_size(line) else {
                        return Ok(None);
                    };
                    records.consume(length);
                    self.chunks = if size == 0 { Chunks::Over } else { Chunks::Data(size) };
                }
            }
        }
    }

    /// Consumes bytes that `ready` has counted.
    pub(crate) fn consume<R: Read>(&mut self, records: &mut Records<R>, count: usize) {
        records.hash_data(count);
        records.consume(count);
        self.taken += count as u64;
        if let Chunks::Data(left) = &mut self.chunks {
            *left -= (count as u64).min(*left);
        }
    }

    /// Copies the first bytes, over the ends of chunks, without consuming them, and returns how many there are.
    pub(crate) fn look_ahead<R: Read>(
        &self,
        records: &mut Records<R>,
        sample: &mut [u8],
    ) -> Result<usize, Error> {
        if self.chunks == Chunks::Off {
            let there = records.block(sample.len())?.min(sample.len());
            sample[..there].copy_from_slice(records.bytes(there));
            return Ok(there);
        }
        let mut least = LINE;
        loop {
            let there = records.block(least)?;
            let (copied, is_all) = copy_chunks(records.bytes(there), sample);
            if is_all || there < least || least >= SAMPLE_CHUNKS {
                return Ok(copied);
            }
            least *= 2;
        }
    }
}

/// Copies the data of chunks into the sample. Returns its length, and `false` if more bytes of the block could add to it.
fn copy_chunks(mut bytes: &[u8], sample: &mut [u8]) -> (usize, bool) {
    let mut copied = 0;
    while copied < sample.len() {
        let (length, size) = match parse_chunk_size(bytes) {
            Ok(Status::Complete((length, size))) if size > 0 => (length, size),
            Ok(Status::Partial) => return (copied, false),
            _ => break,
        };
        let (size, data) = (usize::try_from(size).unwrap_or(usize::MAX), &bytes[length..]);
        let count = data.len().min(size).min(sample.len() - copied);
        sample[copied..copied + count].copy_from_slice(&data[..count]);
        copied += count;
        // A line end in part would be taken for a damaged size.
        match data.get(size..) {
            Some(rest @ [_, _, ..]) => bytes = rest.strip_prefix(b"\r\n").unwrap_or(rest),
            _ => return (copied, copied == sample.len()),
        }
    }
    (copied, true)
}
