//! `cargo xtask sniffing`: generated sources, whose encoding the sniffer and the reference must agree on.
//!
//! `tagspan-proof` makes the sources and checks them; `report` is what is told.

mod report;

use std::error::Error;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use tagspan_proof::sniffing::sweep::{Figures, Sweep};

use report::{Bar, Report};

/// Checks that the encoding sniffer equals the reference on generated inputs, and says what they reach.
///
/// They speak of encodings: byte order marks and halves of them, XML declarations, comments whose dashes overlap,
/// `meta` tags with attributes in every order and quoting, labels and what nearly is one; some of them broken, some
/// cut, some with a limit within. Each is sniffed with every part of what a caller may know, and each time in one
/// chunk, in random chunks and byte by byte. Encoding, confidence and step must be the reference's, and it must be
/// decided at the same byte.
///
/// An input is made from the seed and its number alone, so that a run can be repeated. The exit status is 0 when all
/// are the same, 1 when some differ; those are made short and printed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many inputs; 100,000 unless --seconds is given.
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,

    /// The seed of the inputs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop after so many seconds, whatever is left.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,

    /// On how many threads; by default on as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Stop after so many differences.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    differences: u16,
}

/// How many inputs are checked when nobody says how many or how long.
const INPUTS: u64 = 100_000;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let report = run_quietly(args, &Bar::new(inputs(args)));
    print!("{report}");
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How many inputs at most.
fn inputs(args: &Args) -> u64 {
    args.inputs.unwrap_or(if args.seconds.is_some() { u64::MAX } else { INPUTS })
}

fn run_quietly(args: &Args, bar: &Bar) -> Report {
    let begun = Instant::now();
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let sweep = Sweep {
        seed: args.seed,
        numbers: 0..inputs(args),
        threads,
        // More seconds than a clock can count are no limit.
        until: args.seconds.and_then(|seconds| begun.checked_add(Duration::from_secs(seconds))),
        limit: usize::from(args.differences),
    };
    let mut figures = Figures::default();
    sweep.run(|more| {
        figures.add(more);
        bar.at(figures.cases);
    });
    bar.end();
    Report { seed: args.seed, figures, time: begun.elapsed() }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Args, Bar, Report, inputs, run_quietly};

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn args(line: &str) -> Args {
        let line = std::iter::once("sniffing").chain(line.split_whitespace());
        Cli::try_parse_from(line).unwrap_or_else(|error| panic!("{error}")).args
    }

    #[test]
    fn how_many_inputs() {
        for (line, expected) in
            [("", 100_000), ("--inputs 7", 7), ("--seconds 9", u64::MAX), ("--inputs 7 --seconds 9", 7)]
        {
            assert_eq!(inputs(&args(line)), expected, "{line}");
        }
    }

    #[test]
    fn a_run_and_what_it_says() {
        let run = |line: &str| -> Report { run_quietly(&args(line), &Bar::hidden()) };
        let report = run("--inputs 3000 --seed 3");
        assert!(report.is_clean(), "{report}");
        let text = report.to_string();
        for line in [
            "inputs       3,000, ",
            "seed 3\n",
            "differences  0\n",
            "with all that is known, decided by prescan ",
            "declared by `charset` ",
        ] {
            assert!(text.contains(line), "{line:?} is not in\n{text}");
        }
        // The same seed has the same inputs, on any number of threads.
        let again = run("--inputs 3000 --seed 3 --threads 1");
        assert_eq!(
            (report.figures.bytes, &report.figures.branches),
            (again.figures.bytes, &again.figures.branches)
        );
        assert_ne!(report.figures.bytes, run("--inputs 3000 --seed 4").figures.bytes);
        assert_eq!(run("--seconds 0").figures.cases, 0);
    }
}
