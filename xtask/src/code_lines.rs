//! `cargo xtask code-lines`: how much code the tokenizer is.

use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;

use indicatif::HumanCount;
use proc_macro2::{Span, TokenTree};

use crate::files::Tree;
use crate::findings::Outcome;
use crate::repository;
use crate::tidy::layers;
use crate::tokens::{inside, is_for_tests, is_ident, is_punct, item_length, lex};

/// Counts the lines of code of each crate of the tokenizer, without blank lines, comments and tests.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// The folders of the crates that a user of `tagspan` builds.
const CRATES: [&str; 4] = ["core", "input", "tagspan", "entities"];

pub(crate) fn run(Args {}: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let tree = Tree::read(&repository::root())?;
    let mut sum = 0;
    for name in CRATES {
        let lines = lines_of_crate(&tree, &format!("crates/{name}/src/lib.rs"))?;
        sum += lines;
        println!("{name:<10} {:>8}", HumanCount(lines as u64).to_string());
    }
    println!("{:<10} {:>8}", "all", HumanCount(sum as u64).to_string());
    Ok(ExitCode::SUCCESS)
}

/// The lines of code in the modules of the crate that begins in the file `root`.
fn lines_of_crate(tree: &Tree, root: &str) -> Result<usize, String> {
    let mut outcome = Outcome::default();
    let mut sum = 0;
    for file in layers::files(tree, root, &mut outcome) {
        let code = tree.text(&file).and_then(|text| lex(&file, text, &mut outcome)).unwrap_or_default();
        let mut lines = BTreeSet::new();
        add_lines(&code, &mut lines);
        sum += lines.len();
    }
    match outcome.findings.first() {
        Some(finding) => Err(format!("{}:{}: {}", finding.path, finding.line, finding.message)),
        None => Ok(sum),
    }
}

/// Adds the lines that these tokens take. A comment is no token, and a documentation comment is an attribute `doc = …`.
fn add_lines(code: &[TokenTree], lines: &mut BTreeSet<usize>) {
    let lines_of = |span: Span| span.start().line..=span.end().line;
    let mut at = 0;
    while let Some(token) = code.get(at) {
        let marks = if is_punct(code.get(at + 1), '!') { 2 } else { 1 };
        let attribute = match code.get(at + marks) {
            Some(TokenTree::Group(group)) if is_punct(Some(token), '#') => inside(group),
            _ => Vec::new(),
        };
        if is_ident(attribute.first(), "doc") && is_punct(attribute.get(1), '=') {
            at += marks + 1;
        } else if is_for_tests(&attribute) {
            at += marks + 1 + item_length(&code[at + marks + 1..]);
        } else {
            at += 1;
            match token {
                TokenTree::Group(group) => {
                    lines.extend(lines_of(group.span_open()).chain(lines_of(group.span_close())));
                    add_lines(&inside(group), lines);
                }
                leaf => lines.extend(lines_of(leaf.span())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines_of_crate;
    use crate::files::Tree;

    #[test]
    fn blank_lines_comments_and_tests_are_not_counted() {
        let root = "\
//! A crate.
#![forbid(unsafe_code)]

mod one;
#[cfg(test)]
mod tests;

/// Documentation,
/// of two lines.
#[must_use] // One line of code with the next, which is another.
pub fn f() -> &'static str {
    /* A comment
       of two lines. */
    \"a string
     of two lines\"
}

#[cfg(all(test, unix))]
mod unix_tests {
    fn g() {}
}
";
        let files = [
            ("a/src/lib.rs", root),
            ("a/src/one.rs", "//! A module.\nconst A: u8 = 1; const B: u8 = 2;\n"),
            ("a/src/tests.rs", "//! Tests.\nfn g() {}\n"),
            ("a/src/unused.rs", "//! No module.\nfn g() {}\n"),
        ];
        assert_eq!(lines_of_crate(&Tree::planted(files), "a/src/lib.rs"), Ok(8));
    }

    #[test]
    fn a_file_that_is_not_rust_is_an_error() {
        assert!(lines_of_crate(&Tree::planted([("a/src/lib.rs", "fn f() {")]), "a/src/lib.rs").is_err());
    }
}
