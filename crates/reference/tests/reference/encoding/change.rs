//! Changing the encoding while parsing.

use tagspan_reference::encoding::{Change, ChangeOptions, Confidence, Encoding, change_encoding};

use super::{DRAFT_2010, LIVING, named};

/// The encoding in use, the new one, and what the living standard and 2010 change to; empty when the encoding in
/// use is confirmed.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("windows-1252", "UTF-8", "UTF-8", "UTF-8"),
    ("windows-1252", "windows-1252", "", ""),
    ("UTF-8", "UTF-8", "", ""),
    ("UTF-8", "KOI8-R", "KOI8-R", "KOI8-R"),
    ("GBK", "gb18030", "gb18030", "gb18030"),
    ("windows-1252", "replacement", "replacement", "replacement"),
    // UTF-16 in use stays.
    ("UTF-16LE", "UTF-16LE", "", ""),
    ("UTF-16LE", "UTF-16BE", "", ""),
    ("UTF-16BE", "UTF-8", "", ""),
    ("UTF-16BE", "KOI8-R", "", ""),
    ("UTF-16LE", "x-user-defined", "", ""),
    // UTF-16 that is declared means UTF-8. 2010 compares before it says so.
    ("windows-1252", "UTF-16LE", "UTF-8", "UTF-8"),
    ("windows-1252", "UTF-16BE", "UTF-8", "UTF-8"),
    ("UTF-8", "UTF-16LE", "", "UTF-8"),
    ("UTF-8", "UTF-16BE", "", "UTF-8"),
    // x-user-defined that is declared means windows-1252, which 2010 does not say.
    ("UTF-8", "x-user-defined", "windows-1252", "x-user-defined"),
    ("windows-1252", "x-user-defined", "", "x-user-defined"),
    ("x-user-defined", "x-user-defined", "windows-1252", ""),
];

#[test]
fn every_step_of_both_editions() {
    for (current, new, living, draft_2010) in CASES {
        for (edition, expected) in [(LIVING, living), (DRAFT_2010, draft_2010)] {
            for (on_the_fly, parse_again, how) in [
                (true, true, Change::OnTheFly as fn(Encoding) -> Change),
                (true, false, Change::OnTheFly),
                (false, true, Change::Restart),
                (false, false, |_| Change::Ignored),
            ] {
                let options = ChangeOptions { edition, on_the_fly, parse_again };
                let change = change_encoding(named(current), Confidence::Tentative, named(new), &options);
                let expected = if expected.is_empty() { Change::Confirmed } else { how(named(expected)) };
                assert_eq!(change, expected, "{current} to {new}, {options:?}");
            }
        }
    }
}

#[test]
fn it_is_run_only_when_the_encoding_is_tentative() {
    for confidence in [Confidence::Certain, Confidence::Irrelevant] {
        for edition in [LIVING, DRAFT_2010] {
            for (current, new, _, _) in CASES {
                let options = ChangeOptions { edition, ..ChangeOptions::default() };
                assert_eq!(change_encoding(named(current), confidence, named(new), &options), Change::NotRun);
            }
        }
    }
}
