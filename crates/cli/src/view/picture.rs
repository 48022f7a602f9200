//! The data of a page about an input: tokens, errors and counts, collected token by token.

use std::collections::BTreeMap;
use std::ops::Range;

use tagspan::{Span, TextMode, Token, Tokens};
use tagspan_check::{Checker, Diagnostic};

use super::markup::one_line;
use super::parts::{Part, parts_of};
use crate::driver::Sink;
use crate::report::Failure;

/// The kind of a part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    StartTag,
    EndTag,
    Text,
    /// Text without references, such as that of scripts and style sheets.
    Script,
    Comment,
    Other,
}

impl Kind {
    pub(super) const ALL: [Kind; 6] =
        [Kind::StartTag, Kind::EndTag, Kind::Text, Kind::Script, Kind::Comment, Kind::Other];

    /// The class of its elements.
    pub(super) fn class(self) -> &'static str {
        match self {
            Kind::StartTag => "start",
            Kind::EndTag => "end",
            Kind::Text => "text",
            Kind::Script => "script",
            Kind::Comment => "comment",
            Kind::Other => "other",
        }
    }

    /// The name for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::StartTag => "start tags",
            Kind::EndTag => "end tags",
            Kind::Text => "text",
            Kind::Script => "script and style",
            Kind::Comment => "comments",
            Kind::Other => "other",
        }
    }
}

/// A token, for its place in the whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// Bytes of the input.
    pub(super) span: Span,
}

/// A token that is shown.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) name: &'static str,
    /// Its bytes in the text of the picture.
    pub(super) range: Range<usize>,
    /// Its parts, in bytes from its start.
    pub(super) parts: Vec<Part>,
    /// The beginning of its decoded content, escaped.
    pub(super) content: String,
}

/// Text that may continue.
#[derive(Debug)]
struct Run {
    mode: TextMode,
    source: Span,
    raw: Vec<u8>,
    parts: Vec<Part>,
    value: String,
}

/// All that a page shows of an input.
#[derive(Debug)]
pub(super) struct Picture {
    /// How many bytes of the input are shown.
    limit: u64,
    chunk_size: Option<u64>,
    /// All tokens. The first ones are shown.
    pub(super) pieces: Vec<Piece>,
    pub(super) shown: Vec<Shown>,
    /// The bytes of the tokens that are shown, one after the other.
    pub(super) text: Vec<u8>,
    /// The errors whose bytes are shown.
    pub(super) errors: Vec<Diagnostic>,
    /// How many errors there are, by code.
    pub(super) codes: BTreeMap<&'static str, u64>,
    pub(super) error_count: usize,
    checker: Checker,
    run: Option<Run>,
    /// The end in the input of the last token.
    end: u64,
}

impl Picture {
    pub(super) fn new(limit: u64, chunk_size: Option<u64>) -> Self {
        Picture {
            limit,
            chunk_size,
            pieces: Vec::new(),
            shown: Vec::new(),
            text: Vec::new(),
            errors: Vec::new(),
            codes: BTreeMap::new(),
            error_count: 0,
            checker: Checker::default(),
            run: None,
            end: 0,
        }
    }

    /// Takes what is left when the input has ended.
    pub(super) fn end(&mut self) {
        self.end_text();
        let (length, is_whole) = (self.text.len() as u64, self.is_whole());
        self.errors.retain(|error| {
            let start = error.place().text.start;
            start < length || is_whole
        });
    }

    /// Whether all tokens so far are shown.
    pub(super) fn is_whole(&self) -> bool {
        self.shown.len() == self.pieces.len()
    }

    /// The bytes of the text in this span. What is not shown is left out.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let index = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(self.text.len());
        index(span.start)..index(span.end)
    }

    fn take(&mut self, tokens: &Tokens<'_, &[u8]>, token: &Token<'_>) {
        let Picture { checker, errors, codes, error_count, limit, .. } = self;
        checker.pass(token, tokens, &mut |diagnostic| {
            *codes.entry(diagnostic.code().as_str()).or_default() += 1;
            *error_count += 1;
            if diagnostic.place().source.start <= *limit {
                errors.push(diagnostic);
            }
        });
        let source = tokens.source_span(token.span()).unwrap_or(Span { start: self.end, end: self.end });
        let (kind, name) = match token {
            Token::Error(_) => return,
            Token::Text(text) => return self.take_text(text, source),
            Token::StartTag(_) => (Kind::StartTag, "StartTag"),
            Token::EndTag(_) => (Kind::EndTag, "EndTag"),
            Token::Comment(_) => (Kind::Comment, "Comment"),
            Token::Doctype(_) => (Kind::Other, "Doctype"),
            Token::Dropped(dropped) => (Kind::Other, dropped.reason().as_str()),
            _ => (Kind::Other, "ProcessingInstruction"),
        };
        self.end_text();
        if !self.adds(kind, source) {
            return;
        }
        let content = match token {
            Token::StartTag(tag) | Token::EndTag(tag) => {
                let attribute = |one: tagspan::Attribute<'_>| format!(" {}={:?}", one.name(), one.value());
                tag.name().into_owned() + &tag.attributes().map(attribute).collect::<String>()
            }
            Token::Comment(comment) => comment.value().into_owned(),
            _ => String::from_utf8_lossy(token.raw()).into_owned(),
        };
        self.show(name, token.raw(), parts_of(token), &content);
    }

    fn take_text(&mut self, text: &tagspan::Text<'_>, source: Span) {
        if self.run.as_ref().is_some_and(|run| run.mode != text.mode()) {
            self.end_text();
        }
        let run = self.run.get_or_insert_with(|| Run {
            mode: text.mode(),
            source,
            raw: Vec::new(),
            parts: Vec::new(),
            value: String::new(),
        });
        run.source.end = source.end;
        let before = run.raw.len();
        run.parts.extend(parts_of(&Token::Text(*text)).into_iter().map(|part| part.behind(before)));
        run.raw.extend_from_slice(text.raw());
        run.value += &text.value();
    }

    fn end_text(&mut self) {
        let Some(Run { mode, source, raw, parts, value }) = self.run.take() else { return };
        let is_text = matches!(mode, TextMode::Data | TextMode::Rcdata | TextMode::CdataSection);
        if self.adds(if is_text { Kind::Text } else { Kind::Script }, source) {
            self.show("Text", &raw, parts, &value);
        }
    }

    /// Adds a token, and returns whether it is shown.
    fn adds(&mut self, kind: Kind, source: Span) -> bool {
        let is_shown = self.is_whole() && source.end <= self.limit;
        self.end = source.end;
        self.pieces.push(Piece { kind, span: source });
        is_shown
    }

    fn show(&mut self, name: &'static str, raw: &[u8], parts: Vec<Part>, content: &str) {
        let start = self.text.len();
        self.text.extend_from_slice(raw);
        self.shown.push(Shown { name, range: start..self.text.len(), parts, content: one_line(content) });
    }

    /// The ends of chunks within a span of the input.
    pub(super) fn chunk_ends(&self, span: Span) -> impl Iterator<Item = u64> + use<> {
        let size = self.chunk_size.unwrap_or(u64::MAX);
        (span.start / size + 1..)
            .map_while(move |chunk| chunk.checked_mul(size).filter(|&end| end < span.end))
    }

    /// Whether a token crosses the end of a chunk.
    pub(super) fn straddles(&self, piece: &Piece) -> bool {
        self.chunk_ends(piece.span).next().is_some()
    }
}

impl Sink for Picture {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            if let Some(token) = tokens.token() {
                self.take(&tokens, &token);
            }
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        Ok(())
    }
}
