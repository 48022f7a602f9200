//! Checks the cases of a range of numbers on several threads, and counts the features that they reach.

use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::case::Case;
use super::features::{COUNT, Features};
use crate::blocks::Blocks;
use crate::exhaustive::sweep::message;
use crate::rng::Rng;

/// How many cases a thread takes at a time.
const BLOCK: u64 = 512;

/// The results of some cases.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// How many were checked.
    pub cases: u64,
    /// How many have both features; one feature with itself: how many have it.
    pub pairs: Box<[[u64; COUNT]; COUNT]>,
    /// The differences, in no order.
    pub differences: Vec<Difference>,
}

/// A case that fails.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case's number.
    pub number: u64,
    /// The minimal form of the case.
    pub minimal: Case,
    /// The fault.
    pub report: String,
}

impl Default for Statistics {
    fn default() -> Self {
        Statistics { cases: 0, pairs: Box::new([[0; COUNT]; COUNT]), differences: Vec::new() }
    }
}

impl Statistics {
    /// Adds those of other cases.
    pub fn add(&mut self, other: Statistics) {
        self.cases += other.cases;
        for (sums, more) in self.pairs.iter_mut().zip(other.pairs.iter()) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.differences.extend(other.differences);
    }

    fn count(&mut self, features: Features) {
        self.cases += 1;
        for one in (0..COUNT).filter(|&one| features.has(one)) {
            for other in (one..COUNT).filter(|&other| features.has(other)) {
                self.pairs[one][other] += 1;
            }
        }
    }
}

/// The cases of a sweep, and its end.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The seed of the cases.
    pub seed: u64,
    /// Their numbers.
    pub numbers: Range<u64>,
    /// On how many threads.
    pub threads: usize,
    /// When to end, even if there are numbers left.
    pub until: Option<Instant>,
    /// After how many differences to end.
    pub limit: usize,
}

impl Sweep {
    /// Checks the cases. `done` gets the statistics of some cases at a time, on the caller's thread.
    ///
    /// # Panics
    ///
    /// If there are no threads. A panic of what is checked is a difference.
    pub fn run(&self, mut done: impl FnMut(Statistics)) {
        assert!(self.threads > 0, "no threads");
        let mut found = 0;
        let Sweep { ref numbers, threads, until, .. } = *self;
        let blocks = Blocks { numbers: numbers.clone(), size: BLOCK, threads, until };
        blocks.run(
            |numbers| self.block(numbers),
            |statistics| {
                found += statistics.differences.len();
                done(statistics);
                if found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
    }

    fn block(&self, numbers: Range<u64>) -> Statistics {
        let mut statistics = Statistics::default();
        for number in numbers {
            let case = Case::generate(&mut Rng::of_seed(self.seed, number));
            match checked(&case) {
                Ok(features) => statistics.count(features),
                Err(_) => {
                    statistics.count(Features::of(&case, None));
                    let minimal = case.minimal(|case| checked(case).is_err());
                    let report = checked(&minimal).err().unwrap_or_else(|| format!("{minimal}now and then"));
                    statistics.differences.push(Difference { number, minimal, report });
                    if statistics.differences.len() >= self.limit {
                        break;
                    }
                }
            }
        }
        statistics
    }
}

/// The features that the case reaches, or its fault.
fn checked(case: &Case) -> Result<Features, String> {
    match catch_unwind(AssertUnwindSafe(|| case.observe())) {
        Ok(outcome) => outcome.map(|observed| Features::of(case, Some(&observed))),
        Err(panic) => Err(format!("{case}panic: {}", message(&*panic))),
    }
}
