//! Tag soup of the bytes and words that matter to a tokenizer.

use tagspan_reference::Options;

use super::settings;
use testing::rng::Rng;

/// The parts of tag soup.
pub(crate) const WORDS: &[&[u8]] = &[
    b"<",
    b">",
    b"/",
    b"!",
    b"?",
    b"-",
    b"=",
    b"\"",
    b"'",
    b"&",
    b";",
    b"#",
    b"x",
    b"a",
    b"A",
    b"s",
    b"0",
    b"9",
    b"[",
    b"]",
    b"`",
    b"\0",
    b"\r",
    b"\n",
    b"\t",
    b"\x0C",
    b" ",
    b"\r\n",
    b"\x01",
    b"\x7F",
    b"\x80",
    b"\xC2",
    b"\xC2\x80",
    b"\xC2\x85",
    b"\xC3\xA9",
    b"\xE2\x82",
    b"\xE2\x84\xAA",
    b"\xED\xA0\x80",
    b"\xEF\xBB\xBF",
    b"\xEF\xBF\xBD",
    b"\xEF\xBF\xBE",
    b"\xF0\x9F\x98\x80",
    b"\xF0\x9F\xBF\xBF",
    b"\xFE",
    b"\xFF",
    b"script",
    b"style",
    b"title",
    b"textarea",
    b"plaintext",
    b"noscript",
    b"CDATA[",
    b"DOCTYPE",
    b"PUBLIC",
    b"SYSTEM",
    b"xml",
    b"-stylesheet",
    b"notin;",
    b"not",
    b"lt",
    b"amp",
    b"&am",
    b"&#",
    b"&#x",
    b"&#x80;",
    b"--",
    b"<!--",
    b"-->",
    b"--!>",
    b"<!-->",
    b"<![CDATA[",
    b"]]>",
    b"<!DOCTYPE ",
    b"<!DOCTYPE a ",
    b"<a ",
    b"<a a=",
    b"</a",
    b"</a ",
    b"</>",
    b"<br/>",
    b"<title>",
    b"</title",
    b"</title>",
    b"<script>",
    b"</script",
    b"</script>",
    b"<style>",
    b"</style",
    b"</style>",
    b"<?",
    b"<?a ",
    b"?>",
];

/// The start of some tag soup, which stays in a tag, a DOCTYPE or a comment for a while.
const OPENINGS: &[&[u8]] = &[
    b"",
    b"",
    b"",
    b"<a ",
    b"</a ",
    b"<a a='",
    b"<!DOCTYPE a ",
    b"<!DOCTYPE a PUBLIC ",
    b"<!--",
    b"<![CDATA[",
    b"<?a b",
    b"<script><!--",
    b"<script><!--<script>",
    b"<title>",
];

/// Each tag soup has but a few ingredients, so that it meets the same ones again: duplicate names, long runs of dashes
/// and brackets.
pub(crate) fn soup(rng: &mut Rng<'_>, _size: usize) -> (Vec<u8>, Options) {
    let few = if rng.percent(70) { rng.between(2, 8) } else { WORDS.len() };
    let words: Vec<&[u8]> = (0..few).map(|_| rng.one(WORDS)).collect();
    let mut soup = rng.one(OPENINGS).to_vec();
    for _ in 0..rng.below(32) {
        soup.extend_from_slice(rng.one(&words));
    }
    (soup, settings::any(rng))
}
