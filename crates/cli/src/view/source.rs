//! The source of one token, with its parts marked.

use std::ops::Range;

use tagspan::entities::{Decode, decode, lookup};
use tagspan::{Tag, TextMode, Token};

use super::markup::{one_line, push_text};
use crate::escape::write_to;

/// A part of a token, in bytes from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) class: &'static str,
    /// The tooltip.
    pub(super) title: String,
}

impl Part {
    fn new(range: Range<usize>, class: &'static str) -> Self {
        Part { range, class, title: String::new() }
    }
}

/// The parts of a token, in order. A part may lie within the one before it.
pub(super) fn parts_of(token: &Token<'_>) -> Vec<Part> {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => tag_parts(tag),
        Token::Text(text) => text_parts(text.mode(), text.raw()),
        Token::Comment(comment) => {
            let (span, value) = (comment.span(), comment.value_span());
            vec![Part::new((value.start - span.start) as usize..(value.end - span.start) as usize, "v")]
        }
        _ => Vec::new(),
    }
}

fn tag_parts(tag: &Tag<'_>) -> Vec<Part> {
    let start = tag.span().start;
    let range = |span: tagspan::Span| (span.start - start) as usize..(span.end - start) as usize;
    let mut parts = vec![Part::new(range(tag.name_span()), "n")];
    for attribute in tag.attributes_as_written() {
        let mut name = Part::new(range(attribute.name_span()), "a");
        if attribute.is_duplicate() {
            (name.class, name.title) = ("d", "a duplicate that is ignored".to_owned());
        }
        parts.push(name);
        let value = range(attribute.value_span());
        if !value.is_empty() {
            let references = references(attribute.raw_value(), true, value.start);
            parts.push(Part::new(value, "v"));
            parts.extend(references);
        }
    }
    parts
}

/// The parts of a text of this mode.
pub(super) fn text_parts(mode: TextMode, raw: &[u8]) -> Vec<Part> {
    match mode {
        TextMode::Data | TextMode::Rcdata => references(raw, false, 0),
        _ => Vec::new(),
    }
}

/// The character references of a text or value that begins at `start`.
fn references(raw: &[u8], in_attribute: bool, start: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(found) = raw[at..].iter().position(|&byte| byte == b'&') {
        at += found;
        match reference_length(&raw[at..], in_attribute) {
            Some(length) => {
                let value = decode(&raw[at..at + length], Decode::DATA);
                let points: Vec<_> =
                    value.chars().map(|character| format!("U+{:04X}", u32::from(character))).collect();
                let title = format!("{value} {}", points.join(" "));
                parts.push(Part { range: start + at..start + at + length, class: "r", title });
                at += length;
            }
            None => at += 1,
        }
    }
    parts
}

/// The longest name of a reference has 32 bytes with its semicolon.
const LONGEST: usize = 32;

/// The length of the reference at the start, with its `&`.
fn reference_length(bytes: &[u8], in_attribute: bool) -> Option<usize> {
    let count =
        |from: usize, is_part: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| is_part(byte)).count();
    let with_semicolon = |end: usize| end + usize::from(bytes.get(end) == Some(&b';'));
    if bytes.get(1) == Some(&b'#') {
        let is_hexadecimal = matches!(bytes.get(2), Some(b'x' | b'X'));
        let start = 2 + usize::from(is_hexadecimal);
        let digits = count(start, if is_hexadecimal { u8::is_ascii_hexdigit } else { u8::is_ascii_digit });
        return (digits > 0).then(|| with_semicolon(start + digits));
    }
    let end = with_semicolon(1 + count(1, u8::is_ascii_alphanumeric)).min(1 + LONGEST);
    let length = (2..=end).rev().find(|&end| lookup(&bytes[1..end]).is_some())?;
    let is_text = in_attribute
        && bytes[length - 1] != b';'
        && bytes.get(length).is_some_and(|&next| next == b'=' || next.is_ascii_alphanumeric());
    (!is_text).then_some(length)
}

/// A mark between two bytes of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) html: String,
}

