//! Patterns of keys, as Python's `glob` has them, and with `{a,b}`.

use glob::{MatchOptions, Pattern, PatternError};

/// Whether the text has a character that is special in patterns.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// The segments before the first one with a special character, each with its slash.
pub(crate) fn fixed_prefix(pattern: &str) -> &str {
    let special = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    &pattern[..pattern[..special].rfind('/').map_or(0, |slash| slash + 1)]
}

/// The patterns without braces that one with them stands for. Each has a prefix of its own.
pub(crate) fn alternatives(pattern: &str) -> Vec<String> {
    let Some(close) = pattern.find('}') else { return vec![pattern.to_owned()] };
    let Some(open) = pattern[..close].rfind('{') else { return vec![pattern.to_owned()] };
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    let choices = pattern[open + 1..close].split(',');
    choices.flat_map(|choice| alternatives(&format!("{before}{choice}{after}"))).collect()
}

/// A test of keys for a pattern without braces.
pub(crate) fn matcher(pattern: &str) -> Result<impl Fn(&str) -> bool, PatternError> {
    const OPTIONS: MatchOptions = MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };
    let pattern = Pattern::new(pattern)?;
    Ok(move |key: &str| pattern.matches_with(key, OPTIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, yes, no) in [
            ("a/*.gz", &["a/b.gz", "a/.gz"][..], &["a/b/c.gz", "a/b.gzip", "b.gz"][..]),
            ("a/**/*.gz", &["a/b.gz", "a/b/c.gz"], &["b/a.gz"]),
            ("**/x", &["x", "a/x", "a/b/x"], &["ax", "a/bx"]),
            ("a/**/x", &["a/x", "a/b/x", "a/b/c/x"], &["a/bx", "ax"]),
            ("?[0-9]", &["a1", "é9"], &["/1", "a", "ab"]),
            ("[!a-c]x", &["dx"], &["ax", "/x"]),
            ("[*]", &["*"], &["a"]),
            ("a.b", &["a.b"], &["axb"]),
        ] {
            let matches = matcher(pattern).unwrap();
            for key in yes {
                assert!(matches(key), "{pattern} {key}");
            }
            for key in no {
                assert!(!matches(key), "{pattern} {key}");
            }
        }
        assert!(matcher("[a").is_err() && matcher("a**").is_err());
        assert_eq!(alternatives("{a,b{c,d}}e"), ["ae", "bce", "ae", "bde"]);
        assert_eq!(alternatives("a}b{"), ["a}b{"]);
        assert_eq!((fixed_prefix("a/b*/c"), fixed_prefix("a*"), fixed_prefix("a/{b")), ("a/", "", "a/"));
    }
}
