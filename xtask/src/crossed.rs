//! `cargo xtask crossed`: generated cases that cross all settings with all ways of feeding.
//!
//! `tagspan-proof` makes the cases and checks them; here is what is told.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar};
use tagspan_proof::crossed::features::{COUNT, NAMES};
use tagspan_proof::crossed::sweep::{Statistics, Sweep};

/// Holds generated schedules to the one-chunk run of the same settings, and says what they reach.
///
/// A case has a page, whole settings (a limit of each kind, parse errors, what is known of the encoding, late declarations,
/// a limit of bytes, validation, source spans, lines), a script that inserts text and changes modes, an end, and a schedule:
/// chunks, empty ones, pauses, checkpoints that are written and read, adapters. Tokens, errors, offsets, places, source
/// spans and failures must be those of one chunk, which are held to the decoder and to a naive count.
///
/// A case is made from the seed and its number alone, so that a run can be repeated. The exit status is 0 when all are the
/// same, 1 when some differ; those are made short and printed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many cases; 100,000 unless --seconds is given.
    #[arg(long, value_name = "N")]
    cases: Option<u64>,

    /// The seed of the cases.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The number of the first case.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,

    /// Stop after so many seconds, whatever is left.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,

    /// On how many threads; by default on as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Stop after so many differences.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    differences: u16,

    /// List how many cases reach each pair of features.
    #[arg(long)]
    pairs: bool,
}

/// How many cases are checked unless their number or a time is given.
const CASES: u64 = 100_000;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let bar = ProgressBar::no_length();
    // What panics is a difference, which is told at the end.
    std::panic::set_hook(Box::new(|_| {}));
    let report = check(args, |cases| bar.set_position(cases));
    drop(std::panic::take_hook());
    bar.finish_and_clear();
    print!("{report}");
    Ok(if report.statistics.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check(args: &Args, mut at: impl FnMut(u64)) -> Report {
    let begun = Instant::now();
    let cases = args.cases.unwrap_or(if args.seconds.is_some() { u64::MAX } else { CASES });
    let threads = args.threads.map(usize::from).or(thread::available_parallelism().ok().map(usize::from));
    let sweep = Sweep {
        seed: args.seed,
        numbers: args.from..args.from.saturating_add(cases),
        threads: threads.unwrap_or(1),
        // More seconds than a clock can count are no limit.
        until: args.seconds.and_then(|seconds| begun.checked_add(Duration::from_secs(seconds))),
        limit: usize::from(args.differences),
    };
    let mut statistics = Statistics::default();
    sweep.run(|more| {
        statistics.add(more);
        at(statistics.cases);
    });
    Report { seed: args.seed, pairs: args.pairs, statistics, time: begun.elapsed() }
}

/// What came of a run.
struct Report {
    seed: u64,
    pairs: bool,
    statistics: Statistics,
    time: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { cases, pairs, differences } = &self.statistics;
        let share = |count: u64| count as f64 * 100.0 / (*cases).max(1) as f64;
        writeln!(f, "{:<42} {:>8}  least often with", "reached", "share")?;
        for one in 0..COUNT {
            let with = |other: usize| pairs[one.min(other)][one.max(other)];
            let rarest =
                (0..COUNT).filter(|&other| other != one && with(other) > 0).min_by_key(|&other| with(other));
            let rarest =
                rarest.map_or(String::new(), |other| format!("{} {:.3}%", NAMES[other], share(with(other))));
            writeln!(f, "{:<42} {:>7.3}%  {rarest}", NAMES[one], share(pairs[one][one]))?;
        }
        let all = COUNT * (COUNT - 1) / 2;
        let met = (0..COUNT)
            .map(|one| (one + 1..COUNT).filter(|&other| pairs[one][other] > 0).count())
            .sum::<usize>();
        writeln!(f, "\npairs        {met} of {all} reached")?;
        if self.pairs {
            for (one, other) in (0..COUNT).flat_map(|one| (one + 1..COUNT).map(move |other| (one, other))) {
                writeln!(f, "{:>9.4}%  {} + {}", share(pairs[one][other]), NAMES[one], NAMES[other])?;
            }
        }
        for (number, difference) in (1..).zip(differences) {
            writeln!(f, "\ndifference {number}, in case {}:\n{}", difference.number, difference.told)?;
        }
        let rate = if self.time.is_zero() { 0.0 } else { *cases as f64 / self.time.as_secs_f64() };
        writeln!(f, "cases        {}, seed {}", HumanCount(*cases), self.seed)?;
        writeln!(f, "differences  {}", differences.len())?;
        writeln!(f, "time         {}, {} cases a second", HumanDuration(self.time), HumanCount(rate as u64))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Args, check};

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn a_run_and_what_it_says() {
        let check = |line: &str| {
            let line = std::iter::once("crossed").chain(line.split_whitespace());
            check(&Cli::try_parse_from(line).unwrap_or_else(|error| panic!("{error}")).args, |_| ())
        };
        let report = check("--cases 2000 --seed 3 --pairs");
        let text = report.to_string();
        for line in [
            "cases        2,000, seed 3\n",
            "differences  0\n",
            "limit: tag ",
            "  parse errors + source offsets\n",
        ] {
            assert!(text.contains(line), "{line:?} is not in\n{text}");
        }
        // The same seed has the same cases, on any number of threads.
        assert_eq!(check("--cases 2000 --seed 3 --threads 1").statistics.pairs, report.statistics.pairs);
        assert_ne!(check("--cases 2000 --seed 3 --from 2000").statistics.pairs, report.statistics.pairs);
        assert_eq!(check("--seconds 0").statistics.cases, 0);
    }
}
