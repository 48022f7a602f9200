//! Blocks of bytes that are compared at once: all that a search needs of an instruction set.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
mod swar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use sse2::Sse2 as Native;
pub use swar::Swar;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub use swar::Swar as Native;

/// Bytes in a row, or what a comparison found of them: those whose highest bit is set. Other bits may be anything.
pub trait Block: Copy {
    /// The number of bytes.
    const LEN: usize;
    /// The number of bits that a mask has for each byte.
    const BITS: usize;
    /// The number of bytes that one mask has bits for: whole blocks.
    const WINDOW: usize = u64::BITS as usize / Self::BITS;

    /// The bytes from `start` on, if there are as many.
    fn load(bytes: &[u8], start: usize) -> Option<Self>;

    /// Two blocks from `start` on, if there are as many bytes.
    #[inline(always)]
    fn load_two(bytes: &[u8], start: usize) -> Option<[Self; 2]> {
        let both = bytes.get(start..)?.get(..2 * Self::LEN)?;
        Some([Self::load(both, 0)?, Self::load(both, Self::LEN)?])
    }

    /// The bytes that are this one.
    fn is(self, byte: u8) -> Self;

    /// The bytes from `first` to `last`, which are both ASCII or both above.
    fn among(self, first: u8, last: u8) -> Self;

    /// The bytes of either.
    fn or(self, other: Self) -> Self;

    /// The other bytes.
    fn not(self) -> Self;

    /// One bit for each byte whose highest bit is set, that of the first lowest.
    fn mask(self) -> u64;

    /// The index of the first byte that has a bit in the mask.
    #[inline(always)]
    fn first(mask: u64) -> usize {
        mask.trailing_zeros() as usize / Self::BITS
    }

    /// The same in the masks of two blocks.
    #[inline(always)]
    fn first_of_two([one, other]: [u64; 2]) -> usize {
        if one != 0 { Self::first(one) } else { Self::LEN + Self::first(other) }
    }
}

#[cfg(test)]
mod tests;
