//! The html5lib encoding suite: what the first bytes say, and what a whole parse comes to.
//!
//! `implementation` runs it, `listed` has the known deviations, `report` the printed report.

mod implementation;
mod listed;
mod report;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use super::chunking::Chunking;
use crate::parallel::on_all_processors;
use implementation::REPLAY_LIMITS;
use listed::{LISTED, Listed};
use report::{Failure, Report, Statistics};
use testing::html5lib::encoding::{self, Case, File};

/// Runs the suite's encoding tests.
pub(super) fn run(suite: &Path, verbose: bool) -> Result<ExitCode, Box<dyn Error>> {
    let report = run_suite(&encoding::load(suite)?, LISTED);
    report.write(&mut std::io::stdout().lock(), verbose)?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs every case, on all processors.
fn run_suite(files: &[File], list: &[Listed]) -> Report {
    let cases: Vec<(usize, usize)> = files
        .iter()
        .enumerate()
        .flat_map(|(file, f)| (0..f.cases.len()).map(move |case| (file, case)))
        .collect();
    let done = on_all_processors(&cases, |&(file, number)| {
        let listed = list.iter().find(|listed| listed.is_of(&files[file].name, number));
        run_case(&files[file].cases[number], listed)
    });
    let mut report = Report {
        files: files.iter().map(|file| (file.name.clone(), Statistics::default())).collect(),
        ..Report::default()
    };
    for ((file, number), outcome) in cases.into_iter().zip(done) {
        let File { name, cases } = &files[file];
        let place = format!("{name}, case {number}");
        report.files[file].1.add(&outcome.statistics);
        report.listed.extend(outcome.listed.map(|listed| format!("{place}: {listed}")));
        let input = &cases[number].data;
        report.failures.extend(outcome.failure.map(|report| Failure { place, input: input.clone(), report }));
    }
    for listed in list {
        let there = files.iter().find(|file| file.name == listed.file).map_or(0, |file| file.cases.len());
        if *listed.cases.end() >= there {
            report.list.push(format!("{}: no case {}", listed.file, listed.cases.end()));
        }
    }
    report
}

/// The result of a case.
struct Outcome {
    statistics: Statistics,
    /// That it is listed, and differs as its entry says.
    listed: Option<String>,
    /// The first thing that is wrong.
    failure: Option<String>,
}

fn run_case(case: &Case, listed: Option<&Listed>) -> Outcome {
    let mut statistics = Statistics { cases: 1, ..Statistics::default() };
    let expected = case.encoding.name();
    let prescan_due = listed.map_or(expected, |listed| listed.prescan);
    let parse_due = listed.and_then(|listed| listed.parse).unwrap_or(expected);
    let mut prescan = Stage::new("first bytes", prescan_due);
    let mut parse = Stage::new("whole parse", parse_due);
    for chunking in Chunking::all(case.data.len()) {
        prescan.take(&chunking, implementation::prescan(&case.data, chunking, false));
        // Where the document restarts it is read from the stream's own memory, or fed again.
        for limit in REPLAY_LIMITS {
            let how = format_args!("{chunking}, replay limit {limit}");
            parse.take(&how, implementation::parse(&case.data, chunking, limit));
        }
    }
    statistics.runs = prescan.runs + parse.runs;
    statistics.prescan = u64::from(prescan.wrong.is_none() && prescan_due == expected);
    statistics.parse = u64::from(parse.wrong.is_none() && parse_due == expected);
    let mut failure = prescan.wrong.or(parse.wrong);
    if let Some(listed) = listed {
        statistics.listed = 1;
        failure = failure.or_else(|| unfounded(case, listed));
    }
    let deviation = listed.filter(|_| failure.is_none()).map(|listed| listed.tell(expected));
    Outcome { statistics, listed: deviation, failure }
}

/// Why the case should not be listed.
fn unfounded(case: &Case, listed: &Listed) -> Option<String> {
    if listed.prescan == case.encoding.name() || listed.parse == Some(case.encoding.name()) {
        return Some("it is listed, and does not differ".to_owned());
    }
    let unlimited = implementation::prescan(&case.data, Chunking::Whole, true);
    let due = if listed.is_behind_the_limit() { case.encoding.name() } else { listed.prescan };
    (unlimited != Ok(due)).then(|| {
        format!("without a limit the first bytes say {unlimited:?}, and not {due:?} as its entry says")
    })
}

/// One of the two things that are asked about a case, over all chunkings.
struct Stage {
    name: &'static str,
    due: &'static str,
    runs: u64,
    wrong: Option<String>,
}

impl Stage {
    fn new(name: &'static str, due: &'static str) -> Self {
        Stage { name, due, runs: 0, wrong: None }
    }

    fn take(&mut self, how: &dyn std::fmt::Display, found: Result<&'static str, String>) {
        self.runs += 1;
        if self.wrong.is_some() || found.as_deref() == Ok(self.due) {
            return;
        }
        let found = found.map_or_else(|error| format!("failed: {error}"), str::to_owned);
        self.wrong = Some(format!("{}, {how}: {found}, and not {}", self.name, self.due));
    }
}

#[cfg(test)]
mod tests;
