//! Sixteen bytes with the vectors of WebAssembly, for programs that are built with `simd128`.

use core::arch::wasm32::{
    u8x16_bitmask, u8x16_eq, u8x16_le, u8x16_splat, u8x16_sub, u64x2, v128, v128_not, v128_or,
};

use super::{Block, sealed};

/// Sixteen bytes: what `Native` is in WebAssembly with `simd128`. No unsafe code is needed: an engine that does not have these
/// instructions refuses the module.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Native};
///
/// let block = Native::load(b"href=/news/2024/ class=more", 0).unwrap();
/// assert_eq!(Native::first(block.is(b'=').mask()), 4);
/// ```
#[derive(Clone, Copy)]
pub struct Simd128(v128);

impl sealed::Sealed for Simd128 {}

impl Block for Simd128 {
    const LEN: usize = 16;
    const BITS: usize = 1;

    /// The compiler makes one load of the two words.
    #[inline(always)]
    fn load(bytes: &[u8], start: usize) -> Option<Self> {
        let block: &[u8; Self::LEN] = bytes.get(start..)?.first_chunk()?;
        let [low, high] = [*block.first_chunk()?, *block.last_chunk()?].map(u64::from_le_bytes);
        Some(Self(u64x2(low, high)))
    }

    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        Self(u8x16_eq(self.0, u8x16_splat(byte)))
    }

    /// Bytes from `first` to `last` are the lowest numbers once `first` is zero.
    #[inline(always)]
    fn among(self, first: u8, last: u8) -> Self {
        Self(u8x16_le(u8x16_sub(self.0, u8x16_splat(first)), u8x16_splat(last - first)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn not(self) -> Self {
        Self(v128_not(self.0))
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        u64::from(u8x16_bitmask(self.0))
    }
}
