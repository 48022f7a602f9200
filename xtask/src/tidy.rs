//! `cargo xtask tidy`: the house rules that compilers do not check.
//!
//! Each rule is a pure function over a [`Tree`] of files, in a module of its own, so that its tests plant
//! violations in memory. Only `tree` (reading) and `commands` (running the README) touch the world.

mod architecture;
mod commands;
mod readme;
mod rooms;
mod sections;
mod shape;
mod text;
mod unsafety;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::files::Tree;
use crate::findings::Outcome;
use crate::layers;

/// Checks the house rules over every file that git tracks or would track.
///
/// Findings are printed as `path:line: rule: message`, then each rule with the number of files it looked at.
/// The exit status is 0 without findings, 1 with some, 2 when the check itself could not run.
///
/// The README's `sh` blocks are extracted, and every line that starts with `cargo` is run from the
/// repository's root, except `cargo xtask tidy` (this command) and `cargo test --workspace`, which takes
/// minutes and which `.ci/run` has run as a step of its own just before; `--readme-tests` runs it here too.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only read: check the README's commands without running them.
    #[arg(long)]
    no_run: bool,

    /// Run the README's `cargo test --workspace` as well.
    #[arg(long, conflicts_with = "no_run")]
    readme_tests: bool,

    /// The repository to check; by default the one that cargo runs this command from.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// A rule's name, and its check over the files.
type Rule = (&'static str, fn(&Tree) -> Outcome);

const RULES: &[Rule] = &[
    ("length", shape::length),
    ("purpose", shape::purpose),
    ("rooms", rooms::rooms),
    ("unsafe", unsafety::unsafety),
    ("layers", layers::layers),
    ("sections", sections::sections),
    ("paths", text::paths),
    ("whitespace", text::whitespace),
    ("readme", readme::readme),
];

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = args.root.clone().unwrap_or_else(crate::repository::root);
    let tree = Tree::read(&root)?;
    let mut out = std::io::stdout().lock();
    let mut clean = true;
    for (name, check) in RULES {
        clean &= check(&tree).print(&mut out, name)?;
    }
    if !args.no_run {
        clean &= commands::run(&tree, &root, args.readme_tests).print(&mut out, "commands")?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests;
