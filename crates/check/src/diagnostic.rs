//! A parse error with the bytes at fault, and what belongs to it.

use tagspan::{Encoding, ErrorCode, LineColumn, Span};

use crate::explanation::Explanation;

/// A parse error with the bytes that are at fault.
///
/// Spans are of the bytes of the source, in its encoding, zero-based and half-open; lines and columns are one-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub(crate) code: ErrorCode,
    pub(crate) offset: u64,
    pub(crate) place: Place,
    pub(crate) label: String,
    pub(crate) related: Vec<Related>,
    pub(crate) fix: Option<Fix>,
}

/// Where some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// In the source.
    pub(crate) source: Span,
    /// In the decoded text.
    pub(crate) text: Span,
    pub(crate) start: LineColumn,
    pub(crate) end: LineColumn,
}

impl Diagnostic {
    /// The specification's code of the error.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// What the code means, and what a browser does.
    pub fn explanation(&self) -> &'static Explanation {
        Explanation::of(self.code)
    }

    /// The offset in the source where the specification's tokenizer notices the error: the length of the source for an error at
    /// its end.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes at fault. Empty where something is missing between two bytes.
    pub fn span(&self) -> Span {
        self.place.source
    }

    /// The same in the text: offsets of the UTF-8 that the source is decoded to, as those of tokens are.
    pub fn text_span(&self) -> Span {
        self.place.text
    }

    /// The line and column where the span starts.
    pub fn start(&self) -> LineColumn {
        self.place.start
    }

    /// The line and column where the span ends.
    pub fn end(&self) -> LineColumn {
        self.place.end
    }

    /// What is wrong with these bytes, for a person: a phrase without a full stop.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Other bytes that the error is about, such as the first of two attributes.
    pub fn related(&self) -> &[Related] {
        &self.related
    }

    /// An edit after which the error is gone, and the tokens are the same. `None` if there is none, or if only the author can tell
    /// what was meant.
    pub fn fix(&self) -> Option<&Fix> {
        self.fix.as_ref()
    }
}

/// Bytes that an error is about, beside those at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub(crate) place: Place,
    pub(crate) label: String,
}

impl Related {
    /// The bytes, in the source.
    pub fn span(&self) -> Span {
        self.place.source
    }

    /// The same in the text.
    pub fn text_span(&self) -> Span {
        self.place.text
    }

    /// The line and column where the span starts.
    pub fn start(&self) -> LineColumn {
        self.place.start
    }

    /// The line and column where the span ends.
    pub fn end(&self) -> LineColumn {
        self.place.end
    }

    /// What these bytes have to do with the error: a phrase without a full stop.
    pub fn label(&self) -> &str {
        &self.label
    }
}

/// Edits after which an error is gone and the tokens are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub(crate) title: &'static str,
    pub(crate) edits: Vec<Edit>,
}

/// Bytes of the source, and the text that takes their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub(crate) span: Span,
    pub(crate) text: &'static str,
}

impl Fix {
    /// What the fix does: an imperative without a full stop.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The edits, in the order of their spans, which do not overlap.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns the source with the edits of this fix made. `encoding` is that of the source.
    pub fn apply(&self, source: &[u8], encoding: &'static Encoding) -> Vec<u8> {
        let (mut fixed, mut at) = (Vec::with_capacity(source.len()), 0);
        for edit in &self.edits {
            fixed.extend_from_slice(&source[at..edit.span.range().start]);
            edit.push_to(&mut fixed, encoding);
            at = edit.span.range().end;
        }
        fixed.extend_from_slice(&source[at..]);
        fixed
    }
}

impl Edit {
    /// The bytes of the source that are replaced. Empty for an insertion.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The text that takes their place, which is ASCII. Empty for a removal.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Appends the text in this encoding.
    pub fn push_to(&self, to: &mut Vec<u8>, encoding: &'static Encoding) {
        match encoding.name() {
            "UTF-16LE" => to.extend(self.text.bytes().flat_map(|byte| [byte, 0])),
            "UTF-16BE" => to.extend(self.text.bytes().flat_map(|byte| [0, byte])),
            // ASCII is as it is in all others, but within the escapes of ISO-2022-JP, for which there are no fixes.
            _ => to.extend(self.text.bytes()),
        }
    }
}

impl Place {
    /// Adds so many characters of ASCII, each of so many bytes of the source.
    pub(crate) fn add(&mut self, width: u64, characters: u64) {
        self.source.end += width * characters;
        self.text.end += characters;
        self.end = LineColumn::new(self.end.line(), self.end.column() + characters);
    }
}
