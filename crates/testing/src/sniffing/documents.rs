//! Documents: marks, signatures and XML declarations at the start, then comments, tags and declarations.

use super::case::Case;
use super::dice::Dice;
use super::labels::label;
use super::meta::{SPACES, meta, tag};
use super::{known, mutations};

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
    let dice = &mut Dice::new(seed, number);
    let mut input = Vec::new();
    start(dice, &mut input);
    if dice.percent(3) {
        around_the_limit(dice, &mut input);
    }
    for _ in 0..dice.below(6) {
        piece(dice, &mut input);
    }
    mutations::mutate(dice, &mut input);
    if dice.percent(2) {
        input = in_utf_16(dice, &input);
    }
    let cuts: Vec<usize> = (0..dice.below(6)).map(|_| dice.below(input.len() + 1)).collect();
    let options = known::options(dice, &input);
    Case::new(input, cuts, options)
}

fn start(dice: &mut Dice, out: &mut Vec<u8>) {
    match dice.below(100) {
        0..4 => out.extend_from_slice(dice.pick(&[&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"])),
        4..8 => out.extend_from_slice(dice.pick(&[
            &b"\xEF"[..],
            b"\xEF\xBB",
            b"\xFE",
            b"\xFF",
            b"\xBB\xBF",
            b"\xEF\xBB\xBE",
            b"\xFE\xFE",
        ])),
        8..10 => out.extend_from_slice(dice.pick(&[
            &b"<\0?\0x\0"[..],
            b"\0<\0?\0x",
            b"<\0?\0x",
            b"\0<\0?\0",
            b"\0\0<?",
            b"<\0?\0X\0",
        ])),
        10..26 => xml_declaration(dice, out),
        26..30 => out.extend_from_slice(dice.pick(&[&b" <?xml encoding='big5'?>"[..], b"\n", b"\0", b" "])),
        _ => {}
    }
    if dice.percent(15) {
        out.extend_from_slice(dice.pick(&[&b"<!DOCTYPE html>"[..], b"<!doctype html>\n", b"<html><head>"]));
    }
}

pub(super) fn piece(dice: &mut Dice, out: &mut Vec<u8>) {
    match dice.below(100) {
        0..46 => meta(dice, out),
        46..56 => comment(dice, out),
        56..64 => tag(dice, out, false),
        64..70 => tag(dice, out, true),
        70..82 => markup(dice, out),
        82..86 => {
            // Nothing of an element's content is anything else to the prescan.
            out.extend_from_slice(dice.pick(&[&b"<script>"[..], b"<title>", b"<style>", b"<!--<script>"]));
            meta(dice, out);
        }
        86..88 => xml_declaration(dice, out),
        _ => out.extend_from_slice(dice.pick(&[
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
fn xml_declaration(dice: &mut Dice, out: &mut Vec<u8>) {
    out.extend_from_slice(dice.pick(&[
        &b"<?xml"[..],
        b"<?xml",
        b"<?xml",
        b"<?xml",
        b"<?xml",
        b"<?XML",
        b"<?xm",
    ]));
    out.extend_from_slice(dice.pick(&[&b" version=\"1.0\""[..], b" version='1.0'", b"", b" a='>'"]));
    out.extend_from_slice(dice.pick(&[&b" "[..], b" ", b"\n", b"", b"\x01"]));
    if dice.percent(92) {
        out.extend_from_slice(dice.pick(&[
            &b"encoding"[..],
            b"encoding",
            b"encoding",
            b"encoding",
            b"encoding",
            b"Encoding",
            b"encodin",
            b"encodingencoding",
        ]));
        control(dice, out);
        if dice.percent(96) {
            out.push(b'=');
        }
        control(dice, out);
        let (open, close) = dice.one(&[
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
        if dice.percent(4) {
            out.push(dice.one(b" \0>\n"));
        }
        label(dice, out);
        out.extend_from_slice(close.as_bytes());
    }
    out.extend_from_slice(dice.pick(&[
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

/// What the declaration of XML takes for white space: spaces, and everything below them.
fn control(dice: &mut Dice, out: &mut Vec<u8>) {
    if dice.percent(12) {
        out.push(dice.one(b" \t\n\0\x01\x0B\x1F\x21\x7F"));
    }
}

/// A comment: dashes that overlap, ends that are none, tags within.
fn comment(dice: &mut Dice, out: &mut Vec<u8>) {
    out.extend_from_slice(dice.pick(&[
        &b"<!--"[..],
        b"<!--",
        b"<!--",
        b"<!--",
        b"<!---",
        b"<!-",
        b"<!--->",
        b"<!-->",
    ]));
    for _ in 0..dice.below(4) {
        match dice.below(10) {
            0..2 => meta(dice, out),
            2 => out.extend_from_slice(b"<!--"),
            3 => out.push(dice.one(SPACES)),
            _ => out.extend_from_slice(dice.pick(&[
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
    out.extend_from_slice(dice.pick(&[
        &b"-->"[..],
        b"-->",
        b"-->",
        b"-->",
        b"--->",
        b"--!>-->",
        b"->",
        b"--",
    ]));
}

/// `<!`, `</` and `<?` that begin nothing else.
fn markup(dice: &mut Dice, out: &mut Vec<u8>) {
    out.extend_from_slice(dice.pick(&[
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
    if dice.percent(30) {
        meta(dice, out);
    }
    out.extend_from_slice(dice.pick(&[&b">"[..], b">", b"]]>", b"?>", b" \"a>\"", b"-->", b""]));
}

/// Fills up to shortly before where the prescan stops unless told otherwise, within a construct or between two.
fn around_the_limit(dice: &mut Dice, out: &mut Vec<u8>) {
    const LIMIT: usize = 1024;
    let (open, fill, close) = dice.one(&[
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
    let end = LIMIT - dice.below(80);
    while out.len() < end {
        out.extend_from_slice(fill.as_bytes());
    }
    out.extend_from_slice(close.as_bytes());
    meta(dice, out);
}

fn in_utf_16(dice: &mut Dice, document: &[u8]) -> Vec<u8> {
    let big = dice.percent(50);
    let units = document.iter().flat_map(|&byte| if big { [0, byte] } else { [byte, 0] });
    units.collect()
}
