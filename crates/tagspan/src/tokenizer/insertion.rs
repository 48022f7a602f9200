//! Reading inserted text, which `document.write` makes, before the rest of the source.

use tagspan_core::Error;
use tagspan_core::scanner::Found;

use super::{Insertions, Origin, Phase, Piece, Tokenizer};

impl Tokenizer {
    /// Starts on inserted text. Misuse is the first result of the cursor.
    pub(crate) fn start_inserting(&mut self, text: &[u8]) {
        // What was consumed of an earlier chunk is no part of the text.
        self.consumed = 0;
        if let Some(kind) = self.misuse() {
            return self.refuse(kind);
        }
        self.settle_insertion();
        self.rest_piece();
        if self.locator.is_some() {
            self.insertions.text.extend_from_slice(text);
        }
        let body = self.scanner.enter(text, false);
        self.phase = Phase::Reading;
        let (end, offset) = (text.len(), self.next_offset);
        self.piece = Some(Piece { origin: Origin::Inserted, start: 0, end, body, last: false, offset });
    }

    /// Finds the next token of inserted text.
    pub(crate) fn advance_inserted(&mut self, text: &[u8]) -> Result<Option<Found>, Error> {
        let found = self.scan(text)?;
        if found.is_none() {
            self.phase = Phase::Ready;
        }
        Ok(found)
    }

    /// Leaves inserted text. The rest of it is not read.
    pub(crate) fn pause_insertion(&mut self, text: &[u8]) {
        let Some(piece) = &self.piece else { return };
        self.scanner.leave(&text[piece.body.clone()]);
        self.phase = Phase::Ready;
    }

    /// Whether the cursor reads inserted text, or has read it and nothing was fed or inserted since.
    pub(crate) fn is_inserting(&self) -> bool {
        self.piece.as_ref().is_some_and(|piece| piece.origin == Origin::Inserted)
    }

    /// Records how much was read of the text that was inserted last, whose cursor is at its end or was left.
    pub(crate) fn settle_insertion(&mut self) {
        if !self.is_inserting() {
            return;
        }
        self.piece = None;
        let (start, end) = (self.next_offset, self.taken_to());
        let length = end - start;
        if let Some(locator) = &mut self.locator {
            locator.pass(start, &self.insertions.text, &self.scanner);
        }
        if let Some(rest) = &mut self.insertions.rest {
            rest.offset += length;
        }
        self.insertions.text.clear();
        self.insertions.text.shrink_to(Insertions::TEXT_KEPT);
        self.insertions.add(start..end);
        self.next_offset = end;
    }

    /// Returns to the source: records how much was read of inserted text, and re-enters the piece whose rest follows it.
    pub(crate) fn end_insertions(&mut self) {
        self.settle_insertion();
        let Some(mut piece) = self.insertions.rest.take() else { return };
        let rest = piece.rest_from(piece.body.start, &self.input);
        // It is the last piece if the decoder has ended. The caller marks the end then.
        piece.last = self.input.is_finished();
        let body = self.scanner.enter(rest, piece.last);
        self.next_offset = piece.offset + (piece.end - piece.start) as u64;
        piece.body = piece.body.start + body.start..piece.body.start + body.end;
        self.piece = Some(piece);
    }

    /// Sets a piece in the decoder's memory aside until the text before its rest is read.
    pub(crate) fn rest_piece(&mut self) {
        if self.piece.is_some() {
            // The piece does not lie in a chunk.
            self.insertions.rest = self.drop_piece(&[]);
        }
    }

    /// The offset after everything that the tokenizer has read, a partial character included.
    fn taken_to(&self) -> u64 {
        let (_, character) = self.scanner.pending_bytes();
        self.scanner.position() + character.len() as u64
    }
}
