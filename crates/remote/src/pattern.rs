//! Patterns of keys: `*`, and `?` for one byte, within a segment, `**` for any number of segments, `[a-z]`, `[!a]` and `{a,b}`.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobMatcher};

/// The prefixes of a pattern at most, each of which takes a list.
const PREFIXES: usize = 100;

/// Whether the text has a character that is special in patterns.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// The prefixes that all matches of a pattern are below: whole segments, of which none is below another.
pub(crate) fn prefixes(pattern: &str) -> BTreeSet<String> {
    let mut patterns = vec![pattern.to_owned()];
    loop {
        let choices = patterns.iter().map(|pattern| first_choice(pattern)).collect::<Option<Vec<_>>>();
        match choices.map(|choices| choices.concat()) {
            Some(choices) if choices.len() <= PREFIXES => patterns = choices,
            _ => break,
        }
    }
    let all: BTreeSet<_> = patterns.iter().map(|pattern| fixed_prefix(pattern).to_owned()).collect();
    let is_below = |prefix: &String| all.iter().any(|other| other != prefix && prefix.starts_with(other));
    all.iter().filter(|prefix| !is_below(prefix)).cloned().collect()
}

/// The segments before the first one with a special character, each with its slash.
fn fixed_prefix(pattern: &str) -> &str {
    let special = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    &pattern[..pattern[..special].rfind('/').map_or(0, |slash| slash + 1)]
}

/// The patterns without the first braces that have none in them; `None` without braces.
fn first_choice(pattern: &str) -> Option<Vec<String>> {
    let close = pattern.find('}')?;
    let open = pattern[..close].rfind('{')?;
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    Some(pattern[open + 1..close].split(',').map(|choice| format!("{before}{choice}{after}")).collect())
}

/// A test of keys, in linear time.
pub(crate) fn matcher(pattern: &str) -> Result<GlobMatcher, globset::Error> {
    let mut glob = GlobBuilder::new(pattern);
    glob.literal_separator(true).backslash_escape(false).empty_alternates(true);
    Ok(glob.build()?.compile_matcher())
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
            ("?[0-9]", &["a1", "z9"], &["/1", "a", "ab"]),
            ("[!a-c]x", &["dx"], &["ax", "/x"]),
            ("[*]", &["*"], &["a"]),
            ("a.b", &["a.b"], &["axb"]),
            ("a{,b,[cd]}/{e,f*}", &["a/e", "ab/f", "ad/fg"], &["ae/e", "a/g", "a/f/g"]),
            ("a\\b", &["a\\b"], &["ab"]),
        ] {
            let matches = matcher(pattern).unwrap();
            for key in yes {
                assert!(matches.is_match(key), "{pattern} {key}");
            }
            for key in no {
                assert!(!matches.is_match(key), "{pattern} {key}");
            }
        }
        assert!(matcher("[a").is_err());
        let slow = matcher(&format!("{}/x", "*-".repeat(30))).unwrap();
        assert!(!slow.is_match(&*format!("{}/y", "-".repeat(5000))));
        for (pattern, expected) in [
            ("a/b*/c", &["a/"][..]),
            ("a*", &[""]),
            ("a/{b", &["a/"]),
            ("a/{b,c{d,e}}/f/*", &["a/b/f/", "a/cd/f/", "a/ce/f/"]),
            ("a/*.{gz,zst}", &["a/"]),
            ("a/{b/,}c*", &["a/"]),
            ("a}b{", &[""]),
        ] {
            assert!(prefixes(pattern).iter().eq(expected), "{pattern}: {:?}", prefixes(pattern));
        }
        assert_eq!(prefixes(&"{a,b}/".repeat(30)).len(), 64);
    }
}
