//! The html5lib suite of trees, of which the inputs are taken, and real pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use super::Setup;

/// Where the suite is looked for, from the repository's root, when the environment does not name its folder.
const PLACES: [&str; 2] = ["../shared/html5lib-tests", "../html5lib-tests"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn set(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Tells why a test has nothing to do: not by `eprintln!`, which the test runner captures. Nobody may be listening.
fn skip(why: &str) {
    let _ = writeln!(io::stderr(), "{why}");
}

/// A page of the repository's own.
pub(crate) fn own_page(name: &str) -> String {
    let path = root().join("corpora").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The suite's folder `tree-construction`; none, with a word about it, where there is no suite.
pub(crate) fn trees() -> Option<PathBuf> {
    let named = set("HTML5LIB_TESTS");
    let folder = match &named {
        Some(named) => Some(named.join("tree-construction")),
        None => PLACES
            .map(|place| root().join(place).join("tree-construction"))
            .into_iter()
            .find(|it| it.is_dir()),
    };
    if folder.is_none() {
        assert!(env::var("CI").as_deref() != Ok("true"), "CI=true wants the html5lib suite: HTML5LIB_TESTS");
        skip(
            "html5lib: skipped, no suite: clone it as ../html5lib-tests, or name its folder in HTML5LIB_TESTS",
        );
    }
    folder
}

/// A folder of real pages, `utf8` or `legacy`; none, with a word about it, where there is no such folder.
pub(crate) fn pages(kind: &str) -> Vec<(String, Vec<u8>)> {
    let places = set("TAGSPAN_PAGES")
        .into_iter()
        .chain(set("HTML5LIB_TESTS").map(|suite| suite.join("../corpora/real")))
        .chain(PLACES.map(|place| root().join(place).join("../corpora/real")));
    let Some(folder) = places.map(|place| place.join(kind)).find(|folder| folder.is_dir()) else {
        skip(&format!("pages: skipped, no folder `{kind}` of real pages: name theirs in TAGSPAN_PAGES"));
        return Vec::new();
    };
    files(&folder)
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a page can be read")))
        .collect()
}

/// The files of a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

/// The inputs of a file of the suite, and how they are to be parsed.
pub(crate) fn cases(file: &str) -> Vec<(Setup, String)> {
    let mut cases: Vec<(Setup, String)> = Vec::new();
    let mut section = "";
    for line in file.split('\n') {
        match line {
            "#data" => {
                cases.push((Setup::default(), String::new()));
                section = line;
            }
            "#errors" | "#new-errors" | "#document" | "#document-fragment" => section = line,
            "#script-off" => cases.last_mut().expect("data comes first").0.script_off = true,
            "#script-on" => {}
            _ => {
                let Some((setup, data)) = cases.last_mut() else { continue };
                match section {
                    "#data" => {
                        data.push_str(line);
                        data.push('\n');
                    }
                    "#document-fragment" => setup.context = Some(line.to_owned()),
                    _ => {}
                }
            }
        }
    }
    for (_, data) in &mut cases {
        data.pop();
    }
    cases
}
