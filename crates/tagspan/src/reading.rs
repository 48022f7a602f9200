//! How a tokenizer reads the caller's chunk: from the decoder piece by piece through the tokenizer.

use std::ops::Range;

use tagspan_core::unstable::Found;
use tagspan_core::{Error, ErrorKind, LimitAction, LimitKind, LineColumn, ParseError};
use tagspan_input::Confidence;
use tagspan_input::unstable::{Input, Piece, Status, Step};

use crate::tokenizer::{Budget, Ending, Phase, Tokenizer};

/// A piece of UTF-8 on its way through the tokenizer.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    /// If it lies in the chunk, it counts from where the caller's chunk begins.
    pub(crate) piece: Piece,
    /// The part of the piece that the tokenizer scans.
    pub(crate) body: Range<usize>,
    /// The offset of the piece's first byte. If text was inserted within the piece, where it would be if only what
    /// follows the text counted.
    pub(crate) offset: u64,
}

/// A token, described without borrowing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    ByteOrderMark,
    Found(Found),
}

impl Item {
    /// Whether it lies where it says, and not where the tokenizer's last token lies.
    #[cfg(feature = "bytes")]
    pub(crate) fn has_place(self) -> bool {
        matches!(self, Item::ByteOrderMark) || self.error().is_some()
    }

    fn error(self) -> Option<ParseError> {
        match self {
            Item::ByteOrderMark => None,
            Item::Found(found) => found.error(),
        }
    }
}

/// The bytes that the tokenizer scans and resolves: the body of the tokenizer's current piece, found once for the piece
/// instead of twice for every token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    /// Also if there is no piece, and then without bytes.
    Chunk {
        start: usize,
        end: usize,
    },
    Buffer {
        start: usize,
        end: usize,
    },
    Kept {
        start: usize,
        end: usize,
    },
}

impl Body {
    pub(crate) const NONE: Body = Body::Chunk { start: 0, end: 0 };

    pub(crate) fn of(current: &Current) -> Body {
        let Range { start, end } = current.body;
        match current.piece {
            Piece::Chunk { start: piece, .. } => Body::Chunk { start: piece + start, end: piece + end },
            Piece::Buffer { .. } => Body::Buffer { start, end },
            Piece::Kept { start: piece, .. } => Body::Kept { start: piece + start, end: piece + end },
        }
    }

    #[inline(always)]
    pub(crate) fn bytes<'a>(self, chunk: &'a [u8], input: &'a Input) -> &'a [u8] {
        match self {
            Body::Chunk { start, end } => &chunk[start..end],
            Body::Buffer { start, end } => &input.piece(&[], Piece::Buffer { len: end })[start..],
            Body::Kept { start, end } => input.piece(&[], Piece::Kept { start, end }),
        }
    }
}

