//! Reading inserted text, which `document.write` makes, before the rest of the source.

use tagspan_core::Error;
use tagspan_core::unstable::Found;

use super::insertions::{Insertions, Rest};
use super::piece::{Body, Current};
use super::{Phase, Pipeline};

impl Pipeline {
    /// Starts on inserted text. Misuse is the first result of the cursor.
    pub(crate) fn start_inserting(&mut self, text: &[u8]) {
        // What was consumed of an earlier chunk is no part of the text.
        self.source.consumed = 0;
        self.open_insertion(text);
        let body = self.engine.begin(text, false);
        if self.phase == Phase::Ready {
            self.phase = Phase::Inserting;
        }
        self.piece.body = Body::Chunk { start: body.start, end: body.end };
    }

    /// Finds the next token of inserted text.
    pub(crate) fn advance_inserted(&mut self, text: &[u8]) -> Result<Option<Found>, Error> {
        let found = self.scan(text, false)?;
        if found.is_none() {
            self.phase = Phase::Ready;
        }
        Ok(found)
    }

    /// How much of the inserted text is consumed; `None` if the cursor reads the source.
    pub(crate) fn taken_of_insertion(&self, text: &[u8]) -> Option<usize> {
        match self.piece.body {
            // A partial character at the end is consumed with the last token.
            Body::Chunk { .. } if self.insertions.is_open && self.engine.is_exhausted() => Some(text.len()),
            Body::Chunk { start, .. } if self.insertions.is_open => {
                Some(start + self.engine.consumed(self.body(text)))
            }
            _ => None,
        }
    }

    /// Leaves inserted text. The rest of it is not read.
    pub(crate) fn pause_insertion(&mut self, text: &[u8]) {
        self.engine.pause(self.piece.body.bytes(text, &self.source.input));
        self.phase = Phase::Ready;
    }

    /// Whether the cursor reads inserted text.
    pub(crate) fn is_inserting(&self) -> bool {
        self.insertions.is_open
    }

    fn open_insertion(&mut self, text: &[u8]) {
        if self.phase == Phase::Feeding && self.engine.is_exhausted() {
            // The engine is between two pieces, and would read the text as the next one.
            self.engine.begin(&[], false);
        }
        if self.phase != Phase::Ready || !self.settle_insertion() {
            return self.give_up();
        }
        self.rest_piece();
        self.insertions.is_open = true;
        if self.locator.is_some() {
            self.insertions.text.extend_from_slice(text);
        }
    }

    /// Records how much was read of the text that was inserted last. Returns `false` if its cursor was left within the text,
    /// or failed: the tokenizer refuses the next call then.
    pub(crate) fn settle_insertion(&mut self) -> bool {
        if !self.insertions.is_open {
            return true;
        }
        if !self.engine.is_exhausted() {
            return false;
        }
        self.insertions.is_open = false;
        let (start, end) = (self.piece.next_offset, self.taken_to());
        let length = end - start;
        if let Some(locator) = &mut self.locator {
            locator.pass(start, &self.insertions.text, &self.engine);
        }
        if let Some(rest) = &mut self.insertions.rest {
            rest.offset += length;
        }
        self.insertions.text.clear();
        self.insertions.text.shrink_to(Insertions::TEXT_KEPT);
        self.insertions.add(start..end);
        self.piece.next_offset = end;
        true
    }

    /// Returns to the source: records how much was read of inserted text, and re-enters the piece whose rest follows it.
    /// Returns `false` if the cursor over the text was left within it, which the tokenizer then reports.
    pub(crate) fn end_insertions(&mut self) -> bool {
        if !self.settle_insertion() {
            self.engine.begin(&[], false);
            return false;
        }
        let Some(Rest { piece, start, offset }) = self.insertions.rest.take() else { return true };
        let bytes = self.source.input.piece(&[], piece);
        // It is the last piece if the decoder has ended. The caller marks the end then.
        let body = self.engine.begin(&bytes[start..], self.source.input.is_finished());
        self.piece.next_offset = offset + bytes.len() as u64;
        self.piece.current = Some(Current { piece, body: start + body.start..start + body.end, offset });
        true
    }

    /// Sets a piece in the decoder's memory aside until the text before its rest is read.
    pub(crate) fn rest_piece(&mut self) {
        let Some(Current { piece, offset, .. }) = self.piece.current else { return };
        // The piece does not lie in a chunk.
        self.drop_piece(&[]);
        self.insertions.rest =
            Some(Rest { piece, start: (self.piece.next_offset - offset) as usize, offset });
    }

    /// The offset after everything that the tokenizer has read, a partial character included.
    fn taken_to(&self) -> u64 {
        let (_, character) = self.engine.pending_bytes();
        self.engine.position() + character.len() as u64
    }
}
