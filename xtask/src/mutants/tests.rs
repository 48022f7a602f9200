//! Tests of what `cargo xtask mutants` makes of what cargo-mutants says.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::ledger::{Ledger, Record, Verdict, outcomes};
use super::mutant::{Mutant, digest_of_tests, parse_list};
use super::plan::{PACKAGES, Shard, package};
use super::report::{Figures, Report};
use super::survivors::{Comparison, LIST, compare, parse, strangers};
use super::{absorb, mutant};

use Verdict::{Caught, Missed, Timeout, Unviable};

/// A mutant in `crates/core/src/a.rs`, whose line says `text`.
fn mutant(line: usize, change: &str, text: &str) -> Mutant {
    let file = "crates/core/src/a.rs".to_owned();
    Mutant { name: format!("{file}:{line}:5: {change}"), file, text: text.to_owned() }
}

fn record(verdict: Verdict, stage: usize) -> Record {
    Record { verdict, stage, seconds: 1.5 }
}

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn names_lose_line_and_column_and_nothing_else() {
    for (change, plain) in [
        ("replace < with == in f", "crates/core/src/a.rs: replace < with == in f"),
        ("delete match arm Kind::A in g", "crates/core/src/a.rs: delete match arm Kind::A in g"),
        (
            "replace f -> &'static str with \":\"",
            "crates/core/src/a.rs: replace f -> &'static str with \":\"",
        ),
    ] {
        assert_eq!(mutant(12, change, "").plain(), plain);
    }
}

