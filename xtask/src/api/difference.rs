//! What is told when a committed list and the surface differ.

use std::collections::HashSet;
use std::fmt::Write;

/// The lines that only one of the two texts has, those that went before those that came; `None` if the texts are
/// the same.
pub(super) fn between(committed: &str, now: &str) -> Option<String> {
    if committed == now {
        return None;
    }
    let (old, new): (HashSet<&str>, HashSet<&str>) = (committed.lines().collect(), now.lines().collect());
    let mut told = String::new();
    for (sign, lines, others) in [('-', committed, &new), ('+', now, &old)] {
        for line in lines.lines().filter(|line| !others.contains(line)) {
            // Writing to a string cannot fail.
            let _ = writeln!(told, "{sign} {line}");
        }
    }
    if told.is_empty() {
        told.push_str("  the same lines in another order, or more than once\n");
    }
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn only_what_differs_is_told() {
        for (committed, now, expected) in [
            ("", "", None),
            ("a\nb\n", "a\nb\n", None),
            ("", "a\nb\n", Some("+ a\n+ b\n")),
            ("a\nb\nc\n", "a\nc\n", Some("- b\n")),
            ("a\nb\nc\n", "a\nB\nc\nd\n", Some("- b\n+ B\n+ d\n")),
            ("a\nb\n", "b\na\n", Some("  the same lines in another order, or more than once\n")),
            ("a\na\n", "a\n", Some("  the same lines in another order, or more than once\n")),
            ("a", "a\n", Some("  the same lines in another order, or more than once\n")),
        ] {
            assert_eq!(between(committed, now).as_deref(), expected, "{committed:?} {now:?}");
        }
    }
}
