//! Runs the README's cargo commands, as a reader would type them, in the root of the repository.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::files::Tree;
use crate::findings::Outcome;

const README: &str = "README.md";

pub(crate) fn run(tree: &Tree, root: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    for (line, command) in cargo_commands(tree.text(README).unwrap_or_default()) {
        // This command, and the tests, all of which are a step of their own in `.ci/run`.
        if command.starts_with("cargo xtask tidy") || command.starts_with("cargo test") {
            continue;
        }
        outcome.checked += 1;
        eprintln!("tidy: {command}");
        match Command::new("sh").args(["-c", &command]).current_dir(root).stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => {}
            Ok(output) => {
                let errors = String::from_utf8_lossy(&output.stderr);
                outcome.add(README, line, format!("`{command}` failed with {}:\n{errors}", output.status));
            }
            Err(error) => outcome.add(README, line, format!("`{command}` cannot be run: {error}")),
        }
    }
    if outcome.checked == 0 {
        outcome.add(README, 1, "no `cargo` command in a `sh` block");
    }
    outcome
}

/// Lines of `sh` blocks that start with `cargo`, with their numbers. A backslash at the end of a line joins the next line.
fn cargo_commands(text: &str) -> Vec<(usize, String)> {
    let mut commands: Vec<(usize, String)> = Vec::new();
    let (mut in_shell, mut goes_on) = (false, false);
    for (line, number) in text.lines().zip(1..) {
        if let Some(language) = line.strip_prefix("```") {
            in_shell = language.trim() == "sh";
        } else if in_shell && (goes_on || line.starts_with("cargo ")) {
            let part = line.trim_end_matches('\\').trim();
            match commands.last_mut().filter(|_| goes_on) {
                Some((_, command)) => *command = format!("{command} {part}"),
                None => commands.push((number, part.to_owned())),
            }
            goes_on = line.ends_with('\\');
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::files::Tree;

    #[test]
    fn a_command_that_fails_is_a_finding() {
        let text = "```sh\ncargo --version\ncargo \\\n  no-such-command\n# cargo\ncargo xtask tidy\n```\n\
                    ```console\ncargo nothing\n```\n";
        let outcome = run(&Tree::planted([("README.md", text)]), &crate::repository::root());
        assert_eq!(outcome.checked, 2);
        assert_eq!(outcome.places(), ["README.md:3"]);
        assert!(outcome.findings[0].message.contains("no-such-command"), "{:?}", outcome.findings);
    }
}
