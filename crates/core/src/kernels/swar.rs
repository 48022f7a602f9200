//! The scanning kernels eight bytes at a time in a register, for platforms without a version of their own.
//!
//! A search for bytes below or equal to one leaves the highest bit of each that it finds set. A borrow may leave that
//! of bytes after it set too, so only the first is exact, and a search for a second one begins after the first.

use core::ops::Range;

use super::run::Run;
use super::scalar;

const BLOCK: usize = 8;
const ONES: u64 = u64::MAX / 0xFF;
const HIGHS: u64 = 0x80 * ONES;

/// The eight bytes from `start` on, the first lowest, if there are as many.
#[inline(always)]
fn load(bytes: &[u8], start: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(start..)?.first_chunk()?))
}

/// The bytes below `limit`, which is at most 0x80.
#[inline(always)]
fn below(block: u64, limit: u8) -> u64 {
    block.wrapping_sub(u64::from(limit) * ONES) & !block & HIGHS
}

#[inline(always)]
fn is(block: u64, byte: u8) -> u64 {
    below(block ^ (u64::from(byte) * ONES), 1)
}

#[inline(always)]
fn first(found: u64) -> usize {
    found.trailing_zeros() as usize / 8
}

#[inline(always)]
pub(super) fn name_end(bytes: &[u8], start: usize) -> Run {
    let mut at = start;
    let mut high = 0;
    while let Some(block) = load(bytes, at) {
        let ends = below(block, b' ' + 1) | is(block, b'>') | is(block, b'=') | is(block, b'/');
        if ends != 0 {
            // The bits below that of the end.
            high |= block & HIGHS & (ends ^ (ends - 1)) >> 1;
            return Run { end: at + first(ends), ascii: high == 0 };
        }
        high |= block & HIGHS;
        at += BLOCK;
    }
    let run = scalar::name_end(bytes, at);
    Run { end: run.end, ascii: run.ascii && high == 0 }
}

#[inline(always)]
pub(super) fn unquoted_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(block) = load(bytes, at) {
        let ends = below(block, b' ' + 1) | is(block, b'>');
        if ends != 0 {
            return at + first(ends);
        }
        at += BLOCK;
    }
    scalar::unquoted_end(bytes, at)
}

/// How many blocks are looked at before a search for long runs is worth its call.
const NEAR: usize = 4;

#[inline(always)]
pub(super) fn find_byte(bytes: &[u8], start: usize, needle: u8) -> usize {
    let mut at = start;
    for _ in 0..NEAR {
        let Some(block) = load(bytes, at) else { break };
        let found = is(block, needle);
        if found != 0 {
            return at + first(found);
        }
        at += BLOCK;
    }
    scalar::find_byte(bytes, at, needle)
}

#[inline(always)]
pub(super) fn find_two(window: &[u8; 64], needle: u8) -> (usize, usize) {
    let first = find_byte(window, 0, needle);
    (first, if first < window.len() { find_byte(window, first + 1, needle) } else { first })
}

#[inline(always)]
pub(super) fn contains_any<const N: usize>(bytes: &[u8], range: Range<usize>, needles: [u8; N]) -> bool {
    let mut at = range.start;
    while at < range.end {
        let Some(block) = load(bytes, at) else { return scalar::contains_any(bytes, at..range.end, needles) };
        let found = needles.into_iter().fold(0, |found, needle| found | is(block, needle));
        if found != 0 && at + first(found) < range.end {
            return true;
        }
        at += BLOCK;
    }
    false
}

/// Blocks of printable ASCII are passed over; in others each byte is looked at.
#[inline(always)]
pub(super) fn find_error_candidate(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let mut at = range.start;
    while at < range.end {
        let next = match load(bytes, at) {
            Some(_) => range.end.min(at + BLOCK),
            None => range.end,
        };
        let plain = load(bytes, at).is_some_and(|block| {
            let unusual = below(block, b' ') | is(block, 0x7F) | block & HIGHS;
            unusual | is(block, others[0]) | is(block, others[1]) == 0
        });
        if !plain {
            let found = scalar::find_error_candidate(bytes, at..next, others);
            if found < next {
                return found;
            }
        }
        at = next;
    }
    range.end
}
