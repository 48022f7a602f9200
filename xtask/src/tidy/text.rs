//! Rules on text files of every kind: no path of somebody's machine, no stray white space.

use crate::files::Tree;
use crate::findings::Outcome;

/// Folders at a file system's root that make what lies in them one machine's.
const ROOTS: [&str; 4] = ["home", "root", "Users", "work"];

/// The one of them that no URL is likely to end in, so that it counts without anything in it too.
const BARE: &str = "work";

/// A folder beside the repository that only some checkouts have; in two parts, as this file keeps the rule itself.
const BESIDE: &str = concat!("../", "shared");

/// The one thing there that may be named: a default place of the html5lib suite.
const ALLOWED: &str = "/html5lib-tests";

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
            if let Some(place) = machine(line) {
                outcome.add(&file.path, index + 1, format!("names a path of one machine, under {place}"));
            }
        }
    }
    outcome
}

/// The place under which a line names a path of somebody's machine, if it does.
fn machine(line: &str) -> Option<String> {
    // A source may have doubled the backslashes.
    let windows = line.to_ascii_lowercase().replace("\\\\", "\\");
    if windows.contains(concat!(":", "\\users\\")) {
        return Some("Users of a drive".to_owned());
    }
    let beside = line.match_indices(BESIDE).any(|(at, _)| {
        let rest = &line[at + BESIDE.len()..];
        word_ends(rest) && !rest.strip_prefix(ALLOWED).is_some_and(word_ends)
    });
    if beside {
        return Some(format!("{BESIDE}, of which only {BESIDE}{ALLOWED} may be named"));
    }
    let root = ROOTS.into_iter().find(|&root| {
        line.match_indices(&format!("/{root}")).any(|(at, found)| {
            let rest = &line[at + found.len()..];
            let inside = rest.starts_with('/') || root == BARE && word_ends(rest);
            inside && starts_a_path(&line[..at])
        })
    });
    root.map(|root| format!("/{root}"))
}

/// Whether a slash after this is that of a file system's root, not one within a URL or a relative path.
fn starts_a_path(before: &str) -> bool {
    let stem = before.trim_end_matches('/');
    // `https://name/` has a host there, `file:///name/` a path.
    if stem.ends_with(':') {
        return before.len() - stem.len() != 1;
    }
    let joins = |c: char| c.is_alphanumeric() || "._-~+*@%$})]".contains(c);
    !stem.ends_with(joins)
}

/// Whether a name that is followed by this ends there. A dot belongs to it if a letter or digit follows.
fn word_ends(rest: &str) -> bool {
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    !rest.starts_with(|c: char| c.is_alphanumeric() || "_-".contains(c))
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
    use crate::files::Tree;

    #[test]
    fn paths_of_one_machine_are_found_and_others_are_not() {
        // Written with `~` for a slash and `^` for a backslash, so that this file keeps the rule itself.
        for (line, fine) in [
            ("see ~home/ann/x", false),
            ("~root/x", false),
            ("\"~work/x\"", false),
            ("dir=~home/ann", false),
            ("`~work/`", false),
            ("~Users/joe/x", false),
            ("file:~~~home/joe/x", false),
            ("file:~~~Users/joe/x", false),
            ("<~work/x>", false),
            ("<~home/joe>", false),
            ("a:~work/x", false),
            ("a,~root/x", false),
            ("cat >~home/joe/x", false),
            ("~~work/x", false),
            ("cd ~work", false),
            ("It is in ~work.", false),
            ("(~work)", false),
            ("~work, or elsewhere", false),
            ("C:^Users^joe^x", false),
            ("\"C:^^Users^^joe\"", false),
            ("c:^users^joe", false),
            ("C:~Users/joe", false),
            ("..~shared/other", false),
            ("see ..~shared", false),
            ("..~..~shared/corpora/a.html", false),
            ("..~shared/html5lib-tests-2", false),
            ("..~shared/html5lib-tests and ..~shared/other", false),
            ("https://example.org~home/ann", true),
            ("https://example.org~work", true),
            ("https:~~work/x", true),
            ("https:~~home/x", true),
            ("..~work/x", true),
            ("..~work", true),
            ("a~root/x", true),
            ("$HOME~work/x", true),
            ("${HOME}~work/x", true),
            ("~homely/x", true),
            ("~workers", true),
            ("~work-around", true),
            ("~work.html", true),
            ("href=~home", true),
            ("~tmp/x", true),
            ("C:^pages^a.html", true),
            ("the C:^Userland", true),
            ("..~shared/html5lib-tests", true),
            ("`..~shared/html5lib-tests`, then", true),
            ("..~..~shared/html5lib-tests/tokenizer", true),
            ("..~shared_state/x", true),
        ] {
            let text = format!("first\n{}\n", line.replace('~', "/").replace('^', "\\"));
            let outcome = paths(&Tree::planted([("notes.md", &*text)]));
            assert_eq!(outcome.places(), if fine { vec![] } else { vec!["notes.md:2"] }, "{line}");
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
            assert_eq!(whitespace(&Tree::planted([("f", text)])).places(), expected, "{text:?}");
        }
        assert_eq!(
            whitespace(&Tree::planted([("corpora/soup.html", "a "), ("corpora/README.md", "a ")])).checked,
            1
        );
    }
}
