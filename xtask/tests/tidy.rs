//! The command itself, over a repository in a scratch folder: what it prints and how it exits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fresh git repository, removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a scratch folder");
        let status = Command::new("git").args(["init", "--quiet"]).current_dir(&folder).status();
        assert!(status.expect("git runs").success());
        Scratch(folder)
    }

    fn write(&self, path: &str, content: &str) {
        let place = self.0.join(path);
        fs::create_dir_all(place.parent().expect("a parent")).expect("a folder");
        fs::write(place, content).expect("a written file");
    }

    fn tidy(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("tidy")
            .arg("--root")
            .arg(&self.0)
            .args(arguments)
            .output()
            .expect("xtask runs")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn findings_are_printed_with_their_place_and_fail() {
    let scratch = Scratch::new("findings");
    scratch.write(".gitignore", "/target\n");
    scratch.write("target/ignored.rs", "no purpose\n");
    scratch.write("src/main.rs", "fn main() {} \n");
    let output = scratch.tidy(&["--no-run"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    for line in [
        "src/main.rs:1: purpose: does not start with `//! ` and its purpose\n",
        "src/main.rs:1: whitespace: white space at the end of the line\n",
        "README.md:1: readme: the file is missing\n",
        "tidy: length        1 files    ok\n",
        "tidy: purpose       1 files    1 finding\n",
    ] {
        assert!(printed.contains(line), "no {line:?} in\n{printed}");
    }
    assert!(!printed.contains("ignored.rs"), "{printed}");
}

#[test]
fn a_failing_readme_command_fails() {
    let scratch = Scratch::new("commands");
    scratch.write("README.md", "```sh\ncargo no-such-command\n```\n");
    let output = scratch.tidy(&[]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("README.md:2: commands: `cargo no-such-command` failed"), "{printed}");
}

#[test]
fn a_root_that_is_none_is_told_apart_from_findings() {
    let scratch = Scratch::new("no-root");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["tidy", "--no-run", "--root"])
        .arg(scratch.0.join("missing"))
        .output()
        .expect("xtask runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("xtask: "), "{output:?}");
}
