//! The rule on `unsafe`: only in the places that `ARCHITECTURE.md` names, and with its reason just above.

use proc_macro2::{Delimiter, TokenTree};

use super::architecture;
use crate::files::Tree;
use crate::findings::Outcome;
use crate::tokens::{group, inside, is_ident, is_punct, lex, line};

pub(crate) fn unsafety(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let places: Vec<&str> = match architecture::section(tree, "unsafe") {
        Ok(lines) => lines.into_iter().flat_map(|(_, text)| architecture::code_spans(text)).collect(),
        Err(message) => {
            outcome.add(architecture::PATH, 1, message);
            Vec::new()
        }
    };
    // A place is a folder, which ends with a slash, or one file. Other code spans, such as `unsafe`, name none.
    let allowed = |path: &str| {
        places.iter().any(|place| path == *place || place.ends_with('/') && path.starts_with(place))
    };
    for (path, text) in tree.rust() {
        outcome.checked += 1;
        let Some(tokens) = lex(path, text, &mut outcome) else { continue };
        let mut sites = Vec::new();
        collect(&tokens, &[], &mut sites);
        let lines: Vec<&str> = text.lines().collect();
        for site in sites {
            if !allowed(path) {
                outcome.add(path, site.line, "unsafe code outside the places that ARCHITECTURE.md names");
            }
            if !site.is_explained(&lines) {
                let how = if site.is_fn { "`# Safety` section or " } else { "" };
                outcome.add(path, site.line, format!("no {how}`SAFETY:` comment just above"));
            }
        }
    }
    outcome
}

/// One `unsafe` that asks for a reason.
struct Site {
    line: usize,
    /// Lines where the statement that holds it begins, and those around that one within parentheses: rustfmt
    /// may put the `unsafe` of `let x = unsafe { … }` on a line of its own. Doc comments and attributes
    /// belong to the statement.
    starts: Vec<usize>,
    is_fn: bool,
}

impl Site {
    fn is_explained(&self, lines: &[&str]) -> bool {
        self.starts.iter().any(|&start| {
            let above = lines[..start - 1].iter().rev().take_while(|line| is_comment(line));
            let within = lines[start - 1..self.line - 1].iter().filter(|line| is_comment(line));
            above.chain(within).any(|line| {
                let comment = line.trim();
                comment.contains("SAFETY: ") || self.is_fn && comment == "/// # Safety"
            })
        })
    }
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") && !line.starts_with("//!")
}

/// Adds the sites in a run of sibling tokens; `around` are the starts of the statements that hold the run.
fn collect(tokens: &[TokenTree], around: &[usize], sites: &mut Vec<Site>) {
    let mut start = None;
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        let mut starts = around.to_vec();
        starts.push(*start.get_or_insert(line(token)));
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                collect(&inside(group), &[], sites);
                start = None;
            }
            TokenTree::Group(group) => {
                collect(&inside(group), &starts, sites);
                // The module's own `#![…]` and `//!` are no part of its first item.
                if index > 0 && is_punct(tokens.get(index - 1), '!') {
                    start = None;
                }
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => start = None,
            TokenTree::Ident(ident) if ident == "unsafe" => {
                // `unsafe fn(…)` and `unsafe extern "C" fn(…)` are types; they do nothing.
                let rest = &tokens[index + 1..];
                let function = rest.iter().take(3).position(|token| is_ident(Some(token), "fn"));
                let is_fn = function.is_some_and(|at| matches!(rest.get(at + 1), Some(TokenTree::Ident(_))));
                let is_type =
                    function.is_some_and(|at| group(rest.get(at + 1), Delimiter::Parenthesis).is_some());
                let heads_fn = is_ident(next, "fn") || is_ident(next, "extern");
                if !(heads_fn && is_type) {
                    sites.push(Site { line: line(token), starts, is_fn: heads_fn && is_fn });
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unsafety;
    use crate::files::Tree;

    const RULES: &str = "<!-- unsafe:begin -->\n`unsafe` in `k/`, `one.rs`.\n<!-- unsafe:end -->\n";

    #[test]
    fn a_reason_stands_just_above() {
        for (code, expected) in [
            ("fn f() {\n    // SAFETY: p is valid.\n    unsafe { g(p) }\n}", vec![]),
            ("fn f() {\n    // SAFETY: p is valid,\n    // and aligned.\n    unsafe { g(p) }\n}", vec![]),
            ("fn f() {\n    unsafe { g(p) }\n}", vec![2]),
            ("fn f() {\n    // Why not.\n    unsafe { g(p) }\n}", vec![3]),
            ("fn f() {\n    // SAFETY:\n    unsafe { g(p) }\n}", vec![3]),
            ("fn f() {\n    // SAFETY: p is valid.\n    let a = 1;\n    unsafe { g(p) }\n}", vec![4]),
            ("fn f() {\n    // SAFETY: p is valid.\n\n    unsafe { g(p) }\n}", vec![4]),
            ("fn f() {\n    // SAFETY: p is valid.\n    let a =\n        unsafe { g(p) };\n}", vec![]),
            (
                "fn f() {\n    // SAFETY: p is valid.\n    h(\n        1,\n        unsafe { g(p) },\n    );\n}",
                vec![],
            ),
            ("fn f() {\n    let a = 1; // SAFETY: not here.\n    unsafe { g(p) }\n}", vec![3]),
            ("/// Reads.\n///\n/// # Safety\n///\n/// p is valid.\n#[inline]\nunsafe fn g(p: P) {}", vec![]),
            ("/// Reads.\n#[inline]\npub unsafe extern \"C\" fn g(p: P) {}", vec![3]),
            ("/// # Safety\nunsafe impl Send for A {}", vec![2]),
            ("// SAFETY: A owns nothing.\nunsafe impl Send for A {}", vec![]),
            ("unsafe impl Send for A {}\nunsafe trait T {}", vec![1, 2]),
            ("//! SAFETY: not a reason for the first item.\nunsafe trait T {}", vec![2]),
            ("#![doc = \"x\"]\nunsafe extern \"C\" { fn a(); }", vec![2]),
            ("macro_rules! m { () => {\n    unsafe { g() }\n} }", vec![2]),
            ("#[unsafe(no_mangle)]\nfn g() {}", vec![1]),
            ("type F = unsafe fn(*const u8);\ntype G = unsafe extern \"C\" fn();", vec![]),
            ("// unsafe { g() }\nconst A: &str = \"unsafe { g() }\"; /* unsafe fn g() */", vec![]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|line| format!("k/a.rs:{line}")).collect();
            let tree = Tree::planted([("ARCHITECTURE.md", RULES), ("k/a.rs", code)]);
            assert_eq!(unsafety(&tree).places(), expected, "{code}");
        }
    }

    #[test]
    fn only_the_named_places_may_hold_it() {
        let code = "fn f() {\n    // SAFETY: p is valid.\n    unsafe { g(p) }\n}";
        for (path, fine) in [
            ("k/a.rs", true),
            ("k/deep/a.rs", true),
            ("one.rs", true),
            ("one.rs.rs", false),
            ("kk/a.rs", false),
        ] {
            let outcome = unsafety(&Tree::planted([("ARCHITECTURE.md", RULES), (path, code)]));
            assert_eq!(outcome.findings.is_empty(), fine, "{path}");
        }
        let unruled = unsafety(&Tree::planted([("k/a.rs", code)]));
        assert_eq!(unruled.places(), ["ARCHITECTURE.md:1", "k/a.rs:3"]);
    }
}
