//! Rules on text files of every kind: no path of somebody's machine, no stray white space.

use super::{Outcome, Tree};

/// Folders at a file system's root that make a path one of a machine.
const ROOTS: [&str; 4] = ["home", "root", "work", "tmp/bash_jobs"];

/// What may stand before such a path, besides the start of a line. A letter, a dot or a slash makes it the
/// middle of a URL or of a relative path.
const BEFORE: [char; 8] = [' ', '\t', '"', '\'', '`', '(', '=', '['];

/// Pages are data: their bytes are what they are for.
fn is_page(path: &str) -> bool {
    path.ends_with(".html") || path.starts_with("corpora/") && !path.ends_with(".md")
}

pub(crate) fn paths(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for file in tree.files().filter(|file| !is_page(&file.path)) {
        let Some(text) = file.text() else { continue };
        outcome.checked += 1;
        for (index, line) in text.lines().enumerate() {
            if let Some(root) = ROOTS.iter().find(|root| mentions(line, root)) {
                outcome.add(&file.path, index + 1, format!("names a path of one machine, under /{root}"));
            }
        }
    }
    outcome
}

fn mentions(line: &str, root: &str) -> bool {
    line.match_indices(&format!("/{root}/"))
        .any(|(at, _)| line[..at].chars().next_back().is_none_or(|before| BEFORE.contains(&before)))
}

pub(crate) fn whitespace(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for file in tree.files().filter(|file| !is_page(&file.path)) {
        let Some(text) = file.text() else { continue };
        outcome.checked += 1;
        for (index, line) in text.split('\n').enumerate() {
            if line.ends_with([' ', '\t', '\r']) {
                outcome.add(&file.path, index + 1, "white space at the end of the line");
            }
        }
        let lines = text.lines().count();
        if !text.is_empty() && !text.ends_with('\n') {
            outcome.add(&file.path, lines, "no newline at the end of the file");
        } else if text.ends_with("\n\n") {
            outcome.add(&file.path, lines, "empty lines at the end of the file");
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::{paths, whitespace};
    use crate::tidy::tests::lines;
    use crate::tidy::tree::Tree;

    #[test]
    fn paths_of_one_machine_are_found_and_others_are_not() {
        // Written with a `~` for the first slash, so that this file keeps the rule itself.
        for (line, fine) in [
            ("see ~home/ann/x", false),
            ("~root/x", false),
            ("\"~work/x\"", false),
            ("(~tmp/bash_jobs/1)", false),
            ("dir=~home/ann", false),
            ("`~work/`", false),
            ("https://example.org~home/ann", true),
            ("..~work/x", true),
            ("a~root/x", true),
            ("~homely/x", true),
            ("~tmp/x", true),
        ] {
            let text = format!("first\n{}\n", line.replace('~', "/"));
            let outcome = paths(&Tree::planted([("notes.md", &*text)]));
            assert_eq!(lines(&outcome), if fine { vec![] } else { vec!["notes.md:2"] }, "{line}");
            assert!(paths(&Tree::planted([("corpora/a.html", &*text)])).findings.is_empty());
        }
    }

    #[test]
    fn stray_white_space_is_found() {
        for (text, expected) in [
            ("a\nb\n", vec![]),
            ("", vec![]),
            ("a \nb\t\n", vec!["f:1", "f:2"]),
            ("a\r\n", vec!["f:1"]),
            ("a\nb", vec!["f:2"]),
            ("a\n\n", vec!["f:2"]),
            ("a\0 \n", vec![]),
        ] {
            assert_eq!(lines(&whitespace(&Tree::planted([("f", text)]))), expected, "{text:?}");
        }
        assert_eq!(
            whitespace(&Tree::planted([("corpora/soup.html", "a "), ("corpora/README.md", "a ")])).checked,
            1
        );
    }
}
