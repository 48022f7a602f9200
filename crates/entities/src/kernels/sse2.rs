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

/// The sixteen bytes from `start` on, if there are as many.
#[inline(always)]
fn load(bytes: &[u8], start: usize) -> Option<__m128i> {
    let block: &[u8; BLOCK] = bytes.get(start..start.checked_add(BLOCK)?)?.try_into().ok()?;
    // SAFETY: `block` refers to sixteen bytes that may be read, and this load asks for no alignment.
    Some(unsafe { _mm_loadu_si128(block.as_ptr().cast()) })
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

/// One bit for each byte that is not plain. Bytes above ASCII are negative, so that one comparison finds them
/// and NUL.
#[inline(always)]
fn not_plain(block: __m128i, special: Special) -> u32 {
    let raw = or(less(block, 1), is(block, b'\r'));
    mask(match special {
        Special::Raw => raw,
        Special::References => or(raw, is(block, b'&')),
        Special::Name => or(raw, is_capital(block)),
    })
}

/// Processors predict lengths badly, so there are few branches on them. As long as the input continues after the part, all
/// of it is in whole blocks, and bits beyond the part are masked off:
///
/// ```text
///     <a href="/news/2024/index.html" class="more">
///              |     part     |
///              [ block 1      ][ block 2      ]
/// ```
///
/// At the end of the input the last block overlaps the one before; or if the part is shorter than that, it is
/// put together from words that overlap.
#[inline(always)]
pub(super) fn plain(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    let bytes = &within[part.clone()];
    let mut at = 0;
    loop {
        let left = bytes.len() - at;
        let Some(block) = load(within, part.start + at) else {
            match last_block(bytes) {
                Some((start, block)) => match not_plain(block, special) {
                    0 => break,
                    // What it has of the block before is plain.
                    found => return Err(start + found.trailing_zeros() as usize),
                },
                None if not_plain(short(bytes), special) == 0 => break,
                None => return scalar::plain(within, part, special),
            }
        };
        let found = not_plain(block, special);
        if left <= BLOCK {
            // The bits below that of the end; all of them if it is the seventeenth.
            match found & ((1 << left) - 1) {
                0 => break,
                found => return Err(at + found.trailing_zeros() as usize),
            }
        }
        if found != 0 {
            return Err(at + found.trailing_zeros() as usize);
        }
        at += BLOCK;
    }
    // SAFETY: every byte of the part was in a block in which no byte of the part is above ASCII.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
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
