//! Pulling tokens from the source: decoding the next piece, scanning it, and leaving it.

use tagspan_core::unstable::Found;
use tagspan_core::{DropReason, Error, ErrorKind, LimitAction, LimitKind};
use tagspan_input::Confidence;
use tagspan_input::unstable::{Piece, Status, Step};

use super::{Body, Budget, Current, Ending, Phase, Pipeline};

impl Pipeline {
    /// Finds the next token of the source, without a look at declarations.
    #[inline(always)]
    pub(crate) fn advance_unseen(&mut self, chunk: &[u8]) -> Result<Option<Found>, Error> {
        match self.phase {
            Phase::Feeding | Phase::Inserting => {}
            Phase::Ready | Phase::Ended | Phase::Full => return Ok(None),
            Phase::Failed => {
                self.engine.scan(&[])?;
                return Ok(None);
            }
        }
        let mut is_new = false;
        loop {
            if self.piece.current.is_some() {
                if let Some(found) = self.scan(chunk, is_new)? {
                    return Ok(Some(found));
                }
                self.leave_piece(chunk);
                continue;
            }
            if self.engine.has_ended() {
                self.phase =
                    if self.source.ending == Some(Ending::Full) { Phase::Full } else { Phase::Ended };
                return Ok(None);
            }
            if self.piece.is_behind && self.readable(chunk).is_empty() {
                // The pending bytes come before the end of the chunk or of the source.
                self.enter_nothing(chunk, false);
                continue;
            }
            if self.source.input.is_finished() {
                // An earlier cursor declared the end and was left before it.
                self.enter_nothing(chunk, true);
                continue;
            }
            is_new = true;
            let step = match self.decode(chunk) {
                Ok(step) => step,
                // Parse errors in the pending bytes come first, and so does a pending newline.
                Err(_) if self.engine.end_newline() || self.piece.is_behind => {
                    self.enter_nothing(chunk, false);
                    continue;
                }
                Err((kind, offset)) => {
                    self.phase = Phase::Failed;
                    return Err(self.engine.fail(kind, offset));
                }
            };
            let finished = step.status == Status::Finished;
            let is_used_up = self.source.consumed == chunk.len();
            let needs_chunk = step.status == Status::NeedsChunk && self.source.ending.is_none() && is_used_up;
            if !step.piece.is_empty() || finished {
                self.enter_piece(chunk, step.piece, finished);
            }
            if step.bom.is_some() {
                return Ok(Some(Found::Dropped(DropReason::ByteOrderMark)));
            }
            if self.piece.current.is_none() && needs_chunk && !self.piece.is_behind {
                self.leave_chunk(chunk, self.source.consumed);
                return Ok(None);
            }
        }
    }

    /// Finds the next token of the piece. On a new piece it tries the fast paths first; on others the cursor did, but for the first
    /// token of a piece that an earlier cursor left.
    #[inline(always)]
    pub(crate) fn scan(&mut self, chunk: &[u8], is_new: bool) -> Result<Option<Found>, Error> {
        let body = self.piece.body.bytes(chunk, &self.source.input);
        let engine = &mut self.engine;
        if is_new {
            let rest = engine.fast_path_rest(body);
            if let Some(token) = engine.fast_path(rest).or_else(|| engine.fast_path_reporting(rest)) {
                return Ok(Some(token.found()));
            }
        }
        let found = engine.scan(body);
        if found.is_err() {
            self.phase = Phase::Failed;
        }
        found
    }

    /// Decodes the next piece. Its range counts from the start of the chunk. After a failure, every call fails.
    fn decode(&mut self, chunk: &[u8]) -> Result<Step, (ErrorKind, u64)> {
        let rest = &chunk[self.source.consumed..];
        let read = self.readable(chunk);
        // The end is declared in a step of its own, after the chunk: until then the caller may stop and feed the rest of
        // the chunk again.
        let last = self.source.ending.is_some() && rest.is_empty();
        self.forget_source();
        let mut step = self.source.input.advance(read, last);
        let is_drained = step.status == Status::NeedsChunk && step.piece.is_empty() && step.bom.is_none();
        if read.is_empty() && !rest.is_empty() && is_drained {
            step = self.exceed_budget()?;
        }
        if let Piece::Chunk { start, end } = &mut step.piece {
            *start += self.source.consumed;
            *end += self.source.consumed;
        }
        self.source.consumed += step.consumed;
        if self.meta.is_watching
            && self.encoding_decision().is_some_and(|decision| decision.confidence() != Confidence::Tentative)
        {
            self.watch(false);
        }
        // A byte order mark before the ill-formed bytes is a token first. The decoder reports the failure again.
        if let (Status::IllFormed { offset }, true, None) = (step.status, step.piece.is_empty(), step.bom) {
            return Err((ErrorKind::IllFormed, offset));
        }
        if step.bom.is_some() && !self.skip_byte_order_mark() {
            step.bom = None;
        }
        Ok(step)
    }

