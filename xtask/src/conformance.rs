//! `cargo xtask conformance`: the html5lib suites, whole and split in every way.
//!
//! `encoding` is about encodings, `tree` about trees, all else about tokens: `implementation` is
//! what runs them, `chunking` how their input is split, `check` what must hold, `deviations` what is known not to,
//! `report` the printed report.

mod c_interface;
mod check;
mod chunking;
mod deviations;
mod encoding;
mod implementation;
mod output;
mod report;
mod tree;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) use tree::Driver;

use crate::parallel::on_all_processors;
use c_interface::CInterface;
use check::{Verdict, check};
use chunking::Chunking;
use deviations::{DEVIATIONS, Deviation, Reason};
use implementation::{Core, Implementation};
use report::{Failure, Report, Statistics};
use testing::html5lib::{
    self,
    tokenizer::{self, CHANGED_PREFIX, Case, File, Input},
};

/// Runs the html5lib tokenizer suite.
///
/// Every case is run in each of its initial states: as one chunk, split in two at every byte, byte by byte, and
/// byte by byte with empty chunks between; each time with parse errors and without. The exit status is 0 when
/// all is right but for the documented list of deviations, 1 otherwise, 2 without the suite.
///
/// With --encoding it runs the suite's encoding tests instead, in the same chunkings: the encoding that the first
/// 1,024 bytes lead to, and the one that the document was read in after all of it was tokenized.
///
/// With --tree it runs the suite's tests of tree construction, through html5ever as it is and through html5ever's tree
/// builder with our tokens: the trees must be the same. Then it compares, on all inputs that there are, what
/// the tokenizer decides by its feedback simulator with what that tree builder tells its tokenizer.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The suite: a clone of the html5lib tests. Otherwise `$HTML5LIB_TESTS`, then `../shared/html5lib-tests` and
    /// `../html5lib-tests`, seen from the repository's root.
    #[arg(long, value_name = "DIR")]
    html5lib: Option<PathBuf>,

    /// Run the tests of encodings instead of those of tokens.
    #[arg(long)]
    encoding: bool,

    /// Run the tests of tree construction instead, and compare the feedback simulator with a tree builder.
    #[arg(long, conflicts_with = "encoding")]
    tree: bool,

    /// Run the tests of tokens through the C interface.
    #[arg(long, conflicts_with_all = ["encoding", "tree"])]
    c: bool,

    #[command(flatten)]
    tag_soup: tree::TagSoup,

    /// Tell every failing case.
    #[arg(long)]
    verbose: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let suite = html5lib::find(args.html5lib.as_deref())?.ok_or(html5lib::HOW_TO_GET)?;
    if args.encoding {
        return encoding::run(&suite, args.verbose);
    }
    if args.tree {
        return tree::run(&suite, &args.tag_soup, args.verbose);
    }
    let implementation: &dyn Implementation = if args.c { &CInterface(16) } else { &Core };
    let report = run_suite(implementation, &tokenizer::load(&suite)?, DEVIATIONS);
    report.write(&mut std::io::stdout().lock(), args.verbose)?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs every case, on all processors.
fn run_suite(implementation: &dyn Implementation, files: &[File], list: &[Deviation]) -> Report {
    let cases: Vec<(usize, &Case)> =
        files.iter().enumerate().flat_map(|(file, f)| f.cases.iter().map(move |case| (file, case))).collect();
    let done = on_all_processors(&cases, |&(file, case)| {
        let is_it = |it: &Deviation| it.file == files[file].name && it.description == case.description;
        let position = list.iter().position(is_it);
        (file, position, run_case(implementation, case, position.map(|at| list[at].reason)))
    });
    collect(implementation, files, list, done)
}

/// The result of one case.
struct CaseOutcome {
    statistics: Statistics,
    /// One for each initial state in which it failed, without the file's name.
    failures: Vec<Failure>,
    /// A listed case that does not deviate as its entry says.
    unfounded: Option<&'static str>,
}

