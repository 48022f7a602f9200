//! Checks the cases of a range of numbers on several threads, and counts the steps that decide.

use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use tagspan_reference::encoding::{Source, sniff};

use super::case::Case;
use super::check::{RUNS, check};
use super::documents::generate;
use crate::blocks::Blocks;
use crate::exhaustive::sweep::message;

/// How many cases a thread takes at a time: some hundredths of a second.
const BLOCK: u64 = 1024;

/// The steps that decide, in their order. Detection is an input of the reference, and has checks of its own.
pub const STEPS: [Source; 7] = [
    Source::ByteOrderMark,
    Source::UserOverride,
    Source::Transport,
    Source::Prescan,
    Source::ParentDocument,
    Source::Likely,
    Source::Default,
];

/// The results of some cases.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// How many were checked.
    pub cases: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// How many times the sniffer ran: in each way of cutting, for each way of knowing something.
    pub runs: u64,
    /// How many cases each of the [`STEPS`] decides, with all that is known.
    pub steps: [u64; STEPS.len()],
    /// The differences, in no order.
    pub differences: Vec<Difference>,
}

/// A case on which the sniffer and the reference differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case's number.
    pub number: u64,
    /// The minimal form of the case.
    pub minimal: Case,
    /// The description of the difference, for people.
    pub report: String,
}

impl Statistics {
    /// Adds those of other cases.
    pub fn add(&mut self, other: Statistics) {
        self.cases += other.cases;
        self.bytes += other.bytes;
        self.runs += other.runs;
        for (sum, more) in self.steps.iter_mut().zip(other.steps) {
            *sum += more;
        }
        self.differences.extend(other.differences);
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
    /// If there are no threads. A panic of the sniffer or of the reference is a difference.
    pub fn run(&self, done: impl FnMut(Statistics)) {
        self.run_by(done, check);
    }

    /// [`Sweep::run`] by any criterion.
    fn run_by(&self, mut done: impl FnMut(Statistics), check: impl Fn(&Case) -> Result<(), String> + Sync) {
        assert!(self.threads > 0, "no threads");
        let mut found = 0;
        let Sweep { ref numbers, threads, until, .. } = *self;
        let blocks = Blocks { numbers: numbers.clone(), size: BLOCK, threads, until };
        blocks.run(
            |numbers| self.block(numbers, &check),
            |statistics| {
                found += statistics.differences.len();
                done(statistics);
                if found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
    }

    fn block(&self, numbers: Range<u64>, check: &impl Fn(&Case) -> Result<(), String>) -> Statistics {
        let mut statistics = Statistics::default();
        for number in numbers {
            let case = generate(self.seed, number);
            statistics.count(&case);
            if report(check, &case).is_none() {
                continue;
            }
            let minimal = case.minimal(|case| report(check, case).is_some());
            let report = report(check, &minimal).unwrap_or_else(|| minimal.wrong("it differs now and then"));
            statistics.differences.push(Difference { number, minimal, report });
            if statistics.differences.len() >= self.limit {
                break;
            }
        }
        statistics
    }
}

impl Statistics {
    fn count(&mut self, case: &Case) {
        self.cases += 1;
        self.bytes += case.input.len() as u64;
        self.runs += RUNS * case.subsets().count() as u64;
        let step = sniff(&case.input, &case.options).source;
        let position = STEPS.iter().position(|&listed| listed == step);
        self.steps[position.expect("there is no other step")] += 1;
    }
}

/// The fault of the case, if any.
fn report(check: &impl Fn(&Case) -> Result<(), String>, case: &Case) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| check(case))) {
        Ok(outcome) => outcome.err(),
        Err(panic) => Some(case.wrong(format_args!("panic: {}", message(&*panic)))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use super::*;

    fn sweep(numbers: Range<u64>) -> Sweep {
        Sweep { seed: 1, numbers, threads: 2, until: None, limit: 3 }
    }

    #[test]
    fn every_case_is_checked_once() {
        for (numbers, threads) in [(0..0, 2), (5..6, 1), (3..5000, 3)] {
            let seen = std::sync::Mutex::new(Vec::new());
            let mut statistics = Statistics::default();
            Sweep { threads, ..sweep(numbers.clone()) }.run_by(
                |more| statistics.add(more),
                |case| {
                    seen.lock().unwrap().push(case.to_string());
                    Ok(())
                },
            );
            let mut expected: Vec<_> =
                numbers.clone().map(|number| generate(1, number).to_string()).collect();
            let mut seen = seen.into_inner().unwrap();
            expected.sort_unstable();
            seen.sort_unstable();
            assert_eq!(seen, expected);
            assert_eq!(statistics.cases, numbers.end - numbers.start);
            assert_eq!(statistics.steps.iter().sum::<u64>(), statistics.cases);
        }
    }

    #[test]
    fn differences_are_made_short_and_enough_of_them_end_it() {
        let wrong =
            |case: &Case| case.input.windows(4).any(|four| four == b"meta") && case.options.likely.is_some();
        let panics = |case: &Case| {
            assert!(!wrong(case), "four");
            Ok(())
        };
        let tells = |case: &Case| if wrong(case) { Err(case.wrong("four")) } else { Ok(()) };
        for check in [&panics as &(dyn Fn(&Case) -> Result<(), String> + Sync), &tells] {
            let mut statistics = Statistics::default();
            sweep(0..100_000).run_by(|more| statistics.add(more), check);
            // Each thread stops at the limit.
            assert!((3..=9).contains(&statistics.differences.len()) && statistics.cases < 100_000);
            for Difference { number, minimal, report } in statistics.differences {
                assert!(wrong(&generate(1, number)));
                assert_eq!((&minimal.input[..], minimal.cuts.len()), (&b"meta"[..], 0));
                assert!(minimal.options.transport.is_none() && minimal.options.prescan_limit.is_none());
                assert!(report.contains("b\"meta\"") && report.contains("four"), "{report}");
            }
        }
    }

    #[test]
    fn it_ends_in_time() {
        let mut cases = 0;
        let until = Some(Instant::now() + Duration::from_millis(20));
        Sweep { until, ..sweep(0..u64::MAX) }.run_by(|more| cases += more.cases, |_| Ok(()));
        assert!(cases < 1_000_000);
    }

    #[test]
    fn seeds_and_numbers_have_their_cases() {
        let cases = |seed, numbers: Range<u64>| -> HashSet<String> {
            numbers.map(|number| generate(seed, number).to_string()).collect()
        };
        let one = cases(1, 0..2000);
        assert!(one.len() > 1900, "only {} are different", one.len());
        assert!(one.intersection(&cases(2, 0..2000)).count() < 100);
    }
}
