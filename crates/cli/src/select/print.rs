//! How elements are printed.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tagspan::Span;

use super::element::Element;
use crate::args::{OutputFormat, SelectArgs};
use crate::escape::{push_plain_text, write_to};
use crate::inputs::Source;
use crate::tokens::{Format, Human, Jsonl};

/// What is printed of an element.
enum What {
    Html,
    Text,
    Attribute(String),
    Span,
    Count,
    All(Jsonl),
}

/// Prints elements.
pub(super) struct Printer {
    what: What,
    /// Writes the headings of inputs.
    human: Human,
    /// Whether a terminal shows it, which control characters would change.
    is_terminal: bool,
}

impl Printer {
    pub(super) fn new(args: &SelectArgs, is_terminal: bool, several: bool, began: bool) -> Self {
        let what = match &args.attribute {
            _ if args.count => What::Count,
            _ if args.format == OutputFormat::Jsonl => What::All(Jsonl::new(several)),
            Some(name) => What::Attribute(name.to_ascii_lowercase()),
            None if args.text => What::Text,
            None if args.span => What::Span,
            None => What::Html,
        };
        Printer { what, human: Human::new(false, false, several, began), is_terminal }
    }

    pub(super) fn counts(&self) -> bool {
        matches!(self.what, What::Count)
    }

    pub(super) fn needs_html(&self) -> bool {
        matches!(self.what, What::Html | What::All(_))
    }

    pub(super) fn needs_text(&self) -> bool {
        matches!(self.what, What::Text | What::All(_))
    }

    pub(super) fn needs_attributes(&self) -> bool {
        matches!(self.what, What::All(_))
    }

    /// The attribute whose value is printed in place of the text, at the start tag already.
    pub(super) fn attribute(&self) -> Option<&str> {
        match &self.what {
            What::Attribute(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn begin(&mut self, source: &Source, line: &mut String) {
        match &mut self.what {
            What::All(lines) => Format::begin(lines, source, line),
            _ => self.human.begin(source, line),
        }
    }

    pub(super) fn element(&self, element: &Element, html: &[u8], line: &mut String) {
        match &self.what {
            What::Html => self.text(&String::from_utf8_lossy(html), line),
            What::Text | What::Attribute(_) => self.text(&element.text, line),
            What::Span => match element.span {
                Some(span) => write_to(line, format_args!("{span}\n")),
                // The tree builder adds it.
                None => line.push_str("-\n"),
            },
            What::Count => {}
            What::All(lines) => lines.push(&Shown::new(element, html), line),
        }
    }

    fn text(&self, text: &str, line: &mut String) {
        if self.is_terminal {
            push_plain_text(line, &text.replace("\r\n", "\n"));
        } else {
            line.push_str(text);
        }
        line.push('\n');
    }

    pub(super) fn end(&self, count: u64, line: &mut String) {
        if self.counts() {
            write_to(line, format_args!("{count}\n"));
        }
    }
}

/// An object whose keys are in this order.
pub(super) fn object<S: Serializer, N: Serialize, V: Serialize>(
    fields: &[(N, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(fields.len()))?;
    for (name, value) in fields {
        object.serialize_entry(name, value)?;
    }
    object.end()
}

/// An element for programs. The order of the fields is that of the keys.
#[derive(Serialize)]
struct Shown<'a> {
    span: Option<[u64; 2]>,
    start_tag: Option<[u64; 2]>,
    content: Option<[u64; 2]>,
    element: &'a str,
    #[serde(serialize_with = "object")]
    attributes: &'a [(String, String)],
    text: &'a str,
    html: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ambiguity: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl<'a> Shown<'a> {
    fn new(element: &'a Element, html: &'a [u8]) -> Self {
        let range = |span: Option<Span>| span.map(|span| [span.start, span.end]);
        Shown {
            span: range(element.span),
            start_tag: range(element.start_tag),
            content: range(element.content),
            element: &element.name,
            attributes: &element.attributes,
            text: &element.text,
            html: String::from_utf8_lossy(html),
            ambiguity: element.ambiguity,
            truncated: element.is_truncated,
        }
    }
}
