//! The options, the progress and the summary that the generated checks share.

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar};

/// How many cases are checked unless their number or a time is given.
const CASES: u64 = 100_000;

/// How much to check.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// How many cases; 100,000 unless --seconds is given.
    #[arg(long, value_name = "N", alias = "inputs")]
    cases: Option<u64>,

    /// The seed of the cases: a case is made from it and its number alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The number of the first case.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,

    /// Stop after this many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u32>,

    #[command(flatten)]
    pub(crate) run: Run,
}

/// On how many threads to check, and when to give up.
#[derive(clap::Args)]
pub(crate) struct Run {
    /// The number of threads; by default that of the processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Stop after this many differences.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    differences: u16,
}

impl Limits {
    /// The numbers of the cases.
    pub(crate) fn numbers(&self) -> std::ops::Range<u64> {
        let cases = self.cases.unwrap_or(if self.seconds.is_some() { u64::MAX } else { CASES });
        self.from..self.from.saturating_add(cases)
    }

    pub(crate) fn until(&self) -> Option<Instant> {
        self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into()))
    }
}

impl Run {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    pub(crate) fn differences(&self) -> usize {
        self.differences.into()
    }
}

/// A running check.
pub(crate) struct Progress {
    begun: Instant,
    bar: ProgressBar,
    cases: u64,
    differences: usize,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let style = indicatif::ProgressStyle::with_template("{human_pos} cases, {per_sec}");
        let bar = ProgressBar::no_length().with_style(style.expect("the template is valid"));
        Progress { begun: Instant::now(), bar, cases: 0, differences: 0 }
    }

    /// Counts cases that were checked.
    pub(crate) fn add(&mut self, cases: u64) {
        self.cases += cases;
        self.bar.set_position(self.cases);
    }

    /// Prints a difference in the case of this number.
    pub(crate) fn difference(&mut self, number: u64, report: &str) {
        self.differences += 1;
        self.bar.suspend(|| println!("difference {}, in case {number}:\n{report}\n", self.differences));
    }

    /// Prints the summary. The exit status is 1 with differences, and without cases, which show nothing.
    pub(crate) fn end(self) -> ExitCode {
        self.bar.finish_and_clear();
        let time = self.begun.elapsed();
        let rate = self.cases as f64 / time.as_secs_f64().max(0.001);
        println!("cases        {}", HumanCount(self.cases));
        println!("differences  {}", self.differences);
        println!("time         {}, {} cases a second", HumanDuration(time), HumanCount(rate as u64));
        if self.differences == 0 && self.cases > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::Limits;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        limits: Limits,
    }

    #[test]
    fn a_number_of_cases_or_a_time_limits_a_run() {
        for (line, expected) in [
            ("", 0..100_000),
            ("--cases 7 --from 3", 3..10),
            ("--seconds 9", 0..u64::MAX),
            ("--inputs 7 --seconds 9", 0..7),
        ] {
            let line = std::iter::once("check").chain(line.split_whitespace());
            assert_eq!(Cli::try_parse_from(line).unwrap().limits.numbers(), expected);
        }
    }
}
