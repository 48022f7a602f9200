//! Chance from a seed, the same on every machine.

use rand_core::Rng;
use rand_xorshift::XorShiftRng;

use crate::rng::rng_for;

pub(super) struct Dice(XorShiftRng);

impl Dice {
    /// The dice of an input, which have nothing to do with those of its neighbours.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Dice(rng_for(seed, number))
    }

    /// A number below `end`, or zero if that is zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u64::from(self.0.next_u32()) * end as u64) >> 32) as usize
    }

    /// A number from `first` to `last`, both included.
    pub(super) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// True in so many cases of a hundred.
    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(super) fn pick<'t, T: ?Sized>(&mut self, from: &[&'t T]) -> &'t T {
        from[self.below(from.len())]
    }

    pub(super) fn one<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// The items in another order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
