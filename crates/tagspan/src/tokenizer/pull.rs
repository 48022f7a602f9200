//! Pulling tokens from the source: decoding the next piece, scanning it, and leaving it.

use tagspan_core::scanner::Found;
use tagspan_core::{DropReason, Error, ErrorKind, LimitAction, LimitKind};
use tagspan_input::Confidence;
use tagspan_input::decoder::{Piece as InputPiece, Status, Step};

use super::{End, Phase, Piece, Tokenizer};

impl Tokenizer {
    /// Finds the next token of the source, without a look at declarations.
    #[inline(always)]
    pub(crate) fn advance_unseen(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        loop {
            if let Some(found) = self.scan_piece(chunk)? {
                return Ok(Some(found));
            }
            if self.phase != Phase::Reading {
                return Ok(None);
            }
            if self.leave_if_drained(chunk) {
                return Ok(None);
            }
            if self.is_behind && self.readable(chunk).is_empty() {
                // The pending bytes come before the end of the chunk or of the source.
                self.enter_nothing(chunk, false);
                continue;
            }
            if self.input.is_finished() {
                // An earlier cursor declared the end and was left before it.
                self.enter_nothing(chunk, true);
                continue;
            }
            let step = match self.decode(chunk) {
                Ok(step) => step,
                // Parse errors in the pending bytes come first, and so does a pending newline.
                Err(_) if self.scanner.end_newline() || self.is_behind => {
                    self.enter_nothing(chunk, false);
                    continue;
                }
                Err((kind, offset)) => {
                    return Err(self.fail(Error::new(kind, offset)));
                }
            };
            let finished = step.status == Status::Finished;
            self.is_drained = step.status == Status::NeedsChunk && self.end == End::Open;
            if !step.piece.is_empty() || finished {
                let piece = Piece::of(step.piece, self.consumed - step.consumed, self.next_offset);
                self.enter_piece(chunk, Piece { last: finished, ..piece });
            }
            if step.bom.is_some() {
                return Ok(Some(Found::Dropped(DropReason::ByteOrderMark)));
            }
        }
    }

    /// Finds the next token of the piece, by the states; leaves the piece if there is none.
    #[inline(always)]
    pub(super) fn scan_piece(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        let found = self.scan(chunk)?;
        if found.is_none()
            && let Some(piece) = self.piece.take()
        {
            self.pass_lines(chunk, &piece);
            if piece.last {
                self.phase = if self.end == End::Full { Phase::Full } else { Phase::Ended };
            }
        }
        Ok(found)
    }

    /// Finds the next token of the piece, or of inserted text.
    #[inline(always)]
    pub(super) fn scan(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        let Tokenizer { piece: Some(piece), input, scanner, .. } = self else { return Ok(None) };
        scanner.scan(piece.scanned(chunk, input), piece.last).map_err(|error| self.fail(error))
    }

    /// Decodes the next piece. After a failure, every call fails.
    fn decode(&mut self, chunk: &[u8]) -> Result<Step, (ErrorKind, u64)> {
        let rest = &chunk[self.consumed..];
        let read = self.readable(chunk);
        // The end is declared in a step of its own, after the chunk: until then the caller may stop and feed the rest of
        // the chunk again. But while the encoding waits for it, it is declared with the chunk, which need not be kept then.
        let is_awaited = read.len() == rest.len() && self.encoding_decision().is_none();
        let last = self.end != End::Open && (rest.is_empty() || is_awaited);
        if self.input.maps_source() {
            self.forget_source();
        }
        let mut step = self.input.advance(read, last);
        let is_drained = step.status == Status::NeedsChunk && step.piece.is_empty() && step.bom.is_none();
        if read.is_empty() && !rest.is_empty() && is_drained {
            step = self.exceed_max_bytes()?;
        }
        self.consumed += step.consumed;
        self.stop_watching_if_certain();
        // A byte order mark before the ill-formed bytes is a token first. The decoder reports the failure again.
        if let (Status::IllFormed { offset }, true, None) = (step.status, step.piece.is_empty(), step.bom) {
            return Err((ErrorKind::IllFormed, offset));
        }
        if step.bom.is_some() && !self.skip_byte_order_mark() {
            step.bom = None;
        }
        Ok(step)
    }

    /// Stops looking for late declarations once the encoding is certain.
    pub(crate) fn stop_watching_if_certain(&mut self) {
        if self.meta.is_watching
            && self.encoding_decision().is_some_and(|decision| decision.confidence() != Confidence::Tentative)
        {
            self.watch(false);
        }
    }

