//! The command line of tagspan: which command runs, and with what status it ends.

#![forbid(unsafe_code)]

mod args;
mod escape;
mod inputs;
mod pump;
mod report;
mod stats;
mod tokens;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match &cli.command {
        Command::Tokens(args) => tokens::run(args),
        Command::Stats(args) => stats::run(args),
    }
}