#[test]
fn the_list_of_mutants_is_read_with_the_lines_they_change() {
    let json = r#"[{"name": "a.rs:2:9: replace f with ()", "file": "a.rs", "package": "p",
                    "span": {"start": {"line": 2, "column": 9}, "end": {"line": 2, "column": 12}}}]"#;
    let line = |file: &str, number: usize| {
        assert_eq!((file, number), ("a.rs", 2));
        Ok("    let x = 1;  ".to_owned())
    };
    let name = "a.rs:2:9: replace f with ()".to_owned();
    let expected = Mutant { name, file: "a.rs".to_owned(), text: "let x = 1;".to_owned() };
    assert_eq!(parse_list(json, line), Ok(vec![expected]));
    for (json, error) in [
        ("", "the list of mutants: EOF"),
        ("{}", "is no list"),
        (r#"[{"file": "a.rs"}]"#, "without `name`"),
        (r#"[{"name": "n"}]"#, "without `file`"),
        (r#"[{"name": "n", "file": "a.rs"}]"#, "n has no line"),
        (r#"[{"name": "n", "file": "a.rs", "span": {"start": {"line": 1}}}]"#, "n: not there"),
    ] {
        let got = parse_list(json, |_, _| Err(io::Error::other("not there"))).expect_err(json);
        assert!(got.contains(error), "{json}: {got}");
    }
}

#[test]
fn outcomes_are_read_as_far_as_they_go() {
    let item = |name: &str, summary: &str| {
        format!(
            r#"{{"scenario": {{"Mutant": {{"name": "{name}"}}}}, "summary": "{summary}",
                "phase_results": [{{"phase": "Build", "duration": 1.25}}, {{"phase": "Test", "duration": 0.5}}]}}"#
        )
    };
    let json = format!(
        r#"{{"outcomes": [{{"scenario": "Baseline", "summary": "Success", "phase_results": []}}, {}, {}, {}, {}],
            "end_time": null}}"#,
        item("a", "CaughtMutant"),
        item("b", "MissedMutant"),
        item("c", "Timeout"),
        item("d", "Unviable"),
    );
    let expected: Vec<(String, Record)> = [("a", Caught), ("b", Missed), ("c", Timeout), ("d", Unviable)]
        .map(|(name, verdict)| (name.to_owned(), Record { verdict, stage: 1, seconds: 1.75 }))
        .into();
    assert_eq!(outcomes(&json, 1), Ok(expected));
    for (json, error) in [
        (r#"{"outcomes": [{"#.to_owned(), "outcomes.json: EOF"),
        ("{}".to_owned(), "no `outcomes`"),
        (format!(r#"{{"outcomes": [{}]}}"#, item("a", "Failure")), r#"a has the summary Some("Failure")"#),
    ] {
        let got = outcomes(&json, 0).expect_err(&json);
        assert!(got.contains(error), "{json}: {got}");
    }
}

#[test]
fn a_ledger_forgets_what_no_longer_holds() {
    let names = ["a.rs:1:1: x", "a.rs:2:1: x", "b.rs:1:1: x", "b.rs:2:1: x", "b.rs:3:1: x"];
    let verdicts = [Caught, Missed, Caught, Missed, Timeout];
    let files = map(&[("a.rs", "1"), ("b.rs", "1")]);
    let mut full = Ledger::default();
    full.settle(files.clone(), "1".to_owned());
    full.add(names.iter().zip(verdicts).map(|(name, verdict)| ((*name).to_owned(), record(verdict, 0))));
    let edited = map(&[("a.rs", "2"), ("b.rs", "1")]);
    let removed = map(&[("b.rs", "1")]);
    for (what, files, tests, kept) in [
        ("nothing", &files, "1", &[0, 1, 2, 3, 4][..]),
        ("a test", &files, "2", &[0, 2, 4]),
        ("a file with mutants", &edited, "2", &[2, 4]),
        ("a file is gone", &removed, "1", &[2, 3, 4]),
    ] {
        let mut ledger = full.clone();
        ledger.settle(files.clone(), tests.to_owned());
        let left: Vec<usize> = (0..names.len()).filter(|at| ledger.get(names[*at]).is_some()).collect();
        assert_eq!(left, kept, "changed: {what}");
    }
}

#[test]
fn a_fresh_run_forgets_its_own_mutants() {
    let all: Vec<Mutant> = (0..4).map(|line| mutant(line, "x", "")).collect();
    let mut ledger = Ledger::default();
    ledger.add(all.iter().map(|mutant| (mutant.name.clone(), record(Caught, 0))));
    ledger.forget(&"1/2".parse::<Shard>().expect("a shard").of(&all));
    let left: Vec<bool> = all.iter().map(|mutant| ledger.get(&mutant.name).is_some()).collect();
    assert_eq!(left, [true, false, true, false]);
}

#[test]
fn later_stages_count_and_their_times_add_up() {
    let mut ledger = Ledger::default();
    for (verdict, stage, expected) in [
        (Missed, 0, Record { verdict: Missed, stage: 0, seconds: 1.5 }),
        // The same folder is read once more.
        (Caught, 0, Record { verdict: Missed, stage: 0, seconds: 1.5 }),
        (Caught, 1, Record { verdict: Caught, stage: 1, seconds: 3.0 }),
        (Missed, 0, Record { verdict: Caught, stage: 1, seconds: 3.0 }),
    ] {
        ledger.add([("a".to_owned(), record(verdict, stage))]);
        assert_eq!(ledger.get("a"), Some(&expected), "after {verdict:?} in {stage}");
    }
}

#[test]
fn what_a_cut_run_left_is_taken_over_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/mutants-test");
    let _ = fs::remove_dir_all(&folder);
    let (place, stage) = (folder.join("ledger.json"), folder.join("quick"));
    fs::create_dir_all(stage.join("mutants.out")).expect("a folder");
    let left = stage.join("mutants.out/outcomes.json");
    let json =
        r#"{"outcomes": [{"scenario": {"Mutant": {"name": "a.rs:1:1: x"}}, "summary": "CaughtMutant"}]}"#;
    for (text, kept) in [(json, true), (&json[..40], false)] {
        let mut ledger = Ledger::default();
        fs::write(&left, text).expect("a written file");
        absorb(&mut ledger, &place, &stage, 0).expect("the files are there");
        assert_eq!(ledger.get("a.rs:1:1: x").is_some(), kept);
        assert!(!left.exists());
        assert_eq!(Ledger::load(&place).expect("a saved ledger"), ledger);
        absorb(&mut ledger, &place, &stage, 0).expect("nothing to do");
    }
    fs::remove_dir_all(&folder).expect("it is there");
    assert_eq!(Ledger::load(&place).expect("none is an empty one"), Ledger::default());
}

#[test]
fn the_digest_of_the_tests_is_that_of_their_files() {
    let root = crate::repository::root();
    let digest = digest_of_tests(&root).expect("the repository is there");
    assert_eq!(digest.len(), 16);
    let all = [mutant(1, "x", "")].map(|mutant| Mutant { file: "xtask/src/main.rs".to_owned(), ..mutant });
    let digests = mutant::digests(&root, &all).expect("the file is there");
    assert_eq!(digests.keys().collect::<Vec<_>>(), ["xtask/src/main.rs"]);
    assert_ne!(digests["xtask/src/main.rs"], digest);
    assert!(mutant::digests(&root, &[mutant(1, "x", "")]).is_err(), "there is no such file");
}

#[test]
fn shards_are_a_partition() {
    let all: Vec<Mutant> = (0..11).map(|line| mutant(line, "x", "")).collect();
    for parts in 1..=12 {
        let mut seen: Vec<&Mutant> = Vec::new();
        for part in 0..parts {
            let shard: Shard = format!("{part}/{parts}").parse().expect("a shard");
            let mine = shard.of(&all);
            assert!(mine.len() >= 11 / parts && mine.len() <= 11 / parts + 1);
            seen.extend(mine);
        }
        seen.sort_by_key(|mutant| all.iter().position(|other| other == *mutant));
        assert_eq!(seen, all.iter().collect::<Vec<_>>());
    }
    for wrong in ["", "1", "1/", "/2", "2/2", "0/0", "-1/2", "a/b", "0/1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

#[test]
fn packages_go_by_either_name() {
    for (name, expected) in [("tagspan-core", 0), ("core", 0), ("entities", 1), ("tagspan-input", 2)] {
        assert_eq!(package(name), Ok(&PACKAGES[expected]), "{name}");
    }
    let error = package("tagspan").expect_err("it is not mutated");
    assert!(error.contains("tagspan-core, tagspan-entities, tagspan-input"), "{error}");
}

#[test]
fn survivors_are_held_against_the_list() {
    const F: &str = "crates/core/src/a.rs: ";
    let all = [
        mutant(1, "replace < with == in f", "if a < b {"),
        mutant(2, "replace < with == in f", "if c < d {"),
        mutant(3, "replace > with == in g", "if a > b {"),
    ];
    let list = |entries: &[(&str, &str)]| -> String {
        entries
            .iter()
            .map(|(mutant, at)| {
                let at = if at.is_empty() { String::new() } else { format!("at = '{at}'\n") };
                format!("[[survivor]]\nwhy = 'It is so.'\n{at}mutants = ['{F}{mutant}']\n")
            })
            .collect()
    };
    let (less, more) = ("replace < with == in f", "replace > with == in g");
    type Row<'a> = (&'a [(&'a str, &'a str)], [Option<Verdict>; 3], usize, &'a [usize], &'a [&'a str]);
    let rows: &[Row<'_>] = &[
        (&[], [Some(Caught), Some(Timeout), Some(Unviable)], 0, &[], &[]),
        (&[], [Some(Missed), Some(Caught), Some(Missed)], 0, &[0, 2], &[]),
        (&[(more, "")], [Some(Caught), Some(Caught), Some(Missed)], 1, &[], &[]),
        // One entry for both of a name.
        (&[(less, "")], [Some(Missed), Some(Missed), Some(Caught)], 2, &[], &[]),
        // It must say which one it means.
        (&[(less, "")], [Some(Missed), Some(Caught), None], 1, &[], &["of which 1 survive: say with `at`"]),
        (&[(less, "a < b")], [Some(Missed), Some(Caught), None], 1, &[], &[]),
        (
            &[(less, "c < d")],
            [Some(Missed), Some(Caught), None],
            0,
            &[0],
            &["at \"c < d\", does not survive"],
        ),
        // Out of date.
        (&[(more, "")], [None, None, Some(Caught)], 0, &[], &["does not survive any more: take it off"]),
        (&[(more, "")], [None, None, Some(Unviable)], 0, &[], &["does not survive any more"]),
        (&[("replace f with ()", "")], [None, None, None], 0, &[], &["replace f with () is no mutant"]),
        (&[(more, "x > y")], [None, None, Some(Missed)], 0, &[2], &["at \"x > y\", is no mutant"]),
        // Of another shard: nothing is known.
        (&[(more, "")], [Some(Caught), None, None], 0, &[], &[]),
        (&[(more, ""), (more, "a > b")], [None, None, Some(Missed)], 1, &[], &["has more than one entry"]),
    ];
    for (index, (entries, verdicts, explained, unexplained, wrong)) in rows.iter().enumerate() {
        let entries = parse(&list(entries)).expect("a list");
        let records = verdicts.map(|verdict| verdict.map(|verdict| record(verdict, 0)));
        let tried: Vec<_> = all
            .iter()
            .zip(&records)
            .filter_map(|(mutant, record)| Some((mutant, record.as_ref()?)))
            .collect();
        let got = compare(&entries.iter().collect::<Vec<_>>(), &all, &tried);
        let names: Vec<String> = unexplained.iter().map(|at| all[*at].name.clone()).collect();
        assert_eq!((got.explained, &got.unexplained), (*explained, &names), "row {index}");
        assert_eq!(got.wrong.len(), wrong.len(), "row {index}: {:?}", got.wrong);
        for (got, wanted) in got.wrong.iter().zip(*wrong) {
            assert!(got.contains(wanted), "row {index}: {got}");
        }
    }
}

#[test]
fn the_list_has_a_reason_for_each() {
    for (list, error) in [
        ("[[survivor]]\nwhy = ''\nmutants = ['a']", "is no sentence"),
        ("[[survivor]]\nwhy = 'Equivalent.'\nmutants = ['a']", "is no sentence"),
        ("[[survivor]]\nwhy = 'Only speed'\nmutants = ['a']", "is no sentence"),
        ("[[survivor]]\nwhy = 'Only speed.'\nmutants = []", "stands for no mutant"),
        ("[[survivor]]\nmutants = ['a']", "missing field `why`"),
        ("[[survivor]]\nwhy = 'Only speed.'\nmutants = ['a']\nline = 1", "unknown field `line`"),
        ("[survivor]", "the list of survivors"),
    ] {
        let got = parse(list).expect_err(list);
        assert!(got.contains(error), "{list}: {got}");
    }
    let there = parse(LIST).expect("the committed list is in the format");
    assert_eq!(strangers(&there, PACKAGES), Vec::<String>::new());
    let other =
        parse("[[survivor]]\nwhy = 'It is so.'\nmutants = ['crates/cli/src/a.rs: x']").expect("a list");
    assert_eq!(strangers(&other, PACKAGES), ["crates/cli/src/a.rs: x is in no package that is mutated"]);
}

#[test]
fn a_report_has_figures_and_says_what_to_do() {
    let all: Vec<Mutant> = (0..8).map(|line| mutant(line, "x", "")).collect();
    let verdicts = [Caught, Caught, Caught, Caught, Caught, Timeout, Missed, Unviable];
    let records = verdicts.map(|verdict| record(verdict, 0));
    let tried: Vec<_> = all.iter().zip(&records).collect();
    let figures = Figures::of(&tried);
    let expected = Figures { mutants: 8, caught: 5, missed: 1, timeouts: 1, unviable: 1, seconds: 12.0 };
    assert_eq!(figures, expected);
    assert_eq!(Figures::default().score(), 100.0);
    for (unexplained, wrong, clean) in
        [(&[][..], &[][..], true), (&["a.rs:1:1: x"], &[], false), (&[], &["b is no mutant"], false)]
    {
        let strings = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let comparison =
            Comparison { explained: 1, unexplained: strings(unexplained), wrong: strings(wrong) };
        let report =
            Report { figures: vec![("tagspan-core", figures), ("tagspan-input", figures)], comparison };
        assert_eq!(report.is_clean(), clean);
        let mut out = Vec::new();
        report.write(&mut out).expect("memory");
        let out = String::from_utf8(out).expect("text");
        assert!(
            out.contains(
                "tagspan-core              8        5       1         1         1   85.7%           1.5\n"
            ),
            "{out}"
        );
        assert!(
            out.contains(
                "total                    16       10       2         2         2   85.7%           1.5\n"
            ),
            "{out}"
        );
        for line in unexplained.iter().chain(wrong) {
            assert!(out.contains(&format!("\n  {line}\n")), "{out}");
        }
    }
}
