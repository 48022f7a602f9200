//! Documents: marks, signatures and XML declarations at the start, then comments, tags and declarations.

use super::case::Case;
use super::labels::label;
use super::meta::{SPACES, meta, tag};
use super::{known, mutations};
use crate::rng::Rng;

/// The case of this number: always the same for a seed, whatever was made before it.
///
/// Most have some hundred bytes, some as many as the prescan sees or a few more.
///
/// # Examples
///
/// ```
/// use testing::sniffing::generate;
///
/// assert_eq!(generate(7, 1_000_000), generate(7, 1_000_000));
/// assert_ne!(generate(7, 1_000_000), generate(8, 1_000_000));
/// ```
pub fn generate(seed: u64, number: u64) -> Case {
    let rng = &mut Rng::of_seed(seed, number);
    let mut input = Vec::new();
    start(rng, &mut input);
    if rng.percent(3) {
        around_the_limit(rng, &mut input);
    }
    for _ in 0..rng.below(6) {
        piece(rng, &mut input);
    }
    mutations::mutate(rng, &mut input);
    if rng.percent(2) {
        input = in_utf_16(rng, &input);
    }
    let cuts: Vec<usize> = (0..rng.below(6)).map(|_| rng.below(input.len() + 1)).collect();
    let options = known::options(rng, &input);
    Case::new(input, cuts, options)
}

