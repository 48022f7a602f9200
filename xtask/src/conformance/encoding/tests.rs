//! The encoding suite within `cargo test`, and whether the harness notices what is wrong.

use super::listed::{LISTED, Listed, Reason};
use super::{Report, run_suite};
use testing::html5lib::encoding::{self, File};
use testing::html5lib::folder_or_skip;

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out, true).expect("writing to memory works");
    String::from_utf8(out).expect("the report is text")
}

#[test]
fn html5lib() {
    let Some(suite) = folder_or_skip("html5lib encoding") else { return };
    let files = encoding::load(&suite).expect("the suite's files are as its README says");
    let report = run_suite(&files, LISTED);
    assert!(report.is_clean(), "{}", text(&report));
    let total = report.total();
    assert!(total.cases >= 83, "only {} cases: not the whole suite", total.cases);
    assert!(total.runs > 100 * total.cases, "only {} runs", total.runs);
    // The scripted case is the only one that no parse without scripts gets right.
    assert_eq!((total.cases - total.prescan, total.cases - total.parse), (8, 1), "{}", text(&report));
}

#[test]
fn faults_are_noticed() {
    let listed =
        |file, prescan, parse| Listed { file, cases: 0..=0, prescan, parse, reason: Reason::NeedsScripts };
    let wrong: &[u8] = b"#data\n<meta charset=koi8-r>\n#encoding\nbig5";
    let right: &[u8] = b"#data\n<meta charset=koi8-r>\n#encoding\nkoi8-r";
    for (file, list, clean) in [
        (right, vec![], true),
        (wrong, vec![], false),
        (wrong, vec![listed("one.dat", "KOI8-R", Some("KOI8-R"))], true),
        (wrong, vec![listed("one.dat", "Big5", Some("KOI8-R"))], false),
        (right, vec![listed("one.dat", "KOI8-R", Some("KOI8-R"))], false),
        (right, vec![listed("two.dat", "KOI8-R", None)], false),
    ] {
        let cases = encoding::cases(file).expect("that is the format");
        let report = run_suite(&[File { name: "one.dat".to_owned(), cases }], &list);
        assert_eq!(report.is_clean(), clean, "{}", text(&report));
    }
}

#[test]
fn files_are_read_as_they_are_written() {
    let two = encoding::cases(b"#data\n\xFF\n\n#encoding\nutf8\n\n#data\n\n#encoding\nLatin1\n")
        .expect("two cases");
    let read: Vec<_> = two.iter().map(|case| (&case.data[..], case.encoding.name())).collect();
    assert_eq!(read, [(&b"\xFF\n"[..], "UTF-8"), (b"", "windows-1252")]);
    for wrong in [&b""[..], b"#data\n", b"#data\n\n#encoding\nutf-7"] {
        assert!(encoding::cases(wrong).is_none());
    }
}
