//! Scanning kernels: whether a slice is its own decoding, answered a block at a time.
//!
//! Most of what is decoded is a few ASCII bytes that stand for themselves. A call to a search that picks its
//! instructions at run time, and another one to check UTF-8, cost more than such a slice. So these are inlined,
//! use the baseline instructions of the platform, and answer both questions in one pass. What is long is searched with the
//! widest blocks.

mod scalar;
mod search;
mod special;

use std::ops::Range;

use crate::block::{Native, widest};
pub(crate) use special::Special;

/// The bytes of `part` as a string if they are ASCII without anything special, or else the index within the part
/// of the first one that is not.
///
/// Bytes after the part may be loaded, if there are any, but do not count.
///
/// # Panics
///
/// As `within[part]` does.
#[inline(always)]
pub(crate) fn plain(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    search::plain::<Native>(within, part, special, long)
}

#[inline(never)]
fn long(part: search::LongPart<'_>) -> usize {
    widest(part)
}

/// The index of the first byte from `start` on that is one of `needles`, or the length. Fastest if it is near.
#[inline(always)]
pub(crate) fn find_byte(bytes: &[u8], start: usize, needles: [u8; 3]) -> usize {
    search::find_byte::<Native>(bytes, start, needles)
}

#[cfg(all(test, unix, not(miri)))]
mod guarded;
#[cfg(test)]
mod tests;
