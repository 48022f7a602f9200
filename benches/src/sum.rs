//! The result of a workload: counts that show that all did the same work, and a checksum over the data read.

use std::ops::AddAssign;

use tagspan::Span;

/// The counts of a workload or a contender on its pages.
///
/// The checksum makes what was looked at a part of the result, so that no compiler can leave the looking out. It is
/// one rotation and one addition for each tag, attribute or string: next to nothing beside the work measured, where
/// a [`black_box`](std::hint::black_box) for each would force stores to memory. Checksums are equal for the same
/// workload on the same pages in the same order; between different workloads they mean nothing.
///
/// # Examples
///
/// ```
/// use benches::Sum;
///
/// let mut page = Sum { tokens: 1, start_tags: 1, ..Sum::default() };
/// page.touch(b"title");
/// let mut all = Sum::default();
/// all += page;
/// all += page;
/// assert_eq!((all.tokens, all.start_tags), (2, 2));
/// assert_ne!(all.checksum, page.checksum);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Tokens, whatever of: in chunks, text comes in more of them. Parse errors and dropped bytes do not count.
    pub tokens: u64,
    /// Start tags.
    pub start_tags: u64,
    /// Attributes of start tags that the workload looked at, duplicates not counted.
    pub attributes: u64,
    /// Bytes of text: of the decoded strings where the workload decodes text, else as written.
    pub text_bytes: u64,
    /// Of all that the workload looked at.
    pub checksum: u64,
}

impl Sum {
    /// Adds a value to the checksum.
    #[inline]
    pub fn mix(&mut self, value: u64) {
        self.checksum = self.checksum.rotate_left(5).wrapping_add(value);
    }

    /// Adds a string's length and its first byte to the checksum: it was made, and is there to be read.
    #[inline]
    pub fn touch(&mut self, string: &[u8]) {
        self.mix(touched(string));
    }
}

/// The sum over several pages: counts add up, checksums are mixed in order.
impl AddAssign for Sum {
    #[inline]
    fn add_assign(&mut self, page: Sum) {
        self.tokens += page.tokens;
        self.start_tags += page.start_tags;
        self.attributes += page.attributes;
        self.text_bytes += page.text_bytes;
        self.mix(page.checksum);
    }
}

/// Both ends of a span in one value, not yet a part of a checksum, so that no step waits for another.
#[inline]
pub(crate) fn folded(span: Span) -> u64 {
    span.start.rotate_left(16) ^ span.end
}

/// The length and the first byte of a string in one value.
#[inline]
pub(crate) fn touched(string: &[u8]) -> u64 {
    let first = string.first().copied().unwrap_or_default();
    (string.len() as u64).rotate_left(8) ^ u64::from(first)
}

#[cfg(test)]
mod tests {
    use super::{Sum, folded, touched};
    use tagspan::Span;

    #[test]
    fn the_checksum_sees_every_part_and_the_order() {
        let of = |values: &[u64]| {
            let mut sum = Sum::default();
            values.iter().for_each(|value| sum.mix(*value));
            sum.checksum
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[1, 0]), of(&[1]));
        let span = |start, end| folded(Span { start, end });
        assert_ne!(span(1, 2), span(1, 3));
        assert_ne!(span(1, 3), span(2, 3));
        assert_ne!(touched(b"ab"), touched(b"a"));
        assert_ne!(touched(b"ab"), touched(b"bb"));
        assert_eq!(touched(b""), 0);
    }

    #[test]
    fn pages_add_up() {
        let page = Sum { tokens: 1, start_tags: 2, attributes: 3, text_bytes: 4, checksum: 5 };
        let mut all = Sum::default();
        all += page;
        assert_eq!(all, page);
        all += page;
        assert_eq!((all.tokens, all.start_tags, all.attributes, all.text_bytes), (2, 4, 6, 8));
        assert_eq!(all.checksum, 5 * 32 + 5);
    }
}
