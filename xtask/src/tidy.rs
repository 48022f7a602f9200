//! `cargo xtask tidy`: the rules of the repository that no compiler, lint or formatter checks.
//!
//! Each rule is a function over a [`Tree`] of files, so that its test plants violations in memory. Only `commands`, which
//! runs the README, needs the repository itself.

mod commands;
mod dependencies;
mod figures;
pub(crate) mod layers;
mod links;
mod sections;
mod text;
mod versions;

use std::error::Error;
use std::process::ExitCode;

use crate::files::Tree;
use crate::findings::Outcome;
use crate::repository;

/// Checks the rules of the repository over every file that git tracks or would track.
///
/// Findings are printed as `path:line: rule: message`. The exit status is 1 with findings.
///
/// Lines of the README's `sh` blocks that start with `cargo` are run, except `cargo xtask tidy` and
/// `cargo test`: the tests are a step of their own in `.ci/run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do not run the README's commands.
    #[arg(long)]
    no_run: bool,
}

/// The name of a rule, and its check.
type Rule = (&'static str, fn(&Tree) -> Outcome);

const RULES: [Rule; 10] = [
    ("length", text::length),
    ("purpose", text::purpose),
    ("paths", text::paths),
    ("unsafe", text::unsafety),
    ("dependencies", dependencies::dependencies),
    ("versions", versions::versions),
    ("figures", figures::figures),
    ("links", links::links),
    ("layers", layers::layers),
    ("sections", sections::sections),
];

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = repository::root();
    let tree = Tree::read(&root)?;
    let mut out = std::io::stdout().lock();
    let mut clean = true;
    for (name, check) in RULES {
        clean &= check(&tree).print(&mut out, name)?;
    }
    if !args.no_run {
        clean &= commands::run(&tree, &root).print(&mut out, "commands")?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
