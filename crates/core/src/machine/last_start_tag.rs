//! The name of the last start tag, for the "appropriate end tag token" of the specification.

use core::ops::Range;

use crate::steps::count;

/// How much of the memory for a name a reset keeps.
const NAME_KEPT: usize = 1024;

/// The name of the last start tag. Few tags of a page need it, so the machine notes where it stands in the chunk body and copies
/// it when it is needed, or when the chunk body ends.
#[derive(Clone, Default)]
pub(crate) struct LastStartTag {
    /// In ASCII lower case; out of date while the name is still in the chunk body.
    copied: Vec<u8>,
    /// Where the name stands in the chunk body; empty if it is copied.
    place: Range<usize>,
}

impl LastStartTag {
    #[inline]
    pub(crate) fn new(name: &str) -> Self {
        LastStartTag { copied: name.to_ascii_lowercase().into_bytes(), place: 0..0 }
    }

    /// Notes that the name stands there in the chunk body.
    #[inline(always)]
    pub(crate) fn note(&mut self, place: Range<usize>) {
        self.place = place;
    }

    /// Sets the name.
    pub(crate) fn set(&mut self, name: &[u8]) {
        count(name.len());
        self.copied.clear();
        self.copied.extend_from_slice(name);
        self.copied.make_ascii_lowercase();
        self.place = 0..0;
    }

    /// The name, in ASCII lower case; empty if there was no start tag.
    #[inline]
    pub(crate) fn name(&mut self, segment: &[u8]) -> &[u8] {
        self.keep(segment);
        &self.copied
    }

    /// The name, between chunks.
    pub(crate) fn copied(&self) -> &[u8] {
        debug_assert!(self.place.is_empty());
        &self.copied
    }

    /// Gives back the memory that holds nothing now.
    pub(crate) fn shrink(&mut self) {
        self.copied.shrink_to_fit();
    }

    /// The bytes of heap that it takes.
    pub(crate) fn allocated(&self) -> usize {
        self.copied.capacity()
    }

    /// Copies the name if it still stands in the chunk body, which ends.
    #[inline]
    pub(crate) fn keep(&mut self, segment: &[u8]) {
        if !self.place.is_empty() {
            self.set(&segment[self.place.clone()]);
        }
    }

    /// Makes ready for another document, whose last start tag is said to be that.
    pub(crate) fn reset(&mut self, name: &str) {
        self.copied.clear();
        self.copied.shrink_to(NAME_KEPT);
        self.set(name.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_counts_wherever_it_stands() {
        let mut last = LastStartTag::default();
        assert_eq!(last.name(b""), b"");
        last.set(b"Title");
        assert_eq!(last.name(b"<A>"), b"title");
        last.note(1..2);
        assert_eq!(last.name(b"<A>"), b"a");
        assert_eq!(last.name(b""), b"a", "it was copied");
        last.note(1..4);
        last.keep(b"<DIV>");
        assert_eq!(last.name(b""), b"div");
        last.note(1..4);
        last.set(b"b");
        assert_eq!(last.name(b"<DIV>"), b"b");
        last.note(1..4);
        last.reset("XMP");
        assert_eq!(last.name(b"<DIV>"), b"xmp");
    }
}
