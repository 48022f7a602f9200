//! Tags, and above all `meta`: attributes in every order, quoted in every way, said twice, broken.

use super::dice::Dice;
use super::labels::{change_case, label};

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
pub(super) fn tag(dice: &mut Dice, out: &mut Vec<u8>, end: bool) {
    out.extend_from_slice(if end { b"</" } else { b"<" });
    let start = out.len();
    out.extend_from_slice(if end && dice.percent(40) { b"meta" } else { dice.pick(NAMES) });
    if dice.percent(20) {
        change_case(dice, &mut out[start..]);
    }
    for _ in 0..dice.below(4) {
        separator(dice, out);
        if dice.percent(30) {
            charset(dice, out);
        } else {
            other(dice, out);
        }
    }
    close(dice, out);
}

/// A `meta` tag.
pub(super) fn meta(dice: &mut Dice, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(b"<meta");
    if dice.percent(20) {
        change_case(dice, &mut out[start..]);
    }
    let mut attributes: Vec<Attribute> = match dice.below(100) {
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
    for _ in 0..dice.one(&[0, 0, 0, 1, 1, 2]) {
        attributes.push(other);
    }
    dice.shuffle(&mut attributes);
    for attribute in attributes {
        separator(dice, out);
        attribute(dice, out);
    }
    close(dice, out);
}

/// Appends an attribute.
type Attribute = fn(&mut Dice, &mut Vec<u8>);

fn charset(dice: &mut Dice, out: &mut Vec<u8>) {
    let mut value = Vec::new();
    padding(dice, &mut value);
    label(dice, &mut value);
    padding(dice, &mut value);
    attribute(dice, out, b"charset", &value);
}

fn http_equiv(dice: &mut Dice, out: &mut Vec<u8>) {
    let value = match dice.below(20) {
        0 => &b"refresh"[..],
        1 => b"content-type ",
        2 => b"content-typ",
        3 => b"",
        4..8 => b"Content-Type",
        _ => b"content-type",
    };
    attribute(dice, out, b"http-equiv", value);
}

fn content(dice: &mut Dice, out: &mut Vec<u8>) {
    let mut value = Vec::new();
    value.extend_from_slice(dice.pick(&[&b"text/html; "[..], b"text/html;", b"", b"x", b"\xE9 "]));
    for _ in 0..dice.one(&[0, 0, 0, 0, 1, 2]) {
        // A word without an equals sign, or the start of one glued to the next.
        value.extend_from_slice(dice.pick(&[
            &b"charset"[..],
            b"charset ",
            b"CHARSET;",
            b"charse",
            b"c",
            b"xcharset",
        ]));
    }
    for _ in 0..dice.one(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 2]) {
        parameter(dice, &mut value);
    }
    attribute(dice, out, b"content", &value);
}

/// `charset=…` within a value.
fn parameter(dice: &mut Dice, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(b"charset");
    if dice.percent(20) {
        change_case(dice, &mut out[start..]);
    }
    padding(dice, out);
    if dice.percent(96) {
        out.push(b'=');
    }
    padding(dice, out);
    let (open, close) =
        dice.one(&[("", ""), ("", ""), ("", ""), ("'", "'"), ("\"", "\""), ("'", ""), ("\"", "'")]);
    out.extend_from_slice(open.as_bytes());
    if dice.percent(96) {
        label(dice, out);
    }
    out.extend_from_slice(close.as_bytes());
    out.extend_from_slice(dice.pick(&[&b""[..], b"", b"", b";", b" ", b"; ", b"\x0B", b",", b";x=y"]));
}

fn other(dice: &mut Dice, out: &mut Vec<u8>) {
    let name = dice.pick(&[
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
    let value = dice.pick(&[
        &b"a"[..],
        b"",
        b"charset=big5",
        b"a>b",
        b"<meta charset=koi8-r>",
        b"-->",
        b"\0",
        b"\xFF",
    ]);
    attribute(dice, out, name, value);
}

/// Appends a name and a value, mostly as they should be.
fn attribute(dice: &mut Dice, out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    let start = out.len();
    out.extend_from_slice(name);
    if dice.percent(15) {
        change_case(dice, &mut out[start..]);
    }
    if dice.percent(4) {
        return;
    }
    padding(dice, out);
    out.push(b'=');
    padding(dice, out);
    let bare = value.iter().any(|byte| SPACES.contains(byte) || *byte == b'>') || value.is_empty();
    match dice.below(100) {
        // A quote that is missing, or another one at the end.
        0..3 => quoted(out, b"\"", value, b""),
        3..6 => quoted(out, b"", value, b"'"),
        6..8 => quoted(out, b"'", value, b"\""),
        8..40 if !bare => quoted(out, b"", value, b""),
        _ if value.contains(&b'"') => quoted(out, b"'", value, b"'"),
        _ if value.contains(&b'\'') || dice.percent(60) => quoted(out, b"\"", value, b"\""),
        _ => quoted(out, b"'", value, b"'"),
    }
}

fn quoted(out: &mut Vec<u8>, open: &[u8], value: &[u8], close: &[u8]) {
    for part in [open, value, close] {
        out.extend_from_slice(part);
    }
}

/// Between attributes: mostly a space, sometimes several, a slash, or nothing.
fn separator(dice: &mut Dice, out: &mut Vec<u8>) {
    match dice.below(20) {
        0..14 => out.push(b' '),
        14 => out.push(b'/'),
        15 => out.extend_from_slice(b" / "),
        16 => {}
        17 => out.push(0x0B),
        _ => spaces(dice, out),
    }
}

/// A few spaces, now and then.
fn padding(dice: &mut Dice, out: &mut Vec<u8>) {
    if dice.percent(10) {
        spaces(dice, out);
    }
}

fn spaces(dice: &mut Dice, out: &mut Vec<u8>) {
    for _ in 0..dice.between(1, 3) {
        out.push(dice.one(SPACES));
    }
}

/// The end of a tag.
fn close(dice: &mut Dice, out: &mut Vec<u8>) {
    out.extend_from_slice(dice.pick(&[
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
