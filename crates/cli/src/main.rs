//! The command line of tagspan: which command runs, and with what status it ends.

#![forbid(unsafe_code)]

mod args;
mod binary;
mod driver;
mod editions;
mod encoding;
mod encoding_probe;
mod escape;
mod extract;
mod help;
mod input_summary;
mod inputs;
mod output;
mod report;
mod shown;
mod size;
mod sniff;
mod stats;
mod tokens;
mod whole;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match &cli.command {
        Command::Tokens(args) => tokens::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Editions(args) => editions::run(args),
        Command::Sniff(args) => sniff::run(args),
        Command::Links(args) => extract::links::run(args),
        Command::Text(args) => extract::text::run(args),
    }
}
