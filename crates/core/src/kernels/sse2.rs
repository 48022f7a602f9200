//! The kernels with SSE2, which every x86-64 has.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
};

use super::{Run, scalar};

const BLOCK: usize = 16;

/// The sixteen bytes from `start` on, if there are as many.
#[inline(always)]
fn load(bytes: &[u8], start: usize) -> Option<__m128i> {
    let block: &[u8; BLOCK] = bytes.get(start..)?.first_chunk()?;
    // SAFETY: `block` refers to sixteen bytes that may be read, and this load asks for no alignment.
    Some(unsafe { _mm_loadu_si128(block.as_ptr().cast()) })
}

#[inline(always)]
fn is(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2, as this module is only there when it does.
    unsafe { _mm_cmpeq_epi8(block, _mm_set1_epi8(byte as i8)) }
}

#[inline(always)]
fn at_most_space(block: __m128i) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(b' ' as i8)), block) }
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

#[inline(always)]
pub(super) fn name_end(bytes: &[u8], start: usize) -> Run {
    let mut at = start;
    let mut high = 0;
    while let Some(block) = load(bytes, at) {
        let ends = or(or(at_most_space(block), is(block, b'>')), or(is(block, b'='), is(block, b'/')));
        let ends = mask(ends);
        let highs = mask(block);
        if ends != 0 {
            let length = ends.trailing_zeros();
            // The bits below that of the end.
            high |= highs & (ends ^ (ends - 1)) >> 1;
            return Run { end: at + length as usize, ascii: high == 0 };
        }
        high |= highs;
        at += BLOCK;
    }
    let run = scalar::name_end(bytes, at);
    Run { end: run.end, ascii: run.ascii && high == 0 }
}

#[inline(always)]
pub(super) fn unquoted_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(block) = load(bytes, at) {
        let ends = mask(or(at_most_space(block), is(block, b'>')));
        if ends != 0 {
            return at + ends.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    scalar::unquoted_end(bytes, at)
}

/// One bit for each of 64 bytes from `start` on that is the needle, if there are as many.
#[inline(always)]
fn window(bytes: &[u8], start: usize, needle: u8) -> Option<u64> {
    let window: &[u8; 4 * BLOCK] = bytes.get(start..)?.first_chunk()?;
    let bits =
        |index: usize| Some(u64::from(mask(is(load(window, index * BLOCK)?, needle))) << (index * BLOCK));
    Some(bits(0)? | bits(1)? | bits(2)? | bits(3)?)
}

#[inline(always)]
pub(super) fn near(bytes: &[u8], start: usize, needle: u8) -> usize {
    let Some(found) = window(bytes, start, needle) else { return scalar::near(bytes, start, needle) };
    if found != 0 {
        return start + found.trailing_zeros() as usize;
    }
    scalar::near(bytes, start + 4 * BLOCK, needle)
}
