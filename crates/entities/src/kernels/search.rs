//! The kernels with blocks of any kind.

use std::ops::Range;

use super::scalar;
use super::special::Special;
use crate::block::{Block, Native, Search};

/// The bytes that are not plain, where it is known as this is compiled what is special.
#[inline(always)]
fn not_plain<B: Block>(block: B, special: Special) -> B {
    let (first, last) = special.others();
    let others = if special == Special::Name { block.among(first, last) } else { block.is(first) };
    not_plain_anywhere(block).or(others)
}

/// NUL, CR, and the bytes above ASCII, whose highest bit is set.
#[inline(always)]
fn not_plain_anywhere<B: Block>(block: B) -> B {
    block.or(block.is(0)).or(block.is(b'\r'))
}

/// A part that lies in the window of a mask, or a name in one block, is looked at where the caller stands; a longer one is worth a
/// call. Processors predict lengths badly, so no branch is on the length of a short one: a bit at its end stops the search. Nine of
/// ten values and runs of text are shorter than 64 bytes.
///
/// ```text
///     <a href="/news/2024/index.html" class="more">
///                                     |part |
///                                     [ block        ][ block        ]…
/// ```
#[allow(unsafe_code)]
#[inline(always)]
pub(super) fn plain<B: Block>(
    within: &[u8],
    part: Range<usize>,
    special: Special,
    long: fn(LongPart<'_>) -> usize,
) -> Result<&str, usize> {
    let bytes = &within[part.clone()];
    let from = &within[part.start..];
    let near = if special == Special::Name { B::LEN } else { B::WINDOW };
    let end = match from.get(..near) {
        Some(window) if bytes.len() <= near => {
            // Behind the last byte of a mask there is no bit, and its zeros are counted to the end.
            let end = 1_u64.checked_shl((bytes.len() * B::BITS) as u32).unwrap_or(0);
            B::first(B::window_mask(window, |block| not_plain(block, special)) | end)
        }
        _ => long(LongPart { from, length: bytes.len(), special }),
    };
    if end < bytes.len() {
        return Err(end);
    }
    // SAFETY: every byte of the part was in a block in which no byte of the part is above ASCII, as masks are exact.
    Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// A search for the first of so many bytes that is not plain; it gives their number if there is none.
#[derive(Clone, Copy)]
pub(super) struct LongPart<'a> {
    from: &'a [u8],
    length: usize,
    special: Special,
}

impl Search for LongPart<'_> {
    type Found = usize;

    /// As long as the input continues after the part, all of its bytes are in whole pairs of blocks, and what is found beyond them
    /// does not count.
    #[inline(always)]
    fn run<B: Block>(self) -> usize {
        let LongPart { from, length, special } = self;
        // One range for all that is special takes less than a branch.
        let (first, last) = special.others();
        let not_plain = |block: B| not_plain_anywhere(block).or(block.among(first, last));
        let mut at = 0;
        while let Some(both) = B::load_two(from, at) {
            let [one, other] = both.map(not_plain);
            if one.or(other).mask() != 0 {
                return length.min(at + B::first_of_two([one.mask(), other.mask()]));
            }
            at += 2 * B::LEN;
            if at >= length {
                return length;
            }
        }
        if B::LEN > Native::LEN {
            // What wide blocks leave over may have room for others.
            return at + LongPart { from: &from[at..], length: length - at, special }.run::<Native>();
        }
        end_at_last_block::<B>(&from[..length], at, special)
    }
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
