//! The encoding suite within `cargo test`, and whether the harness notices what is wrong.

use super::cases::{self, File};
use super::implementation::{Implementation, Tagspan};
use super::listed::{LISTED, Listed, Reason};
use super::{Chunking, Report, run_suite};
use crate::conformance::tests::suite_or_skip;

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out, true).expect("writing to memory works");
    String::from_utf8(out).expect("the report is text")
}

#[test]
fn html5lib() {
    let Some(suite) = suite_or_skip("html5lib encoding") else { return };
    let files = cases::load(&suite).expect("the suite's files are as its README says");
    let report = run_suite(&Tagspan, &files, LISTED);
    assert!(report.is_clean(), "{}", text(&report));
    let total = report.total();
    assert!(total.cases >= 83, "only {} cases: not the whole suite", total.cases);
    assert!(total.runs > 100 * total.cases, "only {} runs", total.runs);
    // The scripted case is the only one that no parse without scripts gets right.
    assert_eq!((total.cases - total.prescan, total.cases - total.parse), (8, 1), "{}", text(&report));
}

/// Gives the encodings that the test wants.
struct Fake<P, W>(P, W);

impl<P, W> Implementation for Fake<P, W>
where
    P: Fn(Chunking, bool) -> &'static str + Sync,
    W: Fn(Chunking, usize) -> Result<&'static str, String> + Sync,
{
    fn prescan(&self, _: &[u8], chunking: Chunking, all: bool) -> Result<&'static str, String> {
        Ok(self.0(chunking, all))
    }

    fn parse(&self, _: &[u8], chunking: Chunking, limit: usize) -> Result<&'static str, String> {
        self.1(chunking, limit)
    }
}

fn files() -> Vec<File> {
    let cases = cases::cases(b"#data\n<p>\n#encoding\nbig5").expect("that is the format");
    vec![File { name: "one.dat".to_owned(), cases }]
}

#[test]
fn every_kind_of_fault_is_noticed() {
    let listed =
        |prescan, parse, reason| vec![Listed { file: "one.dat", cases: 0..=0, prescan, parse, reason }];
    let none = Vec::new;
    let (big5, other) = ("Big5", "EUC-KR");
    let only = move |at: bool| if at { other } else { big5 };
    // (what is wrong, what the first bytes say, what a parse does, the list, whether the run is clean)
    type Prescan = Box<dyn Fn(Chunking, bool) -> &'static str + Sync>;
    type Parse = Box<dyn Fn(Chunking, usize) -> Result<&'static str, String> + Sync>;
    let table: Vec<(&str, Prescan, Parse, Vec<Listed>, bool)> = vec![
        ("nothing", Box::new(move |_, _| big5), Box::new(move |_, _| Ok(big5)), none(), true),
        ("the prescan", Box::new(move |_, _| other), Box::new(move |_, _| Ok(big5)), none(), false),
        ("the parse", Box::new(move |_, _| big5), Box::new(move |_, _| Ok(other)), none(), false),
        ("a failure", Box::new(move |_, _| big5), Box::new(|_, _| Err("no".to_owned())), none(), false),
        (
            "the prescan in one chunking",
            Box::new(move |chunking, _| only(chunking == Chunking::At(2))),
            Box::new(move |_, _| Ok(big5)),
            none(),
            false,
        ),
        (
            "the parse in one chunking",
            Box::new(move |_, _| big5),
            Box::new(move |chunking, _| Ok(only(chunking == Chunking::Bytes))),
            none(),
            false,
        ),
        (
            "a parse that is fed again",
            Box::new(move |_, _| big5),
            Box::new(move |_, limit| Ok(only(limit == 0))),
            none(),
            false,
        ),
        (
            "nothing, as listed: behind the limit",
            Box::new(move |_, all| only(!all)),
            Box::new(move |_, _| Ok(big5)),
            listed(other, None, Reason::BehindTheLimit),
            true,
        ),
        (
            "it is not behind the limit",
            Box::new(move |_, _| other),
            Box::new(move |_, _| Ok(big5)),
            listed(other, None, Reason::BehindTheLimit),
            false,
        ),
        (
            "nothing, as listed: scripts",
            Box::new(move |_, _| other),
            Box::new(move |_, _| Ok(other)),
            listed(other, Some(other), Reason::NeedsScripts),
            true,
        ),
        (
            "it is listed with another encoding",
            Box::new(move |_, _| other),
            Box::new(move |_, _| Ok(other)),
            listed("KOI8-R", Some(other), Reason::NeedsScripts),
            false,
        ),
        (
            "it is listed, and does not differ",
            Box::new(move |_, _| big5),
            Box::new(move |_, _| Ok(big5)),
            listed(big5, Some(big5), Reason::NeedsScripts),
            false,
        ),
        (
            "a case is listed that is not there",
            Box::new(move |_, _| big5),
            Box::new(move |_, _| Ok(big5)),
            vec![Listed { file: "two.dat", ..listed(other, None, Reason::BehindTheLimit).remove(0) }],
            false,
        ),
    ];
    for (what, prescan, parse, list, clean) in table {
        let report = run_suite(&Fake(prescan, parse), &files(), &list);
        // Three bytes: whole, byte by byte in two ways, cut at four places; each with two limits.
        assert_eq!(report.total().runs, 7 * 3);
        assert_eq!(report.is_clean(), clean, "{what}\n{}", text(&report));
    }
}

#[test]
fn files_are_read_as_they_are_written() {
    let two =
        cases::cases(b"#data\n\xFF\n\n#encoding\nutf8\n\n#data\n\n#encoding\nLatin1\n").expect("two cases");
    let read: Vec<_> = two.iter().map(|case| (&case.data[..], case.encoding)).collect();
    assert_eq!(read, [(&b"\xFF\n"[..], "UTF-8"), (b"", "windows-1252")]);
    for wrong in [&b""[..], b"#data\n", b"#data\n\n#encoding\nutf-7"] {
        assert!(cases::cases(wrong).is_none());
    }
}
