//! Where generated cases get their choices: from a seed, or from the bytes of a fuzzer.

use rand_core::Rng;
use rand_xorshift::XorShiftRng;

use crate::rng::rng_for;

/// A source of choices.
///
/// # Examples
///
/// ```
/// use testing::crossed::Choices;
///
/// let mut choices = Choices::of_bytes(&[7, 200]);
/// assert_eq!((choices.below(5), choices.percent(90)), (2, false));
/// // Nothing is left: the first of everything.
/// assert_eq!((choices.below(5), choices.percent(90)), (0, false));
/// ```
pub struct Choices<'a>(Origin<'a>);

enum Origin<'a> {
    Seed(Box<XorShiftRng>),
    Bytes(&'a [u8]),
}

impl Choices<'static> {
    /// The choices of one case of a seed, which have nothing to do with those of its neighbours.
    pub fn of_seed(seed: u64, number: u64) -> Self {
        Choices(Origin::Seed(Box::new(rng_for(seed, number))))
    }
}

impl<'a> Choices<'a> {
    /// The choices that the bytes make, one or two bytes each; zero once there are none left.
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Choices(Origin::Bytes(bytes))
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
    pub fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
