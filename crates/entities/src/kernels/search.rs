//! The kernels with blocks of any kind.

use std::ops::Range;

use super::scalar;
use super::special::Special;
use crate::block::Block;

/// The bytes that are not plain.
#[inline(always)]
fn not_plain<B: Block>(block: B, special: Special) -> B {
    let raw = block.among(1, 0x7F).not().or(block.is(b'\r'));
    match special {
        Special::Raw => raw,
        Special::References => raw.or(block.is(b'&')),
        Special::Name => raw.or(block.among(b'A', b'Z')),
    }
}

/// A part that lies in one block is looked at where the caller stands; a longer one is worth a call. Processors predict
/// lengths badly, so no branch is on the length of a short one: a bit at its end stops the search.
///
/// ```text
///     <a href="/news/2024/index.html" class="more">
///                                     |part |
///                                     [ block        ]
/// ```
#[allow(unsafe_code)]
#[inline(always)]
pub(super) fn plain<B: Block>(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    let bytes = &within[part.clone()];
    let end = match B::load(within, part.start) {
        Some(block) if bytes.len() <= B::LEN => {
            // Behind the last byte of a mask there is no bit, and its zeros are counted to the end.
            let end = 1_u64.checked_shl((bytes.len() * B::BITS) as u32).unwrap_or(0);
            B::first(not_plain(block, special).mask() | end)
        }
        _ if special == Special::Name => long_name::<B>(&within[part.start..], bytes.len()),
        _ => long_text::<B>(&within[part.start..], bytes.len(), special),
    };
    if end < bytes.len() {
        return Err(end);
    }
    // SAFETY: every byte of the part was in a block in which no byte of the part is above ASCII, as masks are exact.
    Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// How many of the first `length` bytes are plain before the first that is not.
#[inline(never)]
fn long_name<B: Block>(from: &[u8], length: usize) -> usize {
    end_of_plain(from, length, Special::Name, |block: B| not_plain(block, Special::Name))
}

/// The same but for names. Looking twice for CR where there are no references takes less than a branch.
#[inline(never)]
fn long_text<B: Block>(from: &[u8], length: usize, special: Special) -> usize {
    let needle = if special == Special::References { b'&' } else { b'\r' };
    end_of_plain(from, length, special, |block: B| not_plain(block, Special::Raw).or(block.is(needle)))
}

/// As long as the input continues after the first `length` bytes, all of them are in whole pairs of blocks, and what
/// is found beyond them does not count.
#[inline(always)]
fn end_of_plain<B: Block>(from: &[u8], length: usize, special: Special, not_plain: impl Fn(B) -> B) -> usize {
    let mut at = 0;
    while let Some([one, other]) = B::load_two(from, at) {
        let (one, other) = (not_plain(one), not_plain(other));
        if one.or(other).mask() != 0 {
            return length.min(at + B::first_of_two([one.mask(), other.mask()]));
        }
        at += 2 * B::LEN;
        if at >= length {
            return length;
        }
    }
    end_at_last_block::<B>(&from[..length], at, special)
}

/// The same for bytes that the input ends after; those below `at` are plain. The last block overlaps the one before; or
/// if they are fewer than that, it is put together from words that overlap.
#[cold]
#[inline(never)]
fn end_at_last_block<B: Block>(bytes: &[u8], at: usize, special: Special) -> usize {
    let first = |start: usize, block: B| match not_plain(block, special).mask() {
        0 => None,
        found => Some(start + B::first(found)),
    };
    let end = match (B::load(bytes, at), last_block(bytes)) {
        (Some(block), Some((start, last))) => first(at, block).or_else(|| first(start, last)),
        (None, Some((start, last))) => first(start, last),
        (_, None) => match B::load(&short(bytes), 0) {
            Some(block) if first(0, block).is_none() => None,
            _ => scalar::plain(bytes, 0..bytes.len(), special).err(),
        },
    };
    end.unwrap_or(bytes.len())
}

/// The last block and where it starts, if there are as many bytes.
#[inline(always)]
fn last_block<B: Block>(bytes: &[u8]) -> Option<(usize, B)> {
    let start = bytes.len().checked_sub(B::LEN)?;
    Some((start, B::load(bytes, start)?))
}

/// Nothing but the bytes of an input of fewer than sixteen, each of them at least once, and plain ones.
#[inline(always)]
fn short(bytes: &[u8]) -> [u8; 16] {
    let mut all = [b'a'; 16];
    let mut both_ends = |size: usize| {
        all[..size].copy_from_slice(&bytes[..size]);
        all[size..2 * size].copy_from_slice(&bytes[bytes.len() - size..]);
    };
    match bytes.len() {
        0 => {}
        // One is in the middle.
        1..4 => all[..3].copy_from_slice(&[bytes[0], bytes[bytes.len() / 2], bytes[bytes.len() - 1]]),
        4..8 => both_ends(4),
        _ => both_ends(8),
    }
    all
}

/// How many blocks are looked at before a search for long runs is worth its call.
const NEAR: usize = 4;

#[inline(always)]
pub(super) fn find_byte<B: Block>(bytes: &[u8], start: usize, needles: [u8; 3]) -> usize {
    let found = |block: B| block.is(needles[0]).or(block.is(needles[1]).or(block.is(needles[2]))).mask();
    let mut at = start;
    for _ in 0..NEAR {
        let Some(block) = B::load(bytes, at) else {
            let Some((last, block)) = last_block::<B>(bytes) else { break };
            // It begins before `at`: those bits are pushed out. In two steps, as they may be all that the mask has.
            let found = found(block) >> ((at - last - 1) * B::BITS) >> B::BITS;
            return if found == 0 { bytes.len() } else { at + B::first(found) };
        };
        let found = found(block);
        if found != 0 {
            return at + B::first(found);
        }
        at += B::LEN;
    }
    scalar::find_byte(bytes, at, needles)
}
