//! A token as it is shown: the same whether the tokenizer or the reference gave it.

use std::borrow::Cow;

use serde::Serialize;
use tagspan::{LineColumn, Namespace, Quote, Span, Tag, Token};
use tagspan_reference::{Event, EventKind};

/// A token with all that is printed of it. In JSON, the order of the fields is that of the keys.
///
/// `tagspan::Token` has the same shape in serde. This is a type of its own because the reference has other tokens, text is
/// joined over several tokens, and errors have their line and column.
#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind")]
pub(crate) enum Shown<'a> {
    Doctype {
        span: [u64; 2],
        name: Option<Cow<'a, str>>,
        public_id: Option<Cow<'a, str>>,
        system_id: Option<Cow<'a, str>>,
        force_quirks: bool,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
    },
    StartTag {
        span: [u64; 2],
        name: Cow<'a, str>,
        attributes: Vec<Attribute<'a>>,
        self_closing: bool,
        /// The namespace, unless it is HTML.
        #[serde(skip_serializing_if = "Option::is_none")]
        namespace: Option<&'static str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
        /// Whether the tokenizer is not sure how the text after it is read.
        #[serde(skip_serializing_if = "is_false")]
        ambiguous: bool,
    },
    EndTag {
        span: [u64; 2],
        name: Cow<'a, str>,
        attributes: Vec<Attribute<'a>>,
        self_closing: bool,
        /// The namespace, unless it is HTML.
        #[serde(skip_serializing_if = "Option::is_none")]
        namespace: Option<&'static str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
    },
    Comment {
        span: [u64; 2],
        data: Cow<'a, str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
        /// Whether it may be a CDATA section instead.
        #[serde(skip_serializing_if = "is_false")]
        ambiguous: bool,
    },
    ProcessingInstruction {
        span: [u64; 2],
        target: Cow<'a, str>,
        data: Cow<'a, str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
    },
    Text {
        span: [u64; 2],
        data: Cow<'a, str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
    },
    Error {
        code: &'static str,
        offset: u64,
        /// One-based; 0 is not known, as the column then is.
        #[serde(skip_serializing_if = "is_zero")]
        line: u64,
        #[serde(skip_serializing_if = "is_zero")]
        column: u64,
    },
    Dropped {
        span: [u64; 2],
        reason: &'static str,
        /// U+FFFD for what is ill-formed.
        data: Cow<'a, str>,
        #[serde(skip_serializing_if = "is_false")]
        truncated: bool,
        /// Whether it is the beginning of a CDATA section that may be a comment instead.
        #[serde(skip_serializing_if = "is_false")]
        ambiguous: bool,
        /// The bytes themselves.
        #[serde(skip)]
        raw: &'a [u8],
    },
    /// A kind of token that this program does not know yet.
    Other {
        span: [u64; 2],
        data: Cow<'a, str>,
        #[serde(skip)]
        raw: &'a [u8],
    },
}

#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) value: Cow<'a, str>,
    /// The attribute was written without a value, as far as that is known.
    #[serde(skip)]
    pub(crate) bare: bool,
}

impl<'a> From<Token<'a>> for Shown<'a> {
    fn from(token: Token<'a>) -> Self {
        let span = ends(token.span());
        match token {
            Token::Doctype(doctype) => Shown::Doctype {
                span,
                name: doctype.name(),
                public_id: doctype.public_id(),
                system_id: doctype.system_id(),
                force_quirks: doctype.force_quirks(),
                truncated: doctype.is_truncated(),
            },
            Token::StartTag(tag) => Shown::StartTag {
                span,
                name: tag.name(),
                attributes: attributes(tag),
                self_closing: tag.self_closing(),
                namespace: foreign(tag),
                truncated: tag.is_truncated(),
                ambiguous: tag.is_ambiguous(),
            },
            Token::EndTag(tag) => Shown::EndTag {
                span,
                name: tag.name(),
                attributes: attributes(tag),
                self_closing: tag.self_closing(),
                namespace: foreign(tag),
                truncated: tag.is_truncated(),
            },
            Token::Comment(comment) => Shown::Comment {
                span,
                data: comment.value(),
                truncated: comment.is_truncated(),
                ambiguous: comment.is_ambiguous(),
            },
            Token::ProcessingInstruction(instruction) => Shown::ProcessingInstruction {
                span,
                target: instruction.target(),
                data: instruction.value(),
                truncated: instruction.is_truncated(),
            },
            Token::Text(text) => Shown::Text { span, data: text.value(), truncated: text.is_truncated() },
            Token::Dropped(dropped) => Shown::Dropped {
                span,
                reason: dropped.reason().as_str(),
                data: String::from_utf8_lossy(dropped.raw()),
                truncated: dropped.is_truncated(),
                ambiguous: dropped.is_ambiguous(),
                raw: dropped.raw(),
            },
            Token::Error(error) => {
                Shown::Error { code: error.code().as_str(), offset: error.offset(), line: 0, column: 0 }
            }
            _ => Shown::Other { span, data: String::from_utf8_lossy(token.raw()), raw: token.raw() },
        }
    }
}

