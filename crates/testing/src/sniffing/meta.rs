//! Generated tags, mostly `meta`: attributes in every order and quoting, repeated or broken.

use super::labels::{change_case, label};
use crate::rng::Rng;

/// The five kinds of white space.
pub(super) const SPACES: &[u8] = b"\t\n\x0C\r ";

/// Names of elements, of which some only look like `meta`.
const NAMES: &[&[u8]] = &[
    b"p",
    b"a",
    b"html",
    b"head",
    b"title",
    b"script",
    b"metal",
    b"met",
    b"meta-",
    b"meta\x0B",
    b"meta\0",
    b"meta>",
    b"meta\"",
    b"x\xFF",
];

/// A tag of any element but `meta`; `</` comes before the name if `end`.
pub(super) fn tag(rng: &mut Rng<'_>, out: &mut Vec<u8>, end: bool) {
    out.extend_from_slice(if end { b"</" } else { b"<" });
    let start = out.len();
    out.extend_from_slice(if end && rng.percent(40) { b"meta" } else { rng.one(NAMES) });
    if rng.percent(20) {
        change_case(rng, &mut out[start..]);
    }
    for _ in 0..rng.below(4) {
        separator(rng, out);
        if rng.percent(30) {
            charset(rng, out);
        } else {
            other(rng, out);
        }
    }
    close(rng, out);
}

/// A `meta` tag.
pub(super) fn meta(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(b"<meta");
    if rng.percent(20) {
        change_case(rng, &mut out[start..]);
    }
    let mut attributes: Vec<Attribute> = match rng.below(100) {
        0..30 => vec![charset],
        30..58 => vec![http_equiv, content],
        58..66 => vec![content],
        66..74 => vec![http_equiv, content, charset],
        74..80 => vec![charset, charset],
        80..85 => vec![http_equiv, content, content],
        85..90 => vec![http_equiv, http_equiv, content],
        90..94 => vec![http_equiv],
        _ => vec![],
    };
    for _ in 0..rng.one(&[0, 0, 0, 1, 1, 2]) {
        attributes.push(other);
    }
    rng.shuffle(&mut attributes);
    for attribute in attributes {
        separator(rng, out);
        attribute(rng, out);
    }
    close(rng, out);
}

/// Appends an attribute.
type Attribute = fn(&mut Rng<'_>, &mut Vec<u8>);

fn charset(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let mut value = Vec::new();
    padding(rng, &mut value);
    label(rng, &mut value);
    padding(rng, &mut value);
    attribute(rng, out, b"charset", &value);
}

fn http_equiv(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let value = match rng.below(20) {
        0 => &b"refresh"[..],
        1 => b"content-type ",
        2 => b"content-typ",
        3 => b"",
        4..8 => b"Content-Type",
        _ => b"content-type",
    };
    attribute(rng, out, b"http-equiv", value);
}

fn content(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let mut value = Vec::new();
    value.extend_from_slice(rng.one(&[&b"text/html; "[..], b"text/html;", b"", b"x", b"\xE9 "]));
    for _ in 0..rng.one(&[0, 0, 0, 0, 1, 2]) {
        // A word without an equals sign, or the start of one glued to the next.
        value.extend_from_slice(rng.one(&[
            &b"charset"[..],
            b"charset ",
            b"CHARSET;",
            b"charse",
            b"c",
            b"xcharset",
        ]));
    }
    for _ in 0..rng.one(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 2]) {
        parameter(rng, &mut value);
    }
    attribute(rng, out, b"content", &value);
}

/// `charset=…` within a value.
fn parameter(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(b"charset");
    if rng.percent(20) {
        change_case(rng, &mut out[start..]);
    }
    padding(rng, out);
    if rng.percent(96) {
        out.push(b'=');
    }
    padding(rng, out);
    let (open, close) =
        rng.one(&[("", ""), ("", ""), ("", ""), ("'", "'"), ("\"", "\""), ("'", ""), ("\"", "'")]);
    out.extend_from_slice(open.as_bytes());
    if rng.percent(96) {
        label(rng, out);
    }
    out.extend_from_slice(close.as_bytes());
    out.extend_from_slice(rng.one(&[&b""[..], b"", b"", b";", b" ", b"; ", b"\x0B", b",", b";x=y"]));
}

fn other(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let name = rng.one(&[
        &b"name"[..],
        b"a",
        b"charse",
        b"charsets",
        b"http-equi",
        b"\xE9",
        b"x\0y",
        b"=",
        b"\"",
        b"<",
    ]);
    let value =
        rng.one(&[&b"a"[..], b"", b"charset=big5", b"a>b", b"<meta charset=koi8-r>", b"-->", b"\0", b"\xFF"]);
    attribute(rng, out, name, value);
}

/// Appends a name and a value, mostly as they should be.
fn attribute(rng: &mut Rng<'_>, out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    let start = out.len();
    out.extend_from_slice(name);
    if rng.percent(15) {
        change_case(rng, &mut out[start..]);
    }
    if rng.percent(4) {
        return;
    }
    padding(rng, out);
    out.push(b'=');
    padding(rng, out);
    let bare = value.iter().any(|byte| SPACES.contains(byte) || *byte == b'>') || value.is_empty();
    match rng.below(100) {
        // A quote that is missing, or another one at the end.
        0..3 => quoted(out, b"\"", value, b""),
        3..6 => quoted(out, b"", value, b"'"),
        6..8 => quoted(out, b"'", value, b"\""),
        8..40 if !bare => quoted(out, b"", value, b""),
        _ if value.contains(&b'"') => quoted(out, b"'", value, b"'"),
        _ if value.contains(&b'\'') || rng.percent(60) => quoted(out, b"\"", value, b"\""),
        _ => quoted(out, b"'", value, b"'"),
    }
}

fn quoted(out: &mut Vec<u8>, open: &[u8], value: &[u8], close: &[u8]) {
    for part in [open, value, close] {
        out.extend_from_slice(part);
    }
}

/// Between attributes: mostly a space, sometimes several, a slash, or nothing.
fn separator(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    match rng.below(20) {
        0..14 => out.push(b' '),
        14 => out.push(b'/'),
        15 => out.extend_from_slice(b" / "),
        16 => {}
        17 => out.push(0x0B),
        _ => spaces(rng, out),
    }
}

/// A few spaces, now and then.
fn padding(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    if rng.percent(10) {
        spaces(rng, out);
    }
}

fn spaces(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    for _ in 0..rng.between(1, 3) {
        out.push(rng.one(SPACES));
    }
}

/// The end of a tag.
fn close(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(rng.one(&[
        &b">"[..],
        b">",
        b">",
        b">",
        b">",
        b">",
        b"/>",
        b" />",
        b" >",
        b"\n>",
        b"",
    ]));
}
