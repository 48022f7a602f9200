//! Whether the code that a position vouches for is still the same.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tagspan_proof::exhaustive::strings::fnv;

/// What is run and what it is compared with, and how. The strings have a fingerprint of their own.
const SOURCES: [&str; 7] = [
    "crates/core/src",
    "crates/entities/src",
    "crates/entities/data",
    "crates/reference/src",
    "crates/proof/src/settings.rs",
    "crates/proof/src/exhaustive/comparison.rs",
    "Cargo.lock",
];

/// A number that changes when these sources do.
///
/// # Errors
///
/// A file that cannot be read, by name.
pub(super) fn fingerprint(root: &Path) -> Result<u64, String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut text = Vec::new();
    for file in &files {
        // The names count, and where each ends.
        let name = file.strip_prefix(root).unwrap_or(file);
        text.extend_from_slice(name.to_string_lossy().as_bytes());
        text.push(0);
        let bytes = fs::read(file).map_err(told(file))?;
        text.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        text.extend_from_slice(&bytes);
    }
    Ok(fnv(&text))
}

/// The files of a folder and those below it, or the file.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(told(path))? {
        collect(&entry.map_err(told(path))?.path(), files)?;
    }
    Ok(())
}

fn told(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
