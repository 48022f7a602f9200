//! The table of hostile inputs, and the functions that generate them.

use std::sync::LazyLock;

use tagspan_core::LimitKind;
use tagspan_entities::tokenizing::Matcher;

use super::case::Case;
use super::case::Make::{Repeat, With};
use super::collisions;

/// All cases: openings, tokens without an end, attributes, near misses, comments, errors, nesting, references.
pub const CASES: &[Case] = &[
    // Openings, and searches that fail.
    Case::new("less-thans", "looks at the rest for each `<`", Repeat(b"", b"<")),
    Case::new("end-tag-openings", "looks for `>` from each `</`", Repeat(b"", b"</ "))
        .outgrows(LimitKind::Comment),
    Case::new(
        "less-thans-in-text",
        "takes each `<` for the end of a token, and joins them again",
        Repeat(b"", b"a < b "),
    ),
    Case::new("comment-openings", "looks for `-->` from each `<!--`", Repeat(b"", b"<!-- "))
        .outgrows(LimitKind::Comment),
    Case::new("bogus-comment-openings", "looks for `>` from each `<?`", Repeat(b"", b"<?"))
        .outgrows(LimitKind::Comment),
    Case::new("doctype-openings", "looks for `>` from each `<!DOCTYPE`", Repeat(b"", b"<!DOCTYPE "))
        .outgrows(LimitKind::Doctype),
    Case::new(
        "quotes-in-a-value",
        "looks for `'` again at each `\"`",
        Repeat(b"<a b='", b"\"<a c=\"d\" e=\""),
    )
    .outgrows(LimitKind::Tag),
    Case::new("alternating-quotes", "searches for both quotes", Repeat(b"<a b='\"", b"<a b='\""))
        .outgrows(LimitKind::Tag),
    Case::new(
        "late-surprises",
        "reads each tag the fast way to its last attribute, and then again",
        Repeat(b"", b"<a b=\"cccccccccccccccccccccccccccccccc\" c='dddddddddddddddd' \0>"),
    ),
    // Tokens without an end.
    Case::new("comment", "scans from its start with every chunk", Repeat(b"<!-- ", b"comment - "))
        .outgrows(LimitKind::Comment),
    Case::new("bogus-comment", "scans from its start with every chunk", Repeat(b"<!", b"comment "))
        .outgrows(LimitKind::Comment),
    Case::new("double-quoted-value", "scans from its start with every chunk", Repeat(b"<a b=\"", b"value "))
        .outgrows(LimitKind::Tag),
    Case::new("single-quoted-value", "scans from its start with every chunk", Repeat(b"<a b='", b"value "))
        .outgrows(LimitKind::Tag),
    Case::new("unquoted-value", "scans from its start with every chunk", Repeat(b"<a b=", b"value"))
        .outgrows(LimitKind::Tag),
    Case::new("attribute-name", "hashes the name with every byte", Repeat(b"<a ", b"name"))
        .outgrows(LimitKind::Tag),
    Case::new("tag-name", "compares the name with every byte", Repeat(b"<", b"name"))
        .outgrows(LimitKind::Tag),
    Case::new("end-tag-name", "compares the name with every byte", Repeat(b"</", b"name"))
        .outgrows(LimitKind::Tag),
    Case::new("end-tag-name-in-a-title", "keeps a name that is none", Repeat(b"<title></", b"title")),
    Case::new("spaces-in-a-tag", "goes back to the name for `=`", Repeat(b"<a b", b" "))
        .outgrows(LimitKind::Tag),
    Case::new("slashes-in-a-tag", "goes back at each `/`", Repeat(b"<a ", b"/"))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new("doctype-name", "scans from its start with every chunk", Repeat(b"<!DOCTYPE ", b"html"))
        .outgrows(LimitKind::Doctype),
    Case::new(
        "public-identifier",
        "scans from its start with every chunk",
        Repeat(b"<!DOCTYPE html PUBLIC \"", b"-//W3C//"),
    )
    .outgrows(LimitKind::Doctype),
    Case::new(
        "system-identifier",
        "scans from its start with every chunk",
        Repeat(b"<!DOCTYPE html SYSTEM '", b"http://"),
    )
    .outgrows(LimitKind::Doctype),
    Case::new("bogus-doctype", "scans from its start with every chunk", Repeat(b"<!DOCTYPE html x", b"yz "))
        .outgrows(LimitKind::Doctype),
    Case::new(
        "processing-instruction",
        "scans from its start with every chunk",
        Repeat(b"<?php ", b"echo ? "),
    )
    .instructions()
    .outgrows(LimitKind::ProcessingInstruction),
    Case::new("processing-instruction-of-marks", "goes back at each `?`", Repeat(b"<?php ", b"?"))
        .instructions()
        .outgrows(LimitKind::ProcessingInstruction)
        .ends(b"?>"),
    Case::new("cdata-section", "keeps the section until it ends", Repeat(b"<![CDATA[", b"text ")).cdata(),
    Case::new("cdata-brackets", "goes back at each `]`", Repeat(b"<![CDATA[", b"]")).cdata(),
    Case::new("cdata-near-misses", "goes back after `]]`", Repeat(b"<![CDATA[", b"]] ]> ")).cdata(),
    Case::new("plaintext", "looks for tags that do not count", Repeat(b"<plaintext>", b"<a b='c'>d")),
    // Near misses of an end tag.
    Case::new("rawtext-near-misses", "goes back after `</styl`", Repeat(b"<style>", b"</styl")),
    Case::new("script-near-misses", "goes back after `</scrip`", Repeat(b"<script>", b"</scrip")),
    Case::new("script-whole-names", "goes back after `</script`", Repeat(b"<script>", b"</script<")),
    Case::new("title-near-misses", "goes back after `</titl`", Repeat(b"<title>", b"</titl ")),
    Case::new(
        "end-tag-cut-in-rawtext",
        "keeps all that follows, lest it be text",
        Repeat(b"<style></style ", b"a=b "),
    )
    .outgrows(LimitKind::Tag),
    Case::new("script-comments", "looks for `-->` from each `<!--`", Repeat(b"<script>", b"<!-- ")),
    Case::new(
        "script-escaped-near-misses",
        "goes back after `<scrip` and `</scrip`",
        Repeat(b"<script><!--", b"<scrip </scrip "),
    ),
    Case::new(
        "script-double-escapes",
        "keeps a stack of escapes",
        Repeat(b"<script><!--", b"<script></script>"),
    ),
    Case::new("script-dashes", "goes back at each `-`", Repeat(b"<script><!--", b"-")),
    // Attributes.
    Case::new("distinct-attributes", "compares each name with all before it", With(distinct_attributes))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new("equal-attributes", "compares each name with all before it", Repeat(b"<a", b" b=c"))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new("equal-but-for-case", "decodes each name to compare it", Repeat(b"<a", b" b B"))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new("quotes-in-names", "searches far for the end of each value", Repeat(b"<a ", b"\"=\"\""))
        .outgrows(LimitKind::Tag),
    Case::new("ill-formed-names", "decodes each name to compare it", With(ill_formed_names))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new(
        "names-with-the-same-ends",
        "tells names apart by length and ends",
        With(collisions::same_ends),
    )
    .outgrows(LimitKind::Tag)
    .ends(b">"),
    Case::new(
        "repeated-names-with-the-same-ends",
        "compares a repeated name with each before it",
        With(collisions::same_ends_repeated),
    )
    .outgrows(LimitKind::Tag),
    Case::new("names-that-collide-in-fnv", "has a table with FNV-1a", With(collisions::fnv))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    Case::new(
        "names-that-collide-times-31",
        "has a table with a polynomial hash",
        With(collisions::times_31),
    )
    .outgrows(LimitKind::Tag)
    .ends(b">"),
    Case::new(
        "names-that-collide-times-33",
        "has a table with a polynomial hash",
        With(collisions::times_33),
    )
    .outgrows(LimitKind::Tag)
    .ends(b">"),
    Case::new(
        "oversized-then-tiny-tags",
        "clears the oversized's table at each tag",
        With(oversized_tag_then_tiny_tags),
    ),
    Case::new("seventeen-attributes", "builds a table for each tag", With(seventeen_attributes)),
    Case::new("end-tag-with-attributes", "keeps what end tags may not have", With(end_tag_with_attributes))
        .outgrows(LimitKind::Tag)
        .ends(b">"),
    // Comments.
    Case::new("comment-of-dashes", "goes back at each `-`", Repeat(b"<!--", b"-"))
        .outgrows(LimitKind::Comment)
        .ends(b">"),
    Case::new("comment-of-bangs", "goes back after `--!`", Repeat(b"<!--", b"--!"))
        .outgrows(LimitKind::Comment),
    Case::new("comment-of-comments", "goes back after `<!--`", Repeat(b"<!--", b"<!--"))
        .outgrows(LimitKind::Comment)
        .ends(b"-->"),
    Case::new("tiny-comments", "pays for each", Repeat(b"", b"<!---->a")),
    // Errors.
    Case::new("nulls", "keeps a list of errors", Repeat(b"", b"\0")),
    Case::new("controls", "keeps a list of errors", Repeat(b"", b"\x01")),
    Case::new("noncharacters", "keeps a list of errors", Repeat(b"", "\u{FFFE}".as_bytes())),
    Case::new("ill-formed-bytes", "keeps a list of errors", Repeat(b"", b"\xFF\xC3")),
    Case::new("missing-end-tag-names", "keeps a list of errors", Repeat(b"", b"</>")),
    Case::new("quotes-in-a-name", "queues the errors of a tag", Repeat(b"<a ", b"\""))
        .outgrows(LimitKind::Tag),
    Case::new("nulls-in-a-value", "queues the errors of a tag", Repeat(b"<a b='", b"\0"))
        .outgrows(LimitKind::Tag)
        .ends(b"'>"),
    Case::new("carriage-returns", "joins text at each CR", Repeat(b"", b"\r")),
    // Nesting.
    Case::new("nested-svg", "keeps a stack of elements", Repeat(b"", b"<svg>")),
    Case::new("nested-math", "keeps a stack of elements", Repeat(b"", b"<math>")),
    Case::new("nested-b", "keeps a list of formatting elements", Repeat(b"", b"<b>")),
    Case::new("nested-template", "keeps a stack of modes", Repeat(b"", b"<template>")),
    Case::new("nested-table", "keeps a stack of elements", Repeat(b"", b"<table>")),
    // Character references.
    Case::new("ampersands", "looks ahead from each `&`", Repeat(b"", b"&")),
    Case::new("ampersand-and-letters", "looks for the end of the name", Repeat(b"&", b"aZ9")),
    Case::new(
        "ampersand-and-letters-in-a-value",
        "looks for the end of the name",
        Repeat(b"<a b=\"&", b"aZ9"),
    )
    .outgrows(LimitKind::Tag)
    .ends(b"\">"),
    Case::new(
        "longest-name-cut-short",
        "goes back over 31 bytes",
        Repeat(b"", b"&CounterClockwiseContourIntegral"),
    ),
    Case::new(
        "longest-match-far-behind",
        "tries shorter and shorter names",
        Repeat(b"", b"&gtreqqlesX&notit;"),
    ),
    Case::new(
        "longest-match-far-behind-in-a-value",
        "tries shorter and shorter names",
        Repeat(b"<a b='", b"&gtreqqlesX&notit;"),
    )
    .outgrows(LimitKind::Tag)
    .ends(b"'>"),
    Case::new("every-name", "looks through a list of names", With(every_name)),
    Case::new("every-name-in-a-value", "looks through a list of names", With(every_name_in_a_value))
        .outgrows(LimitKind::Tag)
        .ends(b"'>"),
    Case::new("names-that-grow", "moves the text behind each", Repeat(b"", b"&nGt;&nLt;")),
    Case::new("digits", "adds up a number without end", Repeat(b"&#", b"1"))
        .outgrows(LimitKind::CharacterReference),
    Case::new("hexadecimal-digits", "adds up a number without end", Repeat(b"&#x", b"F"))
        .outgrows(LimitKind::CharacterReference),
    Case::new("digits-in-a-value", "adds up a number without end", Repeat(b"<a b='&#", b"1"))
        .outgrows(LimitKind::Tag)
        .ends(b"'>"),
    Case::new(
        "bad-numbers",
        "pays for each error",
        Repeat(b"", b"&#x&#;&#0;&#x80;&#x9F;&#13;&#xD800;&#xFFFF;&#x110000;&#99999999999"),
    ),
];

