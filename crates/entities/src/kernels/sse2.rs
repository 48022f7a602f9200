//! The kernels with SSE2, which every x86-64 has.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi8,
};
use std::ops::Range;

use super::scalar;
use super::special::Special;

const BLOCK: usize = 16;

#[inline(always)]
fn load_block(block: &[u8; BLOCK]) -> __m128i {
    // SAFETY: `block` refers to sixteen bytes that may be read, and this load asks for no alignment.
    unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
}

/// The sixteen bytes from `start` on, if there are as many.
#[inline(always)]
fn load(bytes: &[u8], start: usize) -> Option<__m128i> {
    bytes.get(start..start.checked_add(BLOCK)?)?.first_chunk().map(load_block)
}

/// A block of two words.
#[inline(always)]
fn pair(low: u64, high: u64) -> __m128i {
    // SAFETY: the whole program has SSE2, as this module is only there when it does.
    unsafe { _mm_set_epi64x(high as i64, low as i64) }
}

#[inline(always)]
fn is(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmpeq_epi8(block, _mm_set1_epi8(byte as i8)) }
}

#[inline(always)]
fn less(block: __m128i, than: i8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmplt_epi8(block, _mm_set1_epi8(than)) }
}

/// Capital letters are moved to where the smallest numbers are.
#[inline(always)]
fn is_capital(block: __m128i) -> __m128i {
    // SAFETY: the whole program has SSE2.
    let moved = unsafe { _mm_add_epi8(block, _mm_set1_epi8(i8::MIN.wrapping_sub(b'A' as i8))) };
    less(moved, i8::MIN + 26)
}

#[inline(always)]
fn or(one: __m128i, other: __m128i) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_or_si128(one, other) }
}

#[inline(always)]
fn mask(block: __m128i) -> u32 {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_movemask_epi8(block) as u32 }
}

/// The bytes that are not plain. Bytes above ASCII are negative, so that one comparison finds them and NUL.
#[inline(always)]
fn not_plain(block: __m128i, special: Special) -> __m128i {
    let raw = or(less(block, 1), is(block, b'\r'));
    match special {
        Special::Raw => raw,
        Special::References => or(raw, is(block, b'&')),
        Special::Name => or(raw, is_capital(block)),
    }
}

/// A part that lies in one block is looked at where the caller stands; a longer one is worth a call. Processors predict lengths
/// badly, so no branch is on the length of a short one: bits beyond the part are masked off.
///
/// ```text
///     <a href="/news/2024/index.html" class="more">
///                                     |part |
///                                     [ block        ]
/// ```
#[inline(always)]
pub(super) fn plain(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    let bytes = &within[part.clone()];
    let end = match load(within, part.start) {
        Some(block) if bytes.len() <= BLOCK => {
            // The bits below that of the end; all of them if it is the seventeenth.
            match mask(not_plain(block, special)) & ((1 << bytes.len()) - 1) {
                0 => bytes.len(),
                found => found.trailing_zeros() as usize,
            }
        }
        _ => match special {
            Special::Name => long_name(&within[part.start..], bytes.len()),
            _ => long_text(&within[part.start..], bytes.len(), special),
        },
    };
    if end < bytes.len() {
        return Err(end);
    }
    // SAFETY: every byte of the part was in a block in which no byte of the part is above ASCII.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// How many of the first `length` bytes are plain before the first that is not.
#[inline(never)]
fn long_name(from: &[u8], length: usize) -> usize {
    end_of_plain(from, length, Special::Name, |block| not_plain(block, Special::Name))
}

/// The same but for names. Looking twice for CR where there are no references takes less than a branch.
#[inline(never)]
fn long_text(from: &[u8], length: usize, special: Special) -> usize {
    let needle = if special == Special::References { b'&' } else { b'\r' };
    end_of_plain(from, length, special, |block| or(not_plain(block, Special::Raw), is(block, needle)))
}

/// As long as the input continues after the first `length` bytes, all of them are in whole pairs of blocks, and what is found
/// beyond them does not count.
#[inline(always)]
fn end_of_plain(
    from: &[u8],
    length: usize,
    special: Special,
    not_plain: impl Fn(__m128i) -> __m128i,
) -> usize {
    let mut at = 0;
    for [one, other] in from.as_chunks().0.as_chunks().0 {
        let [one, other] = [not_plain(load_block(one)), not_plain(load_block(other))];
        if mask(or(one, other)) != 0 {
            let found = mask(one) | mask(other) << BLOCK;
            return length.min(at + found.trailing_zeros() as usize);
        }
        at += 2 * BLOCK;
        if at >= length {
            return length;
        }
    }
    end_at_last_block(&from[..length], at, special)
}

/// The same for bytes that the input ends after; those below `at` are plain. The last block overlaps the one before; or if they
/// are fewer than that, it is put together from words that overlap.
#[cold]
#[inline(never)]
fn end_at_last_block(bytes: &[u8], at: usize, special: Special) -> usize {
    let first = |start: usize, block| match mask(not_plain(block, special)) {
        0 => None,
        found => Some(start + found.trailing_zeros() as usize),
    };
    let end = match (load(bytes, at), last_block(bytes)) {
        (Some(block), Some((start, last))) => first(at, block).or_else(|| first(start, last)),
        (None, Some((start, last))) => first(start, last),
        (_, None) => first(0, short(bytes)).and_then(|_| scalar::plain(bytes, 0..bytes.len(), special).err()),
    };
    end.unwrap_or(bytes.len())
}

/// The last sixteen bytes and where they start, if there are as many.
#[inline(always)]
fn last_block(bytes: &[u8]) -> Option<(usize, __m128i)> {
    let start = bytes.len().checked_sub(BLOCK)?;
    Some((start, load(bytes, start)?))
}

/// A block of nothing but the bytes of an input that is shorter, each of them at least once.
#[inline(always)]
fn short(bytes: &[u8]) -> __m128i {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return pair(u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        return pair(word, word);
    }
    let word = match (bytes.first(), bytes.last()) {
        // Of three bytes or fewer, one is in the middle.
        (Some(&first), Some(&last)) => {
            PLAIN << 24 | u64::from(first) | u64::from(bytes[bytes.len() / 2]) << 8 | u64::from(last) << 16
        }
        _ => PLAIN,
    };
    pair(word, word)
}

/// Eight plain bytes.
const PLAIN: u64 = u64::from_le_bytes([b'a'; 8]);

/// How many blocks are looked at before a search for long runs is worth its call.
const NEAR: usize = 4;

#[inline(always)]
pub(super) fn find_byte(bytes: &[u8], start: usize, needles: [u8; 3]) -> usize {
    let found = |block| mask(or(is(block, needles[0]), or(is(block, needles[1]), is(block, needles[2]))));
    let mut at = start;
    for _ in 0..NEAR {
        let Some(block) = load(bytes, at) else {
            let Some((last, block)) = last_block(bytes) else { break };
            // It may begin before the start: those bits are pushed out. `at` is less than a block from the end.
            let found = found(block) >> (at - last);
            return if found == 0 { bytes.len() } else { at + found.trailing_zeros() as usize };
        };
        let found = found(block);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    scalar::find_byte(bytes, at, needles)
}
