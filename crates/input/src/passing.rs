//! Passes on what needs no decoding: UTF-8, and long runs of ASCII in encodings that have it.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use crate::{
    decode::consumed,
    input::{Input, Phase},
    step::{Piece, Status, Step},
    unfinished::Unfinished,
};

/// Fewer bytes of ASCII between other characters are decoded with them: a piece of their own would cost more.
const LEAST_PASSED: usize = 2048;

/// The bytes that may be missing of a character.
const LONGEST: usize = 3;

impl Input {
    /// Passes on a whole chunk, perhaps the `last`, as [`advance`](Input::advance) does, if it is to be passed on as it is:
    /// nothing that was kept comes before the chunk, the source is not validated, and it is UTF-8, or turns out to be with a chunk that
    /// is as long as the sniffer looks at, or the chunk is ASCII that stands for itself. Otherwise it does nothing.
    ///
    /// ```
    /// use tagspan_input::{EncodingOptions, decoder::Input};
    ///
    /// let mut input = Input::with_options(EncodingOptions::utf8());
    /// assert!(input.pass_chunk(b"<p>", false) && input.consumed() == 3);
    /// assert!(!Input::new().pass_chunk(b"<p>", false));
    /// ```
    #[inline]
    pub fn pass_chunk(&mut self, chunk: &[u8], last: bool) -> bool {
        if self.validator.is_on() || self.map.is_some() {
            return false;
        }
        let passes = match self.phase {
            Phase::Passing => self.again == self.kept.len(),
            // A shorter one most likely has to wait for more, to be looked at again.
            Phase::Sniffing => {
                self.kept.is_empty() && chunk.len() >= self.sniffer.limit() && self.starts_with_utf8(chunk)
            }
            Phase::Decoding(_) => self.is_plain() && self.again == self.kept.len() && chunk.is_ascii(),
            Phase::Finished => false,
        };
        if passes {
            self.piece_start = self.source;
            self.source += chunk.len() as u64;
            self.decoded += chunk.len() as u64;
            if last {
                self.phase = Phase::Finished;
            }
        }
        passes
    }

    /// Whether ASCII that comes next stands for itself: it can be passed on, also in this encoding.
    fn is_plain(&self) -> bool {
        self.unfinished == Unfinished::default() && self.has_ascii()
    }

    fn has_ascii(&self) -> bool {
        self.decision.is_some_and(|decision| decision.encoding().is_ascii_compatible())
    }

    /// The next of what was kept and is not read again yet, of a source that is decoded, if it is to be passed on.
    pub(crate) fn kept_ascii(&mut self) -> Option<Piece> {
        let (start, rest) = (self.again, &self.kept[self.again..]);
        if rest.is_empty() || self.map.is_some() || !self.is_plain() {
            return None;
        }
        let length = Encoding::ascii_valid_up_to(rest);
        if length < rest.len().min(LEAST_PASSED) {
            return None;
        }
        self.again += length;
        Some(Piece::Kept { start, end: self.again })
    }

    /// The next range of `rest` to be passed on, of a source that is decoded. It is empty and at the end if there is none that
    /// is worth to be a piece of its own.
    pub(crate) fn next_ascii(&self, rest: &[u8]) -> Range<usize> {
        let none = rest.len()..rest.len();
        if self.map.is_some() || !self.has_ascii() {
            return none;
        }
        // The first bytes may end a character.
        let is_between = self.is_plain() && self.again == self.kept.len();
        let first = if is_between { 0 } else { rest.len().min(LONGEST) };
        let passed = Encoding::ascii_valid_up_to(&rest[first..]);
        if first == 0 && (passed >= LEAST_PASSED || passed == rest.len()) {
            return 0..passed;
        }
        let blocks = first + passed..rest.len().min(Input::BUFFER_SIZE);
        for at in blocks.step_by(LEAST_PASSED) {
            let length = Encoding::ascii_valid_up_to(&rest[at..]);
            if length >= LEAST_PASSED {
                return at..at + length;
            }
        }
        none
    }

    /// Decides by the first chunk, if that shows that the source is UTF-8 without a mark.
    fn starts_with_utf8(&mut self, chunk: &[u8]) -> bool {
        match self.sniffer.look(chunk, false) {
            Some(decision) if decision.encoding() == UTF_8 && decision.bom().is_none() => {
                self.decide(decision);
                true
            }
            _ => {
                // The chunk is not consumed: other bytes may come in its place.
                self.sniffer.reset();
                false
            }
        }
    }

    /// [`Phase::Passing`]: what is kept and not read again yet is the piece, or the chunk.
    pub(crate) fn pass(&mut self, chunk: &[u8], skip: usize, last: bool) -> Step {
        let start = self.again;
        if start == self.kept.len() {
            let (length, status) = self.validate(&chunk[skip..], self.source + skip as u64, last);
            let end = skip + length;
            return Step { consumed: end, piece: Piece::Chunk { start: skip, end }, status, bom: None };
        }
        self.again = self.kept.len();
        // The chunk waits for the next call. There is none if the source ends here.
        let waits = chunk.len() > skip;
        let kept = std::mem::take(&mut self.kept);
        let (length, status) = self.validate(&kept[start..], start as u64, last && !waits);
        self.kept = kept;
        let status = if waits && status == Status::NeedsChunk { Status::Again } else { status };
        Step { consumed: skip, piece: Piece::Kept { start, end: start + length }, status, bom: None }
    }

    /// How many of these bytes of UTF-8 may be passed on, and the status if they are all that there is for now.
    fn validate(&mut self, bytes: &[u8], offset: u64, last: bool) -> (usize, Status) {
        if self.validator.is_on() {
            let length = self.validator.check(bytes, offset, last);
            // The fault may lie in bytes that the caller has given back and not brought again.
            let end = offset + bytes.len() as u64;
            if let Some(offset) = self.validator.fault().filter(|&fault| fault < end) {
                return (length, Status::IllFormed { offset });
            }
        }
        (bytes.len(), consumed(last))
    }
}
