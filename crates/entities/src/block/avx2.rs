//! Thirty-two bytes with AVX2, which a search asks for at run time: see [`widest`](super::widest()).
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_set1_epi8, _mm256_xor_si256,
};

use super::sse2::shift_and_limit;
use super::{Block, Search, sealed};

/// A register of thirty-two bytes. INVARIANT: there is one only where the processor has AVX2, as [`run`] alone begins to use it.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

/// Runs the search with these blocks, or gives it back if the processor has no AVX2.
#[inline]
pub(super) fn run<S: Search>(search: S) -> Result<S::Found, S> {
    /// # Safety
    ///
    /// The processor has AVX2.
    #[target_feature(enable = "avx2")]
    unsafe fn with_avx2<S: Search>(search: S) -> S::Found {
        search.run::<Avx2>()
    }
    if cfg!(miri) || !std::arch::is_x86_feature_detected!("avx2") {
        return Err(search);
    }
    // SAFETY: the processor has AVX2.
    Ok(unsafe { with_avx2(search) })
}

impl sealed::Sealed for Avx2 {}

impl Block for Avx2 {
    const LEN: usize = 32;
    const BITS: usize = 1;

    #[inline(always)]
    fn load(bytes: &[u8], start: usize) -> Option<Self> {
        let block: &[u8; Self::LEN] = bytes.get(start..)?.first_chunk()?;
        // SAFETY: `block` refers to thirty-two bytes that may be read, and this load asks for no alignment. The processor has
        // AVX2, as `run` alone begins to use this type.
        Some(Self(unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }))
    }

    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        // SAFETY: the processor has AVX2, as there is this block.
        Self(unsafe { _mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(byte as i8)) })
    }

    #[inline(always)]
    fn among(self, first: u8, last: u8) -> Self {
        let (shift, limit) = shift_and_limit(first, last);
        // SAFETY: the processor has AVX2, as there is this block.
        Self(unsafe {
            _mm256_cmpgt_epi8(_mm256_set1_epi8(limit), _mm256_add_epi8(self.0, _mm256_set1_epi8(shift)))
        })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, as there is this block.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: the processor has AVX2, as there is this block.
        Self(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi8(-1)) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the processor has AVX2, as there is this block.
        u64::from(unsafe { _mm256_movemask_epi8(self.0) } as u32)
    }
}
