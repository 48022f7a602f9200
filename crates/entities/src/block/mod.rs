//! Blocks of bytes that are compared at once: all that a search needs of an instruction set.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
mod swar;
mod widest;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
pub use neon::Neon as Native;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128 as Native;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use sse2::Sse2 as Native;
pub use swar::Swar;
#[cfg(not(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(target_arch = "x86_64", target_feature = "sse2"),
)))]
pub use swar::Swar as Native;
pub use widest::widest;

/// A search that is written for blocks of any kind, which [`widest`] runs.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Search, widest};
///
/// /// Whether there is a line feed in the whole blocks of these bytes.
/// struct HasLineFeed<'a>(&'a [u8]);
///
/// impl Search for HasLineFeed<'_> {
///     type Found = bool;
///
///     #[inline(always)]
///     fn run<B: Block>(self) -> bool {
///         let blocks = (0..self.0.len()).step_by(B::LEN).filter_map(|at| B::load(self.0, at));
///         blocks.into_iter().any(|block| block.is(b'\n').mask() != 0)
///     }
/// }
///
/// assert!(!widest(HasLineFeed(&[b'-'; 64])));
/// ```
pub trait Search {
    /// The result.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Search, widest};
    ///
    /// /// Searches twice.
    /// fn both<S: Search + Clone>(search: S) -> [S::Found; 2] {
    ///     [widest(search.clone()), widest(search)]
    /// }
    /// ```
    type Found;

    /// Searches with blocks of one kind. It should be inlined always: a call of it uses no instructions that only some
    /// processors have.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Search, Swar};
    ///
    /// /// Searches as on a platform without a block of its own.
    /// fn portable<S: Search>(search: S) -> S::Found {
    ///     search.run::<Swar>()
    /// }
    /// ```
    fn run<B: Block>(self) -> Self::Found;
}

/// No other crate implements [`Block`]: a search relies on exact masks for what it calls valid UTF-8.
mod sealed {
    pub trait Sealed {}
}

