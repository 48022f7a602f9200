//! The tests of tree construction within `cargo test`, and whether the harness notices what is wrong.

use clap::Parser;
use tagspan_proof::context::Settings;
use tagspan_proof::context::inputs::Input;
use tagspan_proof::context::suite::{self, Case};

use super::super::tests::{suite_or_skip, tell};
use super::agreement::{Report as Agreement, Row};
use super::drivers::Driver;
use super::trees::{Report, run_cases, run_suite};
use super::{on_all_processors, soups};

#[test]
fn trees() {
    let Some(folder) = suite_or_skip("trees") else { return };
    if !folder.join(suite::FOLDER).is_dir() {
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

/// What the suite's README says of each kind of node.
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
            Settings { fragment: fragment.map(tagspan_proof::context::Fragment::named), scripting: false };
        for driver in Driver::ALL {
            assert_eq!(driver.tree(input, &settings), expected, "{input}, {}", driver.name());
        }
    }
}

/// The tree that a case wants; lost is what html5ever finds and we do not.
#[test]
fn lost_trees_are_noticed() {
    let content = "#data\na\n#errors\n#script-off\n#document\n| right\n";
    let cases: Vec<Case> = suite::parse("one.dat", content).unwrap();
    // (which drivers are right, what the first panics for, whether the report is clean, what it says)
    for (right, clean, says) in [
        ([true, true, true], true, ""),
        ([true, false, true], false, "tagspan, wrong"),
        ([true, true, false], false, "by bytes, wrong"),
        ([false, true, true], true, "html5ever, wrong"),
        ([false, false, false], true, "right by none: one.dat, case 0 (document)"),
    ] {
        let report = run_cases(&cases, |driver, input, settings| {
            assert_eq!((input, settings.scripting), ("a", false));
            let at = Driver::ALL.iter().position(|other| *other == driver).unwrap();
            if right[at] { "| right".to_owned() } else { "| wrong".to_owned() }
        });
        let text = text(&report);
        assert_eq!(report.is_clean(), clean, "{text}");
        assert!(text.contains(says), "{says:?} is not in\n{text}");
        assert_eq!(report.passed(), right.map(usize::from));
    }
    let panics = run_cases(&cases, |driver, _, _| {
        assert_eq!(driver, Driver::Theirs, "this one");
        "| right".to_owned()
    });
    assert!(!panics.is_clean() && text(&panics).contains("a panic"));
}

#[test]
fn the_table_of_the_context() {
    let input = |text: &str| Input {
        name: "an input".to_owned(),
        text: text.to_owned(),
        settings: vec![Settings::default()],
    };
    let text = |report: &Agreement| {
        let mut out = Vec::new();
        report.write(&mut out, true).expect("writing to memory works");
        String::from_utf8(out).expect("the report is text")
    };
    let report = Agreement { rows: vec![Row::of("some", &[input("<svg><title>"), input("<p><pre>\n<p>")])] };
    assert!(report.is_clean());
    let told = text(&report);
    let row: Vec<&str> = told.lines().nth(1).unwrap_or_default().split_whitespace().collect();
    assert_eq!(row, ["some", "2", "5", "0", "0.0000%", "0", "1", "0", "0", "0"], "{told}");
    // What is wrong, and too much that is uncertain.
    let mut wrong = Row::of("some", &[]);
    wrong.figures.wrong = 1;
    assert!(!Agreement { rows: vec![wrong] }.is_clean());
    for (name, uncertain, clean) in
        [("real pages", 1, true), ("real pages", 2, false), ("other pages", 2, true)]
    {
        let mut row = Row::of(name, &[]);
        (row.figures.start_tags, row.figures.uncertain) = (1000, uncertain);
        let report = Agreement { rows: vec![row] };
        assert_eq!(report.is_clean(), clean, "{name}");
        assert_eq!(text(&report).contains("more than one of 1000"), !clean);
    }
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: crate::conformance::Args,
}

#[test]
fn soups_and_what_is_said_of_them() {
    let args = |line: &str| {
        let line = std::iter::once("conformance").chain(line.split_whitespace());
        Cli::try_parse_from(line).map(|cli| cli.args.soups)
    };
    for line in [
        "--soups 5",
        "--tree --seed 5",
        "--tree --list marked",
        "--tree --soups 1 --list all",
        "--tree --encoding",
    ] {
        assert!(args(line).is_err(), "{line}");
    }
    assert!(!args("--tree").unwrap().are_wanted());
    let run = |line: &str| {
        let mut out = Vec::new();
        soups::run(&args(line).unwrap(), &mut out).expect("writing to memory works");
        String::from_utf8(out).expect("the report is text")
    };
    let told = run("--tree --soups 700 --seed 5 --list marked");
    assert!(
        told.contains("soups, seed 5                       700 ")
            && told.contains(", marked as uncertain; in "),
        "{told}"
    );
    // The same seed has the same soups.
    let figures = |told: &str| told.lines().find(|line| line.starts_with("soups, seed")).map(str::to_owned);
    assert_eq!(figures(&told), figures(&run("--tree --soups 700 --seed 5")));
}

#[test]
fn all_items_are_done_in_their_order() {
    let items: Vec<usize> = (0..1000).collect();
    assert_eq!(on_all_processors(&items, |item| item * 2), (0..2000).step_by(2).collect::<Vec<_>>());
}
