//! A mutant as cargo-mutants lists it, and digests of the files that its verdict depends on.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use serde_json::Value;

/// One change of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// As cargo-mutants prints it: `file:line:column: what is changed`. Unique.
    pub(crate) name: String,
    /// Seen from the repository's root, with slashes.
    pub(crate) file: String,
    /// The line of the source in which the change begins, without the space around it.
    pub(crate) text: String,
}

impl Mutant {
    /// The name without line and column, which is what the list of survivors uses.
    pub(crate) fn plain(&self) -> String {
        let change = self.name.strip_prefix(&self.file).and_then(|rest| rest.splitn(4, ':').nth(3));
        format!("{}:{}", self.file, change.unwrap_or_default())
    }
}

/// Reads what `cargo mutants --list --json` prints; `line` gives a line of a file, counted from one.
///
/// # Errors
///
/// What is not as expected.
pub(crate) fn parse_list(
    json: &str,
    mut line: impl FnMut(&str, usize) -> io::Result<String>,
) -> Result<Vec<Mutant>, String> {
    let list: Value = serde_json::from_str(json).map_err(|why| format!("the list of mutants: {why}"))?;
    let list = list.as_array().ok_or("the list of mutants is no list")?;
    list.iter()
        .map(|item| {
            let field = |name: &str| item[name].as_str().ok_or(format!("a mutant without `{name}`"));
            let (name, file) = (field("name")?.to_owned(), field("file")?.to_owned());
            let number = item["span"]["start"]["line"].as_u64().ok_or(format!("{name} has no line"))?;
            let text = line(&file, number as usize).map_err(|why| format!("{name}: {why}"))?;
            Ok(Mutant { name, file, text: text.trim().to_owned() })
        })
        .collect()
}

/// A digest of each file in which there are mutants.
pub(crate) fn digests(root: &Path, mutants: &[Mutant]) -> io::Result<BTreeMap<String, String>> {
    let mut digests = BTreeMap::new();
    for Mutant { file, .. } in mutants {
        if !digests.contains_key(file) {
            digests.insert(file.clone(), digest([fs::read(root.join(file))?]));
        }
    }
    Ok(digests)
}

/// One digest of all that a test may read or run.
pub(crate) fn digest_of_tests(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    let mut folders = vec![root.join("crates"), root.join("corpora"), root.join(".cargo")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    let mut contents = Vec::new();
    for file in files {
        contents.push(file.to_string_lossy().into_owned().into_bytes());
        contents.push(fs::read(file)?);
    }
    Ok(digest(contents))
}

/// Another toolchain may hash otherwise; then everything is run anew.
fn digest(contents: impl IntoIterator<Item = Vec<u8>>) -> String {
    let mut hasher = DefaultHasher::new();
    for content in contents {
        content.hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}
