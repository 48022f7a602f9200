//! The record of inserted text: where it lies, and the piece of the source whose rest follows it.

mod saved;

use std::collections::VecDeque;
use std::ops::Range;

use tagspan_core::Span;
use tagspan_input::decoder::Input;

use super::piece::Piece;
pub(crate) use saved::{SavedInsertions, SavedRest};

/// The places of inserted text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insertions {
    /// The text that was inserted last, for counting lines in it.
    pub(super) text: Vec<u8>,
    /// A piece in the decoder's memory of which a part was read. Its body is the rest, which follows the inserted text.
    pub(crate) rest: Option<Piece>,
    /// The last places in order. None of them is empty or touches the next.
    places: VecDeque<Place>,
    /// How many bytes were inserted before these places.
    forgotten: u64,
    /// The end of the last place that was forgotten. Offsets before it are not known.
    known_from: u64,
    /// The length of a byte order mark without a token, which the decoder counts and the tokenizer does not.
    unseen: u64,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    end: u64,
    /// How many bytes were inserted before the end.
    through: u64,
}

impl Insertions {
    /// The number of places that are remembered.
    const REMEMBERED: usize = 1024;

    /// The capacity for text that is kept for the next insertion.
    pub(super) const TEXT_KEPT: usize = 64 * 1024;

    /// The rest of the piece that is set aside.
    pub(crate) fn rest<'a>(&self, input: &'a Input) -> &'a [u8] {
        self.rest.as_ref().map_or(&[], |piece| piece.rest_from(piece.body.start, input))
    }

    /// The bytes of heap in use.
    pub(crate) fn allocated(&self) -> usize {
        self.text.capacity() + self.places.capacity() * size_of::<Place>()
    }

    /// Frees memory that holds nothing.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Prepares for another document. Memory is kept.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.text.clear();
        self.text.shrink_to(Insertions::TEXT_KEPT);
        let (text, places) = (std::mem::take(&mut self.text), std::mem::take(&mut self.places));
        *self = Insertions { text, places, ..Insertions::default() };
    }

    /// Adds a place.
    pub(super) fn add(&mut self, Range { start, end }: Range<u64>) {
        let length = end - start;
        if length == 0 {
            return;
        }
        let through = self.places.back().map_or(self.forgotten, |place| place.through) + length;
        match self.places.back_mut() {
            Some(last) if last.end == start => (last.end, last.through) = (end, through),
            _ => self.places.push_back(Place { start, end, through }),
        }
        if self.places.len() > Insertions::REMEMBERED
            && let Some(place) = self.places.pop_front()
        {
            (self.forgotten, self.known_from) = (place.through, place.end);
        }
    }

    /// Converts an offset of the tokenizer into one of the decoder. Inserted text has the offset of its place.
    pub(crate) fn decoded(&self, offset: u64) -> u64 {
        let (inserted, next) = self.before(offset);
        let offset = offset.min(next.map_or(offset, |place| place.start));
        // The result is too small before the places that are remembered, so that the decoder forgets too little.
        offset.saturating_sub(inserted) + self.unseen
    }

    /// Converts a span of the tokenizer into one of the decoder; `None` if it holds inserted text or is not known.
    pub(crate) fn decoded_span(&self, span: Span) -> Option<Range<u64>> {
        let (inserted, next) = self.before(span.start);
        let is_mixed = next.is_some_and(|place| place.start < span.end);
        if span.start < self.known_from || span.end < span.start || is_mixed {
            return None;
        }
        let decoded = |offset: u64| (offset - inserted).checked_add(self.unseen);
        Some(decoded(span.start)?..decoded(span.end)?)
    }

    /// Whether the text that was inserted last ends at this offset.
    pub(crate) fn ends_at(&self, offset: u64) -> bool {
        self.places.back().is_some_and(|place| place.end == offset)
    }

    /// How many bytes were inserted in the places that end before the offset, and the next place.
    fn before(&self, offset: u64) -> (u64, Option<&Place>) {
        let next = self.places.partition_point(|place| place.end <= offset);
        let inserted = next.checked_sub(1).map_or(self.forgotten, |last| self.places[last].through);
        (inserted, self.places.get(next))
    }

    /// Records a byte order mark after inserted text, which has no token.
    pub(crate) fn leave_out_byte_order_mark(&mut self) {
        self.unseen = tagspan_input::decoder::DECODED_BOM_LEN as u64;
    }
}

#[cfg(test)]
mod tests;