/// Bytes in a row, or what a comparison found of them: those whose highest bit is set. Other bits may be anything.
///
/// A search loads blocks, compares them with bytes and ranges of bytes, puts the results together with [`or`](Block::or) and
/// [`not`](Block::not), and asks the [`mask`](Block::mask) where the first match is. Every result is exact for each byte, and
/// the same for all kinds of blocks; a call takes a few instructions and allocates nothing.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Native, Swar};
///
/// /// The index of the first `<` or `&`. A real search looks at the end, which fills no block, byte by byte.
/// fn find<B: Block>(bytes: &[u8]) -> Option<usize> {
///     (0..bytes.len()).step_by(B::LEN).find_map(|at| {
///         let block = B::load(bytes, at)?;
///         let mask = block.is(b'<').or(block.is(b'&')).mask();
///         (mask != 0).then(|| at + B::first(mask))
///     })
/// }
///
/// let text = [&[b' '; 20][..], b"text<p>", &[b' '; 20]].concat();
/// assert_eq!((find::<Native>(&text), find::<Swar>(&text)), (Some(24), Some(24)));
/// ```
pub trait Block: Copy + sealed::Sealed {
    /// The number of bytes of a block: 32 with AVX2, 16 with SSE2, NEON and `simd128`, 8 for [`Swar`].
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Native};
    ///
    /// let bytes = [0; Native::LEN];
    /// assert!(Native::load(&bytes, 0).is_some() && Native::load(&bytes[1..], 0).is_none());
    /// ```
    const LEN: usize;
    /// The number of bits that a mask has for each byte, of which one may be set: 4 with NEON, 8 for [`Swar`], otherwise 1.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Native};
    ///
    /// let mask = Native::load(b"a=b, and 7 others", 0).unwrap().is(b'=').mask();
    /// assert_eq!(mask.trailing_zeros() as usize / Native::BITS, 1);
    /// ```
    const BITS: usize;
    /// The number of bytes that one mask has bits for: whole blocks, whose masks fit together into one.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Native};
    ///
    /// assert_eq!(Native::WINDOW * Native::BITS, 64);
    /// ```
    const WINDOW: usize = u64::BITS as usize / Self::BITS;

    /// The bytes from the index `start` on; `None` if there are fewer than [`LEN`](Block::LEN). It needs no alignment.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// assert!(Swar::load(b"nine byte", 1).is_some());
    /// assert!(Swar::load(b"nine byte", 2).is_none());
    /// ```
    fn load(bytes: &[u8], start: usize) -> Option<Self>;

    /// Two blocks in a row from the index `start` on; `None` if there are not as many bytes.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let [one, other] = Swar::load_two(b"two blocks of <b>bytes", 0).unwrap();
    /// assert_eq!((one.is(b'<').mask(), Swar::first(other.is(b'<').mask())), (0, 14 - Swar::LEN));
    /// assert!(Swar::load_two(b"one block", 0).is_none());
    /// ```
    #[inline(always)]
    fn load_two(bytes: &[u8], start: usize) -> Option<[Self; 2]> {
        let both = bytes.get(start..)?.get(..2 * Self::LEN)?;
        Some([Self::load(both, 0)?, Self::load(both, Self::LEN)?])
    }

    /// The bytes that are this one. Any byte will do. The block is one of bytes, not the result of a comparison.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let block = Swar::load(b"<p>caf\xC3\xA9", 0).unwrap();
    /// assert_eq!(Swar::first(block.is(b'>').mask()), 2);
    /// assert_eq!(Swar::first(block.is(0xC3).mask()), 6);
    /// ```
    fn is(self, byte: u8) -> Self;

    /// The bytes from `first` to `last`, both included. They must be in order, and both ASCII or both above: otherwise the
    /// result is meaningless, or the call panics where overflow is checked. The block is one of bytes.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let block = Swar::load(b"onClick=", 0).unwrap();
    /// assert_eq!(Swar::first(block.among(b'A', b'Z').mask()), 2);
    /// assert_eq!(block.among(0x80, 0xFF).mask(), 0);
    /// ```
    fn among(self, first: u8, last: u8) -> Self;

    /// The bytes that either of two results has.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let block = Swar::load(b"a=b/c>de", 0).unwrap();
    /// assert_eq!(Swar::first(block.is(b'>').or(block.is(b'/')).mask()), 3);
    /// ```
    fn or(self, other: Self) -> Self;

    /// The bytes that a result does not have.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let block = Swar::load(b"div id=a", 0).unwrap();
    /// assert_eq!(Swar::first(block.among(b'a', b'z').not().mask()), 3);
    /// ```
    fn not(self) -> Self;

    /// One bit for each byte whose highest bit is set, that of the first lowest: the result of a comparison, or the bytes
    /// above ASCII of a block that was loaded. A byte at the index *i* has its bit among the [`BITS`](Block::BITS) from
    /// *i* × `BITS` on.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let block = Swar::load(b"caf\xC3\xA9<p>", 0).unwrap();
    /// assert_eq!(block.mask().count_ones(), 2, "the two bytes of é");
    /// assert_eq!(block.is(b'&').mask(), 0);
    /// ```
    fn mask(self) -> u64;

    /// The [`mask`](Block::mask) of what a comparison finds in a [`WINDOW`](Block::WINDOW), where it is whole blocks.
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Native};
    ///
    /// let mut bytes = [b' '; Native::WINDOW];
    /// bytes[Native::WINDOW - 1] = b'<';
    /// let mask = Native::window_mask(&bytes, |block| block.is(b'<'));
    /// assert_eq!(Native::first(mask), Native::WINDOW - 1);
    /// ```
    #[inline(always)]
    fn window_mask(window: &[u8], compare: impl Fn(Self) -> Self) -> u64 {
        const { assert!(Self::WINDOW <= 4 * Self::LEN) };
        let bits =
            |at: usize| Self::load(window, at).map_or(0, |block| compare(block).mask() << (at * Self::BITS));
        // Written out, as the compiler unrolls a loop too late to move its blocks about.
        bits(0) | bits(Self::LEN) | bits(2 * Self::LEN) | bits(3 * Self::LEN)
    }

    /// The index of the first byte that has a bit in the mask. An empty mask gives [`WINDOW`](Block::WINDOW).
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let mask = Swar::load(b"a<b> </b", 0).unwrap().is(b'<').mask();
    /// assert_eq!(Swar::first(mask), 1);
    /// assert_eq!(Swar::first(mask & (mask - 1)), 5, "without the lowest bit");
    /// ```
    #[inline(always)]
    fn first(mask: u64) -> usize {
        mask.trailing_zeros() as usize / Self::BITS
    }

    /// The same for two blocks in a row, each with its mask: an index from the start of the first block on. Two empty masks
    /// give [`LEN`](Block::LEN) + [`WINDOW`](Block::WINDOW).
    ///
    /// ```
    /// use tagspan_entities::tokenizing::{Block, Swar};
    ///
    /// let blocks = Swar::load_two(b"two blocks of <b>bytes", 0).unwrap();
    /// assert_eq!(Swar::first_of_two(blocks.map(|block| block.is(b'<').mask())), 14);
    /// ```
    #[inline(always)]
    fn first_of_two([one, other]: [u64; 2]) -> usize {
        if one != 0 { Self::first(one) } else { Self::LEN + Self::first(other) }
    }
}

#[cfg(test)]
mod tests;