/// Appends the bytes of a token with its parts and marks, which are in order.
pub(super) fn push_source(html: &mut String, raw: &[u8], parts: &[Part], marks: &[Mark]) {
    let mut marks = marks.iter().peekable();
    let mut at = 0;
    let mut open: Vec<usize> = Vec::new();
    // Every place where something begins or ends, up to the next one.
    let mut bounds: Vec<usize> = parts.iter().flat_map(|part| [part.range.start, part.range.end]).collect();
    bounds.extend(marks.clone().map(|mark| mark.at.min(raw.len())));
    bounds.push(raw.len());
    bounds.sort_unstable();
    bounds.dedup();
    let mut next_part = parts.iter().filter(|part| !part.range.is_empty()).peekable();
    for bound in bounds {
        push_text(html, &raw[at..bound]);
        at = bound;
        while open.last() == Some(&at) {
            html.push_str("</i>");
            open.pop();
        }
        while let Some(mark) = marks.next_if(|mark| mark.at.min(raw.len()) <= at) {
            html.push_str(&mark.html);
        }
        while let Some(part) = next_part.next_if(|part| part.range.start <= at) {
            write_to(html, format_args!("<i class={}", part.class));
            if !part.title.is_empty() {
                write_to(html, format_args!(" title=\"{}\"", one_line(&part.title)));
            }
            html.push('>');
            open.push(part.range.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> String {
        let mut tokens = tagspan::tokenize(source);
        let mut html = String::new();
        while let Some(token) = tokens.next_token().unwrap() {
            push_source(&mut html, token.raw(), &parts_of(&token), &[]);
        }
        html
    }

    #[test]
    fn parts_are_marked() {
        for (source, expected) in [
            ("<a b>", "&lt;<i class=n>a</i> <i class=a>b</i>>"),
            (
                "<a b='&lt;'>",
                "&lt;<i class=n>a</i> <i class=a>b</i>='<i class=v><i class=r title=\"&lt; U+003C\">&amp;lt;</i></i>'>",
            ),
            (
                "<a b b>",
                "&lt;<i class=n>a</i> <i class=a>b</i> <i class=d title=\"a duplicate that is ignored\">b</i>>",
            ),
            ("a&amp;b", "a<i class=r title=\"&amp; U+0026\">&amp;amp;</i>b"),
            ("<!--a-->", "&lt;!--<i class=v>a</i>-->"),
            ("<!DOCTYPE html>", "&lt;!DOCTYPE html>"),
        ] {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    /// The marked bytes are those that the decoder replaces.
    #[test]
    fn references_are_those_of_the_decoder() {
        for source in [
            "&amp;",
            "&amp",
            "&ampx",
            "&amp=",
            "&notin;",
            "&notit;",
            "&not",
            "&#60;",
            "&#60",
            "&#x3C;x",
            "&#x;",
            "&#;",
            "&;",
            "&",
            "&&lt;",
            "&nosuch;",
            "&CounterClockwiseContourIntegral;",
            "a&lt;b&gt",
            "&lt;&lt",
            "&#0;&#x110000;",
        ] {
            for (in_attribute, how) in [(false, Decode::DATA), (true, Decode::ATTRIBUTE)] {
                let raw = source.as_bytes();
                let mut decoded = String::new();
                let mut at = 0;
                for part in references(raw, in_attribute, 0) {
                    decoded += &source[at..part.range.start];
                    decoded += &decode(&raw[part.range.clone()], Decode::DATA);
                    at = part.range.end;
                }
                decoded += &source[at..];
                assert_eq!(decoded, decode(raw, how), "{source}, in an attribute: {in_attribute}");
            }
        }
    }

    #[test]
    fn marks_stand_between_bytes() {
        let mark = |at| Mark { at, html: "!".to_owned() };
        let mut html = String::new();
        push_source(&mut html, b"abc", &[Part::new(0..2, "v")], &[mark(0), mark(1), mark(3), mark(9)]);
        assert_eq!(html, "!<i class=v>a!b</i>c!!");
    }
}