impl Tokenizer {
    /// What the tokenizer scans and resolves.
    #[inline(always)]
    pub(crate) fn body<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        self.body.bytes(chunk, &self.input)
    }

    /// Where in the chunk that is, if it lies there and no change of decoders is due: then most tokens need nothing else.
    /// Empty otherwise, where no token is found; and whether it lies elsewhere, and no change of decoders is due.
    pub(crate) fn at_hand(&self) -> (Range<usize>, bool) {
        match self.body {
            _ if self.due.is_some() => (0..0, false),
            Body::Chunk { start, end } => (start..end, false),
            _ => (0..0, true),
        }
    }

    /// Finds the next token when what is at hand has been tried.
    #[inline(never)]
    pub(crate) fn advance(&mut self, chunk: &[u8]) -> Result<Option<Item>, Error> {
        if self.phase == Phase::Inserting {
            return self.advance_inserted(chunk);
        }
        if self.watching {
            return self.advance_watching(chunk);
        }
        self.advance_unseen(chunk)
    }

    /// The same without an eye on declarations.
    #[inline(always)]
    pub(crate) fn advance_unseen(&mut self, chunk: &[u8]) -> Result<Option<Item>, Error> {
        match self.phase {
            Phase::Feeding | Phase::Inserting => {}
            Phase::Ready | Phase::Ended | Phase::Full => return Ok(None),
            Phase::Failed => {
                self.engine.scan(&[])?;
                return Ok(None);
            }
        }
        // The caller has tried the straight line where it is.
        let mut is_new = false;
        loop {
            if self.current.is_some() {
                if let Some(found) = self.scan(chunk, is_new)? {
                    return Ok(Some(Item::Found(found)));
                }
                self.leave_piece(chunk);
                continue;
            }
            if self.engine.has_ended() {
                self.phase = if self.ending == Some(Ending::Full) { Phase::Full } else { Phase::Ended };
                return Ok(None);
            }
            if self.is_behind && self.readable(chunk).is_empty() {
                // Before the chunk is used up, or the source ends.
                self.enter_nothing(chunk, false);
                continue;
            }
            if self.input.is_finished() {
                // A cursor that declared the end was left before it got there.
                self.enter_nothing(chunk, true);
                continue;
            }
            is_new = true;
            let step = match self.decode(chunk) {
                Ok(step) => step,
                // Parse errors in what is carried come first, and a newline that waits.
                Err(_) if self.engine.end_newline() || self.is_behind => {
                    self.enter_nothing(chunk, false);
                    continue;
                }
                Err((kind, offset)) => {
                    self.phase = Phase::Failed;
                    return Err(self.engine.fail(kind, offset));
                }
            };
            let finished = step.status == Status::Finished;
            let is_used_up = self.consumed == chunk.len();
            let needs_chunk = step.status == Status::NeedsChunk && self.ending.is_none() && is_used_up;
            if !step.piece.is_empty() || finished {
                self.enter_piece(chunk, step.piece, finished);
            }
            if step.bom.is_some() {
                return Ok(Some(Item::ByteOrderMark));
            }
            if self.current.is_none() && needs_chunk && !self.is_behind {
                self.leave_chunk(chunk, self.consumed);
                return Ok(None);
            }
        }
    }

    /// The next token of the piece, if there is one.
    #[inline(always)]
    pub(crate) fn scan(&mut self, chunk: &[u8], is_new: bool) -> Result<Option<Found>, Error> {
        let body = self.body.bytes(chunk, &self.input);
        let engine = &mut self.engine;
        let common = if is_new { engine.fast_path(body) } else { None };
        if let Some(found) = common.or_else(|| engine.fast_path_reporting(body)) {
            return Ok(Some(found));
        }
        let found = engine.scan(body);
        if found.is_err() {
            self.phase = Phase::Failed;
        }
        found
    }

    /// Lets the decoder go on. The piece counts from where the chunk begins. A failure comes again if it is called again.
    fn decode(&mut self, chunk: &[u8]) -> Result<Step, (ErrorKind, u64)> {
        let rest = &chunk[self.consumed..];
        let read = self.readable(chunk);
        // The end is declared by itself, after the chunk: until then a caller may stop and feed the rest of the chunk
        // again.
        let last = self.ending.is_some() && rest.is_empty();
        self.forget_source();
        let mut step = self.input.advance(read, last);
        let is_drained = step.status == Status::NeedsChunk && step.piece.is_empty() && step.bom.is_none();
        if read.is_empty() && !rest.is_empty() && is_drained {
            step = self.exceed_budget()?;
        }
        if let Piece::Chunk { start, end } = &mut step.piece {
            *start += self.consumed;
            *end += self.consumed;
        }
        self.consumed += step.consumed;
        if self.watching
            && self.encoding_decision().is_some_and(|decision| decision.confidence() != Confidence::Tentative)
        {
            self.watch(false);
        }
        // A byte order mark before it comes out first: the decoder says so again.
        if let (Status::IllFormed { offset }, true, None) = (step.status, step.piece.is_empty(), step.bom) {
            return Err((ErrorKind::IllFormed, offset));
        }
        if step.bom.is_some() && !self.skip_byte_order_mark() {
            step.bom = None;
        }
        Ok(step)
    }

    /// The part of the chunk that the decoder has not consumed, as far as the source may be read.
    fn readable<'c>(&self, chunk: &'c [u8]) -> &'c [u8] {
        let rest = &chunk[self.consumed..];
        let left = self.budget.bytes.saturating_sub(self.input.consumed());
        &rest[..rest.len().min(usize::try_from(left).unwrap_or(usize::MAX))]
    }

    /// Ends the source at its limit of bytes, or fails there, because there is more of it than may be read.
    fn exceed_budget(&mut self) -> Result<Step, (ErrorKind, u64)> {
        let Budget { bytes: limit, action: excess } = self.budget;
        if excess != LimitAction::Fail {
            self.ending = Some(Ending::Full);
            return Ok(self.input.advance(&[], true));
        }
        if self.encoding_decision().is_none() {
            // What waits for the encoding to be decided is read before the failure.
            self.input.stop_sniffing();
            return Ok(self.input.advance(&[], false));
        }
        Err((ErrorKind::LimitExceeded { kind: LimitKind::Document, limit }, limit))
    }

    /// Lets the tokenizer say what it can without more bytes, or end.
    fn enter_nothing(&mut self, chunk: &[u8], last: bool) {
        self.enter_piece(chunk, Piece::Chunk { start: self.consumed, end: self.consumed }, last);
    }

    fn enter_piece(&mut self, chunk: &[u8], piece: Piece, last: bool) {
        let bytes = self.input.piece(chunk, piece);
        let body = self.engine.begin(bytes, last);
        let offset = self.decoded;
        self.decoded += bytes.len() as u64;
        let current = Current { piece, body, offset };
        self.body = Body::of(&current);
        self.current = Some(current);
        self.is_behind = false;
        if last {
            self.mark_end();
        }
    }

    /// The tokenizer is through with the piece.
    fn leave_piece(&mut self, chunk: &[u8]) {
        self.body = Body::NONE;
        let Some(current) = self.current.take() else { return };
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, self.input.piece(chunk, current.piece), &self.engine);
        }
    }

    /// Gives up the piece where the tokenizer is.
    pub(crate) fn drop_piece(&mut self, chunk: &[u8]) {
        let Some(current) = self.current.take() else { return };
        let body = self.body.bytes(chunk, &self.input);
        let consumed = current.body.start + self.engine.consumed(body);
        self.engine.pause(body);
        (self.body, self.is_behind) = (Body::NONE, true);
        if let Some(locator) = &mut self.locator {
            locator.pass(current.offset, self.input.piece(chunk, current.piece), &self.engine);
        }
        self.decoded = current.offset + consumed as u64;
    }

    /// How much of the chunk is consumed by what was tokenized, or decoded.
    pub(crate) fn taken(&self, chunk: &[u8]) -> usize {
        if let Some(due) = &self.due {
            let resume = self.input.resumes_at(due.bytes.end);
            return (resume - self.chunk_start()) as usize;
        }
        if let Some(taken) = self.taken_of_insertion(chunk) {
            return taken;
        }
        match (&self.current, self.body) {
            (Some(Current { piece: Piece::Chunk { start, .. }, body, .. }), Body::Chunk { .. }) => {
                start + body.start + self.engine.consumed(self.body(chunk))
            }
            _ => self.consumed,
        }
    }

    /// Leaves the chunk, and gives the rest of it. A piece of the chunk ends where the tokenizer is; any other stays in
    /// the decoder's memory and goes on with the next chunk.
    pub(crate) fn pause<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        self.change_decoders(chunk);
        let taken = self.taken(chunk);
        if self.phase == Phase::Inserting {
            self.pause_insertion(chunk);
        } else if self.phase == Phase::Feeding {
            if let (Body::Chunk { .. }, true) = (self.body, self.current.is_some()) {
                self.drop_piece(chunk);
                self.input.give_back(self.consumed - taken);
            }
            self.leave_chunk(chunk, taken);
        }
        &chunk[taken..]
    }

    /// So much of the chunk was consumed, and no more will be.
    fn leave_chunk(&mut self, chunk: &[u8], consumed: usize) {
        self.phase = Phase::Ready;
        if !self.input.is_finished() {
            self.ending = None;
        }
        if self.watching {
            self.input.keep(&chunk[..consumed], self.replay_limit);
        }
    }

    /// The offset in the source of the chunk's first byte.
    pub(crate) fn chunk_start(&self) -> u64 {
        self.input.consumed() - self.consumed as u64
    }

    /// The document begins anew: with this chunk, or with `feed_again` when it is fed again.
    pub(crate) fn restart(&mut self, feed_again: bool) {
        self.body = Body::NONE;
        self.begin();
        self.watch(false);
        if feed_again {
            self.phase = Phase::Ready;
        }
        self.read_again();
        if feed_again {
            self.ending = None;
        }
    }

    /// Source that was read is read again: an end that the caller has declared still comes after it, while one that more
    /// bytes than may be read have made is found again.
    pub(crate) fn read_again(&mut self) {
        self.ending = self.ending.filter(|&ending| ending != Ending::Full);
    }

    /// The line and column of an offset that does not lie before the token or parse error `found`, which was taken last.
    pub(crate) fn locate(&self, chunk: &[u8], found: Option<Item>, offset: u64) -> Option<LineColumn> {
        let locator = self.locator.as_ref()?;
        let mark = tagspan_input::unstable::DECODED_BOM_LEN as u64;
        let (offset, is_known) = match found.map(|found| (found, found.error())) {
            // No column counts it.
            Some((Item::ByteOrderMark, _)) => (offset.max(mark), true),
            Some((_, Some(error))) => (offset, offset >= error.offset()),
            _ => (offset, offset >= self.engine.token_start() && !self.engine.leaves_out(offset)),
        };
        let (start, piece) = match &self.current {
            Some(current) => (current.offset, self.input.piece(chunk, current.piece)),
            None if self.is_inserting() => (self.decoded, chunk),
            None => (self.decoded, &[][..]),
        };
        let taken = self.engine.position();
        if is_known { locator.locate_complete(offset, taken, start, piece) } else { None }
    }
}
