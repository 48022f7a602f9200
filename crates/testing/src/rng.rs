//! The random source of all generators: a seed, or the bytes of a fuzzer.

use rand_core::{Rng as _, SeedableRng};
use rand_xorshift::XorShiftRng;

/// A source of rng.
///
/// # Examples
///
/// ```
/// use testing::rng::Rng;
///
/// let mut rng = Rng::of_bytes(&[7, 200]);
/// assert_eq!((rng.below(5), rng.percent(90)), (2, false));
/// // Nothing is left: the first of everything.
/// assert_eq!((rng.below(5), rng.percent(90)), (0, false));
/// ```
pub struct Rng<'a>(Origin<'a>);

enum Origin<'a> {
    Seed(Box<XorShiftRng>),
    Bytes(&'a [u8]),
}

impl Rng<'static> {
    /// The choices of one case of a seed, which are independent of those of its neighbours.
    pub fn of_seed(seed: u64, number: u64) -> Self {
        // An odd factor, so that no two numbers of one seed meet.
        let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Rng(Origin::Seed(Box::new(XorShiftRng::seed_from_u64(seed.rotate_left(32) ^ number))))
    }
}

impl<'a> Rng<'a> {
    /// The choices that the bytes make, one or two bytes each; zero once there are none left.
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Rng(Origin::Bytes(bytes))
    }

    /// A number below `end`, or zero if that is zero.
    pub fn below(&mut self, end: usize) -> usize {
        match &mut self.0 {
            Origin::Seed(rng) => ((u64::from(rng.next_u32()) * end as u64) >> 32) as usize,
            Origin::Bytes(bytes) => {
                let (taken, rest) = bytes.split_at(bytes.len().min(if end > 256 { 2 } else { 1 }));
                *bytes = rest;
                let number = taken.iter().fold(0, |number, &byte| number << 8 | usize::from(byte));
                number % end.max(1)
            }
        }
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// True in so many cases of a hundred. Zero bytes give false.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) >= 100 - chance
    }

    /// One of a list.
    ///
    /// # Panics
    ///
    /// If the list is empty.
    pub fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// The items in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
