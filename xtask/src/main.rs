//! tagspan's automation: generated files, conformance and the tidy checks.
#![forbid(unsafe_code)]

mod api;
mod compare;
mod conformance;
mod corpora;
mod crossed;
mod entities;
mod exhaustive;
mod files;
mod findings;
mod fuzz;
mod instructions;
mod layers;
mod mutants;
mod repository;
mod sniffing;
mod tidy;
mod tokens;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Automation of the tagspan repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Api(api::Args),
    Compare(compare::Args),
    Conformance(conformance::Args),
    Corpora(corpora::Args),
    /// Makes the map of named character references from the plain list beside it.
    Entities {
        /// Only compare: fail if the committed map is not what would be written.
        #[arg(long)]
        check: bool,
    },
    Exhaustive(exhaustive::Args),
    Fuzz(fuzz::Args),
    Instructions(instructions::Args),
    Layers(layers::Args),
    Mutants(mutants::Args),
    Sniffing(sniffing::Args),
    Crossed(crossed::Args),
    Tidy(tidy::Args),
}

/// Exit status 0 is success, 1 is findings, 2 is a task that could not be done.
fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Api(args) => api::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Conformance(args) => conformance::run(&args),
        Command::Corpora(args) => corpora::run(&args),
        Command::Entities { check } => done(entities::run(&repository::root(), check)),
        Command::Exhaustive(args) => exhaustive::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Instructions(args) => instructions::run(&args),
        Command::Layers(args) => layers::run(&args),
        Command::Mutants(args) => mutants::run(&args),
        Command::Sniffing(args) => sniffing::run(&args),
        Command::Crossed(args) => crossed::run(&args),
        Command::Tidy(args) => tidy::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}

fn done(outcome: Result<(), impl Error + 'static>) -> Result<ExitCode, Box<dyn Error>> {
    Ok(outcome.map(|()| ExitCode::SUCCESS)?)
}
