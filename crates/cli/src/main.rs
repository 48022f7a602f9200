//! The command line of tagspan: which command runs, and with what status it ends.

#![forbid(unsafe_code)]

mod args;
mod binary;
mod editions;
mod encoding;
mod escape;
mod help;
mod inputs;
mod output;
mod pump;
mod report;
mod scout;
mod shown;
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
    }
}
