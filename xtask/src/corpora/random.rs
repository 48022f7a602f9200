//! Numbers from a seed, the same on every platform and with every version of this program.

use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;
use sha2::{Digest, Sha256};

/// A stream of numbers. Only the generator's words are the crate's; what is made of them is integer arithmetic here,
/// for a library of distributions may change what it makes of the same words.
pub(super) struct Random(XorShiftRng);

impl Random {
    /// The stream of a page: of its name too, so that a page stays as it is when others come or go.
    pub(super) fn new(seed: u64, name: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(seed.to_le_bytes());
        hasher.update(name.as_bytes());
        let mut start = [0; 16];
        start.copy_from_slice(&hasher.finalize()[..16]);
        Random(XorShiftRng::from_seed(start))
    }

    /// A number below `end`, or zero if that is zero.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }

    /// A number from `first` to `last`, both included.
    pub(super) fn between(&mut self, (first, last): (u32, u32)) -> u32 {
        first + self.below(last - first + 1)
    }

    /// True `part` times of `whole`.
    pub(super) fn chance(&mut self, part: u32, whole: u32) -> bool {
        self.below(whole) < part
    }

    /// One of the items.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_seed_and_a_name_have_their_stream() {
        let first = |seed, name| {
            let mut random = Random::new(seed, name);
            [random.below(1 << 31), random.below(1 << 31), random.below(10)]
        };
        assert_eq!(
            first(1, "news"),
            [236_256_871, 687_005_670, 9],
            "the stream of a seed has changed: so have all pages"
        );
        assert_ne!(first(1, "news"), first(2, "news"));
        assert_ne!(first(1, "news"), first(1, "shop"));
    }
}
