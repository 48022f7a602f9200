//! What a run tells: figures per package, survivors without a reason, entries that are out of date.

use std::io::{self, Write};

use super::ledger::{Record, Verdict};
use super::mutant::Mutant;
use super::survivors::Comparison;

/// The figures of a package.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) mutants: usize,
    pub(crate) caught: usize,
    pub(crate) missed: usize,
    pub(crate) timeouts: usize,
    pub(crate) unviable: usize,
    /// Building and testing, without the runs that have no mutation.
    pub(crate) seconds: f64,
}

impl Figures {
    pub(crate) fn of(tried: &[(&Mutant, &Record)]) -> Figures {
        let count = |verdict| tried.iter().filter(|(_, record)| record.verdict == verdict).count();
        Figures {
            mutants: tried.len(),
            caught: count(Verdict::Caught),
            missed: count(Verdict::Missed),
            timeouts: count(Verdict::Timeout),
            unviable: count(Verdict::Unviable),
            seconds: tried.iter().map(|(_, record)| record.seconds).sum(),
        }
    }

    fn add(self, other: Figures) -> Figures {
        Figures {
            mutants: self.mutants + other.mutants,
            caught: self.caught + other.caught,
            missed: self.missed + other.missed,
            timeouts: self.timeouts + other.timeouts,
            unviable: self.unviable + other.unviable,
            seconds: self.seconds + other.seconds,
        }
    }

    /// The percentage of the mutants that compile which the tests notice. None of none is all of them.
    pub(crate) fn score(&self) -> f64 {
        let noticed = self.caught + self.timeouts;
        let viable = noticed + self.missed;
        if viable == 0 { 100.0 } else { 100.0 * noticed as f64 / viable as f64 }
    }
}

/// The whole outcome.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) figures: Vec<(&'static str, Figures)>,
    pub(crate) comparison: Comparison,
}

impl Report {
    pub(crate) fn is_clean(&self) -> bool {
        self.comparison.unexplained.is_empty() && self.comparison.wrong.is_empty()
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "package             mutants   caught  missed  timeouts  unviable   score  seconds each"
        )?;
        let total = self.figures.iter().fold(Figures::default(), |total, (_, figures)| total.add(*figures));
        for (name, figures) in self.figures.iter().chain([&("total", total)]) {
            let Figures { mutants, caught, missed, timeouts, unviable, seconds } = figures;
            let (score, each) = (figures.score(), seconds / (*mutants).max(1) as f64);
            writeln!(
                out,
                "{name:<18} {mutants:>8} {caught:>8} {missed:>7} {timeouts:>9} {unviable:>9} {score:>6.1}% {each:>13.1}"
            )?;
        }
        let Comparison { explained, unexplained, wrong } = &self.comparison;
        writeln!(out, "survivors: {explained} explained in the list, {} not", unexplained.len())?;
        for name in unexplained {
            writeln!(out, "  {name}")?;
        }
        if !wrong.is_empty() {
            writeln!(out, "the list, xtask/src/mutants/survivors.toml:")?;
        }
        for what in wrong {
            writeln!(out, "  {what}")?;
        }
        out.flush()
    }
}
