//! Tokens for programs: one JSON object a line.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use tagspan::{LineColumn, ParseError, Span, Tag, Token};

use super::Format;
use crate::inputs::Source;

/// A line. The order of the variants' fields is that of the keys.
#[derive(Serialize)]
#[serde(tag = "kind")]
enum Line<'a> {
    Doctype {
        span: [u64; 2],
        name: Option<Cow<'a, str>>,
        public_id: Option<Cow<'a, str>>,
        system_id: Option<Cow<'a, str>>,
        force_quirks: bool,
    },
    StartTag {
        span: [u64; 2],
        name: Cow<'a, str>,
        attributes: Attributes<'a>,
        self_closing: bool,
    },
    EndTag {
        span: [u64; 2],
        name: Cow<'a, str>,
        attributes: Attributes<'a>,
        self_closing: bool,
    },
    Comment {
        span: [u64; 2],
        data: Cow<'a, str>,
    },
    ProcessingInstruction {
        span: [u64; 2],
        target: Cow<'a, str>,
        data: Cow<'a, str>,
    },
    Text {
        span: [u64; 2],
        data: &'a str,
    },
    Error {
        code: &'static str,
        offset: u64,
        line: u64,
        column: u64,
    },
    Dropped {
        span: [u64; 2],
        reason: &'static str,
        data: Cow<'a, str>,
    },
    /// A kind of token that this program does not know yet.
    Other {
        span: [u64; 2],
        data: Cow<'a, str>,
    },
}

/// The attributes of a tag, decoded while they are written.
struct Attributes<'a>(Tag<'a>);

#[derive(Serialize)]
struct Attribute<'a> {
    name: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.0
                .attributes()
                .map(|attribute| Attribute { name: attribute.name(), value: attribute.value() }),
        )
    }
}

fn ends(span: Span) -> [u64; 2] {
    [span.start, span.end]
}

pub(super) struct Jsonl {
    named: bool,
    /// What stands between an object's last value and its end: the name of the input, if there are several.
    tail: String,
}

impl Jsonl {
    pub(super) fn new(named: bool) -> Self {
        Jsonl { named, tail: String::from("}\n") }
    }

    fn push(&self, object: &Line<'_>, line: &mut String) {
        line.push_str(&json(object));
        // Objects are never empty, so what follows is one key more.
        line.pop();
        line.push_str(&self.tail);
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them are JSON")
}

impl Format for Jsonl {
    fn begin(&mut self, source: &Source, _line: &mut String) {
        if self.named {
            let name = match source {
                Source::Stdin => Cow::Borrowed("-"),
                Source::Path(path) => path.to_string_lossy(),
            };
            self.tail = format!(",\"file\":{}}}\n", json(&name));
        }
    }

    fn text(&mut self, span: Span, text: &str, line: &mut String) {
        self.push(&Line::Text { span: ends(span), data: text }, line);
    }

    fn error(&mut self, error: ParseError, at: LineColumn, line: &mut String) {
        let object = Line::Error {
            code: error.code().as_str(),
            offset: error.offset(),
            line: at.line,
            column: at.column,
        };
        self.push(&object, line);
    }

    fn token(&mut self, token: &Token<'_>, line: &mut String) {
        let span = ends(token.span());
        let object = match token {
            Token::Doctype(doctype) => Line::Doctype {
                span,
                name: doctype.name(),
                public_id: doctype.public_id(),
                system_id: doctype.system_id(),
                force_quirks: doctype.force_quirks(),
            },
            Token::StartTag(tag) => Line::StartTag {
                span,
                name: tag.name(),
                attributes: Attributes(*tag),
                self_closing: tag.self_closing(),
            },
            Token::EndTag(tag) => Line::EndTag {
                span,
                name: tag.name(),
                attributes: Attributes(*tag),
                self_closing: tag.self_closing(),
            },
            Token::Comment(comment) => Line::Comment { span, data: comment.data() },
            Token::ProcessingInstruction(instruction) => {
                Line::ProcessingInstruction { span, target: instruction.target(), data: instruction.data() }
            }
            Token::Dropped(dropped) => Line::Dropped {
                span,
                reason: dropped.reason().as_str(),
                data: String::from_utf8_lossy(dropped.raw()),
            },
            // Text and errors have their own functions.
            _ => Line::Other { span, data: String::from_utf8_lossy(token.raw()) },
        };
        self.push(&object, line);
    }
}
