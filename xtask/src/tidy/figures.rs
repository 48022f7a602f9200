//! Each figure of the README is in the page of evidence.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::files::Tree;
use crate::findings::Outcome;

const README: &str = "README.md";
const EVIDENCE: &str = "docs/conformance.md";

/// Lower numbers are not results.
const LEAST: f64 = 100.0;

pub(crate) fn figures(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let readme = tree.text(README).unwrap_or_default();
    let evidence = tree.text(EVIDENCE).unwrap_or_default();
    let known: Vec<&str> = numbers(evidence).collect();
    let mut in_code = false;
    for (event, range) in Parser::new_ext(readme, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => {
                for number in numbers(&text).filter(|number| is_figure(number)) {
                    outcome.checked += 1;
                    if !known.contains(&number) {
                        let line = 1 + readme[..range.start].matches('\n').count();
                        outcome.add(README, line, format!("{number} is not in {EVIDENCE}"));
                    }
                }
            }
            _ => {}
        }
    }
    outcome
}

/// The words of a text that are numbers, with the commas between thousands and the decimal point, without a sign in front or a
/// unit behind.
fn numbers<'t>(text: &'t str) -> impl Iterator<Item = &'t str> {
    let words = text.split(|c: char| c.is_whitespace() || "();:|".contains(c));
    let is_number = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.bytes().all(|byte| byte.is_ascii_digit() || b",.".contains(&byte))
    };
    let without_unit =
        |word: &'t str| word.trim_start_matches(['~', '+']).trim_end_matches(['%', '×', 'x', '+']);
    words.map(move |word| without_unit(word.trim_matches([',', '.']))).filter(is_number)
}

/// Whether a number is large, or a ratio.
fn is_figure(number: &str) -> bool {
    number.contains('.') || number.replace(',', "").parse::<f64>().is_ok_and(|value| value >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::figures;
    use crate::files::Tree;

    #[test]
    fn a_figure_without_evidence_is_a_finding() {
        let evidence = "| 297,726 start tags | 2.2 times | 159 |";
        for (readme, checked, places) in [
            ("At 297,726 start tags, 2.2 times.", 2, &[][..]),
            ("All of 8 pages.\n\n| a | b |\n|---|---|\n| c | 159 |\n| d | 160 |", 2, &["README.md:6"]),
            ("Apache-2.0, windows-1252 (297,726).", 1, &[]),
            ("At 97,726 start tags.", 1, &["README.md:1"]),
            ("```\n12345\n```\n2.3 times", 1, &["README.md:4"]),
            ("159%, ~2.2, and 2.2x.", 3, &[]),
            ("2.3% of\n~300, 2.4×.", 3, &["README.md:1", "README.md:2", "README.md:2"]),
        ] {
            let tree = Tree::planted([("README.md", readme), ("docs/conformance.md", evidence)]);
            let outcome = figures(&tree);
            assert_eq!(
                (outcome.checked, outcome.places()),
                (checked, places.iter().map(|&it| it.to_owned()).collect()),
                "{readme}"
            );
        }
    }
}