    /// The part of the chunk that the decoder has not consumed, within the budget.
    fn readable<'c>(&self, chunk: &'c [u8]) -> &'c [u8] {
        let rest = &chunk[self.source.consumed..];
        let left = self.source.budget.bytes.saturating_sub(self.source.input.consumed());
        &rest[..rest.len().min(usize::try_from(left).unwrap_or(usize::MAX))]
    }

    /// Ends the source, or fails, because it is longer than the budget.
    fn exceed_budget(&mut self) -> Result<Step, (ErrorKind, u64)> {
        let Budget { bytes: limit, action: excess } = self.source.budget;
        if excess != LimitAction::Fail {
            self.source.ending = Some(Ending::Full);
            return Ok(self.source.input.advance(&[], true));
        }
        if self.encoding_decision().is_none() {
            // Bytes that wait for the encoding to be decided are read before the failure.
            self.source.input.stop_sniffing();
            return Ok(self.source.input.advance(&[], false));
        }
        Err((ErrorKind::LimitExceeded { kind: LimitKind::Document, limit }, limit))
    }

    /// Enters an empty piece, in which the tokenizer reports what it can without more bytes, or ends.
    fn enter_nothing(&mut self, chunk: &[u8], last: bool) {
        self.enter_piece(
            chunk,
            Piece::Chunk { start: self.source.consumed, end: self.source.consumed },
            last,
        );
    }

    fn enter_piece(&mut self, chunk: &[u8], piece: Piece, last: bool) {
        let bytes = self.source.input.piece(chunk, piece);
        let body = self.engine.begin(bytes, last);
        let offset = self.piece.next_offset;
        self.piece.next_offset += bytes.len() as u64;
        let current = Current { piece, body, offset };
        self.piece.body = Body::of(&current);
        self.piece.current = Some(current);
        self.piece.is_behind = false;
        if last {
            self.mark_end();
        }
    }

    /// Leaves a piece that is used up.
    fn leave_piece(&mut self, chunk: &[u8]) {
        self.piece.body = Body::NONE;
        let Some(current) = self.piece.current.take() else { return };
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, self.source.input.piece(chunk, current.piece), &self.engine);
        }
    }

    /// Leaves a piece where the tokenizer is. The rest of it is not read.
    pub(crate) fn drop_piece(&mut self, chunk: &[u8]) {
        let Some(current) = self.piece.current.take() else { return };
        let body = self.piece.body.bytes(chunk, &self.source.input);
        let consumed = current.body.start + self.engine.consumed(body);
        self.engine.pause(body);
        (self.piece.body, self.piece.is_behind) = (Body::NONE, true);
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, self.source.input.piece(chunk, current.piece), &self.engine);
        }
        self.piece.next_offset = current.offset + consumed as u64;
    }

    /// Ends the reading of a chunk of which `consumed` bytes were read.
    pub(super) fn leave_chunk(&mut self, chunk: &[u8], consumed: usize) {
        self.phase = Phase::Ready;
        if !self.source.input.is_finished() {
            self.source.ending = None;
        }
        if self.meta.is_watching {
            self.source.input.keep(&chunk[..consumed], self.meta.replay_limit);
        }
    }

    /// The offset in the source of the chunk's first byte.
    pub(crate) fn chunk_start(&self) -> u64 {
        self.source.input.consumed() - self.source.consumed as u64
    }

    /// Starts the document again: in this chunk, or with `feed_again` when the caller feeds it again.
    pub(crate) fn restart(&mut self, feed_again: bool) {
        self.piece.body = Body::NONE;
        self.begin();
        self.watch(false);
        if feed_again {
            self.phase = Phase::Ready;
        }
        self.read_again();
        if feed_again {
            self.source.ending = None;
        }
    }

    /// Prepares to read a part of the source again. An end that the caller has declared still follows it; the end of the
    /// budget is found again.
    pub(crate) fn read_again(&mut self) {
        self.source.ending = self.source.ending.filter(|&ending| ending != Ending::Full);
    }
}
