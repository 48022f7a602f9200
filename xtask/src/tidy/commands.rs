//! Runs the README's cargo commands, as a reader would type them, in the repository's root.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::readme::{PATH, cargo_commands};
use crate::files::Tree;
use crate::findings::Outcome;

/// Lines of a failed command's standard error that are shown.
const SHOWN: usize = 10;

/// Runs the commands one after the other; `tests` says whether the test command is among them.
///
/// The lock of the build folder is free: cargo gives it up before it starts this program.
pub(crate) fn run(tree: &Tree, root: &Path, tests: bool) -> Outcome {
    let mut outcome = Outcome::default();
    // A missing or unclosed README is a finding of the rule `readme`.
    let commands = tree.text(PATH).map_or(Ok(Vec::new()), cargo_commands).unwrap_or_default();
    for (line, command) in commands.into_iter().filter(|(_, command)| is_to_run(command, tests)) {
        outcome.checked += 1;
        eprintln!("tidy: {command}");
        if let Err(message) = shell(&command, root) {
            outcome.add(PATH, line, format!("`{command}` {message}"));
        }
    }
    outcome
}

fn is_to_run(command: &str, tests: bool) -> bool {
    !command.starts_with("cargo xtask tidy") && (tests || !command.starts_with("cargo test --workspace"))
}

/// Runs one command with an empty standard input.
///
/// # Errors
///
/// How it failed, with the end of what it wrote to standard error.
fn shell(command: &str, root: &Path) -> Result<(), String> {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", path_with_cargo())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot be run: {error}; is sh installed?"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = errors.lines().collect();
    let end = lines[lines.len().saturating_sub(SHOWN)..].join("\n    ");
    Err(format!("failed with {}:\n    {end}", output.status))
}

/// The search path with the running cargo's folder first, so that `cargo` is the one that runs this check.
fn path_with_cargo() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let cargo = env::var_os("CARGO").map(PathBuf::from);
    let folder = cargo.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let folders = folder.map(Path::to_path_buf).into_iter().chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or(path)
}

#[cfg(test)]
mod tests {

    use super::{is_to_run, run};
    use crate::files::Tree;

    #[test]
    fn a_command_that_fails_is_a_finding() {
        let text = "```sh\ncargo --version\ncargo no-such-command\ncargo --version | cat\n```\n";
        let outcome = run(&Tree::planted([("README.md", text)]), &crate::repository::root(), false);
        assert_eq!(outcome.checked, 3);
        assert_eq!(outcome.places(), ["README.md:3"]);
        assert!(outcome.findings[0].message.contains("no-such-command"), "{:?}", outcome.findings);
    }

    #[test]
    fn the_check_does_not_run_itself_nor_the_tests_twice() {
        for (command, tests, expected) in [
            ("cargo xtask tidy", true, false),
            ("cargo xtask conformance", false, true),
            ("cargo test --workspace", false, false),
            ("cargo test --workspace", true, true),
            ("cargo test -p tagspan", false, true),
        ] {
            assert_eq!(is_to_run(command, tests), expected, "{command}");
        }
    }
}
