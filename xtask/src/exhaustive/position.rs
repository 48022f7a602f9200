//! How far a run has come, in a file, so that the next one goes on from there.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Position {
    /// What was run.
    pub(super) key: Key,
    /// All strings before this position are checked.
    pub(super) next: u64,
    /// How long that took, with all interruptions left out.
    pub(super) time: Duration,
    /// What differed, for people.
    pub(super) differences: Vec<String>,
}

/// What must not have changed for a position to mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Key {
    /// The fingerprint of the prefixes and the alphabet. The length is not part of it: longer strings come after
    /// all shorter ones.
    pub(super) strings: u64,
    /// The fingerprint of the code under test, of the reference, and of what compares them.
    pub(super) sources: u64,
}

/// What the caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Resume,
    Fresh,
    ResumeIfPossible,
}

impl Position {
    /// The first string of all.
    pub(super) fn first(key: Key) -> Self {
        Position { key, next: 0, time: Duration::ZERO, differences: Vec::new() }
    }

    /// Where to start, and what to say about it, given what reading the file came to.
    ///
    /// # Errors
    ///
    /// Why there is nothing to resume, if that was wished.
    pub(super) fn start(
        found: Result<Option<Position>, String>,
        key: Key,
        wish: Wish,
    ) -> Result<(Position, Option<String>), String> {
        if wish == Wish::Fresh {
            return Ok((Position::first(key), None));
        }
        let why_not = match found {
            Ok(Some(position)) if position.key == key => {
                let note = format!("going on at string {}", position.next);
                return Ok((position, Some(note)));
            }
            Ok(Some(position)) if position.key.strings != key.strings => {
                "the prefixes or the alphabet have changed since the position was written".to_owned()
            }
            Ok(Some(_)) => "the code under test has changed since the position was written".to_owned(),
            Ok(None) if wish == Wish::ResumeIfPossible => return Ok((Position::first(key), None)),
            Ok(None) => "there is no position of an earlier run".to_owned(),
            Err(error) => error,
        };
        match wish {
            Wish::Resume => Err(format!("{why_not}; run without --resume to start with the first string")),
            _ => Ok((Position::first(key), Some(format!("{why_not}: starting with the first string")))),
        }
    }

    /// The position in a file, if there is one.
    ///
    /// # Errors
    ///
    /// Why what is there is no position.
    pub(super) fn read(file: &Path) -> Result<Option<Position>, String> {
        let told = |error: &dyn std::fmt::Display| format!("{} is no position: {error}", file.display());
        match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(|error| told(&error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(told(&error)),
        }
    }

    /// Writes the position, so that whoever is interrupted leaves the old one or the new one.
    ///
    /// # Errors
    ///
    /// Why it could not be written.
    pub(super) fn write(&self, file: &Path) -> Result<(), String> {
        let write = || {
            fs::create_dir_all(file.parent().unwrap_or(file))?;
            let new = file.with_extension("new");
            fs::write(&new, serde_json::to_vec(self)?)?;
            fs::rename(&new, file)
        };
        write().map_err(|error: io::Error| format!("{}: {error}", file.display()))
    }
}
