//! Generated pages that reach limits: words that matter to a tokenizer, and filler between them.

use crate::rng::Rng;

/// The parts of pages.
const WORDS: &[&[u8]] = &[
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
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\0",
    b"\x01",
    b"\x7F",
    b"\xC2\x85",
    b"\xC3\xA9",
    b"\xE2\x82",
    b"\xF0\x9F\x98\x80",
    b"\xEF\xBF\xBE",
    b"\xFF",
    b"\x82",
    b"\x1B$B",
    b"\x81\x30",
    b"x",
    b"a",
    b"lt",
    b"&amp",
    b"&not",
    b"&notin;",
    b"&#",
    b"&#x",
    b"&#x80;",
    b"&#1",
    b"--",
    b"--!>",
    b"]]>",
    b"]]",
    b"?>",
    b"/>",
    b"'>",
    b"\">",
];

/// The starts and ends of constructs.
const MARKUP: &[&[u8]] = &[
    b"<p>",
    b"</p>",
    b"<a ",
    b"<a b=",
    b"<a b='",
    b"<a b=\"",
    b"<a b c='d' b=e ",
    b" b=",
    b" c='",
    b" d=\"",
    b" e",
    b"<br/>",
    b"</a ",
    b"</a b='",
    b"</>",
    b"<a \xC3\xA9=>",
    b"<a b=>",
    b"<!--",
    b"-->",
    b"<!-- ",
    b"<!DOCTYPE ",
    b"<!DOCTYPE a PUBLIC \"",
    b"<!DOCTYPE a SYSTEM '",
    b" PUBLIC",
    b" SYSTEM",
    b"<!a",
    b"<?a ",
    b"<?xml ",
    b"<![CDATA[",
    b"<svg>",
    b"</svg>",
    b"<g>",
    b"<math>",
    b"<desc>",
    b"<mi>",
    b"<title>",
    b"</title>",
    b"<textarea>",
    b"</textarea",
    b"<script>",
    b"</script>",
    b"<script><!--<script>",
    b"</scrip",
    b"<style>",
    b"</style>",
    b"<pre>\n",
    b"<plaintext>",
    b"<noscript>",
    b"<meta charset=koi8-r>",
    b"<meta charset=utf-8>",
    b"<!-- --!><meta charset=windows-1252>",
    b"<script><!--</script><meta charset=koi8-r>",
    b"<meta charset=shift_jis>",
    b"<meta http-equiv=content-type content='text/html;charset=big5'>",
];

/// The repeated parts of long constructs.
const FILLERS: &[&[u8]] = &[
    b"x",
    b"x",
    b"x",
    b" ",
    b"-",
    b"\xC3\xA9",
    b"1",
    b"a=b ",
    b"a='b' ",
    b"]",
    b"\n",
    b"\x01",
    b"&lt;",
    b"\r",
];

/// Longer pages have an oversized tag.
pub(super) const USUAL: usize = 10_000;

/// The repeated part of an oversized tag: a value over most limits.
const LONG_ATTRIBUTE: &[u8] = b" b='a value of more than the sixty bytes that limits are at the most'";

/// A page. Few have a byte order mark, or text before them that is longer than what is searched for declarations.
pub(super) fn generate(rng: &mut Rng<'_>) -> Vec<u8> {
    let mut page = Vec::new();
    if rng.percent(6) {
        page.extend_from_slice(rng.one(&[&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xEF\xBB"]));
    }
    if rng.percent(2) {
        page.resize(1040, b'y');
    }
    if rng.below(2000) == 1999 {
        page.extend_from_slice(b"<a");
        for _ in 0..rng.between(1000, 4000) {
            page.extend_from_slice(LONG_ATTRIBUTE);
        }
        page.push(b'>');
    }
    for _ in 0..rng.between(1, 14) {
        match rng.below(10) {
            0..5 => page.extend_from_slice(rng.one(MARKUP)),
            5..7 => page.extend_from_slice(rng.one(WORDS)),
            _ => {
                let filler = rng.one(FILLERS);
                for _ in 0..rng.between(1, 40) {
                    page.extend_from_slice(filler);
                }
            }
        }
    }
    page
}

/// The same in UTF-16, byte by byte.
pub(super) fn widened(page: &[u8], big_endian: bool) -> Vec<u8> {
    page.iter().flat_map(|&byte| if big_endian { [0, byte] } else { [byte, 0] }).collect()
}
