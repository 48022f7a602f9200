//! The files that were named, and those of folders that were.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use crate::inputs::{Source, display};
use crate::report::{Failure, Report};

/// The names that pages have in folders, in any ASCII case.
const EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

/// A file to read.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) source: Source,
    /// Its length, or 0 where that is not known before it is read.
    pub(super) bytes: u64,
}

/// Adds a source, or the pages in it if it is a folder, sorted by name.
pub(super) fn files(source: Source, report: &mut Report, found: &mut Vec<Found>) {
    let Source::Path(path) = &source else {
        found.push(Found { source, bytes: 0 });
        return;
    };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            let before = found.len();
            let complaints = report.failures();
            Walk { report, found, seen: HashSet::new() }.folder(path);
            if found.len() == before && report.failures() == complaints {
                let names = EXTENSIONS.map(|extension| format!("*.{extension}")).join(", ");
                report.note(&source.name(), format_args!("has no {names}; other files must be named"));
            }
        }
        Ok(metadata) => {
            let bytes = metadata.len();
            found.push(Found { source, bytes });
        }
        Err(error) => report.failure(&source.name(), &Failure::Read(error)),
    }
}

/// The way through one folder that was named.
struct Walk<'a> {
    report: &'a mut Report,
    found: &'a mut Vec<Found>,
    /// Where files and folders really are, so that links lead nowhere twice, nor in a circle.
    seen: HashSet<PathBuf>,
}

impl Walk<'_> {
    /// Deep as folders are nested, which the lengths of paths bound.
    fn folder(&mut self, path: &Path) {
        match path.canonicalize().map(|real| self.seen.insert(real)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return self.failure(path, error),
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => return self.failure(path, error),
        };
        let mut sorted = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => sorted.push(entry),
                // The folder broke off here; what was found before counts.
                Err(error) => {
                    self.failure(path, error);
                    break;
                }
            }
        }
        sorted.sort_by_key(DirEntry::file_name);
        for entry in &sorted {
            self.entry(entry);
        }
    }

    fn entry(&mut self, entry: &DirEntry) {
        let path = entry.path();
        let is_page = is_page(&path);
        // Links lead to what they point at; one that points nowhere matters only if it is called a page.
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if is_page => return self.failure(&path, error),
            Err(_) => return,
        };
        if metadata.is_dir() {
            self.folder(&path);
        } else if is_page && metadata.is_file() {
            match path.canonicalize().map(|real| self.seen.insert(real)) {
                Ok(true) => self.found.push(Found { source: Source::Path(path), bytes: metadata.len() }),
                Ok(false) => {}
                Err(error) => self.failure(&path, error),
            }
        }
    }

    fn failure(&mut self, path: &Path, error: io::Error) {
        self.report.failure(&display(path), &Failure::Read(error));
    }
}

fn is_page(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| EXTENSIONS.iter().any(|page| extension.eq_ignore_ascii_case(page)))
}