fn attributes(tag: Tag<'_>) -> Vec<Attribute<'_>> {
    tag.attributes()
        .map(|attribute| Attribute {
            name: attribute.name(),
            value: attribute.value(),
            bare: attribute.quote() == Quote::NoValue,
        })
        .collect()
}

impl<'a> Shown<'a> {
    /// An event of the reference, which looked at the input from the offset `origin` on.
    pub(crate) fn of_event(event: &'a Event, origin: u64) -> Self {
        let span = [event.span.start as u64 + origin, event.span.end as u64 + origin];
        match &event.kind {
            EventKind::Doctype(doctype) => Shown::Doctype {
                span,
                name: doctype.name.as_deref().map(Cow::Borrowed),
                public_id: doctype.public_id.as_deref().map(Cow::Borrowed),
                system_id: doctype.system_id.as_deref().map(Cow::Borrowed),
                force_quirks: doctype.force_quirks,
                truncated: false,
            },
            EventKind::StartTag(tag) => Shown::StartTag {
                span,
                name: Cow::Borrowed(&tag.name),
                attributes: reference_attributes(tag),
                self_closing: tag.self_closing,
                namespace: None,
                truncated: false,
                ambiguous: false,
            },
            EventKind::EndTag(tag) => Shown::EndTag {
                span,
                name: Cow::Borrowed(&tag.name),
                attributes: reference_attributes(tag),
                self_closing: tag.self_closing,
                namespace: None,
                truncated: false,
            },
            EventKind::Comment(data) => {
                Shown::Comment { span, data: Cow::Borrowed(data), truncated: false, ambiguous: false }
            }
            EventKind::ProcessingInstruction { target, data } => Shown::ProcessingInstruction {
                span,
                target: Cow::Borrowed(target),
                data: Cow::Borrowed(data),
                truncated: false,
            },
            EventKind::Text(data) => Shown::Text { span, data: Cow::Borrowed(data), truncated: false },
            EventKind::Error(code) => Shown::Error { code, offset: span[0], line: 0, column: 0 },
            _ => Shown::Other { span, data: Cow::Borrowed(""), raw: &[] },
        }
    }

    /// The same, with the place of an error.
    pub(crate) fn at(mut self, place: LineColumn) -> Self {
        if let Shown::Error { line, column, .. } = &mut self {
            (*line, *column) = (place.line(), place.column());
        }
        self
    }

    /// Whether the tokenizer is not sure how what follows is read, or what this begins.
    pub(crate) fn is_ambiguous(&self) -> bool {
        matches!(
            self,
            Shown::StartTag { ambiguous: true, .. }
                | Shown::Comment { ambiguous: true, .. }
                | Shown::Dropped { ambiguous: true, .. }
        )
    }

    /// Where the token lies; an error's span is empty.
    pub(crate) fn span(&self) -> Span {
        let [start, end] = match *self {
            Shown::Doctype { span, .. }
            | Shown::StartTag { span, .. }
            | Shown::EndTag { span, .. }
            | Shown::Comment { span, .. }
            | Shown::ProcessingInstruction { span, .. }
            | Shown::Text { span, .. }
            | Shown::Dropped { span, .. }
            | Shown::Other { span, .. } => span,
            Shown::Error { offset, .. } => [offset, offset],
        };
        Span { start, end }
    }
}

fn reference_attributes(tag: &tagspan_reference::Tag) -> Vec<Attribute<'_>> {
    tag.attributes
        .iter()
        .map(|attribute| Attribute {
            name: Cow::Borrowed(&attribute.name),
            value: Cow::Borrowed(&attribute.value),
            // The reference does not know whether `=""` was written.
            bare: attribute.value.is_empty(),
        })
        .collect()
}

/// The namespace of a tag, unless it is HTML.
fn foreign(tag: Tag<'_>) -> Option<&'static str> {
    Some(tag.namespace()).filter(|&namespace| namespace != Namespace::Html).map(Namespace::as_str)
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn ends(span: Span) -> [u64; 2] {
    [span.start, span.end]
}
