//! `cargo xtask exhaustive`: every string up to a length, in core and in the reference, on all processors.

use std::error::Error;
use std::process::ExitCode;

use clap::ValueEnum;
use indicatif::HumanCount;
use tagspan_reference as reference;
use testing::exhaustive::dimension::Dimension;
use testing::exhaustive::strings::Strings;
use testing::exhaustive::sweep::sweep;

use crate::sweep::{Progress, Run};

/// Checks that core equals the reference on every string up to a length.
///
/// After each prefix of a table, which leads into every state of the specification in each way that matters, comes
/// every string of up to that many symbols: the bytes that decide, and a few words. Both tokenizers must give the
/// same tokens and parse errors in the same order at the same offsets, with parse errors and without. Shorter strings
/// come first.
///
/// `alone` feeds the string whole and byte by byte. In the other dimensions more prefixes fill the windows of the fast path
/// up to each offset, and text follows that fills the rest. `windows` feeds this whole. `chunk-ends` splits it at each byte,
/// with one symbol less. `limits` sets limits that fail, truncate and skip, and `checkpoints` continues at each byte from a
/// checkpoint that was written and read, with two symbols less.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many symbols at most follow a prefix.
    #[arg(long, value_name = "N")]
    length: u32,

    /// Only these dimensions; by default all.
    #[arg(long, value_name = "NAME", num_args = 1.., default_values_t = Dimension::ALL)]
    dimensions: Vec<Dimension>,

    /// The edition of the specification; processing instructions have prefixes of their own.
    #[arg(long, value_enum, default_value_t = Edition::Living)]
    edition: Edition,

    /// Only the prefixes of these states: their names in the specification in any case, with or without the word
    /// "state"; `*` stands for anything.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    states: Vec<String>,

    #[command(flatten)]
    run: Run,
}

/// The editions that core implements.
#[derive(Clone, Copy, ValueEnum)]
enum Edition {
    /// The living standard before June 2026.
    Living,
    /// The living standard with processing instructions.
    LivingPi,
}

impl From<Edition> for reference::Edition {
    fn from(edition: Edition) -> Self {
        match edition {
            Edition::Living => reference::Edition::Living,
            Edition::LivingPi => reference::Edition::LivingProcessingInstructions,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut is_right = true;
    for &dimension in &args.dimensions {
        is_right &= run_dimension(args, dimension)? == ExitCode::SUCCESS;
    }
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_dimension(args: &Args, dimension: Dimension) -> Result<ExitCode, Box<dyn Error>> {
    let mut strings = Strings::new(dimension, args.edition.into());
    if !args.states.is_empty() {
        strings = strings.with_states(&args.states).map_err(|name| format!("no state is called {name:?}"))?;
    }
    let length = dimension.length(args.length);
    let positions = strings.positions(length).ok_or("the length is too large: use at most 10")?;
    let (prefixes, symbols) = (strings.prefixes().len(), strings.alphabet().len());
    println!(
        "{dimension}: {prefixes} prefixes, up to {length} of {symbols} symbols: {} strings",
        HumanCount(positions.end)
    );
    let mut progress = Progress::new();
    sweep(dimension, &strings, positions, args.run.threads(), args.run.differences(), |block| {
        progress.add(block.positions.end - block.positions.start);
        for it in block.differences {
            progress.difference(it.position, &format!("after a prefix into the {}: {}", it.state, it.report));
        }
    });
    Ok(progress.end())
}
