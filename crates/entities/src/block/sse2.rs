//! Sixteen bytes with SSE2, which every x86-64 processor has.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
    _mm_set1_epi8, _mm_xor_si128,
};

use super::{Block, sealed};

/// A register of sixteen bytes: what `Native` is on x86-64. Without SSE2 it is [`Swar`](super::Swar).
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Native};
///
/// let block = Native::load(b"href=/news/2024/ class=more", 0).unwrap();
/// assert_eq!(Native::first(block.is(b'=').mask()), 4);
/// ```
#[derive(Clone, Copy)]
pub struct Sse2(__m128i);

/// Bytes from `first` to `last` are the lowest signed numbers once they are shifted: how far, and the first number above them.
#[inline(always)]
pub(super) const fn shift_and_limit(first: u8, last: u8) -> (i8, i8) {
    (i8::MIN.wrapping_sub_unsigned(first), i8::MIN.wrapping_add_unsigned(last - first + 1))
}

impl sealed::Sealed for Sse2 {}

impl Block for Sse2 {
    const LEN: usize = 16;
    const BITS: usize = 1;

    #[inline(always)]
    fn load(bytes: &[u8], start: usize) -> Option<Self> {
        let block: &[u8; Self::LEN] = bytes.get(start..)?.first_chunk()?;
        // SAFETY: `block` refers to sixteen bytes that may be read, and this load asks for no alignment.
        Some(Self(unsafe { _mm_loadu_si128(block.as_ptr().cast()) }))
    }

    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        // SAFETY: the whole program has SSE2, as this module is only there when it does.
        Self(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8)) })
    }

    #[inline(always)]
    fn among(self, first: u8, last: u8) -> Self {
        let (shift, limit) = shift_and_limit(first, last);
        // SAFETY: the whole program has SSE2.
        Self(unsafe { _mm_cmplt_epi8(_mm_add_epi8(self.0, _mm_set1_epi8(shift)), _mm_set1_epi8(limit)) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the whole program has SSE2.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: the whole program has SSE2.
        Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi8(-1)) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the whole program has SSE2.
        u64::from(unsafe { _mm_movemask_epi8(self.0) } as u32)
    }
}
