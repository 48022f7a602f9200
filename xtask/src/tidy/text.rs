//! Rules on single files: length, purpose, paths of one machine, and where `unsafe` may be allowed.

use crate::files::Tree;
use crate::findings::Outcome;

/// Lines of a Rust file, at most.
const LONGEST: usize = 800;

/// Words of a purpose, at least.
const FEWEST: usize = 3;

/// The page that names the files with unsafe code, and the reasons.
const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// Its lints are those of each crate.
const MANIFEST: &str = "Cargo.toml";

/// Files that may allow unsafe code, which a workspace lint denies.
const UNSAFE: [&str; 21] = [
    "crates/capi/src/caller.rs",
    "crates/capi/src/memory.rs",
    "crates/capi/src/options.rs",
    "crates/capi/src/page.rs",
    "crates/capi/src/strings.rs",
    "crates/capi/src/tokenizer.rs",
    "crates/entities/src/block/avx2.rs",
    "crates/entities/src/block/neon.rs",
    "crates/entities/src/block/sse2.rs",
    "crates/entities/src/kernels/guarded.rs",
    "crates/entities/src/kernels/search.rs",
    "crates/wasm/src/elements.rs",
    "crates/wasm/src/links.rs",
    "crates/wasm/src/memory.rs",
    "crates/wasm/src/out_of_memory.rs",
    "crates/wasm/src/places.rs",
    "crates/wasm/src/rewriter.rs",
    "crates/wasm/src/sniffing.rs",
    "crates/wasm/src/strings.rs",
    "crates/wasm/src/url.rs",
    "python/src/arrow/import.rs",
];

/// Folders at the root of a file system that make a path one machine's.
const ROOTS: [&str; 4] = ["home", "root", "Users", "work"];

pub(crate) fn length(tree: &Tree) -> Outcome {
    of_rust(tree, |text| {
        let lines = text.lines().count();
        (lines > LONGEST).then(|| (LONGEST + 1, format!("{lines} lines, at most {LONGEST}: split the file")))
    })
}

pub(crate) fn purpose(tree: &Tree) -> Outcome {
    of_rust(tree, |text| {
        let purpose =
            text.lines().next().and_then(|line| line.strip_prefix("//! ")).unwrap_or_default().trim();
        let fine = purpose.ends_with('.') && purpose.split_whitespace().count() >= FEWEST;
        let message = || {
            format!(
                "the first line is no `//! ` and a sentence of at least {FEWEST} words that ends with a period"
            )
        };
        (!fine).then(|| (1, message()))
    })
}

/// The lints of rustc and clippy check `unsafe` itself: `unsafe_code`, `undocumented_unsafe_blocks` and
/// `missing_safety_doc`.
pub(crate) fn unsafety(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let architecture = tree.text(ARCHITECTURE).unwrap_or_default();
    for path in UNSAFE.iter().filter(|path| !architecture.contains(**path)) {
        outcome.add(ARCHITECTURE, 1, format!("{path} may have unsafe code and is not named"));
    }
    if !tree.text(MANIFEST).unwrap_or_default().lines().any(|line| line == "unsafe_code = \"deny\"") {
        outcome.add(MANIFEST, 1, "the lints of the workspace do not deny unsafe code");
    }
    for (path, text) in tree.rust() {
        outcome.checked += 1;
        // The attribute so far, which may have several lines.
        let mut attribute = String::new();
        for (line, number) in text.lines().map(str::trim_start).zip(1..) {
            if attribute.is_empty() && !line.starts_with('#') {
                continue;
            }
            attribute.push_str(line);
            if !line.contains(']') {
                continue;
            }
            let allows = ["allow(", "expect(", "warn("].iter().any(|how| attribute.contains(how));
            if allows && attribute.contains("unsafe_code") && !UNSAFE.contains(&path) {
                outcome.add(
                    path,
                    number,
                    "unsafe code is allowed outside the files of xtask/src/tidy/text.rs",
                );
            }
            attribute.clear();
        }
    }
    outcome
}

