//! Each section of the specification's states stands on exactly one function of core.

use crate::files::Tree;
use crate::findings::Outcome;

pub(crate) fn sections(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let titles = &tagspan_reference::STATES[..80];
    let mut seen = vec![0; titles.len()];
    let is_of_states = |path: &str| path.starts_with("crates/core/src/") && path.contains("/states/");
    for (path, text) in tree.rust().filter(|(path, _)| is_of_states(path)) {
        outcome.checked += 1;
        for (line, at) in text.lines().zip(1..) {
            let Some((number, title)) = section(line) else { continue };
            let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            match index.and_then(|index| Some((index, titles.get(index)?))) {
                Some((index, expected)) if title.trim_end_matches('.') == *expected => {
                    seen[index] += 1;
                    if seen[index] > 1 {
                        outcome.add(path, at, format!("section {number} stands on another function too"));
                    }
                }
                expected => {
                    let expected = expected.map_or("no state", |(_, title)| title);
                    outcome.add(path, at, format!("section {number} is {expected}, not {title}"));
                }
            }
        }
    }
    if outcome.checked > 0 {
        for ((title, number), _) in titles.iter().zip(1..).zip(seen).filter(|(_, seen)| *seen == 0) {
            outcome.add(
                "crates/core/src",
                1,
                format!("no state has the doc line `/// 12.2.5.{number} {title}`"),
            );
        }
    }
    outcome
}

/// The number and title of `/// 12.2.5.1 Data state`, `/// 13.2.5.1 (12.2.5.1) Data state`, or the same in a list.
fn section(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start().strip_prefix("/// ")?;
    let text = text.strip_prefix("- ").unwrap_or(text);
    let both = || text.strip_prefix("13.2.5.")?.split_once(" (12.2.5.").map(|(_, rest)| rest);
    let (number, title) = text.strip_prefix("12.2.5.").or_else(both)?.split_once(' ')?;
    Some((number.trim_end_matches(')'), title))
}

#[cfg(test)]
mod tests {
    use super::sections;
    use crate::files::Tree;

    #[test]
    fn every_section_stands_once() {
        let all: Vec<String> = tagspan_reference::STATES[..80]
            .iter()
            .zip(1..)
            .map(|(title, number)| format!("/// - 13.2.5.{number} (12.2.5.{number}) {title}.\n"))
            .collect();
        let findings = |text: &str| {
            sections(&Tree::planted([("crates/core/src/machine/states/tag.rs", text)])).findings.len()
        };
        assert_eq!(findings(&all.concat()), 0);
        assert_eq!(findings(&all[1..].concat()), 1);
        assert_eq!(findings(&(all.concat() + "    /// 12.2.5.1 Data state\n")), 1);
        assert_eq!(findings(&(all.concat() + "/// 12.2.5.1 Datum state\n/// 12.2.5.81 A state\n")), 2);
    }
}
