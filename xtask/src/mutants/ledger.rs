//! What came of each mutant, kept from run to run.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::mutant::Mutant;

/// What the tests of a stage made of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// A test failed.
    Caught,
    /// The tests came to no end in a multiple of the time that they take.
    Timeout,
    /// It does not compile.
    Unviable,
    /// All tests passed.
    Missed,
}

/// The last thing that happened to a mutant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) verdict: Verdict,
    /// The index of the stage.
    pub(crate) stage: usize,
    /// Building and testing, in all stages that it went through.
    pub(crate) seconds: f64,
}

/// The records of a package's mutants, and the files they hold for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ledger {
    /// By file with mutants.
    files: BTreeMap<String, String>,
    /// Of everything that tests may depend on.
    tests: String,
    /// By the mutant's full name.
    records: BTreeMap<String, Record>,
}

impl Ledger {
    /// The ledger at `place`; an empty one if there is none.
    pub(crate) fn load(place: &Path) -> io::Result<Ledger> {
        match fs::read_to_string(place) {
            Ok(text) => Ok(serde_json::from_str(&text)?),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(Ledger::default()),
            Err(why) => Err(why),
        }
    }

    /// Replaces the file at `place` in one step, so that no cut leaves half of it.
    pub(crate) fn save(&self, place: &Path) -> io::Result<()> {
        let written = place.with_extension("new");
        fs::create_dir_all(place.parent().unwrap_or(place))?;
        fs::write(&written, serde_json::to_string_pretty(self)?)?;
        fs::rename(written, place)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Record> {
        self.records.get(name)
    }

    /// Adds outcomes. One of an earlier stage, or the same one again, changes nothing.
    pub(crate) fn add(&mut self, outcomes: impl IntoIterator<Item = (String, Record)>) {
        for (name, mut record) in outcomes {
            if let Some(before) = self.records.get(&name) {
                if before.stage >= record.stage {
                    continue;
                }
                record.seconds += before.seconds;
            }
            self.records.insert(name, record);
        }
    }

    /// Forgets what came of these.
    pub(crate) fn forget(&mut self, mutants: &[&Mutant]) {
        for mutant in mutants {
            self.records.remove(&mutant.name);
        }
    }

    /// Forgets what does not hold any more: the mutants of a file that has changed, and what was missed if
    /// anything has. That a change elsewhere may set a mutant free that was caught is left to a fresh run.
    pub(crate) fn settle(&mut self, files: BTreeMap<String, String>, tests: String) {
        let changed = self.tests != tests;
        self.records.retain(|name, record| {
            let file = name.split(':').next().unwrap_or_default();
            let same = files.contains_key(file) && self.files.get(file) == files.get(file);
            same && !(changed && record.verdict == Verdict::Missed)
        });
        (self.files, self.tests) = (files, tests);
    }
}

/// Reads the `outcomes.json` that a run of the stage `index` left, complete or cut between two mutants.
///
/// # Errors
///
/// What is not as expected.
pub(crate) fn outcomes(json: &str, index: usize) -> Result<Vec<(String, Record)>, String> {
    let json: Value = serde_json::from_str(json).map_err(|why| format!("outcomes.json: {why}"))?;
    let list = json["outcomes"].as_array().ok_or("outcomes.json has no `outcomes`")?;
    let mut outcomes = Vec::new();
    for item in list {
        // The scenario without a mutation is a plain string.
        let Some(name) = item["scenario"]["Mutant"]["name"].as_str() else { continue };
        let verdict = match item["summary"].as_str() {
            Some("CaughtMutant") => Verdict::Caught,
            Some("MissedMutant") => Verdict::Missed,
            Some("Timeout") => Verdict::Timeout,
            Some("Unviable") => Verdict::Unviable,
            other => return Err(format!("outcomes.json: {name} has the summary {other:?}")),
        };
        let phases = item["phase_results"].as_array().map_or(&[][..], Vec::as_slice);
        let seconds = phases.iter().filter_map(|phase| phase["duration"].as_f64()).sum();
        outcomes.push((name.to_owned(), Record { verdict, stage: index, seconds }));
    }
    Ok(outcomes)
}
