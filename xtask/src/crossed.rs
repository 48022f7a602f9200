//! `cargo xtask crossed`: generated cases that cross all settings with all ways of feeding.

use std::process::ExitCode;

use testing::crossed::features::{COUNT, NAMES};
use testing::crossed::sweep::{Statistics, Sweep};

use crate::sweep::{Limits, Progress};

/// Compares generated schedules with the run in one chunk of the same settings, and prints what they reach.
///
/// A case has a page, settings (a limit of each kind, parse errors, what is known of the encoding, late declarations, a
/// limit of bytes, validation, source spans, lines), a script that inserts text and changes modes, an end, and a schedule:
/// chunks, empty ones, pauses, checkpoints that are written and read, adapters. Tokens, errors, offsets, places, source
/// spans and failures must be those of one chunk, which must be those of the decoder and a naive count. Differences are
/// made short and printed.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let limits = &args.limits;
    let sweep = Sweep {
        seed: limits.seed,
        numbers: limits.numbers(),
        threads: limits.run.threads(),
        until: limits.until(),
        limit: limits.run.differences(),
    };
    let mut progress = Progress::new();
    let mut statistics = Statistics::default();
    // A panic is a difference, which is printed with its case.
    std::panic::set_hook(Box::new(|_| {}));
    sweep.run(|more| {
        progress.add(more.cases);
        more.differences.iter().for_each(|it| progress.difference(it.number, &it.report));
        statistics.add(more);
    });
    drop(std::panic::take_hook());
    let Statistics { cases, pairs, .. } = statistics;
    let share = |count: u64| count as f64 * 100.0 / cases.max(1) as f64;
    println!("{:<42} {:>8}  least often with", "reached", "share");
    for one in 0..COUNT {
        let with = |other: usize| pairs[one.min(other)][one.max(other)];
        let rarest =
            (0..COUNT).filter(|&other| other != one && with(other) > 0).min_by_key(|&other| with(other));
        let rarest =
            rarest.map_or(String::new(), |other| format!("{} {:.3}%", NAMES[other], share(with(other))));
        println!("{:<42} {:>7.3}%  {rarest}", NAMES[one], share(pairs[one][one]));
    }
    progress.end()
}
