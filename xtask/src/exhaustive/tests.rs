//! Positions that are kept, refused and gone on from.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use super::position::{Key, Position, Wish};
use super::{Args, file, run_in, sources};

/// A folder of this test's own, which is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("tagspan-exhaustive-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room for a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: Args,
}

fn args(line: &str) -> Args {
    Cli::try_parse_from(std::iter::once("exhaustive").chain(line.split_whitespace()))
        .unwrap_or_else(|error| panic!("{error}"))
        .args
}

const KEY: Key = Key { strings: u64::MAX, sources: 2 };

fn position() -> Position {
    Position {
        key: KEY,
        next: u64::MAX - 1,
        time: Duration::from_nanos(123_456_789_012_345),
        differences: vec!["a\n\"b\" \u{1}".to_owned()],
    }
}

#[test]
fn a_position_comes_back_from_its_file() {
    let folder = Folder::new("file");
    let file = folder.0.join("below").join("a.json");
    assert_eq!(Position::read(&file), Ok(None));
    position().write(&file).expect("a folder is made for it");
    assert_eq!(Position::read(&file), Ok(Some(position())));
    let other = Position { next: 3, ..position() };
    other.write(&file).expect("it is replaced");
    assert_eq!(Position::read(&file), Ok(Some(other)));
    for text in ["", "{}", "{\"key\": 1}", "null"] {
        fs::write(&file, text).expect("it can be written");
        let error = Position::read(&file).expect_err(text);
        assert!(error.contains("a.json is no position"), "{error}");
    }
}

#[test]
fn where_to_start() {
    let found = |position: Position| Ok(Some(position));
    let other_strings = Position { key: Key { strings: 1, ..KEY }, ..position() };
    let other_sources = Position { key: Key { sources: 1, ..KEY }, ..position() };
    let broken = || Err("a.json is no position".to_owned());
    let first = Ok(0);
    // (what is there, what is wished, where to start, what is said)
    let cases = [
        (Ok(None), Wish::ResumeIfPossible, first, None),
        (Ok(None), Wish::Fresh, first, None),
        (Ok(None), Wish::Resume, Err(()), Some("no position")),
        (found(position()), Wish::ResumeIfPossible, Ok(u64::MAX - 1), Some("going on at string 1844")),
        (found(position()), Wish::Resume, Ok(u64::MAX - 1), Some("going on")),
        (found(position()), Wish::Fresh, first, None),
        (found(other_strings.clone()), Wish::ResumeIfPossible, first, Some("alphabet have changed")),
        (found(other_strings), Wish::Resume, Err(()), Some("alphabet have changed")),
        (found(other_sources.clone()), Wish::ResumeIfPossible, first, Some("code under test has changed")),
        (found(other_sources), Wish::Resume, Err(()), Some("code under test has changed")),
        (broken(), Wish::ResumeIfPossible, first, Some("no position: starting")),
        (broken(), Wish::Resume, Err(()), Some("no position; run without --resume")),
        (broken(), Wish::Fresh, first, None),
    ];
    for (found, wish, next, said) in cases {
        let told = format!("{found:?} {wish:?}");
        let (start, note) = match Position::start(found, KEY, wish) {
            Ok((position, note)) => {
                assert_eq!(position.key, KEY, "{told}");
                (Ok(position.next), note)
            }
            Err(error) => (Err(()), Some(error)),
        };
        assert_eq!(start, next, "{told}");
        match (said, &note) {
            (None, None) => {}
            (Some(said), Some(note)) if note.contains(said) => {}
            _ => panic!("{told}: {note:?}"),
        }
    }
}

#[test]
fn runs_of_other_strings_have_other_files() {
    let lines = [
        "--length 1",
        "--length 1 --edition living-pi",
        "--length 1 --states data",
        "--length 1 --states data rcdata",
        "--length 1 --states data --edition living-pi",
    ];
    let files: std::collections::HashSet<_> =
        lines.iter().map(|line| file(&args(line), "".as_ref())).collect();
    assert_eq!(files.len(), lines.len(), "{files:?}");
    assert_eq!(
        file(&args("--length 9 --states DATA --fresh"), "".as_ref()),
        file(&args(lines[2]), "".as_ref())
    );
}

#[test]
fn a_longer_run_goes_on_after_a_shorter_one() {
    let folder = Folder::new("longer");
    let run = |line: &str| run_in(&args(line), &crate::repository::root(), &folder.0);
    let states = "--states bogus* plaintext";
    assert!(run(&format!("--length 1 --resume {states}")).is_err());
    let short = run(&format!("--length 1 {states}")).expect("it runs");
    let file = file(&args(&format!("--length 1 {states}")), &folder.0);
    assert_eq!(Position::read(&file), Ok(Some(short.position.clone())));
    // Two of a bogus comment's four prefixes would do; all seven rows are there, each with nothing and one symbol.
    let text = short.to_string();
    for line in
        ["states       3", "prefixes     7", "strings      273\n", "runs         1,092 ", "differences  0"]
    {
        assert!(text.contains(line), "{text}");
    }
    // As if it had been interrupted, and as if something had differed before.
    let half = Position { next: 100, differences: vec!["before".to_owned()], ..short.position };
    half.write(&file).expect("it can be written");
    let long = run(&format!("--length 2 --threads 1 --resume {states}")).expect("it goes on");
    assert_eq!(long.position.next, 7 * (1 + 38 + 38 * 38));
    assert_eq!(long.position.differences, ["before"]);
    assert!(long.to_string().contains("difference 1: after a prefix into the before"));
    // Nothing is left to do, and more was done than was asked for.
    let done = run(&format!("--length 1 {states}")).expect("it is done");
    assert_eq!(done.position, long.position);
    assert!(done.to_string().contains("longer ones among them"));
    assert_eq!(run(&format!("--length 0 --fresh {states}")).expect("it starts anew").position.next, 7);
}

#[test]
fn what_is_not_possible_is_said() {
    let folder = Folder::new("impossible");
    for (line, said) in [
        ("--length 1 --states nonsense", "no state is called \"nonsense\""),
        ("--length 40", "10 is the limit"),
    ] {
        let error = run_in(&args(line), &crate::repository::root(), &folder.0).err().expect(line).to_string();
        assert!(error.contains(said), "{error}");
    }
    let error = run_in(&args("--length 0"), &folder.0, &folder.0).err().expect("there are no sources");
    assert!(error.to_string().contains("Cargo.lock"), "{error}");
}

#[test]
fn a_changed_source_shows() {
    let folder = Folder::new("sources");
    let write = |name: &str, text: &str| {
        let file = folder.0.join(name);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("there is room");
        fs::write(file, text).expect("there is room");
    };
    for name in ["core/src/a.rs", "entities/src/b.rs", "entities/data/c", "reference/src/living/d.rs"] {
        write(&format!("crates/{name}"), "");
    }
    for name in ["settings.rs", "exhaustive/comparison.rs"] {
        write(&format!("crates/proof/src/{name}"), "");
    }
    write("Cargo.lock", "");
    let print = || sources::fingerprint(&folder.0).expect("all can be read");
    let mut prints = vec![print()];
    assert_eq!(print(), prints[0]);
    for (name, text) in [
        ("core/src/a.rs", "x"),
        ("core/src/e.rs", ""),
        ("reference/src/living/d.rs", "x"),
        ("proof/src/exhaustive/comparison.rs", "x"),
    ] {
        write(&format!("crates/{name}"), text);
        assert!(!prints.contains(&print()), "{name}");
        prints.push(print());
    }
    write("crates/cli/src/main.rs", "x");
    assert_eq!(Some(&print()), prints.last());
}
