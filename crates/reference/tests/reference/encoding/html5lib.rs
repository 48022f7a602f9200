//! The html5lib encoding suite, as far as sniffing goes: the rest of it is about parsing, scripts and detection.

use std::ops::RangeInclusive;

use tagspan_reference::encoding::{SniffOptions, SniffingEdition, sniff};
use testing::html5lib;
use testing::html5lib::encoding::{Case, load};

use super::{DRAFT_2010, LIVING};

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
    /// The declaration is after the limit, and is found by the parser. It is found here without a limit.
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
    let Some(suite) = html5lib::folder_or_skip("html5lib encoding") else { return };
    let files = load(&suite).unwrap_or_else(|error| panic!("{error}"));
    for (name, at_least) in FILES {
        let file = files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("no {name}"));
        assert!(file.cases.len() >= at_least, "the suite has shrunk: {name} has {} cases", file.cases.len());
        for edition in [LIVING, DRAFT_2010] {
            for (index, case) in file.cases.iter().enumerate() {
                check(edition, name, index, case);
            }
        }
    }
}
