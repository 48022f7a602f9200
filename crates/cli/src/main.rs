//! The command line of tagspan: which command runs, and with what status it ends.

#![forbid(unsafe_code)]

mod args;
mod binary;
mod check;
mod columns;
mod driver;
mod editions;
mod encoding;
mod encoding_probe;
mod escape;
mod extract;
mod generated;
mod help;
mod input_summary;
mod inputs;
mod output;
mod output_file;
mod parallel;
mod progress;
mod report;
mod shown;
mod size;
mod sniff;
mod stats;
mod tokens;
mod view;
mod whole;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::{Cli, Command};

fn main() -> ExitCode {
    match &parse().command {
        Command::Tokens(args) => tokens::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Editions(args) => editions::run(args),
        Command::Sniff(args) => sniff::run(args),
        Command::Links(args) => extract::links::run(args),
        Command::Text(args) => extract::text::run(args),
        Command::Extract(args) => columns::run(args),
        Command::Check(args) => check::run(args),
        Command::View(args) => view::run(args),
        Command::Completions { shell } => generated::completions(*shell),
        Command::Manual { folder } => generated::manual(folder),
    }
}

/// The command line, where a file stands for its tokens.
fn parse() -> Cli {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    Cli::try_parse_from(&words).unwrap_or_else(|error| {
        let names_a_file = words.get(1).is_some_and(|word| word == "-" || Path::new(word).exists());
        if error.kind() == ErrorKind::InvalidSubcommand && names_a_file {
            words.insert(1, "tokens".into());
            return Cli::parse_from(words);
        }
        error.exit()
    })
}
