//! The scanning kernels with blocks of any kind.

use core::ops::Range;

use tagspan_entities::tokenizing::{Block, Native, Search};

use super::scalar::{self, Run};

#[inline(always)]
pub(super) fn name_end<B: Block, const STRICT: bool>(bytes: &[u8], start: usize) -> Run {
    let mut at = start;
    let mut high = 0;
    while let Some(block) = B::load(bytes, at) {
        let mut ends = block.among(0, b' ').or(block.is(b'>')).or(block.is(b'=').or(block.is(b'/')));
        if STRICT {
            ends = ends.or(block.is(b'"').or(block.is(b'\'')).or(block.is(b'<')));
        }
        let ends = ends.mask();
        let highs = block.mask();
        if ends != 0 {
            // The bits below that of the end.
            high |= highs & (ends ^ (ends - 1)) >> 1;
            return Run { end: at + B::first(ends), ascii: high == 0 };
        }
        high |= highs;
        at += B::LEN;
    }
    let run = scalar::name_end::<STRICT>(bytes, at);
    Run { end: run.end, ascii: run.ascii && high == 0 }
}

#[inline(always)]
pub(super) fn unquoted_end<B: Block, const STRICT: bool>(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(block) = B::load(bytes, at) {
        let mut ends = block.among(0, b' ').or(block.is(b'>'));
        if STRICT {
            ends = ends.or(block.is(b'"').or(block.is(b'\'')).or(block.is(b'<')));
            ends = ends.or(block.is(b'=').or(block.is(b'`')));
        }
        let ends = ends.mask();
        if ends != 0 {
            return at + B::first(ends);
        }
        at += B::LEN;
    }
    scalar::unquoted_end::<STRICT>(bytes, at)
}

/// The bytes that [`find_error_candidate`] stops at, and all bytes above ASCII.
#[inline(always)]
fn unusual<B: Block>(block: B, others: [u8; 2]) -> B {
    // Of the controls, tab to CR are no errors but for U+000B.
    let controls = block.among(b' ', b'~').or(block.among(b'\t', b'\r')).not().or(block.is(0x0B));
    controls.or(block.is(others[0]).or(block.is(others[1])))
}

/// One bit for each of the unusual bytes, without those above ASCII that begin no error: errors begin with 0xC2, or
/// with 0xEF and above. Apart from the other test, which blocks of ASCII do with less.
#[inline(always)]
fn without_plain_characters<B: Block>(block: B, unusual: B) -> u64 {
    let leads = block.is(0xC2).or(block.among(0xEF, 0xFF));
    unusual.mask() & (!block.mask() | leads.mask())
}

#[inline(always)]
pub(super) fn find_error_candidate<B: Block>(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let mut at = range.start;
    while at < range.end {
        let Some([one, other]) = B::load_two(bytes, at) else {
            // What wide blocks leave over may have room for others.
            return match B::LEN > Native::LEN {
                true => find_error_candidate::<Native>(bytes, at..range.end, others),
                false => scalar::find_error_candidate(bytes, at..range.end, others),
            };
        };
        let (in_one, in_other) = (unusual(one, others), unusual(other, others));
        if in_one.or(in_other).mask() != 0 {
            let found = [without_plain_characters(one, in_one), without_plain_characters(other, in_other)];
            if found != [0, 0] {
                return range.end.min(at + B::first_of_two(found));
            }
        }
        at += 2 * B::LEN;
    }
    range.end
}

/// [`find_error_candidate`] as a search with the widest blocks.
pub(super) struct ErrorCandidate<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) range: Range<usize>,
    pub(super) others: [u8; 2],
}

impl Search for ErrorCandidate<'_> {
    type Found = usize;

    #[inline(always)]
    fn run<B: Block>(self) -> usize {
        find_error_candidate::<B>(self.bytes, self.range, self.others)
    }
}

/// A mask of the needles in the window from `start` on, if there is one.
#[inline(always)]
fn matches<B: Block>(bytes: &[u8], start: usize, needle: u8) -> Option<u64> {
    let window = bytes.get(start..)?.get(..B::WINDOW)?;
    Some(B::window_mask(window, |block| block.is(needle)))
}

/// How many bytes are looked at before a search for long runs is worth its call.
const NEAR: usize = 32;

#[inline(always)]
pub(super) fn find_byte<B: Block>(bytes: &[u8], start: usize, needle: u8) -> usize {
    let mut at = start;
    for _ in 0..NEAR.div_ceil(B::WINDOW) {
        let Some(found) = matches::<B>(bytes, at, needle) else { break };
        if found != 0 {
            return at + B::first(found);
        }
        at += B::WINDOW;
    }
    scalar::find_byte(bytes, at, needle)
}

#[inline(always)]
pub(super) fn find_two<B: Block>(window: &[u8; 64], needle: u8) -> (usize, usize) {
    if B::WINDOW < window.len() {
        let first = find_byte::<B>(window, 0, needle);
        return (first, if first < window.len() { find_byte::<B>(window, first + 1, needle) } else { first });
    }
    let found = matches::<B>(window, 0, needle).unwrap_or(0);
    (B::first(found), B::first(found & found.wrapping_sub(1)))
}