fn run_case(implementation: &dyn Implementation, case: &Case, listed: Option<Reason>) -> CaseOutcome {
    let mut outcome = CaseOutcome {
        statistics: Statistics { cases: 1, ..Statistics::default() },
        failures: Vec::new(),
        unfounded: None,
    };
    let input = match (&case.input, listed) {
        (Input::LoneSurrogate, Some(Reason::LoneSurrogate)) => {
            outcome.statistics.listed = 1;
            return outcome;
        }
        (Input::LoneSurrogate, _) => {
            outcome.failures.push(Failure {
                first: "its input has a lone surrogate, and it is not listed for that".to_owned(),
                ..failure(case, "any state", "")
            });
            return outcome;
        }
        (Input::Text(input), _) => input,
    };
    if let Some(reason) = listed {
        outcome.statistics.listed = 1;
        let verdicts = case
            .initial_states
            .iter()
            .map(|state| check(implementation, case, state, input.as_bytes(), Chunking::Whole));
        let (mut deviates, mut in_tokens) = (false, false);
        for verdict in verdicts {
            deviates |= !verdict.is_right();
            in_tokens |= verdict.tokens.is_err();
        }
        outcome.unfounded = match reason {
            Reason::LoneSurrogate => Some("has no lone surrogate"),
            Reason::Slip(_) if in_tokens => Some("deviates in its tokens too"),
            Reason::XmlCoercion | Reason::Slip(_) => (!deviates).then_some("no longer deviates"),
        };
        return outcome;
    }
    for state in &case.initial_states {
        let mut failed = failure(case, state, input);
        for chunking in Chunking::all(input.len()) {
            let verdict = check(implementation, case, state, input.as_bytes(), chunking);
            outcome.statistics.runs += 1;
            failed.runs += 1;
            outcome.statistics.tokens += u64::from(verdict.tokens.is_ok());
            outcome.statistics.errors += u64::from(verdict.errors.is_ok());
            outcome.statistics.positions += u64::from(verdict.positions.is_ok());
            if !verdict.is_right() {
                if failed.failed == 0 {
                    failed.first = explanation(chunking, &verdict);
                }
                failed.failed += 1;
            }
        }
        if failed.failed > 0 {
            outcome.failures.push(failed);
        }
    }
    outcome
}

fn failure(case: &Case, state: &str, input: &str) -> Failure {
    Failure {
        file: String::new(),
        description: case.description.clone(),
        initial_state: state.to_owned(),
        input: input.to_owned(),
        first: String::new(),
        failed: 0,
        runs: 0,
    }
}

fn explanation(chunking: Chunking, verdict: &Verdict) -> String {
    let mut explanation = chunking.to_string();
    for (what, result) in
        [("tokens", &verdict.tokens), ("errors", &verdict.errors), ("positions", &verdict.positions)]
    {
        if let Err(error) = result {
            explanation += &format!("\n    {what}: {error}");
        }
    }
    explanation
}

fn collect(
    implementation: &dyn Implementation,
    files: &[File],
    list: &[Deviation],
    done: Vec<(usize, Option<usize>, CaseOutcome)>,
) -> Report {
    let mut report = Report {
        implementation: implementation.name(),
        files: files.iter().map(|file| (file.name.clone(), Statistics::default())).collect(),
        ..Report::default()
    };
    let mut uses = vec![0; list.len()];
    for (file, listed, outcome) in done {
        report.files[file].1.add(&outcome.statistics);
        let name = &files[file].name;
        if let Some(at) = listed {
            uses[at] += 1;
            let Deviation { description, reason, .. } = list[at];
            match outcome.unfounded {
                Some(why) => report.list.push(format!("{name}: {description:?} {why}")),
                None if !outcome.failures.is_empty() => {}
                None => report.listed.push(format!("{name}: {description:?} {}", reason.as_str())),
            }
        }
        report
            .failures
            .extend(outcome.failures.into_iter().map(|failure| Failure { file: name.clone(), ..failure }));
    }
    for deviation in list {
        let Deviation { file, description, .. } = deviation;
        // The files that changed with processing instructions need not be there.
        if file.starts_with(CHANGED_PREFIX) && !files.iter().any(|there| there.name == *file) {
            continue;
        }
        // Cases that share a description are listed once each.
        let same = |other: &Deviation| other.file == *file && other.description == *description;
        let entries = list.iter().filter(|other| same(other)).count();
        let uses: usize = list.iter().zip(&uses).filter(|(other, _)| same(other)).map(|(_, uses)| uses).sum();
        if uses != entries {
            report.list.push(format!("{file}: {description:?} is there {uses} times, not {entries}"));
        }
    }
    report
}

#[cfg(test)]
mod pages;
#[cfg(test)]
mod tests;
