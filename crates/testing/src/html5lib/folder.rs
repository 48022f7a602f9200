//! The folder of the html5lib suite, and the behaviour of tests without it.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::corpora::{self, PLACES, environment};

/// The advice if the suite is missing.
pub const HOW_TO_GET: &str = "no html5lib suite: git clone https://github.com/html5lib/html5lib-tests \
                                     beside this repository (as ../html5lib-tests), or name its folder with \
                                     --html5lib DIR or in HTML5LIB_TESTS";

/// The suite's folder: the one that the caller names, else that of the environment, else a clone beside the
/// repository. A folder that the caller names must hold the suite; the clone is optional.
///
/// # Errors
///
/// A sentence if a named folder does not hold the suite.
pub fn find(named: Option<&Path>) -> Result<Option<PathBuf>, String> {
    let named = named.map(Path::to_path_buf).or_else(|| environment("HTML5LIB_TESTS"));
    choose(named, &corpora::root(), |folder| folder.join("tokenizer").is_dir())
}

/// The suite's folder for a test. Without a suite the test is skipped, which a line of the output tells.
///
/// # Panics
///
/// If the folder of the environment does not hold the suite; under `CI=true` also if there is no suite.
pub fn folder_or_skip(test: &str) -> Option<PathBuf> {
    let found = find(None).unwrap_or_else(|error| panic!("{error}"));
    if found.is_none() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{HOW_TO_GET}");
        tell(&format!("{test}: skipped, {HOW_TO_GET}"));
    }
    found
}

/// Prints a line that the test runner does not capture.
pub fn tell(line: &str) {
    // A closed output is no failure of the test.
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn choose(
    named: Option<PathBuf>,
    root: &Path,
    holds_the_suite: impl Fn(&Path) -> bool,
) -> Result<Option<PathBuf>, String> {
    match named {
        Some(folder) if holds_the_suite(&folder) => Ok(Some(folder)),
        Some(folder) => Err(format!("{} has no folder `tokenizer`: {HOW_TO_GET}", folder.display())),
        None => Ok(PLACES.map(|place| root.join(place)).into_iter().find(|folder| holds_the_suite(folder))),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{HOW_TO_GET, choose};

    #[test]
    fn a_named_folder_comes_first_and_must_hold_the_suite() {
        const SHARED: &str = "repository/../shared/html5lib-tests";
        const BESIDE: &str = "repository/../html5lib-tests";
        // (the folder that the caller names, those that hold the suite, the one that is used)
        for (named, there, expected) in [
            (None, vec![SHARED, BESIDE], Ok(Some(SHARED))),
            (None, vec![BESIDE], Ok(Some(BESIDE))),
            (None, vec![], Ok(None)),
            (Some("own"), vec!["own", SHARED, BESIDE], Ok(Some("own"))),
            (Some("own"), vec![SHARED, BESIDE], Err(())),
        ] {
            let holds = |folder: &Path| there.iter().any(|there| folder == Path::new(there));
            let found = choose(named.map(PathBuf::from), Path::new("repository"), holds);
            if let Err(error) = &found {
                assert!(error.contains("own") && error.contains(HOW_TO_GET), "{error}");
            }
            let expected = expected.map(|folder| folder.map(PathBuf::from));
            assert_eq!(found.map_err(drop), expected, "{named:?}, {there:?}");
        }
    }
}
