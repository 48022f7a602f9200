//! The steps of a cursor: start on a chunk, advance to the next token, say where it lies, and leave the chunk.

use std::ops::Range;

use tagspan_core::scanner::Found;
use tagspan_core::{DropReason, Error, ErrorKind, LineColumn, Token};
use tagspan_input::decoder::{DECODED_BOM_LEN, Piece as InputPiece};

use super::{End, LateMeta, Origin, Phase, Piece, Tokenizer};
use crate::late_meta::declared;

impl Tokenizer {
    /// Starts on a chunk. Misuse is the first result of the cursor.
    pub(crate) fn start_feeding(&mut self, chunk: &[u8], end: End) {
        let has_ended = self.input.is_finished();
        // An end that an earlier cursor declared stays where the decoder has reached it. It may be declared in another way.
        if self.end != End::Full && end != End::Open {
            self.end = end;
        }
        match self.misuse() {
            _ if self.phase == Phase::Full => {}
            None if has_ended && self.end != End::Full && !chunk.is_empty() => {
                self.refuse(ErrorKind::FedAfterEnd);
            }
            None => {
                self.end_insertions();
                self.phase = Phase::Reading;
            }
            Some(kind) => self.refuse(kind),
        }
        (self.consumed, self.is_drained) = (0, false);
        if has_ended {
            self.mark_end();
        } else if self.phase == Phase::Reading {
            self.pass_chunk(chunk);
        }
    }

    /// The range of the chunk that the fast path may scan next. It is empty where the states go first, while a change of
    /// decoders is due, and while the scanner reads what was decoded. It is not inlined: in the loop of a cursor it would take
    /// registers from the fast path.
    #[inline(never)]
    pub(crate) fn fast_path_rest(&self, chunk: &[u8]) -> Range<usize> {
        match &self.piece {
            Some(piece) if !piece.is_decoded() && self.meta.due.is_none() && self.phase == Phase::Reading => {
                let rest = self.scanner.fast_path_rest(&chunk[piece.body.clone()]);
                let start = piece.body.start + self.scanner.consumed();
                start..start + rest.len()
            }
            _ => 0..0,
        }
    }

    /// Enters a chunk of UTF-8 that nothing has to look at before the scanner, so that the fast path can begin.
    fn pass_chunk(&mut self, chunk: &[u8]) {
        let is_next = self.piece.is_none() && !chunk.is_empty() && self.readable(chunk).len() == chunk.len();
        let last = self.end != End::Open;
        if is_next && self.input.pass_chunk(chunk, last) {
            self.stop_watching_if_certain();
            self.consumed = chunk.len();
            self.is_drained = !last;
            let whole = InputPiece::Chunk { start: 0, end: chunk.len() };
            self.enter_piece(chunk, Piece { last, ..Piece::of(whole, 0, self.next_offset) });
        }
    }

    /// Finds the next token. The caller has tried the fast path on the rest of the chunk.
    #[inline(never)]
    pub(crate) fn advance(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        if self.phase == Phase::Reading
            && let Some(found) = self.fast_path_in_decoded()
        {
            return Ok(Some(found));
        }
        // Most of the others lie in the same piece of the chunk as the token before, or there is none and the chunk ends.
        if let Some(Piece { origin: Origin::Chunk, .. }) = &self.piece
            && self.phase == Phase::Reading
            && !self.meta.is_watching
        {
            if let Some(found) = self.scan_piece(chunk)? {
                return Ok(Some(found));
            }
            if self.leave_if_drained(chunk) {
                return Ok(None);
            }
        }
        self.pull(chunk)
    }

    /// Finds the next token, if need be in the next piece.
    #[inline(never)]
    fn pull(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        match self.phase {
            Phase::Reading => {}
            Phase::Ready | Phase::Ended | Phase::Full => return Ok(None),
            Phase::Failed => return Err(self.failure),
        }
        if self.is_inserting() {
            return self.advance_inserted(chunk);
        }
        if self.meta.is_watching {
            return self.advance_watching(chunk);
        }
        self.advance_unseen(chunk)
    }

