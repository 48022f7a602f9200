//! The pages in a folder that was named.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

use super::names::{COMPRESSED, EXTENSIONS, is_called_archive, is_called_page};
use super::source::{Source, display};
use crate::report::{Failure, Report};

/// Adds the pages in a folder and the folders below, sorted by name. What links lead to counts once.
pub(super) fn add_pages(folder: &Path, report: &mut Report, sources: &mut Vec<Source>) {
    let before = (sources.len(), report.failures());
    let mut seen = HashSet::new();
    // The place of an unreadable file is not known: the error is reported when it is opened.
    let mut is_new = |path: &Path| path.canonicalize().map_or(true, |path| seen.insert(path));
    let mut walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                if !is_new(entry.path()) {
                    walk.skip_current_dir();
                }
            }
            Ok(entry) if entry.file_type().is_file() && is_named(entry.path()) => {
                if is_new(entry.path()) {
                    sources.push(Source::of_file(entry.into_path()));
                }
            }
            Ok(_) => {}
            Err(error) => complain(error, folder, report),
        }
    }
    if (sources.len(), report.failures()) == before {
        let names = EXTENSIONS.map(|extension| format!("*.{extension}, ")).concat();
        let ends = COMPRESSED.map(|extension| format!(".{extension}")).join(" or ");
        report.note(
            &display(folder),
            format_args!("has no {names}*.warc, uncompressed or with {ends}: name other files one by one"),
        );
    }
}

/// Tells what cannot be read. A link to a folder above is no failure, nor one that points nowhere unless it is called a page.
fn complain(error: walkdir::Error, folder: &Path, report: &mut Report) {
    let path = error.path().unwrap_or(folder).to_owned();
    let is_link = path.is_symlink();
    if error.loop_ancestor().is_some() || (is_link && !is_called_page(&path)) {
        return;
    }
    let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
    report.failure(&display(&path), &Failure::Read(error));
}

/// Whether it has the name of a page or of an archive.
fn is_named(path: &Path) -> bool {
    is_called_archive(path) || is_called_page(path)
}
