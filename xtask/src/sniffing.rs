//! `cargo xtask sniffing`: generated sources, whose encoding the sniffer and the reference must agree on.

use std::process::ExitCode;

use testing::sniffing::sweep::Sweep;

use crate::sweep::{Limits, Progress};

/// Checks that the encoding sniffer equals the reference on generated inputs.
///
/// The inputs have byte order marks and halves of them, XML declarations, comments whose dashes overlap, `meta` tags with
/// attributes in every order and quoting, labels and near misses; some are broken, some cut, some have a limit within.
/// Each is sniffed with every part of what a caller may know: in one chunk, in random chunks, and byte by byte. Encoding,
/// confidence, step and the deciding byte must be those of the reference. Differences are made short and printed.
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
    sweep.run(|figures| {
        progress.add(figures.cases);
        figures.differences.iter().for_each(|it| progress.difference(it.number, &it.report));
    });
    progress.end()
}
