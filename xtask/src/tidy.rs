//! `cargo xtask tidy`: the house rules that compilers do not check.
//!
//! Each rule is a pure function over a [`Tree`] of files, in a module of its own, so that its tests plant
//! violations in memory. Only `tree` (reading) and `commands` (running the README) touch the world.

mod architecture;
mod commands;
mod layers;
mod readme;
mod rooms;
mod sections;
mod shape;
mod text;
mod tokens;
mod tree;
mod unsafety;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use tree::Tree;

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

    /// Only print the layers of the modules of each crate, lowest first.
    #[arg(long)]
    layers: bool,

    /// The repository to check; by default the one that cargo runs this command from.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// One violation: where, and what to do about it. The rule's name is added when it is printed.
#[derive(Debug)]
pub(crate) struct Finding {
    path: String,
    /// One-based.
    line: usize,
    message: String,
}

/// What one rule saw.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many files (for `commands`: commands) the rule looked at.
    checked: usize,
    findings: Vec<Finding>,
}

impl Outcome {
    fn add(&mut self, path: &str, line: usize, message: impl Into<String>) {
        self.findings.push(Finding { path: path.to_owned(), line, message: message.into() });
    }
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
    let root = args.root.clone().unwrap_or_else(crate::root);
    let tree = Tree::read(&root)?;
    let mut out = std::io::stdout().lock();
    if args.layers {
        write!(out, "{}", layers::print(&tree))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut clean = true;
    for (name, check) in RULES {
        clean &= print(&mut out, name, "files", &check(&tree))?;
    }
    if !args.no_run {
        clean &= print(&mut out, "commands", "commands", &commands::run(&tree, &root, args.readme_tests))?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints findings and the rule's count; true when there was nothing to find.
fn print(out: &mut impl Write, rule: &str, unit: &str, outcome: &Outcome) -> std::io::Result<bool> {
    for Finding { path, line, message } in &outcome.findings {
        writeln!(out, "{path}:{line}: {rule}: {message}")?;
    }
    let verdict = match outcome.findings.len() {
        0 => "ok".to_owned(),
        1 => "1 finding".to_owned(),
        n => format!("{n} findings"),
    };
    writeln!(out, "tidy: {rule:<10} {:>4} {unit:<8} {verdict}", outcome.checked)?;
    out.flush()?;
    Ok(outcome.findings.is_empty())
}

#[cfg(test)]
mod tests;
