//! Rules on the shape of Rust files: their length, and the line that says what they are for.

use crate::files::Tree;
use crate::findings::Outcome;

/// Lines of a Rust file, at most. A longer one holds more than one idea.
const LONGEST: usize = 800;

/// Words of a purpose, at least. Fewer put somebody off, or repeat the file's name.
const FEWEST: usize = 3;

pub(crate) fn length(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for (path, text) in tree.rust() {
        outcome.checked += 1;
        let lines = text.lines().count();
        if lines > LONGEST {
            outcome.add(path, LONGEST + 1, format!("{lines} lines, at most {LONGEST}: split it by idea"));
        }
    }
    outcome
}

pub(crate) fn purpose(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for file in tree.files().filter(|file| file.is_rust()) {
        outcome.checked += 1;
        let Some(text) = file.text() else {
            outcome.add(&file.path, 1, "not UTF-8 text");
            continue;
        };
        let first = text.lines().next().unwrap_or_default();
        match first.strip_prefix("//! ").map(str::trim) {
            None | Some("") => outcome.add(&file.path, 1, "does not start with `//! ` and its purpose"),
            Some(purpose) if !purpose.ends_with('.') => {
                outcome.add(&file.path, 1, "the purpose is one line that ends with a period");
            }
            Some(purpose) if purpose.split_whitespace().count() < FEWEST => {
                outcome.add(&file.path, 1, format!("the purpose has at least {FEWEST} words"));
            }
            Some(_) => {}
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, length, purpose};
    use crate::files::Tree;

    #[test]
    fn length_counts_lines_of_rust_only() {
        let (longest, longer) = ("\n".repeat(LONGEST), "\n".repeat(LONGEST + 1));
        let tree = Tree::planted([("a.rs", &*longest), ("b.rs", &*longer), ("c.md", &*longer)]);
        let outcome = length(&tree);
        assert_eq!(outcome.checked, 2);
        assert_eq!(outcome.places(), ["b.rs:801"]);
    }

    #[test]
    fn purpose_wants_a_first_line_with_a_period() {
        for (text, fine) in [
            ("//! Splits start tags.\n", true),
            ("//! Splits start tags.\n//!\n//! At length\n", true),
            ("//! TODO.\n", false),
            ("//! To do.\n", false),
            ("//! Splits tags.\n", false),
            ("//!   Splits   tags.\n", false),
            ("//! Splits start tags\n", false),
            ("//! Splits start tags, and\n//! joins them.\n", false),
            ("//!\n//! Splits start tags.\n", false),
            ("// Splits start tags.\n", false),
            ("\n//! Splits start tags.\n", false),
            ("#![forbid(unsafe_code)]\n//! Splits start tags.\n", false),
            ("", false),
        ] {
            let outcome = purpose(&Tree::planted([("build.rs", text)]));
            assert_eq!(outcome.findings.is_empty(), fine, "{text:?}");
            assert_eq!(outcome.checked, 1);
        }
    }
}
