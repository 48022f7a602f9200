//! The suite within `cargo test`, and whether the harness notices what is wrong.

use super::c_interface::CInterface;
use super::chunking::Chunking;
use super::deviations::{DEVIATIONS, Deviation, Reason};
use super::implementation::{Core, Implementation, Setup};
use super::output::{Output, ParseError};
use super::{Report, run_suite};
use testing::html5lib::folder_or_skip;
use testing::html5lib::token::{Place, Token};
use testing::html5lib::tokenizer::{self, Case, File, Input};

#[test]
fn html5lib() {
    let Some(suite) = folder_or_skip("html5lib") else { return };
    let files = tokenizer::load(&suite).expect("the suite's files are as its README says");
    let report = run_suite(&Core, &files, DEVIATIONS);
    let total = report.total();
    assert!(total.cases > 6000, "only {} cases: not the whole suite", total.cases);
    assert!(total.runs > 10 * total.cases, "only {} runs", total.runs);
    assert!(report.is_clean(), "{}", text(&report));
}

#[test]
fn html5lib_through_c() {
    let Some(suite) = folder_or_skip("html5lib through C") else { return };
    let files = tokenizer::load(&suite).expect("the suite's files are as its README says");
    for batch in [256, 1] {
        let report = run_suite(&CInterface(batch), &files, DEVIATIONS);
        assert!(report.total().cases > 6000, "only {} cases: not the whole suite", report.total().cases);
        assert!(report.is_clean(), "batches of {batch}: {}", text(&report));
    }
}

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out, false).expect("writing to memory works");
    String::from_utf8(out).expect("the report is text")
}

fn case(description: &str, input: Input) -> Case {
    Case {
        description: description.to_owned(),
        input,
        initial_states: vec!["Data state".to_owned()],
        last_start_tag: None,
        processing_instructions: false,
        tokens: vec![Token::Text("a\0b".to_owned()), Token::EndTag { name: "c".to_owned() }],
        errors: vec![("unexpected-null-character".to_owned(), Place { line: 1, column: 2 })],
    }
}

fn files(cases: Vec<Case>) -> Vec<File> {
    vec![File { name: "one.test".to_owned(), cases }]
}

/// Core with its output spoilt where the test wants it.
struct Spoilt(fn(Chunking, Setup<'_>, &mut Output));

impl Implementation for Spoilt {
    fn name(&self) -> &'static str {
        "spoilt"
    }

    fn run(&self, setup: Setup<'_>, input: &[u8], chunking: Chunking) -> Result<Output, String> {
        let mut output = Core.run(setup, input, chunking)?;
        (self.0)(chunking, setup, &mut output);
        Ok(output)
    }
}

const RUNS: u64 = 7 + 4;

#[test]
fn every_kind_of_fault_is_noticed() {
    type Spoil = fn(Chunking, Setup<'_>, &mut Output);
    // (what is spoilt, how, the tokens, errors and positions that stay right)
    let table: [(&str, Spoil, [u64; 3]); 9] = [
        ("nothing", |_, _, _| (), [RUNS; 3]),
        ("a token", |_, _, output| drop(output.tokens.pop()), [0, RUNS, RUNS]),
        ("the last span", |_, _, output| drop(output.spans.pop()), [0, RUNS, RUNS]),
        ("the bytes of a span", |_, _, output| output.spans[0].1[0] ^= 1, [0, RUNS, RUNS]),
        ("an error", |_, _, output| output.errors.clear(), [RUNS, 0, 0]),
        (
            "an error's code",
            |_, _, output| {
                for error in &mut output.errors {
                    error.code = "eof-in-tag";
                }
            },
            [RUNS, 0, RUNS],
        ),
        (
            "an error's offset",
            |_, _, output| {
                for error in &mut output.errors {
                    error.offset += 1;
                }
            },
            [RUNS, RUNS, 0],
        ),
        (
            "an error's place",
            |_, _, output| {
                for error in &mut output.errors {
                    error.place = Some(Place { line: 1, column: 3 });
                }
            },
            [RUNS, RUNS, 0],
        ),
        (
            "errors that were not asked for",
            |_, setup, output| {
                if !setup.errors {
                    output.errors.push(ParseError { code: "eof-in-tag", offset: 0, place: None });
                }
            },
            [0, RUNS, RUNS],
        ),
    ];
    for (what, spoil, right) in table {
        let cases = files(vec![case("one", Input::Text("a\0b</c>".to_owned()))]);
        let report = run_suite(&Spoilt(spoil), &cases, &[]);
        let total = report.total();
        assert_eq!(total.runs, RUNS);
        assert_eq!([total.tokens, total.errors, total.positions], right, "{what}\n{}", text(&report));
        assert_eq!(report.is_clean(), right == [RUNS; 3], "{what}");
    }
}

#[test]
fn the_list_of_deviations_is_held_to_its_word() {
    let good = || Input::Text("a\0b</c>".to_owned());
    let bad = || Input::Text("a".to_owned());
    let listed = |reason| vec![Deviation { file: "one.test", description: "one", reason }];
    // (cases, the list, how many complaints about cases and about the list)
    let table = [
        (vec![case("one", good())], vec![], (0, 0)),
        (vec![case("one", bad())], vec![], (1, 0)),
        (vec![case("one", Input::LoneSurrogate)], vec![], (1, 0)),
        (vec![case("one", bad())], listed(Reason::XmlCoercion), (0, 0)),
        (vec![case("one", Input::LoneSurrogate)], listed(Reason::LoneSurrogate), (0, 0)),
        (vec![case("one", good())], listed(Reason::XmlCoercion), (0, 1)),
        (vec![case("one", bad())], listed(Reason::LoneSurrogate), (0, 1)),
        (vec![case("one", Input::LoneSurrogate)], listed(Reason::XmlCoercion), (1, 0)),
        (vec![case("two", good())], listed(Reason::XmlCoercion), (0, 1)),
        (vec![case("one", bad()), case("one", bad())], listed(Reason::XmlCoercion), (0, 1)),
    ];
    for (index, (cases, list, complaints)) in table.into_iter().enumerate() {
        let report = run_suite(&Core, &files(cases), &list);
        assert_eq!((report.failures.len(), report.list.len()), complaints, "{index}\n{}", text(&report));
    }
}
