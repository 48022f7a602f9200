//! `cargo xtask exhaustive`: every string up to a length, in core and in the reference, on all processors.
//!
//! `tagspan-proof` has the strings and checks them. Here `position` keeps how far a run has come, `sources` knows
//! whether what it says still holds, `report` is what is told.

mod position;
mod report;
mod sources;

use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tagspan_proof::exhaustive::comparison::RUNS;
use tagspan_proof::exhaustive::strings::{Strings, fnv};
use tagspan_proof::exhaustive::sweep::sweep;
use tagspan_reference as reference;

use position::{Key, Position, Wish};
use report::{Bar, Report};

/// Checks that core equals the reference on every string up to a length.
///
/// After each prefix of a table, which leads into every state of the specification in each way that matters, comes
/// every string of that many symbols at most: the bytes that decide, and a few words. Both tokenizers must give the
/// same tokens and parse errors in the same order at the same offsets, whole and byte by byte, with parse errors
/// and without.
///
/// Shorter strings come first. How far a run has come is written to a file under target/ every second, and the
/// next run goes on from there, with a greater length too, unless the strings or the code under test have changed.
/// The exit status is 0 when all are the same, 1 when some differ, 2 when the run was not possible.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many symbols at most follow a prefix.
    #[arg(long, value_name = "N")]
    length: u32,

    /// On how many threads; by default on as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Fail unless there is a position to go on from.
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,

    /// Start with the first string, whatever there is.
    #[arg(long)]
    fresh: bool,

    /// The edition of the specification; processing instructions have prefixes of their own.
    #[arg(long, value_enum, default_value_t = Edition::Living)]
    edition: Edition,

    /// Only the prefixes of these states: their names in the specification in any case, with or without the word
    /// "state"; `*` stands for anything.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    states: Vec<String>,

    /// Stop after so many differences.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    differences: u16,
}

/// The editions that core speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Edition {
    /// The living standard before June 2026.
    Living,
    /// The living standard with processing instructions.
    LivingPi,
}

impl Edition {
    fn of_reference(self) -> reference::Edition {
        match self {
            Edition::Living => reference::Edition::Living,
            Edition::LivingPi => reference::Edition::LivingProcessingInstructions,
        }
    }
}

/// How often the position is written.
const EVERY: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = crate::repository::root();
    let report = run_in(args, &root, &root.join("target").join("exhaustive"))?;
    print!("{report}");
    Ok(if report.position.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs with the position in this folder.
fn run_in(args: &Args, root: &Path, folder: &Path) -> Result<Report, Box<dyn Error>> {
    let mut strings = Strings::new(args.edition.of_reference());
    if !args.states.is_empty() {
        let unknown = |pattern| format!("no state is called {pattern:?}");
        strings = strings.with_states(&args.states).map_err(unknown)?;
    }
    let Some(positions) = strings.positions(args.length) else {
        let longest = (0..args.length).take_while(|&length| strings.positions(length).is_some()).last();
        return Err(format!("that is too long: {} is the limit", longest.unwrap_or(0)).into());
    };
    let file = file(args, folder);
    let key = Key { strings: strings.fingerprint(), sources: sources::fingerprint(root)? };
    let wish = match (args.resume, args.fresh) {
        (true, _) => Wish::Resume,
        (_, true) => Wish::Fresh,
        _ => Wish::ResumeIfPossible,
    };
    let (mut position, note) = Position::start(Position::read(&file), key, wish)?;
    let mut report = Report::new(args, &strings, positions.clone(), &position);
    report.begin(note.as_deref());
    if position.next < positions.end {
        go_on(args, &strings, positions, &file, &mut position)?;
    }
    report.position = position;
    Ok(report)
}

/// Checks what is left of the positions, and writes how far that has come.
fn go_on(
    args: &Args,
    strings: &Strings,
    positions: Range<u64>,
    file: &Path,
    position: &mut Position,
) -> Result<(), Box<dyn Error>> {
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let bar = Bar::new(position.next..positions.end);
    let begun = Instant::now();
    let (before, mut written) = (position.time, begun);
    let mut outcome = position.write(file);
    sweep(strings, position.next..positions.end, threads, usize::from(args.differences), |block| {
        position.next = block.positions.end;
        position.time = before + begun.elapsed();
        for difference in block.differences {
            bar.tell(&difference);
            position.differences.push(format!("{}: {}", difference.state, difference.told));
        }
        bar.at(position.next);
        // A full disk is no reason to stop; the last one that failed is told.
        if written.elapsed() >= EVERY {
            outcome = position.write(file);
            written = Instant::now();
        }
    });
    bar.end();
    position.write(file).or(outcome)?;
    Ok(())
}

/// Where the position of such a run is.
fn file(args: &Args, folder: &Path) -> PathBuf {
    let edition = args.edition.to_possible_value().expect("no edition is hidden").get_name().to_owned();
    // Runs over other states have positions of their own.
    let states = match &*args.states {
        [] => String::new(),
        states => format!("-{:016x}", fnv(states.join("\n").to_lowercase().as_bytes())),
    };
    folder.join(format!("{edition}{states}.json"))
}

/// How many times core ran for so many strings.
fn runs(strings: u64) -> u64 {
    strings.saturating_mul(RUNS)
}

#[cfg(test)]
mod tests;
