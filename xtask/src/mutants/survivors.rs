//! The committed list of mutants that no test can catch, each with its reason, held against what survived.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::ledger::{Record, Verdict};
use super::mutant::Mutant;
use super::plan::Package;

/// The list.
pub(crate) const LIST: &str = include_str!("survivors.toml");

/// A mutant that may survive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its name as cargo-mutants prints it without line and column.
    pub(crate) mutant: String,
    /// A part of the line that it changes, when the name is that of several.
    pub(crate) at: Option<String>,
}

impl Entry {
    fn stands_for(&self, mutant: &Mutant) -> bool {
        mutant.plain() == self.mutant && self.at.as_ref().is_none_or(|at| mutant.text.contains(at))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    survivor: Vec<Reason>,
}

/// One reason, and the mutants that it holds for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
    at: Option<String>,
    mutants: Vec<String>,
}

/// Reads the list.
///
/// # Errors
///
/// A list that is not in the format, or has an entry without a reason.
pub(crate) fn parse(list: &str) -> Result<Vec<Entry>, String> {
    let file: File = toml::from_str(list).map_err(|why| format!("the list of survivors: {why}"))?;
    let mut entries = Vec::new();
    for Reason { why, at, mutants } in file.survivor {
        if !why.contains(' ') || !why.ends_with('.') || mutants.is_empty() {
            return Err(format!("the list of survivors: {why:?} is no sentence, or stands for no mutant"));
        }
        entries.extend(mutants.into_iter().map(|mutant| Entry { mutant, at: at.clone() }));
    }
    Ok(entries)
}

/// What survived, held against the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// How many survivors have an entry.
    pub(crate) explained: usize,
    /// The names of the survivors that have none.
    pub(crate) unexplained: Vec<String>,
    /// What is wrong with the list.
    pub(crate) wrong: Vec<String>,
}

impl Comparison {
    pub(crate) fn add(&mut self, other: Comparison) {
        self.explained += other.explained;
        self.unexplained.extend(other.unexplained);
        self.wrong.extend(other.wrong);
    }
}

/// Holds a package's part of the list against its mutants, of which `tried` were run.
pub(crate) fn compare(entries: &[&Entry], all: &[Mutant], tried: &[(&Mutant, &Record)]) -> Comparison {
    let mut comparison = Comparison::default();
    for (mutant, _) in tried.iter().filter(|(_, record)| record.verdict == Verdict::Missed) {
        match entries.iter().filter(|entry| entry.stands_for(mutant)).count() {
            0 => comparison.unexplained.push(mutant.name.clone()),
            1 => comparison.explained += 1,
            _ => {
                comparison.explained += 1;
                comparison.wrong.push(format!("{} has more than one entry", mutant.name));
            }
        }
    }
    for entry in entries {
        let Entry { mutant: name, at } = entry;
        let name = at.as_ref().map_or(name.clone(), |at| format!("{name}, at {at:?},"));
        if !all.iter().any(|mutant| entry.stands_for(mutant)) {
            comparison.wrong.push(format!("{name} is no mutant: the code has changed"));
            continue;
        }
        let verdicts: Vec<Verdict> = tried
            .iter()
            .filter(|(mutant, _)| entry.stands_for(mutant))
            .map(|(_, record)| record.verdict)
            .collect();
        let missed = verdicts.iter().filter(|verdict| **verdict == Verdict::Missed).count();
        if missed == 0 && !verdicts.is_empty() {
            comparison.wrong.push(format!("{name} does not survive any more: take it off"));
        } else if missed < verdicts.len() {
            let of = verdicts.len();
            comparison.wrong.push(format!(
                "{name} stands for {of} mutants, of which {missed} survive: say with `at` which line is meant"
            ));
        }
    }
    comparison
}

/// What is wrong with entries that belong to none of the packages.
pub(crate) fn strangers(entries: &[Entry], packages: &[Package]) -> Vec<String> {
    let names: BTreeSet<&str> = entries
        .iter()
        .map(|entry| entry.mutant.as_str())
        .filter(|name| !packages.iter().any(|package| name.starts_with(package.folder)))
        .collect();
    names.into_iter().map(|name| format!("{name} is in no package that is mutated")).collect()
}
