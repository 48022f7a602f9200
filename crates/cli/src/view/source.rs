//! The source of one token, with its parts marked.

use std::ops::Range;

use tagspan::{CharacterReference, Span, Tag, Token};

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

    /// The part, of a token that follows so many bytes.
    pub(super) fn behind(self, before: usize) -> Self {
        Part { range: self.range.start + before..self.range.end + before, ..self }
    }
}

/// The parts of a token, in order. A part may lie within the one before it.
pub(super) fn parts_of(token: &Token<'_>) -> Vec<Part> {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => tag_parts(tag),
        Token::Text(text) => references(text.references(), text.span().start),
        Token::Comment(comment) => {
            let (span, value) = (comment.span(), comment.value_span());
            vec![Part::new((value.start - span.start) as usize..(value.end - span.start) as usize, "v")]
        }
        _ => Vec::new(),
    }
}

fn tag_parts(tag: &Tag<'_>) -> Vec<Part> {
    let start = tag.span().start;
    let range = |span: Span| (span.start - start) as usize..(span.end - start) as usize;
    let mut parts = vec![Part::new(range(tag.name_span()), "n")];
    for attribute in tag.attributes_as_written() {
        let mut name = Part::new(range(attribute.name_span()), "a");
        if attribute.is_duplicate() {
            (name.class, name.title) = ("d", "a duplicate that is ignored".to_owned());
        }
        parts.push(name);
        let value = range(attribute.value_span());
        if !value.is_empty() {
            parts.push(Part::new(value, "v"));
            parts.extend(references(attribute.references(), start));
        }
    }
    parts
}

/// The character references of a token that begins at `start`.
fn references(found: impl Iterator<Item = CharacterReference>, start: u64) -> Vec<Part> {
    found
        .map(|reference| {
            let span = reference.span();
            let value: String = reference.chars().collect();
            let points: Vec<_> =
                value.chars().map(|character| format!("U+{:04X}", u32::from(character))).collect();
            let title = format!("{value} {}", points.join(" "));
            Part { range: (span.start - start) as usize..(span.end - start) as usize, class: "r", title }
        })
        .collect()
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

    #[test]
    fn marks_stand_between_bytes() {
        let mark = |at| Mark { at, html: "!".to_owned() };
        let mut html = String::new();
        push_source(&mut html, b"abc", &[Part::new(0..2, "v")], &[mark(0), mark(1), mark(3), mark(9)]);
        assert_eq!(html, "!<i class=v>a!b</i>c!!");
    }
}
