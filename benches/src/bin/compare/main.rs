//! `cargo xtask compare`: tagspan beside the crates that its users choose between, over a folder of pages.
//!
//! `contenders` has who runs and what each does, `pages` what they run on, `measure` how, `report` what came out;
//! `table` and `chart` show it, `machine` tells where it was.
#![forbid(unsafe_code)]

mod chart;
mod contenders;
mod machine;
mod measure;
mod pages;
mod report;
mod table;

use std::error::Error;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io};

use clap::Parser;

use contenders::Contender;
use machine::Machine;
use report::{Corpus, Report};

/// Compares tagspan with other tokenizers over a folder of pages.
///
/// All contenders run in one process. In every round each goes over all pages, one after the other, so that a noisy
/// machine is unfair to all of them alike: read the ratios, and only between those that do like work.
#[derive(Parser)]
#[command(name = "cargo xtask compare", bin_name = "cargo xtask compare")]
struct Args {
    /// The folder of pages (*.html), with the folders in it; pages that are not UTF-8 are left out. By default the
    /// repository's own.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,

    /// How many rounds are timed, after a warm-up; 7 or more.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(7..))]
    rounds: u16,

    /// One short round: shows that everything runs, and no more than the order of the figures.
    #[arg(long, conflicts_with = "rounds")]
    quick: bool,

    /// Only the contenders whose name contains this; may be given several times.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,

    /// Also the contenders that are slow and of interest to few.
    #[arg(long)]
    all: bool,

    /// Lists the contenders, with what each does and does not, and runs none.
    #[arg(long)]
    list: bool,

    /// Writes everything measured to a file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Writes a bar chart of the best speeds to a file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Args {
    fn wants(&self, contender: &Contender) -> bool {
        let named = self.only.is_empty() || self.only.iter().any(|text| contender.name.contains(&**text));
        named && (self.all || !contender.on_request)
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut contenders = contenders::all();
    if args.list {
        return Ok(io::stdout().write_all(list(&contenders).as_bytes())?);
    }
    contenders.retain(|contender| args.wants(contender));
    if contenders.is_empty() {
        return Err("no contender has such a name; --list shows them, --all adds the slow ones".into());
    }
    let (folder, pages) = pages::read(args.corpus.as_deref())?;
    let (rounds, least_ms) = if args.quick { (1, 1) } else { (usize::from(args.rounds), 20) };
    let follow = io::stderr().is_terminal();
    let measured =
        measure::measure(&contenders, &pages.pages, rounds, Duration::from_millis(least_ms), |round| {
            if follow {
                eprint!("\rcompare: round {round} of {rounds}");
            }
        });
    if follow {
        eprint!("\r\x1B[K");
    }
    let corpus = Corpus {
        folder: folder.display().to_string(),
        pages: pages.pages.len(),
        bytes: pages.bytes,
        left_out: pages.left_out,
    };
    let versions = machine::versions(contenders.iter().filter_map(|contender| contender.package));
    let report = Report::new(Machine::here(), versions, corpus, least_ms.into(), &contenders, &measured);
    io::stdout().write_all(table::render(&report).as_bytes())?;
    if let Some(path) = &args.json {
        let mut text = serde_json::to_string_pretty(&report)?;
        text.push('\n');
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(path) = &args.svg {
        fs::write(path, chart::render(&report)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn list(contenders: &[Contender]) -> String {
    let line = |contender: &Contender| {
        let Contender { name, does, omits, .. } = contender;
        let exact = if contender.exact { "exact" } else { "not exact" };
        let request = if contender.on_request { ", only with --all" } else { "" };
        format!("{name} ({exact}{request})\n    does: {does}\n    does not: {omits}\n")
    };
    contenders.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Args, list};
    use crate::contenders::all;

    #[test]
    fn the_arguments_are_sound() {
        Args::command().debug_assert();
        assert!(Args::try_parse_from(["compare", "--rounds", "6"]).is_err());
        assert!(Args::try_parse_from(["compare", "--rounds", "9", "--quick"]).is_err());
    }

    #[test]
    fn contenders_are_chosen_by_name() {
        for (args, expected) in [
            (&["compare", "--only", "memchr", "--only", "html5e"][..], &["memchr loop", "html5ever"][..]),
            (&["compare", "--only", "chunks of 64"], &[]),
            (&["compare", "--only", "chunks of 64", "--all"], &["tagspan chunks of 64"]),
            (&["compare", "--only", "nobody"], &[]),
        ] {
            let args = Args::parse_from(args);
            let names: Vec<_> = all().iter().filter(|it| args.wants(it)).map(|it| it.name).collect();
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn the_list_tells_what_each_does() {
        let contenders = all();
        let list = list(&contenders);
        assert_eq!(list.lines().count(), 3 * contenders.len());
        assert!(list.contains("tagspan chunks of 1 (exact, only with --all)\n    does: "));
    }
}