fn distinct_attributes(size: usize) -> Vec<u8> {
    numbered(b"<a", size)
}

fn end_tag_with_attributes(size: usize) -> Vec<u8> {
    numbered(b"</x", size)
}

/// A tag with attributes that differ, without its `>`.
fn numbered(opening: &[u8], size: usize) -> Vec<u8> {
    let mut tag = opening.to_vec();
    for number in 0.. {
        if tag.len() >= size {
            break;
        }
        tag.extend_from_slice(format!(" a{number}=b").as_bytes());
    }
    tag
}

/// Names that differ in bytes, half of them equal once U+FFFD stands for what is ill-formed.
fn ill_formed_names(size: usize) -> Vec<u8> {
    let mut tag = b"<a".to_vec();
    for number in 0.. {
        if tag.len() >= size {
            break;
        }
        tag.extend_from_slice(format!(" a{number}").as_bytes());
        tag.extend_from_slice(if number % 2 == 0 { b"\xFF a\xFE" } else { b"\xC3 a\0" });
    }
    tag
}

fn oversized_tag_then_tiny_tags(size: usize) -> Vec<u8> {
    let mut input = numbered(b"<a", size / 2);
    input.push(b'>');
    input.extend(b"<b c>".iter().cycle().take(size.saturating_sub(input.len())));
    input
}

