//! `cargo xtask mutants`: whether a test fails when a line of the inner rooms is changed.
//!
//! `plan` says which tests run for a mutant of which package, `tool` calls cargo-mutants, `ledger` remembers what
//! came of each mutant so that a run of an hour can be cut, `survivors` is the committed list of mutants that no
//! test can catch, `report` is what is told.

mod ledger;
mod mutant;
mod plan;
mod report;
mod survivors;
mod tool;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use ledger::{Ledger, Record, Verdict};
use mutant::Mutant;
use plan::{PACKAGES, Package, Shard};
use report::{Figures, Report};
use tool::Tool;

/// Changes the sources of core, entities and input in every way that cargo-mutants knows, and runs the tests.
///
/// A mutant first meets the quick tests of its package; if it survives, the slow ones too. What came of each is
/// kept below `target/mutants`: a run that was cut goes on where it was, a mutant that was caught is not run
/// again until its file changes, and one that was missed only once a source, a test or a vector has changed.
/// The exit status is 0 when every survivor is explained in `xtask/src/mutants/survivors.toml`, 1 when one is
/// not or an entry of that list is out of date, 2 when the run itself failed.
///
/// Needs cargo-mutants: `cargo install cargo-mutants --locked`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this package; may be given more than once.
    #[arg(long, value_name = "NAME", value_parser = plan::package)]
    package: Vec<&'static Package>,

    /// Only one part of the mutants, such as `0/4` to `3/4`: one after the other in a checkout, or each in its own.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Forget what earlier runs found about the mutants that this one is for.
    #[arg(long)]
    fresh: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let tool = Tool::find(crate::repository::root())?;
    let entries = survivors::parse(survivors::LIST)?;
    let chosen = |package: &&Package| args.package.is_empty() || args.package.contains(package);
    let mut report = Report::default();
    for package in PACKAGES.iter().filter(chosen) {
        let all = tool.list(package)?;
        let mine: Vec<&Mutant> = match args.shard {
            Some(shard) => shard.of(&all),
            None => all.iter().collect(),
        };
        let ledger = run_package(&tool, package, &all, &mine, args.fresh)?;
        let tried: Vec<(&Mutant, &Record)> =
            mine.iter().filter_map(|mutant| Some((*mutant, ledger.get(&mutant.name)?))).collect();
        report.figures.push((package.name, Figures::of(&tried)));
        let listed: Vec<_> =
            entries.iter().filter(|entry| entry.mutant.starts_with(package.folder)).collect();
        report.comparison.add(survivors::compare(&listed, &all, &tried));
    }
    report.comparison.wrong.extend(survivors::strangers(&entries, PACKAGES));
    report.write(&mut std::io::stdout().lock())?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs what is still to be run of `mine`, a part of `all`, stage by stage.
///
/// # Errors
///
/// A file that cannot be read or written, cargo-mutants that failed, tests that fail without any mutation.
fn run_package(
    tool: &Tool,
    package: &Package,
    all: &[Mutant],
    mine: &[&Mutant],
    fresh: bool,
) -> Result<Ledger, Box<dyn Error>> {
    let folder = tool.root().join("target/mutants").join(package.name);
    let place = folder.join("ledger.json");
    let mut ledger = Ledger::load(&place)?;
    // What a run that was cut has left behind belongs to the sources that it started with, so it comes first.
    for (index, stage) in package.stages.iter().enumerate() {
        absorb(&mut ledger, &place, &folder.join(stage.name), index)?;
    }
    ledger.settle(mutant::digests(tool.root(), all)?, mutant::digest_of_tests(tool.root())?);
    if fresh {
        ledger.forget(mine);
    }
    ledger.save(&place)?;
    for (index, stage) in package.stages.iter().enumerate() {
        let is_to_run = |mutant: &&Mutant| match ledger.get(&mutant.name) {
            None => true,
            Some(record) => record.verdict == Verdict::Missed && record.stage < index,
        };
        let todo: Vec<&Mutant> = mine.iter().copied().filter(is_to_run).collect();
        if todo.is_empty() {
            continue;
        }
        eprintln!("mutants: {}: {} meet its tests, stage `{}`", package.name, todo.len(), stage.name);
        let names: HashSet<&str> = todo.iter().map(|mutant| mutant.name.as_str()).collect();
        let others = all.iter().map(|mutant| mutant.name.as_str()).filter(|name| !names.contains(name));
        let stage_folder = folder.join(stage.name);
        let done = tool.run(package, stage, &stage_folder, &others.collect::<Vec<_>>(), todo.len());
        absorb(&mut ledger, &place, &stage_folder, index)?;
        done?;
        let untold = |mutant: &&&Mutant| ledger.get(&mutant.name).is_none_or(|record| record.stage < index);
        if let Some(mutant) = todo.iter().find(untold) {
            return Err(format!("cargo-mutants says nothing of {}", mutant.name).into());
        }
    }
    Ok(ledger)
}

/// Moves the outcomes that cargo-mutants left in a stage's folder into the ledger at `place`, so that they are
/// never taken for those of other sources. Its logs stay.
fn absorb(ledger: &mut Ledger, place: &Path, folder: &Path, index: usize) -> io::Result<()> {
    let left = folder.join("mutants.out/outcomes.json");
    let text = match fs::read_to_string(&left) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(why) => return Err(why),
    };
    match ledger::outcomes(&text, index) {
        Ok(outcomes) => ledger.add(outcomes),
        // It was cut while it was written. Nothing is lost but time.
        Err(why) => eprintln!("mutants: {}: not counted: {why}", left.display()),
    }
    ledger.save(place)?;
    fs::remove_file(left)
}

#[cfg(test)]
mod tests;
