//! Sixteen bytes with NEON, which every little-endian processor of Arm's 64 bits has.
#![allow(unsafe_code)]

use core::arch::aarch64::{
    uint8x16_t, vceqq_u8, vcleq_u8, vcltzq_s8, vdupq_n_u8, vget_lane_u64, vld1q_u8, vmvnq_u8, vorrq_u8,
    vreinterpret_u64_u8, vreinterpretq_s8_u8, vreinterpretq_u16_u8, vshrn_n_u16, vsubq_u8,
};

use super::{Block, sealed};

/// A register of sixteen bytes: what `Native` is on little-endian aarch64.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Native};
///
/// let block = Native::load(b"href=/news/2024/ class=more", 0).unwrap();
/// assert_eq!(Native::first(block.is(b'=').mask()), 4);
/// ```
#[derive(Clone, Copy)]
pub struct Neon(uint8x16_t);

impl sealed::Sealed for Neon {}

impl Block for Neon {
    const LEN: usize = 16;
    const BITS: usize = 4;

    #[inline(always)]
    fn load(bytes: &[u8], start: usize) -> Option<Self> {
        let block: &[u8; Self::LEN] = bytes.get(start..)?.first_chunk()?;
        // SAFETY: `block` refers to sixteen bytes that may be read, and this load asks for no alignment. The whole program has
        // NEON, as this module is only there when it does.
        Some(Self(unsafe { vld1q_u8(block.as_ptr()) }))
    }

    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        // SAFETY: the whole program has NEON.
        Self(unsafe { vceqq_u8(self.0, vdupq_n_u8(byte)) })
    }

    /// Bytes from `first` to `last` are the lowest numbers once `first` is zero.
    #[inline(always)]
    fn among(self, first: u8, last: u8) -> Self {
        // SAFETY: the whole program has NEON.
        Self(unsafe { vcleq_u8(vsubq_u8(self.0, vdupq_n_u8(first)), vdupq_n_u8(last - first)) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the whole program has NEON.
        Self(unsafe { vorrq_u8(self.0, other.0) })
    }

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: the whole program has NEON.
        Self(unsafe { vmvnq_u8(self.0) })
    }

    /// NEON gathers no bits. Once all bits of a byte are its highest one, a shift that narrows pairs of bytes keeps four bits of
    /// each. The compiler leaves the first step out for the result of a comparison.
    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the whole program has NEON.
        let fours = unsafe {
            let whole = vcltzq_s8(vreinterpretq_s8_u8(self.0));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(vreinterpretq_u16_u8(whole))))
        };
        fours & 0x1111_1111_1111_1111
    }
}
