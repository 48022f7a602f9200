//! The scanning kernels with SSE2, which every x86-64 processor has.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_max_epu8,
    _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
};

use core::ops::Range;

use super::run::Run;
use super::scalar;

const BLOCK: usize = 16;

/// The sixteen bytes from `start` on, if there are as many. `tagspan-entities` has a copy: a shared one would be public.
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
fn at_most(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(byte as i8)), block) }
}

#[inline(always)]
fn at_least(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmpeq_epi8(_mm_max_epu8(block, _mm_set1_epi8(byte as i8)), block) }
}

/// The bytes that are below this one as signed numbers: those above ASCII are.
#[inline(always)]
fn below_signed(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_cmplt_epi8(block, _mm_set1_epi8(byte as i8)) }
}

#[inline(always)]
fn plus(block: __m128i, byte: u8) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_add_epi8(block, _mm_set1_epi8(byte as i8)) }
}

/// The bytes that are among the `count` from `first` on, which is ASCII: shifted so that these are the lowest signed numbers.
#[inline(always)]
fn is_among(block: __m128i, first: u8, count: u8) -> __m128i {
    below_signed(plus(block, 0x80 - first), 0x80 + count)
}

/// The bits that are in the second and not in the first.
#[inline(always)]
fn not_but(not: __m128i, but: __m128i) -> __m128i {
    // SAFETY: the whole program has SSE2.
    unsafe { _mm_andnot_si128(not, but) }
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
        let ends = or(or(at_most(block, b' '), is(block, b'>')), or(is(block, b'='), is(block, b'/')));
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
        let ends = mask(or(at_most(block, b' '), is(block, b'>')));
        if ends != 0 {
            return at + ends.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    scalar::unquoted_end(bytes, at)
}

/// The bytes that [`find_error_candidate`] stops at, and all bytes above ASCII.
#[inline(always)]
fn unusual(block: __m128i, others: [u8; 2]) -> __m128i {
    // Adding 1 makes 0x7F negative, so that one signed comparison finds controls, 0x7F, and all bytes above ASCII. Of the controls,
    // tab to CR are no errors but for U+000B.
    let controls = below_signed(plus(block, 1), b' ' + 1);
    let controls = or(not_but(is_among(block, b'\t', 5), controls), is(block, 0x0B));
    or(controls, or(is(block, others[0]), is(block, others[1])))
}

/// One bit for each of the unusual bytes, without those above ASCII that begin no error: errors begin with 0xC2, or with 0xEF and
/// above. Apart from the other test, which blocks of ASCII do with less.
#[inline(always)]
fn without_plain_characters(block: __m128i, unusual: __m128i) -> u32 {
    let leads = or(is(block, 0xC2), at_least(block, 0xEF));
    mask(unusual) & (!mask(block) | mask(leads))
}

#[inline(always)]
pub(super) fn find_error_candidate(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let mut at = range.start;
    while at < range.end {
        let both: Option<&[u8; 2 * BLOCK]> = bytes[at..].first_chunk();
        let Some((one, other)) = both.and_then(|both| Some((load(both, 0)?, load(both, BLOCK)?))) else {
            return scalar::find_error_candidate(bytes, at..range.end, others);
        };
        let (in_one, in_other) = (unusual(one, others), unusual(other, others));
        if mask(or(in_one, in_other)) != 0 {
            let found =
                without_plain_characters(one, in_one) | without_plain_characters(other, in_other) << BLOCK;
            if found != 0 {
                return range.end.min(at + found.trailing_zeros() as usize);
            }
        }
        at += 2 * BLOCK;
    }
    range.end
}

#[inline(always)]
pub(super) fn contains_any<const N: usize>(bytes: &[u8], range: Range<usize>, needles: [u8; N]) -> bool {
    let mut at = range.start;
    while at < range.end {
        let Some(block) = load(bytes, at) else { return scalar::contains_any(bytes, at..range.end, needles) };
        let first = is(block, needles[0]);
        let found = mask(needles[1..].iter().fold(first, |found, &needle| or(found, is(block, needle))));
        if found != 0 && at + (found.trailing_zeros() as usize) < range.end {
            return true;
        }
        at += BLOCK;
    }
    false
}

/// One bit for each of 64 bytes from `start` on that is the needle, if there are as many.
#[inline(always)]
fn matches(bytes: &[u8], start: usize, needle: u8) -> Option<u64> {
    let window: &[u8; 4 * BLOCK] = bytes.get(start..)?.first_chunk()?;
    let bits =
        |index: usize| Some(u64::from(mask(is(load(window, index * BLOCK)?, needle))) << (index * BLOCK));
    Some(bits(0)? | bits(1)? | bits(2)? | bits(3)?)
}

#[inline(always)]
pub(super) fn find_two(window: &[u8; 4 * BLOCK], needle: u8) -> (usize, usize) {
    let found = matches(window, 0, needle).unwrap_or(0);
    let but_first = found & found.wrapping_sub(1);
    (found.trailing_zeros() as usize, but_first.trailing_zeros() as usize)
}

#[inline(always)]
pub(super) fn find_byte(bytes: &[u8], start: usize, needle: u8) -> usize {
    let Some(found) = matches(bytes, start, needle) else { return scalar::find_byte(bytes, start, needle) };
    if found != 0 {
        return start + found.trailing_zeros() as usize;
    }
    scalar::find_byte(bytes, start + 4 * BLOCK, needle)
}