/// One more than are compared one by one.
fn seventeen_attributes(size: usize) -> Vec<u8> {
    let mut tag = b"<a".to_vec();
    (0..17).for_each(|number| tag.extend_from_slice(format!(" a{number}").as_bytes()));
    tag.push(b'>');
    tag.iter().copied().cycle().take(size).collect()
}

fn every_name(size: usize) -> Vec<u8> {
    repeated_names(b"", size)
}

fn every_name_in_a_value(size: usize) -> Vec<u8> {
    repeated_names(b"<a b='", size)
}

fn repeated_names(prefix: &[u8], size: usize) -> Vec<u8> {
    // Each in five ways, as what follows decides which name it is.
    static ALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let endings: [&[u8]; 5] = [b"", b";", b"=", b"x", b"9"];
        let mut all = Vec::new();
        for name in names() {
            for ending in endings {
                all.push(b'&');
                all.extend_from_slice(&name);
                all.extend_from_slice(ending);
            }
        }
        all
    });
    prefix.iter().chain(ALL.iter().cycle()).copied().take(size).collect()
}

/// The 2,231 names of character references, as the matcher knows them: those that end in `;` with it.
///
/// # Examples
///
/// ```
/// assert!(testing::hostile::names().contains(&b"amp;".to_vec()));
/// ```
pub fn names() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut open = vec![(Matcher::new(), Vec::new())];
    while let Some((matcher, name)) = open.pop() {
        for byte in (b'0'..=b'9').chain([b';']).chain(b'A'..=b'Z').chain(b'a'..=b'z') {
            let mut longer = matcher;
            if !longer.push(byte) {
                continue;
            }
            let name = [&name[..], &[byte]].concat();
            if longer.longest().is_some_and(|longest| longest.len == name.len()) {
                found.push(name.clone());
            }
            open.push((longer, name));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{CASES, names, seventeen_attributes};

    #[test]
    fn cases_have_names_of_their_own_and_inputs_of_every_size() {
        let mut seen = HashSet::new();
        for case in CASES {
            assert!(seen.insert(case.name), "{} stands there twice", case.name);
            for size in [0, 1, 100, 10_000] {
                assert_eq!(case.make(size).len(), size, "{}", case.name);
            }
        }
    }

    #[test]
    fn all_names_are_found() {
        let names = names();
        assert_eq!(names.len(), 2231);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        assert!(names.iter().any(|name| name == b"CounterClockwiseContourIntegral;"));
    }

    #[test]
    fn seventeen_are_seventeen() {
        let tag = seventeen_attributes(100);
        assert_eq!(tag.iter().take_while(|byte| **byte != b'>').filter(|byte| **byte == b' ').count(), 17);
    }
}
