//! Eight bytes in a word, for platforms without a block of their own: no unsafe code, no instructions named.
//!
//! Sums of two numbers of seven bits stay in their byte: its highest bit says that it is at least so much.

use super::{Block, sealed};

/// A word of the same byte.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; Swar::LEN])
}

const HIGHS: u64 = all(0x80);

/// Eight bytes in a word whose lowest byte is the first: a block for any platform, and what `Native` is where there is no
/// other.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Swar};
///
/// let block = Swar::load(b"href=/news", 0).unwrap();
/// assert_eq!(Swar::first(block.is(b'=').mask()), 4);
/// ```
#[derive(Clone, Copy)]
pub struct Swar(u64);

impl Swar {
    /// The bytes whose lower seven bits are at least this number, which is at most 0x80.
    #[inline(always)]
    fn at_least(self, number: u8) -> u64 {
        (self.0 & !HIGHS) + all(0x80 - number)
    }
}

impl sealed::Sealed for Swar {}

impl Block for Swar {
    const LEN: usize = 8;
    const BITS: usize = 8;

    #[inline(always)]
    fn load(bytes: &[u8], start: usize) -> Option<Self> {
        Some(Self(u64::from_le_bytes(*bytes.get(start..)?.first_chunk()?)))
    }

    /// Looks at the highest bit apart, which all comparisons with ASCII share.
    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        let low = (self.0 & !HIGHS) ^ all(byte & 0x7F);
        Self(!((low + all(0x7F)) | (self.0 ^ all(byte))))
    }

    #[inline(always)]
    fn among(self, first: u8, last: u8) -> Self {
        let half = if first < 0x80 { !self.0 } else { self.0 };
        Self(half & self.at_least(first & 0x7F) & !self.at_least((last & 0x7F) + 1))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        self.0 & HIGHS
    }
}
