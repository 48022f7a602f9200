//! The command line of tagspan: which command runs, and with what status it ends.

#![forbid(unsafe_code)]

mod args;
mod binary;
mod check;
mod codes;
#[cfg(feature = "archives")]
mod columns;
mod driver;
mod editions;
mod encoding;
mod encoding_probe;
mod escape;
mod extract;
mod feature;
mod generated;
mod help;
#[cfg(feature = "archives")]
mod index;
mod initial_state;
mod input_summary;
mod inputs;
mod output;
mod output_file;
mod parallel;
#[cfg_attr(not(feature = "archives"), path = "no_progress.rs")]
mod progress;
mod report;
mod select;
mod selector;
mod shown;
mod size;
mod sniff;
mod stats;
#[cfg(feature = "archives")]
mod target;
mod tokens;
mod view;
mod whole;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::{Cli, Command, ExtractArgs, IndexArgs, RowFormat};
use crate::feature::{Feature, Missing};
use crate::report::{Failure, Report};

fn main() -> ExitCode {
    match &parse().command {
        Command::Tokens(args) => tokens::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Editions(args) => editions::run(args),
        Command::Sniff(args) => sniff::run(args),
        Command::Links(args) => extract::links::run(args),
        Command::Text(args) => extract::text::run(args),
        Command::Select(args) => select::run(args),
        Command::Extract(args) => extract(args),
        Command::Index(args) => index(args),
        Command::Check(args) => check::run(args),
        Command::View(args) => view::run(args),
        Command::Completions { shell } => generated::completions(*shell),
        Command::Manual { folder } => generated::manual(folder),
    }
}

/// Writes rows, or reports which feature that needs.
fn extract(args: &ExtractArgs) -> ExitCode {
    let format = args.row_format().unwrap_or_else(|error| error.exit());
    #[cfg(feature = "archives")]
    if cfg!(feature = "parquet") || format != RowFormat::Parquet {
        return columns::run(args, format);
    }
    let missing = match format {
        RowFormat::Parquet => Missing { what: "writing Parquet", feature: Feature::Parquet },
        RowFormat::Jsonl => ARCHIVES,
    };
    refuse("extract", missing)
}

/// Writes an index, or reports which feature that needs.
#[cfg_attr(not(feature = "archives"), expect(unused_variables, reason = "the command is refused"))]
fn index(args: &IndexArgs) -> ExitCode {
    #[cfg(feature = "archives")]
    return index::run(args);
    #[cfg(not(feature = "archives"))]
    refuse("index", ARCHIVES)
}

const ARCHIVES: Missing = Missing { what: "this command", feature: Feature::Archives };

fn refuse(command: &str, missing: Missing) -> ExitCode {
    let mut report = Report::default();
    report.failure(command, &Failure::Missing(missing));
    report.exit_code()
}

/// The command line, where a file stands for its tokens.
fn parse() -> Cli {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    Cli::try_parse_from(&words).unwrap_or_else(|mut error| {
        let Some(word) = words.get(1).filter(|word| is_unknown(word, &error)) else { error.exit() };
        if word == "-" || Path::new(word).exists() {
            words.insert(1, "tokens".into());
            return Cli::parse_from(words);
        }
        let name = inputs::display(Path::new(word));
        let tip = format!("'{name}' is not a file either: give a command or the name of a file");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        error.exit()
    })
}

/// Whether this word stands where a command should, and is not a command.
fn is_unknown(word: &OsStr, error: &clap::Error) -> bool {
    let unknown = error.get(ContextKind::InvalidSubcommand);
    error.kind() == ErrorKind::InvalidSubcommand
        && matches!(unknown, Some(ContextValue::String(unknown)) if *unknown == word.to_string_lossy())
}
