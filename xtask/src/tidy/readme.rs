//! The README's commands: extracted from its `sh` blocks, and the first two held to what they must be.

use crate::files::Tree;
use crate::findings::Outcome;

pub(crate) const PATH: &str = "README.md";

/// What a newcomer types first.
const FIRST: [&str; 2] = ["cargo run --release -- tokens corpora/article.html", "cargo test --workspace"];

/// Commands that change the machine or publish. They belong in a `console` block, which nobody runs.
const UNFIT: [&str; 5] = ["add", "install", "login", "publish", "uninstall"];

pub(crate) fn readme(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(text) = tree.text(PATH) else {
        outcome.add(PATH, 1, "the file is missing");
        return outcome;
    };
    outcome.checked = 1;
    let commands = match cargo_commands(text) {
        Ok(commands) => commands,
        Err(line) => {
            outcome.add(PATH, line, "the block is not closed");
            return outcome;
        }
    };
    for (index, expected) in FIRST.iter().enumerate() {
        match commands.get(index) {
            Some((_, command)) if command == expected => {}
            Some((line, command)) => outcome.add(PATH, *line, format!("`{command}` should be `{expected}`")),
            None => outcome.add(PATH, 1, format!("no `{expected}` among the commands of its `sh` blocks")),
        }
    }
    for (line, command) in &commands {
        if command.split_whitespace().nth(1).is_some_and(|verb| UNFIT.contains(&verb)) {
            outcome.add(PATH, *line, format!("`{command}` is not for a check to run; use a `console` block"));
        }
    }
    outcome
}

/// Lines of `sh` blocks that start with `cargo`, with their one-based numbers. A backslash at a line's end
/// joins the next line.
///
/// # Errors
///
/// The line of a block that is not closed.
pub(crate) fn cargo_commands(text: &str) -> Result<Vec<(usize, String)>, usize> {
    let mut commands = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, opened)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let mut closed = false;
        while let Some((line, number)) = lines.next() {
            if line.starts_with("```") {
                closed = true;
                break;
            }
            let mut command = line.trim().to_owned();
            while command.ends_with('\\') {
                command.pop();
                let Some((more, _)) = lines.next() else { return Err(opened) };
                command.truncate(command.trim_end().len());
                command.push(' ');
                command.push_str(more.trim());
            }
            if info.trim() == "sh" && command.starts_with("cargo ") {
                commands.push((number, command));
            }
        }
        if !closed {
            return Err(opened);
        }
    }
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::{FIRST, PATH, cargo_commands, readme};
    use crate::files::Tree;

    #[test]
    fn commands_come_from_sh_blocks() {
        let text = "# a\n```sh\ngit clone x\ncargo a\n# no\ncargo b \\\n  --c\n```\n\n\
            ```rust\ncargo d\n```\n```console\ncargo e\n```\ncargo f\n```sh\ncargo g\n```\n";
        let expected = [(4, "cargo a"), (6, "cargo b --c"), (18, "cargo g")];
        assert_eq!(
            cargo_commands(text),
            Ok(expected.map(|(line, command)| (line, command.to_owned())).into())
        );
        for open in ["```sh\ncargo a\n", "```sh\ncargo a \\\n", "```rust\n"] {
            assert_eq!(cargo_commands(open), Err(1), "{open:?}");
        }
    }

    #[test]
    fn the_first_two_commands_are_fixed() {
        let [tokens, test] = FIRST;
        for (block, expected) in [
            (format!("git clone x\n{tokens}\n{test}\ncargo doc\n"), vec![]),
            (format!("{test}\n{tokens}\n"), vec!["README.md:2", "README.md:3"]),
            (format!("{tokens}\n{test} --quiet\n"), vec!["README.md:3"]),
            (format!("{tokens}\n"), vec!["README.md:1"]),
            (String::new(), vec!["README.md:1", "README.md:1"]),
            (format!("{tokens}\n{test}\ncargo install x\n"), vec!["README.md:4"]),
        ] {
            let text = format!("```sh\n{block}```\n");
            assert_eq!(readme(&Tree::planted([(PATH, &*text)])).places(), expected, "{text}");
        }
        assert_eq!(readme(&Tree::planted([(PATH, "a\n```sh\n")])).places(), ["README.md:2"]);
        assert_eq!(readme(&Tree::planted([])).places(), ["README.md:1"]);
    }
}
