//! The steps of a cursor: start on a chunk, advance to the next token, say where it lies, and leave the chunk.

use std::ops::Range;

use tagspan_core::unstable::Found;
use tagspan_core::{DropReason, Error, ErrorKind, LineColumn, Token};
use tagspan_input::unstable::{DECODED_BOM_LEN, Piece};

use super::{Body, Current, Ending, Phase, Pipeline};
use crate::late_meta::declared;

impl Pipeline {
    /// Starts on a chunk. Misuse is the first result of the cursor.
    pub(crate) fn start_feeding(&mut self, chunk: &[u8], ending: Option<Ending>) {
        let has_ended = self.source.input.is_finished();
        // An end that an earlier cursor declared stays where the decoder has reached it. It may be declared in another way.
        if self.source.ending != Some(Ending::Full) {
            self.source.ending = ending.or(self.source.ending);
        }
        match self.phase {
            Phase::Ready if has_ended && self.source.ending != Some(Ending::Full) && !chunk.is_empty() => {
                self.fail(ErrorKind::FedAfterEnd)
            }
            Phase::Ready => self.phase = if self.end_insertions() { Phase::Feeding } else { Phase::Failed },
            Phase::Feeding | Phase::Inserting => self.fail(ErrorKind::ChunkNotTaken),
            Phase::Ended => self.fail(ErrorKind::FedAfterEnd),
            Phase::Full => {}
            Phase::Failed => self.fail(ErrorKind::FedAfterError),
        }
        self.source.consumed = 0;
        // A piece remains only if it lies in the decoder's memory and an earlier cursor was left in it.
        self.piece.body = self.piece.current.as_ref().map_or(Body::NONE, Body::of);
        if has_ended {
            self.mark_end();
        }
    }

    /// The bytes that the fast path may scan next: their range in the chunk, and whether they lie in the decode buffer instead. There
    /// are none where the states go first, or while a change of decoders is due.
    pub(crate) fn fast_path_rest(&self, chunk: &[u8]) -> (Range<usize>, bool) {
        let length = self.engine.fast_path_rest(self.body(chunk)).len();
        match self.piece.body {
            _ if length == 0 || self.meta.due.is_some() => (0..0, false),
            Body::Chunk { end, .. } => (end - length..end, false),
            _ => (0..0, true),
        }
    }

    /// Finds the next token. The caller has tried the fast paths on the current bytes.
    #[inline(never)]
    pub(crate) fn advance(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        if self.phase == Phase::Inserting {
            return self.advance_inserted(chunk);
        }
        if self.meta.is_watching {
            return self.advance_watching(chunk);
        }
        self.advance_unseen(chunk)
    }

    /// Finds the next token and looks at it for a declaration of the encoding.
    #[inline(never)]
    fn advance_watching(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        self.change_decoders(chunk);
        let found = self.advance_unseen(chunk)?;
        if let Some(found) = found
            && let Token::StartTag(tag) = self.engine.resolve(self.body(chunk), found)
            && let Some(encoding) = declared(tag)
            && !self.engine.ignores_meta()
        {
            let span = tag.span();
            self.follow_declaration(chunk, encoding, span)?;
        }
        Ok(found)
    }

    /// How much of the chunk is consumed by the tokens so far, or decoded.
    pub(crate) fn taken(&self, chunk: &[u8]) -> usize {
        if let Some(due) = &self.meta.due {
            let resume = self.source.input.resumes_at(due.bytes.end);
            return (resume - self.chunk_start()) as usize;
        }
        if let Some(taken) = self.taken_of_insertion(chunk) {
            return taken;
        }
        match (&self.piece.current, self.piece.body) {
            (Some(Current { piece: Piece::Chunk { start, .. }, body, .. }), Body::Chunk { .. }) => {
                start + body.start + self.engine.consumed(self.body(chunk))
            }
            _ => self.source.consumed,
        }
    }

    /// Leaves the chunk and returns the rest of it. A piece that lies in the chunk ends where the tokenizer is; any other
    /// stays in the decoder's memory and continues with the next chunk.
    pub(crate) fn pause<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        self.change_decoders(chunk);
        let taken = self.taken(chunk);
        if self.phase == Phase::Inserting {
            self.pause_insertion(chunk);
        } else if self.phase == Phase::Feeding {
            if let (Body::Chunk { .. }, true) = (self.piece.body, self.piece.current.is_some()) {
                self.drop_piece(chunk);
                self.source.input.give_back(self.source.consumed - taken);
            }
            self.leave_chunk(chunk, taken);
        }
        &chunk[taken..]
    }

    /// The line and column of an offset at or after the start of `found`, the token or parse error that was taken last.
    pub(crate) fn locate(&self, chunk: &[u8], found: Option<Found>, offset: u64) -> Option<LineColumn> {
        let locator = self.locator.as_ref()?;
        let mark = DECODED_BOM_LEN as u64;
        let (offset, is_known) = match found {
            // No column counts the mark.
            Some(Found::Dropped(DropReason::ByteOrderMark)) => (offset.max(mark), true),
            Some(Found::Error(_)) => (offset, offset >= self.engine.error_offset()),
            _ => (offset, offset >= self.engine.token_start() && !self.engine.leaves_out(offset)),
        };
        let (start, piece) = match &self.piece.current {
            Some(current) => (current.offset, self.source.input.piece(chunk, current.piece)),
            None if self.is_inserting() => (self.piece.next_offset, chunk),
            None => (self.piece.next_offset, &[][..]),
        };
        let taken = self.engine.position();
        if is_known { locator.locate_complete(offset, taken, start, piece) } else { None }
    }
}