    /// The next token by a fast path, if the scanner reads what was decoded.
    #[inline(always)]
    fn fast_path_in_decoded(&mut self) -> Option<Found> {
        let Tokenizer { scanner, input, piece: Some(piece), meta: LateMeta { due: None, .. }, .. } = self
        else {
            return None;
        };
        if !piece.is_decoded() {
            return None;
        }
        Some(scanner.fast_path(scanner.fast_path_rest(piece.scanned(&[], input)))?.found())
    }

    /// Finds the next token and looks at it for a declaration of the encoding.
    #[inline(never)]
    fn advance_watching(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        self.change_decoders(chunk);
        let found = self.advance_unseen(chunk)?;
        self.look_for_declaration(chunk, found)?;
        Ok(found)
    }

    /// Looks at a token for a declaration of the encoding.
    fn look_for_declaration(&mut self, chunk: &[u8], found: Option<Found>) -> Result<(), Error> {
        if let Some(found @ Found::StartTag) = found
            && let Token::StartTag(tag) = self.scanner.resolve(self.body(chunk), found)
            && let Some(encoding) = declared(tag)
            && !self.scanner.ignores_meta()
        {
            let span = tag.span();
            self.follow_declaration(chunk, encoding, span)?;
        }
        Ok(())
    }

    /// Finds the next token of the piece that is read, and no more: the decoder takes no step, so that the bytes of earlier
    /// tokens of the piece stay where they are. `None` may mean that more follows.
    #[inline(never)]
    pub(crate) fn advance_in_piece(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        if self.phase != Phase::Reading || self.meta.due.is_some() {
            return Ok(None);
        }
        if let Some(found) = self.fast_path_in_decoded() {
            return Ok(Some(found));
        }
        let found = self.scan_piece(chunk)?;
        if self.meta.is_watching {
            self.look_for_declaration(chunk, found)?;
        }
        Ok(found)
    }

    /// How much of the chunk is consumed by the tokens so far, or decoded.
    pub(crate) fn taken(&self, chunk: &[u8]) -> usize {
        if let Some(due) = &self.meta.due {
            let resume = self.input.resumes_at(due.bytes.end);
            return (resume - self.chunk_start()) as usize;
        }
        match &self.piece {
            // A partial character at the end of inserted text is consumed with the last token.
            Some(Piece { origin: Origin::Inserted, .. }) if self.phase == Phase::Ready => chunk.len(),
            Some(piece) if !piece.is_decoded() => self.consumed_of(piece, chunk),
            _ => self.consumed,
        }
    }

    /// Up to where the piece that is read is consumed.
    pub(super) fn consumed_of(&self, piece: &Piece, chunk: &[u8]) -> usize {
        let consumed = match self.phase {
            Phase::Failed => self.scanner.consumed_by_failure(self.body(chunk)),
            _ => self.scanner.consumed(),
        };
        piece.body.start + consumed
    }

    /// Leaves the chunk and returns the rest of it. A piece that lies in the chunk ends where the tokenizer is; any other
    /// stays in the decoder's memory and continues with the next chunk.
    pub(crate) fn pause<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        self.change_decoders(chunk);
        let taken = self.taken(chunk);
        if self.phase != Phase::Reading {
            return &chunk[taken..];
        }
        if self.is_inserting() {
            self.pause_insertion(chunk);
        } else {
            if self.piece.as_ref().is_some_and(|piece| piece.origin == Origin::Chunk)
                && let Some(piece) = self.drop_piece(chunk)
                && piece.start < piece.end
            {
                self.input.give_back(self.consumed - taken);
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
            Some(Found::Error(_)) => (offset, offset >= self.scanner.error_offset()),
            _ => (offset, offset >= self.scanner.token_start() && !self.scanner.leaves_out(offset)),
        };
        let (start, piece) = match &self.piece {
            Some(piece) => (piece.offset, piece.bytes(chunk, &self.input)),
            None => (self.next_offset, &[][..]),
        };
        let taken = self.scanner.position();
        if is_known { locator.locate_complete(offset, taken, start, piece) } else { None }
    }
}
