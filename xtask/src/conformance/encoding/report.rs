//! The outcome of the encoding tests: statistics per file, and the cases that failed.

use std::io::{self, Write};

/// The statistics of one file.
#[derive(Clone, Debug, Default)]
pub(super) struct Statistics {
    pub(super) cases: u64,
    /// Cases on the list of those that differ.
    pub(super) listed: u64,
    /// Each case is run in every chunking: once as far as the first bytes go, and as a whole with every replay limit.
    pub(super) runs: u64,
    /// Cases in which the first bytes lead to the suite's encoding, in every chunking.
    pub(super) prescan: u64,
    /// Cases in which the whole parse does.
    pub(super) parse: u64,
}

impl Statistics {
    pub(super) fn add(&mut self, other: &Statistics) {
        self.cases += other.cases;
        self.listed += other.listed;
        self.runs += other.runs;
        self.prescan += other.prescan;
        self.parse += other.parse;
    }
}

/// A case that failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The file, and the case's number in it, counted from zero.
    pub(super) place: String,
    pub(super) input: Vec<u8>,
    /// The first thing that is wrong.
    pub(super) report: String,
}

/// The whole outcome.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// In the order of the suite's files.
    pub(super) files: Vec<(String, Statistics)>,
    pub(super) failures: Vec<Failure>,
    /// The cases that are known to differ and do, with the reason.
    pub(super) listed: Vec<String>,
    /// The faults of that list.
    pub(super) list: Vec<String>,
}

/// How many failing cases are shown without `--verbose`.
const SHOWN: usize = 10;

impl Report {
    pub(super) fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.list.is_empty()
    }

    pub(super) fn total(&self) -> Statistics {
        let mut total = Statistics::default();
        for (_, statistics) in &self.files {
            total.add(statistics);
        }
        total
    }

    /// Writes the table, the failing cases (all of them if `verbose`) and those that are listed.
    pub(super) fn write(&self, out: &mut impl Write, verbose: bool) -> io::Result<()> {
        writeln!(
            out,
            "{:<30} {:>6} {:>6} {:>8} {:>12} {:>12}",
            "encoding", "cases", "listed", "runs", "first bytes", "whole parse"
        )?;
        let total = self.total();
        let lines = self.files.iter().map(|(name, statistics)| (&**name, statistics));
        for (name, statistics) in lines.chain([("total", &total)]) {
            let Statistics { cases, listed, runs, prescan, parse } = statistics;
            writeln!(out, "{name:<30} {cases:>6} {listed:>6} {runs:>8} {prescan:>12} {parse:>12}")?;
        }
        for listed in &self.listed {
            writeln!(out, "listed: {listed}")?;
        }
        let shown = if verbose { self.failures.len() } else { SHOWN.min(self.failures.len()) };
        for failure in &self.failures[..shown] {
            writeln!(out, "\n{}: {}", failure.place, failure.report)?;
            writeln!(out, "    input b\"{}\"", failure.input.escape_ascii())?;
        }
        if shown < self.failures.len() {
            writeln!(out, "\n{} more failing cases: --verbose shows them", self.failures.len() - shown)?;
        }
        for line in &self.list {
            writeln!(out, "list of those that differ: {line}")?;
        }
        Ok(())
    }
}