    /// The part of the chunk that the decoder has not consumed, within the limit.
    pub(super) fn readable<'c>(&self, chunk: &'c [u8]) -> &'c [u8] {
        let rest = &chunk[self.consumed..];
        let left = self.scanner.max_bytes().0.saturating_sub(self.input.consumed());
        &rest[..rest.len().min(usize::try_from(left).unwrap_or(usize::MAX))]
    }

    /// Ends the source, or fails, because it is longer than the limit.
    fn exceed_max_bytes(&mut self) -> Result<Step, (ErrorKind, u64)> {
        let (limit, excess) = self.scanner.max_bytes();
        if excess != LimitAction::Fail {
            self.end = End::Full;
            return Ok(self.input.advance(&[], true));
        }
        if self.encoding_decision().is_none() {
            // Bytes that wait for the encoding to be decided are read before the failure.
            self.input.stop_sniffing();
            return Ok(self.input.advance(&[], false));
        }
        Err((ErrorKind::LimitExceeded { kind: LimitKind::Document, limit }, limit))
    }

    /// Enters an empty piece, in which the scanner reports what it can without more bytes, or ends.
    fn enter_nothing(&mut self, chunk: &[u8], last: bool) {
        let nothing = Piece::of(InputPiece::EMPTY, self.consumed, self.next_offset);
        self.enter_piece(chunk, Piece { last, ..nothing });
    }

    pub(super) fn enter_piece(&mut self, chunk: &[u8], mut piece: Piece) {
        let bytes = piece.bytes(chunk, &self.input);
        let last = piece.last;
        let body = self.scanner.enter(bytes, last);
        self.next_offset += bytes.len() as u64;
        piece.body = piece.start + body.start..piece.start + body.end;
        self.piece = Some(piece);
        self.is_behind = false;
        if last {
            self.mark_end();
        }
    }

    /// Leaves a piece of the source where the scanner is. Returns the piece, whose body is what was not read.
    pub(super) fn drop_piece(&mut self, chunk: &[u8]) -> Option<Piece> {
        let mut piece = self.piece.take()?;
        let body = piece.scanned(chunk, &self.input);
        piece.body.start += self.scanner.consumed();
        self.scanner.leave(body);
        self.is_behind = true;
        self.pass_lines(chunk, &piece);
        self.next_offset = piece.offset + (piece.body.start - piece.start) as u64;
        Some(piece)
    }

    /// Counts the lines of a piece as far as it was read.
    fn pass_lines(&mut self, chunk: &[u8], piece: &Piece) {
        if let Some(locator) = &mut self.locator {
            locator.pass(piece.offset, piece.bytes(chunk, &self.input), &self.scanner);
        }
    }

    /// Ends the reading of a chunk if nothing more comes from it.
    #[inline(always)]
    pub(super) fn leave_if_drained(&mut self, chunk: &[u8]) -> bool {
        let is_drained = self.is_drained && self.consumed == chunk.len() && !self.is_behind;
        if is_drained && self.phase == Phase::Reading {
            self.leave_chunk(chunk, self.consumed);
        }
        is_drained
    }

    /// Ends the reading of a chunk of which `consumed` bytes were read.
    pub(super) fn leave_chunk(&mut self, chunk: &[u8], consumed: usize) {
        self.phase = Phase::Ready;
        if !self.input.is_finished() {
            self.end = End::Open;
        }
        if self.meta.is_watching {
            self.input.keep(&chunk[..consumed], self.meta.replay_limit);
        }
    }

    /// The offset in the source of the chunk's first byte.
    pub(crate) fn chunk_start(&self) -> u64 {
        self.input.consumed() - self.consumed as u64
    }

    /// Starts the document again: in this chunk, or with `feed_again` when the caller feeds it again.
    pub(crate) fn restart(&mut self, feed_again: bool) {
        self.begin();
        self.watch(false);
        self.read_again();
        if feed_again {
            (self.phase, self.end) = (Phase::Ready, End::Open);
        }
    }

    /// Prepares to read a part of the source again. An end that the caller has declared still follows it; the end of the
    /// limit is found again.
    pub(crate) fn read_again(&mut self) {
        self.is_drained = false;
        if self.end == End::Full {
            self.end = End::Open;
        }
    }
}
