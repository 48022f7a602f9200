//! The parts of a token: names, values and character references.

use std::ops::Range;

use tagspan::{CharacterReference, Span, Tag, Token};

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
