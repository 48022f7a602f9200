//! Patterns of keys, as a shell has them: `*` and `?` within a segment, `**` across segments, `[a-z]`, `[!a]` and `{a,b}`.

/// Whether the text has a character that is special in patterns.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// The segments before the first one with a special character, each with its slash.
pub(crate) fn fixed_prefix(pattern: &str) -> &str {
    let special = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    &pattern[..pattern[..special].rfind('/').map_or(0, |slash| slash + 1)]
}

/// The patterns without braces that one with them stands for.
pub(crate) fn alternatives(pattern: &str) -> Vec<String> {
    let Some(close) = pattern.find('}') else { return vec![pattern.to_owned()] };
    let Some(open) = pattern[..close].rfind('{') else { return vec![pattern.to_owned()] };
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    let choices = pattern[open + 1..close].split(',');
    choices.flat_map(|choice| alternatives(&format!("{before}{choice}{after}"))).collect()
}

/// Whether a key matches a pattern without braces. The work is at most the product of the lengths.
pub(crate) fn matches(pattern: &str, key: &str) -> bool {
    let (pattern, key): (Vec<char>, Vec<char>) = (pattern.chars().collect(), key.chars().collect());
    // Whether what was looked at of the pattern matches so many characters of the key.
    let mut matched = vec![false; key.len() + 1];
    matched[0] = true;
    let mut at = 0;
    while at < pattern.len() {
        let mut next = vec![false; key.len() + 1];
        let length = match pattern[at] {
            '*' => {
                let crosses = pattern.get(at + 1) == Some(&'*');
                let length = if crosses { 2 } else { 1 };
                // `**/` matches no segment too.
                let is_folder = crosses && pattern.get(at + 2) == Some(&'/');
                let mut is_reached = false;
                for end in 0..=key.len() {
                    is_reached |= matched[end];
                    next[end] = is_reached && (!is_folder || end == 0 || matched[end] || key[end - 1] == '/');
                    is_reached &= crosses || key.get(end) != Some(&'/');
                }
                length + usize::from(is_folder)
            }
            special => {
                let (set, length) = match special {
                    '[' => set(&pattern[at..]),
                    _ => (None, 1),
                };
                for (index, &found) in key.iter().enumerate() {
                    let is_match = match set {
                        Some((is_negated, members)) => found != '/' && contains(members, found) != is_negated,
                        None if special == '?' => found != '/',
                        None => found == special,
                    };
                    next[index + 1] = matched[index] && is_match;
                }
                length
            }
        };
        matched = next;
        at += length;
    }
    matched[key.len()]
}

/// Whether the set that starts here is negated, its members, and its length; one without an end is a bracket.
type Set<'a> = (Option<(bool, &'a [char])>, usize);

fn set(pattern: &[char]) -> Set<'_> {
    let is_negated = matches!(pattern.get(1), Some('!' | '^'));
    let start = 1 + usize::from(is_negated);
    // A bracket at the start is a member.
    let end = pattern.iter().skip(start + 1).position(|&found| found == ']').map(|end| start + 1 + end);
    end.map_or((None, 1), |end| (Some((is_negated, &pattern[start..end])), end + 1))
}

fn contains(mut members: &[char], found: char) -> bool {
    while let Some((&first, rest)) = members.split_first() {
        match rest {
            ['-', last, after @ ..] => {
                if (first..=*last).contains(&found) {
                    return true;
                }
                members = after;
            }
            _ if first == found => return true,
            _ => members = rest,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, yes, no) in [
            ("a/*.gz", &["a/b.gz", "a/.gz"][..], &["a/b/c.gz", "a/b.gzip", "b.gz"][..]),
            ("a/**.gz", &["a/b.gz", "a/b/c.gz"], &["b/a.gz"]),
            ("**/x", &["x", "a/x", "a/b/x"], &["ax", "a/bx"]),
            ("a/**/x", &["a/x", "a/b/x", "a/b/c/x"], &["a/bx", "ax"]),
            ("?[0-9]", &["a1", "é9"], &["/1", "a", "ab"]),
            ("[!a-c]x", &["dx"], &["ax", "/x"]),
            ("[]]", &["]"], &["[", "[]]"]),
            ("[a", &["[a"], &["a"]),
            ("a.b", &["a.b"], &["axb"]),
        ] {
            for key in yes {
                assert!(matches(pattern, key), "{pattern} {key}");
            }
            for key in no {
                assert!(!matches(pattern, key), "{pattern} {key}");
            }
        }
        assert_eq!(alternatives("{a,b{c,d}}e"), ["ae", "bce", "ae", "bde"]);
        assert_eq!(alternatives("a}b{"), ["a}b{"]);
        assert_eq!((fixed_prefix("a/b*/c"), fixed_prefix("a*"), fixed_prefix("a/{b")), ("a/", "", "a/"));
    }
}
