//! The tests of tree construction within `cargo test`, and whether the harness notices what is wrong.

use testing::fragment::Settings;
use testing::html5lib::trees::{self, Case};

use super::drivers::Driver;
use super::trees::{Report, run_cases, run_suite};
use testing::html5lib::{folder_or_skip, tell};

#[test]
fn trees() {
    let Some(folder) = folder_or_skip("trees") else { return };
    if !folder.join(trees::FOLDER).is_dir() {
        return tell("trees: skipped, this suite has no tests of tree construction");
    }
    let report = run_suite(&folder).unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_clean(), "{}", text(&report));
    let [theirs, ours, in_pieces] = report.passed();
    assert!(report.runs.len() > 3500 && theirs * 200 > report.runs.len() * 199, "{}", text(&report));
    assert_eq!((ours, in_pieces), (theirs, theirs), "{}", text(&report));
}

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out, false).expect("writing to memory works");
    String::from_utf8(out).expect("the report is text")
}

/// The format of each kind of node in the suite's README.
#[test]
fn trees_are_written_as_the_suite_does() {
    for (input, fragment, expected) in [
        ("<!DOCTYPE html>", None, "| <!DOCTYPE html>\n| <html>\n|   <head>\n|   <body>"),
        ("<!DOCTYPE a PUBLIC 'b'>", None, "| <!DOCTYPE a \"b\" \"\">\n| <html>\n|   <head>\n|   <body>"),
        ("<!DOCTYPE a SYSTEM 'c'>", None, "| <!DOCTYPE a \"\" \"c\">\n| <html>\n|   <head>\n|   <body>"),
        ("a\nb<!--c-->", Some("div"), "| \"a\nb\"\n| <!-- c -->"),
        // By UTF-16 code units, in which U+10000 comes before U+E000.
        (
            "<p b=1 a='\"' \u{E000} \u{10000}>",
            Some("div"),
            "| <p>\n|   a=\"\"\"\n|   b=\"1\"\n|   \u{10000}=\"\"\n|   \u{E000}=\"\"",
        ),
        (
            "<svg viewbox xlink:href=a xml:lang xmlns:xlink><mi>",
            Some("div"),
            "| <svg svg>\n|   viewBox=\"\"\n|   xlink href=\"a\"\n|   xml lang=\"\"\n|   xmlns xlink=\"\"\n\
             |   <svg mi>",
        ),
        ("<math><mi>a", Some("div"), "| <math math>\n|   <math mi>\n|     \"a\""),
        (
            "<template id=a>b<p>",
            Some("div"),
            "| <template>\n|   id=\"a\"\n|   content\n|     \"b\"\n|     <p>",
        ),
        ("<tr>", Some("table"), "| <tbody>\n|   <tr>"),
        ("", Some("div"), ""),
    ] {
        let settings =
            Settings { fragment: fragment.map(testing::fragment::Fragment::named), scripting: false };
        for driver in Driver::ALL {
            assert_eq!(driver.tree(input, &settings), expected, "{input}, {}", driver.name());
        }
    }
}

/// The tree that a case wants, or another.
#[test]
fn different_trees_are_noticed() {
    let content = "#data\na\n#errors\n#script-off\n#document\n| right\n";
    let cases: Vec<Case> = trees::parse("one.dat", content).unwrap();
    // (which drivers are right, whether the report is clean)
    for (right, clean) in [
        ([true, true, true], true),
        ([true, false, true], false),
        ([true, true, false], false),
        ([false; 3], true),
        ([false, true, false], false),
    ] {
        let report = run_cases(&cases, |driver, _, _| {
            let at = Driver::ALL.iter().position(|other| *other == driver).unwrap();
            if right[at] { "| right".to_owned() } else { "| wrong".to_owned() }
        });
        assert_eq!(report.is_clean(), clean, "{}", text(&report));
        assert_eq!(report.passed(), right.map(usize::from));
    }
}
