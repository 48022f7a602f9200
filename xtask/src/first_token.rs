//! `cargo xtask first-token`: the functions that run for one token, which is what a reader of the code has to follow.
//!
//! An unoptimised program is run under callgrind, once for each of its tokens. A closure counts as a part of its function,
//! and a function that must be inlined counts as a part of its caller. Derived implementations count as functions.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::instructions::no_valgrind;
use crate::repository;

/// Lists the functions of the crates that run from `Tokenizer::feed` to the first token of `<a href=x>` in UTF-8, and
/// those for later tokens. Needs valgrind.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// The functions of the program, in the order in which they run, and what each takes.
const TOKENS: [(&str, &str); 4] = [
    ("first", "the first token, a start tag"),
    ("text", "a later text"),
    ("end_tag", "a later end tag"),
    ("start_tag", "a later start tag"),
];

pub(crate) fn run(Args {}: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let root = repository::root();
    let target = root.join("target");
    let status = Command::new(repository::program("CARGO", "cargo"))
        .args(["build", "--quiet", "--package", "benches", "--bin", "first_token"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", &target)
        .status()?;
    if !status.success() {
        return Err("the program could not be built".into());
    }
    let recorded = target.join("first-token.callgrind");
    for (entry, name) in TOKENS {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
            .arg(format!("--toggle-collect=first_token::{entry}*"))
            .arg(format!("--callgrind-out-file={}", recorded.display()))
            .arg(target.join("debug/first_token"))
            .output()
            .map_err(no_valgrind)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        let recorded = fs::read_to_string(&recorded)?;
        let entry = format!("first_token::{entry}");
        let functions = functions(&recorded, &entry, &root);
        if functions.is_empty() {
            return Err(format!("callgrind recorded no function of the crates for {name}").into());
        }
        let files: BTreeSet<_> = functions.iter().map(|function| function.file).collect();
        println!("{name}: {} functions in {} files", functions.len(), files.len());
        functions
            .iter()
            .for_each(|Function { file, name }| println!("  {:<48} {name}", file.display().to_string()));
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, PartialEq, Eq)]
struct Function<'a> {
    file: &'a Path,
    name: &'a str,
}

/// The functions of the crates that run in `entry`, in the order of the places of their calls. Callgrind does not record
/// in which order they ran.
fn functions<'a>(recorded: &'a str, entry: &'a str, root: &Path) -> Vec<Function<'a>> {
    let (mut files, mut calls) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
    let (mut file, mut caller) = ("", "");
    // The second of the functions of a recursion has the name of the first and `'2`.
    let without_depth = |name: &'a str| name.split("'2").next().unwrap_or_default();
    for line in recorded.lines() {
        match line.split_once('=') {
            Some(("fl", name)) => file = name,
            Some(("fn", name)) => {
                caller = without_depth(name);
                files.insert(caller, file);
            }
            Some(("cfn", name)) => calls.entry(caller).or_default().push(without_depth(name)),
            _ => {}
        }
    }
    let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![entry]);
    while let Some(name) = open.pop() {
        if !seen.insert(name) {
            continue;
        }
        open.extend(calls.get(name).into_iter().flatten().rev());
        let file = files.get(name).and_then(|file: &&'a str| Path::new(*file).strip_prefix(root).ok());
        if let Some(file) = file.filter(|file| file.starts_with("crates") && !name.contains("{{closure}}")) {
            found.push(Function { file, name });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Function, functions};

    #[test]
    fn functions_are_those_of_the_crates_in_the_order_of_their_calls() {
        let recorded = "\
fl=/clone/crates/one/src/lib.rs
fn=one::b
3 1
cfn=one::c
calls=1 9
3 1

fn=one::a
7 1
fi=/clone/crates/one/src/inlined.rs
9 1
fe=/clone/crates/one/src/lib.rs

fn=one::c::{{closure}}
10 1
cfi=/clone/crates/two/src/lib.rs
cfn=two::d
calls=1 1
10 1

fn=one::c
9 1
cfn=one::c::{{closure}}
calls=1 10
9 1
cfn=one::c'2
calls=1 9
9 1

fl=/rustc/library/crates/simd.rs
fn=core::map
1 1
cfi=/clone/crates/one/src/lib.rs
cfn=one::b
calls=1 3
1 1

fl=/clone/crates/two/src/lib.rs
fn=two::d
1 1

fl=/clone/crates/two/src/lib.rs
fn=two::of_the_end
1 1

fl=/clone/benches/src/bin/it.rs
fn=it::first
1 1
cfi=/clone/crates/one/src/lib.rs
cfn=one::a
calls=1 7
1 1
cfi=/rustc/library/crates/simd.rs
cfn=core::map
calls=1 1
2 1

fn=it::main
1 1
cfn=it::first
calls=1 1
1 1
cfn=two::of_the_end
calls=1 1
1 1
";
        let function = |file, name| Function { file: Path::new(file), name };
        assert_eq!(
            functions(recorded, "it::first", Path::new("/clone")),
            [
                function("crates/one/src/lib.rs", "one::a"),
                function("crates/one/src/lib.rs", "one::b"),
                function("crates/one/src/lib.rs", "one::c"),
                function("crates/two/src/lib.rs", "two::d"),
            ]
        );
    }
}