fn start(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    match rng.below(100) {
        0..4 => out.extend_from_slice(rng.one(&[&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"])),
        4..8 => out.extend_from_slice(rng.one(&[
            &b"\xEF"[..],
            b"\xEF\xBB",
            b"\xFE",
            b"\xFF",
            b"\xBB\xBF",
            b"\xEF\xBB\xBE",
            b"\xFE\xFE",
        ])),
        8..10 => out.extend_from_slice(rng.one(&[
            &b"<\0?\0x\0"[..],
            b"\0<\0?\0x",
            b"<\0?\0x",
            b"\0<\0?\0",
            b"\0\0<?",
            b"<\0?\0X\0",
        ])),
        10..26 => xml_declaration(rng, out),
        26..30 => out.extend_from_slice(rng.one(&[&b" <?xml encoding='big5'?>"[..], b"\n", b"\0", b" "])),
        _ => {}
    }
    if rng.percent(15) {
        out.extend_from_slice(rng.one(&[&b"<!DOCTYPE html>"[..], b"<!doctype html>\n", b"<html><head>"]));
    }
}

pub(super) fn piece(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    match rng.below(100) {
        0..46 => meta(rng, out),
        46..56 => comment(rng, out),
        56..64 => tag(rng, out, false),
        64..70 => tag(rng, out, true),
        70..82 => markup(rng, out),
        82..86 => {
            // Nothing of an element's content is anything else to the prescan.
            out.extend_from_slice(rng.one(&[&b"<script>"[..], b"<title>", b"<style>", b"<!--<script>"]));
            meta(rng, out);
        }
        86..88 => xml_declaration(rng, out),
        _ => out.extend_from_slice(rng.one(&[
            &b"text"[..],
            b"a < b",
            b"<",
            b"<<",
            b"< meta charset=big5>",
            b"<1>",
            b"\n",
            b"\xE4\xF6",
            // ISO-2022-JP, which looks like ASCII.
            b"\x1B$B$\"$$\x1B(B",
            b"\0",
            b"&lt;",
        ])),
    }
}

/// A declaration of XML: mostly a good one.
fn xml_declaration(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(rng.one(&[
        &b"<?xml"[..],
        b"<?xml",
        b"<?xml",
        b"<?xml",
        b"<?xml",
        b"<?XML",
        b"<?xm",
    ]));
    out.extend_from_slice(rng.one(&[&b" version=\"1.0\""[..], b" version='1.0'", b"", b" a='>'"]));
    out.extend_from_slice(rng.one(&[&b" "[..], b" ", b"\n", b"", b"\x01"]));
    if rng.percent(92) {
        out.extend_from_slice(rng.one(&[
            &b"encoding"[..],
            b"encoding",
            b"encoding",
            b"encoding",
            b"encoding",
            b"Encoding",
            b"encodin",
            b"encodingencoding",
        ]));
        control(rng, out);
        if rng.percent(96) {
            out.push(b'=');
        }
        control(rng, out);
        let (open, close) = rng.one(&[
            ("\"", "\""),
            ("\"", "\""),
            ("\"", "\""),
            ("'", "'"),
            ("'", "'"),
            ("'", "'"),
            ("", ""),
            ("'", "\""),
            ("\"", ""),
        ]);
        out.extend_from_slice(open.as_bytes());
        if rng.percent(4) {
            out.push(rng.one(b" \0>\n"));
        }
        label(rng, out);
        out.extend_from_slice(close.as_bytes());
    }
    out.extend_from_slice(rng.one(&[
        &b"?>"[..],
        b"?>",
        b"?>",
        b"?>",
        b" standalone='yes'?>",
        b">",
        b"?",
        b"",
    ]));
}

/// White space in the XML declaration: spaces, and all bytes below.
fn control(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    if rng.percent(12) {
        out.push(rng.one(b" \t\n\0\x01\x0B\x1F\x21\x7F"));
    }
}

/// A comment: dashes that overlap, ends that are none, tags within.
fn comment(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(rng.one(&[
        &b"<!--"[..],
        b"<!--",
        b"<!--",
        b"<!--",
        b"<!---",
        b"<!-",
        b"<!--->",
        b"<!-->",
    ]));
    for _ in 0..rng.below(4) {
        match rng.below(10) {
            0..2 => meta(rng, out),
            2 => out.extend_from_slice(b"<!--"),
            3 => out.push(rng.one(SPACES)),
            _ => out.extend_from_slice(rng.one(&[
                &b"x"[..],
                b"-",
                b"--",
                b"->",
                b"- ->",
                b"--!>",
                b"-- >",
                b">",
                b"!>",
                b"\xE9",
                b"\0",
            ])),
        }
    }
    out.extend_from_slice(rng.one(&[&b"-->"[..], b"-->", b"-->", b"-->", b"--->", b"--!>-->", b"->", b"--"]));
}

/// `<!`, `</` and `<?` that begin nothing else.
fn markup(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(rng.one(&[
        &b"<!"[..],
        b"</",
        b"<?",
        b"<!DOCTYPE html",
        b"<![CDATA[",
        b"</ ",
        b"</1",
        b"</>",
        b"<?php ",
        b"<!>",
        b"<!->",
        b"</!--",
    ]));
    if rng.percent(30) {
        meta(rng, out);
    }
    out.extend_from_slice(rng.one(&[&b">"[..], b">", b"]]>", b"?>", b" \"a>\"", b"-->", b""]));
}

/// Fills up to shortly before the default end of the prescan, within a construct or between two.
fn around_the_limit(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    const LIMIT: usize = 1024;
    let (open, fill, close) = rng.one(&[
        ("", " ", ""),
        ("", "x", ""),
        ("<!--", "x", "-->"),
        ("<!--", "-", ">"),
        ("<a b='", "<meta charset=big5>", "'>"),
        ("<a ", "b ", ">"),
        ("<p>", "<p>", ""),
        ("<meta ", "\n", "charset=koi8-r>"),
        ("<meta charset='", " ", "koi8-r'>"),
        ("<?xml encoding=", " ", "'koi8-r'?>"),
        ("<!", "y", ">"),
    ]);
    out.extend_from_slice(open.as_bytes());
    let end = LIMIT - rng.below(80);
    while out.len() < end {
        out.extend_from_slice(fill.as_bytes());
    }
    out.extend_from_slice(close.as_bytes());
    meta(rng, out);
}

fn in_utf_16(rng: &mut Rng<'_>, document: &[u8]) -> Vec<u8> {
    let big = rng.percent(50);
    let units = document.iter().flat_map(|&byte| if big { [0, byte] } else { [byte, 0] });
    units.collect()
}
