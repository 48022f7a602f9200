//! The outcome of a conformance run: statistics per file, and the cases that failed.

use std::io::{self, Write};

/// The statistics of one file. A run is one way of cutting one case in one initial state; it is done twice, with
/// and without errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) cases: u64,
    /// Cases on the list of deviations, which are in no other figure.
    pub(crate) listed: u64,
    pub(crate) runs: u64,
    pub(crate) tokens: u64,
    pub(crate) errors: u64,
    pub(crate) positions: u64,
}

impl Statistics {
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.cases += other.cases;
        self.listed += other.listed;
        self.runs += other.runs;
        self.tokens += other.tokens;
        self.errors += other.errors;
        self.positions += other.positions;
    }
}

/// A case that failed in one initial state.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) file: String,
    pub(crate) description: String,
    pub(crate) initial_state: String,
    pub(crate) input: String,
    /// The first run that failed, and in what.
    pub(crate) first: String,
    /// How many of its runs failed.
    pub(crate) failed: u64,
    pub(crate) runs: u64,
}

/// The whole outcome.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) implementation: &'static str,
    /// In the order of the suite's files.
    pub(crate) files: Vec<(String, Statistics)>,
    pub(crate) failures: Vec<Failure>,
    /// The cases that are known to deviate and do, with the reason.
    pub(crate) listed: Vec<String>,
    /// The faults of the list of deviations.
    pub(crate) list: Vec<String>,
}

/// How many failing cases are shown in detail without `--verbose`.
const SHOWN: usize = 10;

impl Report {
    pub(crate) fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.list.is_empty()
    }

    pub(crate) fn total(&self) -> Statistics {
        let mut total = Statistics::default();
        for (_, statistics) in &self.files {
            total.add(statistics);
        }
        total
    }

    /// Writes the table, the failing cases (all of them if `verbose`) and the verdict.
    pub(crate) fn write(&self, out: &mut impl Write, verbose: bool) -> io::Result<()> {
        writeln!(
            out,
            "{:<30} {:>6} {:>6} {:>8} {:>8} {:>8} {:>9}",
            self.implementation, "cases", "listed", "runs", "tokens", "errors", "positions"
        )?;
        let total = self.total();
        let lines = self.files.iter().map(|(name, statistics)| (&**name, statistics));
        for (name, statistics) in lines.chain([("total", &total)]) {
            let Statistics { cases, listed, runs, tokens, errors, positions } = statistics;
            writeln!(
                out,
                "{name:<30} {cases:>6} {listed:>6} {runs:>8} {tokens:>8} {errors:>8} {positions:>9}"
            )?;
        }
        let percent = |right| match total.runs {
            0 => "-".to_owned(),
            // Rounded down, so that only a full count says 100.
            runs => format!("{}.{}%", right * 100 / runs, right * 1000 / runs % 10),
        };
        writeln!(
            out,
            "{:<30} {:>6} {:>6} {:>8} {:>8} {:>8} {:>9}",
            "right",
            "",
            "",
            "",
            percent(total.tokens),
            percent(total.errors),
            percent(total.positions)
        )?;
        for listed in &self.listed {
            writeln!(out, "listed: {listed}")?;
        }
        let shown = if verbose { self.failures.len() } else { SHOWN.min(self.failures.len()) };
        for failure in &self.failures[..shown] {
            writeln!(out, "\n{}: {:?} in the {}", failure.file, failure.description, failure.initial_state)?;
            writeln!(out, "    input {:?}", failure.input)?;
            writeln!(out, "    {} of {} runs fail; {}", failure.failed, failure.runs, failure.first)?;
        }
        if shown < self.failures.len() {
            writeln!(out, "\n{} more failing cases: --verbose shows them", self.failures.len() - shown)?;
        }
        for line in &self.list {
            writeln!(out, "list of deviations: {line}")?;
        }
        Ok(())
    }
}
