//! The rule on states: each section of the specification stands on exactly one function.

use proc_macro2::{Delimiter, TokenTree};

use crate::files::Tree;
use crate::findings::Outcome;
use crate::tokens::{doc_line, group, inside, is_ident, is_punct, lex, line};

/// Where the functions of the states live.
const FOLDER: &str = "crates/core/src/states";

/// The part of the section numbers that they share.
const CHAPTER: &str = "12.2.5.";

pub(crate) fn sections(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let mut seen: [Option<String>; 80] = [const { None }; 80];
    for (path, text) in tree.rust().filter(|(path, _)| is_of_states(path)) {
        outcome.checked += 1;
        let Some(tokens) = lex(path, text, &mut outcome) else { continue };
        let mut lines = Vec::new();
        collect(&tokens, &mut lines);
        for (line, doc) in lines {
            match section(&doc) {
                Err(message) => outcome.add(path, line, message),
                Ok(index) => match &seen[index] {
                    Some(first) => {
                        outcome.add(
                            path,
                            line,
                            format!("`{doc}` stands on another function too, at {first}"),
                        );
                    }
                    None => seen[index] = Some(format!("{path}:{line}")),
                },
            }
        }
    }
    if outcome.checked == 0 {
        outcome.add(FOLDER, 1, "there are no states");
        return outcome;
    }
    for (index, title) in titles().iter().enumerate().filter(|(index, _)| seen[*index].is_none()) {
        let number = index + 1;
        outcome.add(FOLDER, 1, format!("no function has the doc line `{CHAPTER}{number} {title}`"));
    }
    outcome
}

fn is_of_states(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The zero-based index of the section that a doc line names.
fn section(doc: &str) -> Result<usize, String> {
    let (number, title) = doc[CHAPTER.len()..].split_once(' ').unwrap_or_default();
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| Some((index, titles().get(index)?))) {
        None => Err(format!("`{doc}` is no section of a state")),
        Some((index, expected)) if *expected == title.strip_suffix('.').unwrap_or(title) => Ok(index),
        Some((_, expected)) => Err(format!("`{doc}` should read `{CHAPTER}{number} {expected}`")),
    }
}

/// Adds the doc lines of functions that begin with a section number, alone or as an item of a list.
fn collect(tokens: &[TokenTree], found: &mut Vec<(usize, String)>) {
    let mut docs = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let (previous, next) = (index.checked_sub(1).and_then(|at| tokens.get(at)), tokens.get(index + 1));
        if let Some(brackets) = group(Some(token), Delimiter::Bracket)
            && is_punct(previous, '#')
        {
            if let Some(doc) = doc_line(brackets) {
                let doc = doc.strip_prefix("- ").unwrap_or(&doc);
                if doc.starts_with(CHAPTER) {
                    docs.push((line(token), doc.to_owned()));
                }
            }
        } else if is_ident(Some(token), "fn") && matches!(next, Some(TokenTree::Ident(_))) {
            found.append(&mut docs);
        } else if let Some(body) = group(Some(token), Delimiter::Brace) {
            // The docs were those of another kind of item.
            docs.clear();
            collect(&inside(body), found);
        } else if is_punct(Some(token), ';') || is_punct(Some(token), ',') {
            docs.clear();
        }
    }
}

/// The titles of the sections 12.2.5.1 to 12.2.5.80, as the specification writes them.
fn titles() -> &'static [&'static str] {
    &tagspan_reference::STATES[..80]
}

#[cfg(test)]
pub(super) mod tests {
    use super::{FOLDER, sections, titles};
    use crate::files::Tree;

    /// A file in which each of these sections has a function.
    pub(in crate::tidy) fn states(numbers: impl Iterator<Item = usize>) -> String {
        numbers
            .map(|number| {
                let title = titles()[number - 1];
                format!("    /// 12.2.5.{number} {title}\n    ///\n    /// Why.\n    pub(super) fn s{number}() {{}}\n")
            })
            .collect()
    }

    fn check(first: &str, second: &str) -> Vec<String> {
        let first = format!("impl Machine {{\n{first}}}\n");
        let second = format!("impl Machine {{\n{second}}}\n");
        let paths = [format!("{FOLDER}/first.rs"), format!("{FOLDER}/second.rs")];
        let outcome = sections(&Tree::planted([(&*paths[0], &*first), (&*paths[1], &*second)]));
        assert_eq!(outcome.checked, 2);
        outcome.places()
    }

    #[test]
    fn every_section_stands_on_one_function() {
        let (rest, last) = (states(1..80), states(80..81));
        assert_eq!(check(&rest, &last), [""; 0]);
        assert_eq!(check(&rest, ""), [FOLDER.to_owned() + ":1"], "a section is missing");
        let twice = check(&(rest.clone() + &last), &last);
        assert_eq!(twice, [FOLDER.to_owned() + "/second.rs:2"], "a section stands twice");
    }

    #[test]
    fn siblings_may_share_a_function() {
        let shared =
            format!("/// - 12.2.5.79 {}\n/// - 12.2.5.80 {}.\nfn s() {{}}\n", titles()[78], titles()[79]);
        assert_eq!(check(&states(1..79), &shared), [""; 0]);
    }

    #[test]
    fn wrong_lines_do_not_count() {
        let missing = FOLDER.to_owned() + ":1";
        let wrong = FOLDER.to_owned() + "/second.rs:2";
        for (text, expected) in [
            ("/// 12.2.5.80 Numeric character end state\nfn s() {}\n", vec![&wrong, &missing]),
            ("/// 12.2.5.80\nfn s() {}\n", vec![&wrong, &missing]),
            ("/// 12.2.5.81 Numeric character reference end state\nfn s() {}\n", vec![&wrong, &missing]),
            ("/// 12.2.5.0 Data state\nfn s() {}\n", vec![&wrong, &missing]),
            (
                "/// 12.2.5.80 Numeric character reference end state\nconst A: u8 = 0;\nfn s() {}\n",
                vec![&missing],
            ),
            ("/// 12.2.5.80 Numeric character reference end state\nstruct A {}\nfn s() {}\n", vec![&missing]),
            ("// 12.2.5.80 Numeric character reference end state\nfn s() {}\n", vec![&missing]),
            (
                "enum S {\n/// 12.2.5.80 Numeric character reference end state\nEnd,\n}\nfn s() {}\n",
                vec![&missing],
            ),
        ] {
            assert_eq!(check(&states(1..80), text).iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn no_states_at_all_is_a_finding() {
        assert_eq!(
            sections(&Tree::planted([("crates/core/src/statesman.rs", "")])).places(),
            [FOLDER.to_owned() + ":1"]
        );
    }
}
