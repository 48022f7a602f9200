//! One input: what it is called, and how it is opened.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::compressed::Inflated;
use crate::escape;
use crate::report::Failure;

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    Path(PathBuf),
}

impl Source {
    /// What messages and headers call it, on one line.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::Path(path) => display(path),
        }
    }

    /// Its length, or 0 where that is not known before it is read.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Source::Stdin => 0,
            Source::Path(path) => fs::metadata(path).map_or(0, |metadata| metadata.len()),
        }
    }

    /// Opens it for reading, inflated if it is compressed by gzip or zstd.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        let reader: Box<dyn Read> = match self {
            Source::Stdin => Box::new(io::stdin().lock()),
            Source::Path(path) => Box::new(File::open(path).map_err(Failure::Read)?),
        };
        Ok(Box::new(Inflated::new(reader)))
    }
}

/// A path on one line, U+FFFD for what is not Unicode.
pub(crate) fn display(path: &Path) -> String {
    // So that a message has a name to see.
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    escape::name(&path.to_string_lossy())
}
