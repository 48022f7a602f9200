//! Replays the findings of fuzzing: every file of `fuzz/regressions` through its target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use testing::targets::{TARGETS, run};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The entries of a folder, by name.
fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be read"))
        .map(|entry| (entry.file_name().into_string().expect("a name in UTF-8"), entry.path()))
        .collect();
    entries.sort();
    entries
}

/// The targets that a build of the crate may lack.
const OPTIONAL: [&str; 2] = ["capi", "warc"];

/// The names of all targets.
fn names() -> BTreeSet<String> {
    TARGETS.iter().map(|target| target.name).chain(OPTIONAL).map(str::to_owned).collect()
}

#[test]
fn every_regression_stays_fixed() {
    let mut replayed = 0;
    for (target, folder) in entries(&fuzz().join("regressions")) {
        assert!(names().contains(&target), "fuzz/regressions/{target} belongs to no target");
        if TARGETS.iter().all(|known| known.name != target) {
            continue;
        }
        for (name, path) in entries(&folder) {
            println!("{target}/{name}");
            run(&target, &fs::read(&path).expect("a file"));
            replayed += 1;
        }
    }
    assert!(replayed > 0, "nothing was replayed");
}

/// Each target's own seeds, and its shortest inputs.
#[test]
fn targets_run_on_their_seeds() {
    for target in TARGETS {
        for data in [&b""[..], b"\0", b"<", b"<p>&amp;</p>\0", b"\xFF\xFF\xFF", &[0xFF; 40]] {
            run(target.name, data);
        }
        for seed in (target.samples)() {
            assert!(seed.len() <= target.max_len, "{}: a seed of {} bytes", target.name, seed.len());
            run(target.name, &seed);
        }
    }
}

/// A target is a row of the table, a file, and a program of the manifest.
#[test]
fn targets_files_and_programs_are_the_same() {
    let files = entries(&fuzz().join("fuzz_targets")).into_iter();
    let files: BTreeSet<String> =
        files.map(|(name, _)| name.strip_suffix(".rs").expect("a source").to_owned()).collect();
    assert_eq!(files, names());
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("the manifest is there");
    for name in names() {
        let program = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&program), "fuzz/Cargo.toml has no program {name}");
        let source = fs::read_to_string(fuzz().join("fuzz_targets").join(format!("{name}.rs")));
        assert!(
            source.expect("a source").contains(&format!("run(\"{name}\", data)")),
            "{name}.rs runs another"
        );
    }
    assert_eq!(manifest.matches("[[bin]]").count(), names().len());
}
