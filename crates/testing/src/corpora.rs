//! The pages that tests read: those of the repository, and real ones if there are any.

use std::fs;
use std::path::{Path, PathBuf};

/// A page: its name and its bytes.
pub type Page = (String, Vec<u8>);

/// Where the html5lib suite may lie, seen from the root of the repository.
pub(crate) const PLACES: [&str; 2] = ["../shared/html5lib-tests", "../html5lib-tests"];

/// The folder that a variable of the environment names.
pub(crate) fn environment(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The folder of the repository's pages and vectors.
pub fn folder() -> PathBuf {
    root().join("corpora")
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The repository's small pages, by name, and one generated here. Those of `corpora/generated` are too long to be cut
/// at every byte: they are for measuring.
///
/// # Panics
///
/// When one cannot be read.
pub fn own() -> Vec<Page> {
    let mut paths = files(&folder());
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.retain(|path| !path.starts_with(folder().join("generated")));
    assert!(paths.len() >= 3, "{}: where are the pages?", folder().display());
    let mut pages: Vec<Page> = paths.iter().map(|path| read(path)).collect();
    pages.push(("generated".to_owned(), generated()));
    pages
}

/// Real pages, of the folder that `TAGSPAN_PAGES` names or that lies beside the html5lib suite; none where there
/// is no such folder. Of more than `count` every so-manieth, so that the choice is always the same.
///
/// # Panics
///
/// When `TAGSPAN_PAGES` names no folder, or a page cannot be read.
pub fn real(count: usize) -> Vec<Page> {
    real_in(Path::new(""), count)
}

/// [`real`] of a folder in that folder.
///
/// # Panics
///
/// As [`real`].
pub fn real_in(kind: &Path, count: usize) -> Vec<Page> {
    let named = environment("TAGSPAN_PAGES");
    if let Some(folder) = &named {
        assert!(folder.is_dir(), "TAGSPAN_PAGES: {} is no folder", folder.display());
    }
    let beside = |suite: PathBuf| suite.join("../corpora/real");
    let folder = named.or_else(|| environment("HTML5LIB_TESTS").map(beside)).or_else(|| {
        PLACES.map(|suite| beside(root().join(suite))).into_iter().find(|folder| folder.is_dir())
    });
    let Some(folder) = folder.map(|folder| folder.join(kind)).filter(|folder| folder.is_dir()) else {
        return Vec::new();
    };
    let paths = files(&folder);
    paths.iter().step_by(paths.len().div_ceil(count.max(1)).max(1)).map(|path| read(path)).collect()
}

/// All files below a folder, in order.
///
/// # Panics
///
/// When a folder cannot be read.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut here: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    here.sort();
    for path in here {
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

fn read(path: &Path) -> Page {
    let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    (name, fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// A page with many attributes of every kind, nothing in it that needs to be decoded.
pub fn generated() -> Vec<u8> {
    let mut page = b"<!DOCTYPE html><title>Generated</title>".to_vec();
    for row in 0..200 {
        page.extend_from_slice(
            format!(
                "<div id=row{row} class=\"odd even\" data-n='{row}' hidden><a href=\"/{row}?x=1\" title=''>\
                 Row {row}</a><!-- {row} --><br/></div>\n"
            )
            .as_bytes(),
        );
    }
    page
}
