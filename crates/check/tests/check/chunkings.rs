//! The same diagnostics in every chunking, and the same bytes in UTF-16.

use tagspan::{Encoding, UTF_8};
use tagspan_check::Diagnostic;
use testing::sample::or_full;
use testing::tag_soup;

use crate::codes::samples;
use crate::{check, check_as};

#[test]
fn every_chunking_gives_the_same() {
    for (authoring, html) in samples() {
        let html = html.as_bytes();
        let check = |chunks: &mut dyn Iterator<Item = &'static [u8]>| check_as(authoring, UTF_8, chunks);
        let whole = check(&mut [html].into_iter());
        for size in 1..=html.len() {
            assert_eq!(check(&mut html.chunks(size)), whole, "{size}, {}", html.escape_ascii());
        }
        for at in 0..=html.len() {
            let (left, right) = html.split_at(at);
            assert_eq!(check(&mut [left, right].into_iter()), whole, "{at}, {}", html.escape_ascii());
        }
    }
}

fn utf_16(text: &str, little: bool) -> Vec<u8> {
    let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// A diagnostic with the text of its spans in the place of offsets.
fn said<'a>(html: &'a str, found: &'a Diagnostic) -> Vec<(&'a str, String, &'a str)> {
    let place = format!("{} {}", found.place().start, found.place().end);
    let mut said = vec![(&html[found.place().text.range()], place, found.label())];
    for related in found.related() {
        let place = format!("{} {}", related.place().start, related.place().end);
        said.push((&html[related.place().text.range()], place, related.label()));
    }
    said
}

#[test]
fn source_spans_are_those_of_the_encoding() {
    for (authoring, html) in samples() {
        let expected = check_as(authoring, UTF_8, [html.as_bytes()]);
        for (encoding, little) in [("utf-16le", true), ("utf-16be", false)] {
            let source = utf_16(html, little);
            let encoding = Encoding::for_label(encoding.as_bytes()).unwrap();
            for size in [1, 2, 3, 5, source.len()] {
                let found = check_as(authoring, encoding, source.chunks(size));
                assert_eq!(found.len(), expected.len(), "{html}");
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!(said(html, found), said(html, expected));
                    let within = &source[found.place().source.range()];
                    assert_eq!(within, utf_16(&html[expected.place().source.range()], little), "{html}");
                    let fixed = found.fix().map(|fix| fix.apply(&source, encoding));
                    let as_utf_8 = expected.fix().map(|fix| fix.apply(html.as_bytes(), UTF_8));
                    assert_eq!(fixed, as_utf_8.map(|text| utf_16(str::from_utf8(&text).unwrap(), little)));
                }
            }
        }
    }
}

#[test]
fn tag_soup_in_any_chunking() {
    for number in 0..or_full(500, 2_000) {
        let html = tag_soup::bytes(46, number);
        let whole = check_as(true, UTF_8, [&html[..]]);
        for size in [1, 2, 3, 7, 16] {
            let found = check_as(true, UTF_8, html.chunks(size));
            for (found, whole) in found.iter().zip(&whole) {
                assert_eq!(found, whole, "{size}, {}", html.escape_ascii());
            }
            assert_eq!(found.len(), whole.len(), "{size}, {}", html.escape_ascii());
        }
    }
}

#[test]
fn tokens_full_of_errors_take_linear_time() {
    // Quadratic, the last would take minutes.
    for unit in ["<p ", "<!-- ", "<p a=", "&#0;", "<p a='&#0;"] {
        for part in ["\"=", "\0", "a=1 ", "<!--", "&#0;", "/ ", "'><"] {
            let html = unit.to_owned() + &part.repeat(50_000);
            assert!(!check(UTF_8, [html.as_bytes()]).is_empty(), "{unit}{part}");
        }
    }
    for (unit, part) in
        [("<script><!--<script>", "</script "), ("<pre>&#10;", "&#10;"), ("", "<p/>"), ("", "<img></img>")]
    {
        let html = unit.to_owned() + &part.repeat(50_000);
        assert!(!check_as(true, UTF_8, [html.as_bytes()]).is_empty(), "{unit}{part}");
    }
}
