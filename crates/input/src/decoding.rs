//! Decodes a source in another encoding than UTF-8 into the buffer.

use std::ops::Range;

use crate::{
    decode::{self, Decoded, consumed, decode},
    input::{Input, Phase},
    step::{Piece, Status, Step},
};

impl Input {
    /// Makes the buffer this long, or as long as it may be. A short document costs no more than it needs.
    pub(crate) fn reserve_buffer(&mut self, length: usize) {
        let length = length.min(Input::BUFFER_SIZE);
        if self.buffer.len() < length {
            self.buffer = vec![0; length.next_power_of_two()];
        }
    }

    /// [`Phase::Decoding`]: passes a run of ASCII on, or decodes what comes before the next.
    pub(crate) fn decode(&mut self, chunk: &[u8], skip: usize, last: bool) -> Step {
        if let Some(piece) = self.kept_ascii() {
            let is_all = self.again == self.kept.len() && chunk.len() == skip;
            let status = if is_all { consumed(last) } else { Status::Again };
            return Step { consumed: skip, piece, status, bom: None };
        }
        let Range { start, end } = self.next_ascii(&chunk[skip..]);
        let (start, end) = (skip + start, skip + end);
        if start == skip && end > skip {
            let status = if end == chunk.len() { consumed(last) } else { Status::Again };
            return Step { consumed: end, piece: Piece::Chunk { start, end }, status, bom: None };
        }
        let is_all = start == chunk.len();
        let mut step = self.fill_buffer(&chunk[..start], skip, last && is_all);
        if step.status == Status::NeedsChunk && !is_all {
            step.status = Status::Again;
        }
        step
    }

    /// Fills the buffer from what is kept and not read again yet, and then from the chunk.
    fn fill_buffer(&mut self, chunk: &[u8], skip: usize, last: bool) -> Step {
        let source = self.kept.len() - self.again + chunk.len() - skip;
        self.reserve_buffer(
            source.saturating_mul(decode::MOST_FOR_A_BYTE).saturating_add(decode::LEAST_ROOM),
        );
        let (mut consumed, mut written) = (skip, 0);
        let Phase::Decoding(decoder) = &mut self.phase else { unreachable!("only called while decoding") };
        let mut turn = |source: &[u8], offset: u64, written: &mut usize, last: bool| {
            let target = &mut self.buffer[*written..];
            if target.len() < decode::LEAST_ROOM {
                return (Status::Again, 0);
            }
            let Decoded { status, read, written: more, given_up } =
                decode(decoder, source, target, last, offset, &mut self.validator);
            if let Some(map) = &mut self.map {
                map.push(&source[..read], &target[..more], source.get(read).copied());
            }
            let (encoding, source) = (decoder.encoding(), &source[..read]);
            match status {
                Status::Again | Status::NeedsChunk => self.unfinished.follow(decoder, source, given_up),
                Status::Finished => self.unfinished.finish(encoding, source),
                Status::IllFormed { offset: fault } => {
                    self.unfinished.stop(encoding, source, fault.saturating_sub(offset) as usize);
                }
            }
            *written += more;
            (status, read)
        };
        let mut status = Status::NeedsChunk;
        if self.again < self.kept.len() {
            // The call below tells the decoder about the end, because a decoder must not be used after that.
            let (kept, read) = turn(&self.kept[self.again..], self.again as u64, &mut written, false);
            self.again += read;
            status = kept;
        }
        if status == Status::NeedsChunk {
            let (rest, read) = turn(&chunk[skip..], self.source + skip as u64, &mut written, last);
            consumed += read;
            status = rest;
        }
        Step { consumed, piece: Piece::Buffer { len: written }, status, bom: None }
    }
}