pub(crate) fn paths(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    // Pages are data.
    for file in tree.files().filter(|file| !file.path.ends_with(".html")) {
        let Some(text) = file.text() else { continue };
        outcome.checked += 1;
        for (line, number) in text.lines().zip(1..) {
            if let Some(root) = ROOTS.iter().find(|root| names_a_path_under(line, root)) {
                outcome.add(&file.path, number, format!("names a path of one machine, under /{root}"));
            }
        }
    }
    outcome
}

/// Whether a slash, this name and another slash, or the end of a word, stand where a path can begin.
fn names_a_path_under(line: &str, root: &str) -> bool {
    line.match_indices(&format!("/{root}")).any(|(at, found)| {
        // A slash within a URL or a relative path begins no path, but the third one of `file:///` does.
        let before = line[..at].trim_end_matches('/');
        let begins = match at - before.len() {
            1 if before.ends_with(':') => false,
            _ => !before.ends_with(|c: char| c.is_alphanumeric() || "._-~+*@%$})]".contains(c)),
        };
        begins && line[at + found.len()..].starts_with('/')
    })
}

/// The finding of a check in each Rust file that has one.
fn of_rust(tree: &Tree, check: impl Fn(&str) -> Option<(usize, String)>) -> Outcome {
    let mut outcome = Outcome::default();
    for (path, text) in tree.rust() {
        outcome.checked += 1;
        if let Some((line, message)) = check(text) {
            outcome.add(path, line, message);
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::{ARCHITECTURE, LONGEST, MANIFEST, UNSAFE, length, paths, purpose, unsafety};
    use crate::files::Tree;

    #[test]
    fn long_files_are_found() {
        let (longest, longer) = ("\n".repeat(LONGEST), "\n".repeat(LONGEST + 1));
        let tree = Tree::planted([("a.rs", &*longest), ("b.rs", &*longer), ("c.md", &*longer)]);
        assert_eq!(length(&tree).places(), ["b.rs:801"]);
    }

    #[test]
    fn a_purpose_is_a_sentence_on_the_first_line() {
        for (text, fine) in [
            ("//! Splits start tags.\n//!\n//! At length\n", true),
            ("//! Splits tags.\n", false),
            ("//! Splits start tags, and\n//! joins them.\n", false),
            ("// Splits start tags.\n", false),
            ("\n//! Splits start tags.\n", false),
            ("", false),
        ] {
            assert_eq!(purpose(&Tree::planted([("a.rs", text)])).findings.is_empty(), fine, "{text:?}");
        }
    }

    #[test]
    fn unsafe_code_is_allowed_in_named_files_only() {
        let text = "//! A kernel.\n#![allow(unsafe_code)]\n";
        let lines = "//! A kernel.\n#![allow(\n    unsafe_code\n)]\n#![warn(\n    missing_docs\n)]\n";
        let plant = |named: &[&str], lint: &str| {
            let (sse2, page) = ("crates/entities/src/block/sse2.rs", named.join(" "));
            let files =
                [(sse2, text), ("a.rs", text), ("b.rs", lines), (ARCHITECTURE, &page), (MANIFEST, lint)];
            unsafety(&Tree::planted(files)).places()
        };
        let denied = "[workspace.lints.rust]\nunsafe_code = \"deny\"\n";
        assert_eq!(plant(&UNSAFE, denied), ["a.rs:2", "b.rs:4"]);
        assert_eq!(plant(&UNSAFE[1..], denied), ["ARCHITECTURE.md:1", "a.rs:2", "b.rs:4"]);
        assert_eq!(plant(&UNSAFE, "unsafe_code = \"allow\""), ["Cargo.toml:1", "a.rs:2", "b.rs:4"]);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        // Written with `~` for a slash, so that this file keeps the rule itself.
        for (line, fine) in [
            ("see ~home/ann/x", false),
            ("\"~work/x\"", false),
            ("dir=~root/x", false),
            ("C:~Users/joe", false),
            ("file:~~~home/joe/x", false),
            ("https://example.org~home/ann", true),
            ("https:~~work/x", true),
            ("..~work/x", true),
            ("$HOME~work/x", true),
            ("~homely/x", true),
            ("href=~home", true),
        ] {
            let text = format!("first\n{}\n", line.replace('~', "/"));
            assert_eq!(paths(&Tree::planted([("notes.md", &*text)])).findings.is_empty(), fine, "{line}");
        }
    }
}
