//! The html5lib encoding suite, as far as sniffing goes: the rest of it is about parsing, scripts and detection.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tagspan_reference::encoding::{Encoding, SniffOptions, SniffingEdition, get_an_encoding, sniff};

use super::{DRAFT_2010, LIVING};

/// Where the suite is looked for, from the repository's root, when the environment does not name its folder.
const PLACES: [&str; 2] = ["../shared/html5lib-tests", "../html5lib-tests"];

/// The suite's folder `encoding`: from the environment, else of a clone beside the repository.
fn suite() -> Option<PathBuf> {
    if let Some(named) = env::var_os("HTML5LIB_TESTS").filter(|folder| !folder.is_empty()) {
        let folder = Path::new(&named).join("encoding");
        assert!(folder.is_dir(), "HTML5LIB_TESTS: {} is no folder", folder.display());
        return Some(folder);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    PLACES.map(|place| root.join(place).join("encoding")).into_iter().find(|folder| folder.is_dir())
}

/// Runs with the suite, or says why not.
fn with_suite(run: impl FnOnce(&Path)) {
    match suite() {
        Some(folder) => run(&folder),
        None => {
            assert!(
                env::var("CI").as_deref() != Ok("true"),
                "CI=true wants the html5lib suite: HTML5LIB_TESTS"
            );
            // Not by `eprintln!`, which the test runner captures. Nobody may be listening.
            let _ = io::stderr().write_all(
                b"html5lib: skipped, no suite: clone it as ../html5lib-tests, or name its folder in HTML5LIB_TESTS\n",
            );
        }
    }
}

struct Case {
    data: Vec<u8>,
    encoding: Encoding,
}

/// `#data`, the bytes, `#encoding`, and a label, each on lines of its own.
fn cases(file: &Path) -> Vec<Case> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut rest = bytes.strip_prefix(b"#data\n").expect("a case starts with #data");
    let mut cases = Vec::new();
    loop {
        let (data, after) = split_once(rest, b"\n#encoding\n").expect("#encoding follows #data");
        let (label, next) = match split_once(after, b"\n#data\n") {
            Some((label, next)) => (label, Some(next)),
            None => (after, None),
        };
        let label = std::str::from_utf8(label).expect("a label is ASCII");
        let encoding = get_an_encoding(label).unwrap_or_else(|| panic!("{}: {label:?}", file.display()));
        cases.push(Case { data: data.to_vec(), encoding });
        match next {
            Some(next) => rest = next,
            None => return cases,
        }
    }
}

fn split_once<'a>(bytes: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let found = bytes.windows(at.len()).position(|window| window == at)?;
    Some((&bytes[..found], &bytes[found + at.len()..]))
}

/// The files of the suite, and how many cases each has at least. `chardet` holds samples for detection without
/// expectations.
const FILES: [(&str, usize); 4] =
    [("tests1.dat", 59), ("tests2.dat", 22), ("test-yahoo-jp.dat", 1), ("scripted/tests1.dat", 1)];

/// Cases with another result than the suite's, which is that of a whole parse by the living standard.
struct Exception {
    edition: SniffingEdition,
    file: &'static str,
    /// Counted from zero.
    cases: RangeInclusive<usize>,
    found: &'static str,
    why: Why,
}

#[derive(Clone, Copy, PartialEq)]
enum Why {
    /// The declaration lies behind the limit, and is found by the parser. It is found here without a limit.
    BehindTheLimit,
    /// A script writes the declaration.
    NeedsScripts,
    /// In 2010 the prescan did not ask for `http-equiv`.
    NeedsNoPragma,
}

const fn exception(
    edition: SniffingEdition,
    file: &'static str,
    cases: RangeInclusive<usize>,
    found: &'static str,
    why: Why,
) -> Exception {
    Exception { edition, file, cases, found, why }
}

const EXCEPTIONS: [Exception; 6] = [
    // Comments of 2048 bytes and more. The last case has scripts as well, but none that writes.
    exception(LIVING, "tests1.dat", 47..=53, "windows-1252", Why::BehindTheLimit),
    exception(LIVING, "scripted/tests1.dat", 0..=0, "windows-1252", Why::NeedsScripts),
    exception(DRAFT_2010, "tests1.dat", 11..=20, "ISO-8859-2", Why::NeedsNoPragma),
    // Comments of 1024 bytes and more.
    exception(DRAFT_2010, "tests1.dat", 45..=53, "windows-1252", Why::BehindTheLimit),
    // Hundreds of spaces after `charset=`. The other case like it has nothing else, and finds nothing.
    exception(DRAFT_2010, "tests2.dat", 14..=14, "windows-1252", Why::BehindTheLimit),
    exception(DRAFT_2010, "scripted/tests1.dat", 0..=0, "windows-1252", Why::NeedsScripts),
];

/// The suite's expectation, or that of the exception that the case is.
fn check(edition: SniffingEdition, file: &str, index: usize, case: &Case) {
    let exception = EXCEPTIONS.iter().find(|exception| {
        exception.edition == edition && exception.file == file && exception.cases.contains(&index)
    });
    let limited = SniffOptions { edition, ..SniffOptions::default() };
    let unlimited = SniffOptions { prescan_limit: Some(usize::MAX), ..limited.clone() };
    let (found, without_limit) = (sniff(&case.data, &limited), sniff(&case.data, &unlimited));
    let shown = format!("{edition:?}, {file}, case {index}: {}", case.data.escape_ascii());
    match exception {
        None => assert_eq!(found.encoding, case.encoding, "{shown}"),
        Some(exception) => {
            assert_ne!(found.encoding, case.encoding, "no exception any more: {shown}");
            assert_eq!(found.encoding.name(), exception.found, "{shown}");
            let expected = if exception.why == Why::BehindTheLimit { case.encoding } else { found.encoding };
            assert_eq!(without_limit.encoding, expected, "without a limit: {shown}");
        }
    }
}

#[test]
fn the_suite_passes() {
    with_suite(|folder| {
        for (file, at_least) in FILES {
            let cases = cases(&folder.join(file));
            assert!(cases.len() >= at_least, "the suite has shrunk: {file} has {} cases", cases.len());
            for edition in [LIVING, DRAFT_2010] {
                for (index, case) in cases.iter().enumerate() {
                    check(edition, file, index, case);
                }
            }
        }
    });
}
