//! The data of a page about an input: tokens, errors and counts, collected token by token.

use std::collections::{BTreeMap, VecDeque};

use tagspan::{ErrorCode, LineColumn, Span, TextMode, Token, Tokens, escape_text};
use tagspan_check::Explanation;

use super::markup::one_line;
use super::source::{Mark, Part, parts_of, push_source};
use crate::driver::Sink;
use crate::escape::{is_boundary, write_to};
use crate::report::Failure;

/// How many errors are listed.
const LISTED: u64 = 1000;

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

/// Text that may continue.
#[derive(Debug)]
struct Run {
    mode: TextMode,
    span: Span,
    source: Span,
    raw: Vec<u8>,
    parts: Vec<Part>,
    value: String,
}

/// A token that is whole.
struct Whole<'a> {
    kind: Kind,
    name: &'static str,
    span: Span,
    /// Its span in the input.
    source: Span,
    raw: &'a [u8],
    parts: &'a [Part],
    content: &'a str,
}

/// A parse error that waits for the token that it belongs to.
#[derive(Debug)]
struct Waiting {
    number: u64,
    code: &'static str,
    offset: u64,
}

/// All that a page shows of an input.
#[derive(Debug)]
pub(super) struct Picture {
    /// How many bytes of the input are shown.
    shown: u64,
    chunk_size: Option<u64>,
    /// The tokens, as elements of a `pre`, of a table, and the items of a list of errors.
    pub(super) source: String,
    pub(super) rows: String,
    pub(super) errors: String,
    pub(super) pieces: Vec<Piece>,
    /// How many tokens the current block of the source has, and whether it ends with a line feed.
    in_block: usize,
    ends_line: bool,
    /// The number of tokens shown, which are the first.
    pub(super) shown_tokens: usize,
    /// How many tokens straddle chunks.
    pub(super) straddling: u64,
    /// How many errors there are, by code.
    pub(super) codes: BTreeMap<&'static str, u64>,
    pub(super) error_count: u64,
    /// How many of them are listed.
    pub(super) listed: u64,
    waiting: VecDeque<Waiting>,
    text: Option<Run>,
    /// The end in the input of the last token.
    end: u64,
}

impl Picture {
    pub(super) fn new(shown: u64, chunk_size: Option<u64>) -> Self {
        Picture {
            shown,
            chunk_size,
            source: String::new(),
            rows: String::new(),
            errors: String::new(),
            pieces: Vec::new(),
            in_block: 0,
            ends_line: false,
            shown_tokens: 0,
            straddling: 0,
            codes: BTreeMap::new(),
            error_count: 0,
            listed: 0,
            waiting: VecDeque::new(),
            text: None,
            end: 0,
        }
    }

    /// Takes what is left when the input has ended.
    pub(super) fn end(&mut self) {
        self.end_text();
        // Errors at the end of the input, if that is shown.
        if self.shown_tokens == self.pieces.len() {
            let marks = self.marks_until(u64::MAX, 0);
            marks.iter().for_each(|mark| self.source.push_str(&mark.html));
        }
        if self.shown_tokens > 0 {
            self.source.push_str("</pre>\n");
            self.rows.push_str("</table></div>\n");
        }
    }

    fn take(&mut self, tokens: &Tokens<'_, &[u8]>, token: &Token<'_>) {
        let span = token.span();
        let source = tokens.source_span(span).unwrap_or(Span { start: self.end, end: self.end });
        match token {
            Token::Error(error) => {
                self.error(error.code(), error.offset(), source.start, tokens.locate(error.offset()));
                return;
            }
            Token::Text(text) => {
                self.take_text(text, source);
                return;
            }
            _ => self.end_text(),
        }
        let parts = parts_of(token);
        let (kind, name) = match token {
            Token::StartTag(_) => (Kind::StartTag, "StartTag"),
            Token::EndTag(_) => (Kind::EndTag, "EndTag"),
            Token::Comment(_) => (Kind::Comment, "Comment"),
            Token::Doctype(_) => (Kind::Other, "Doctype"),
            Token::Dropped(dropped) => (Kind::Other, dropped.reason().as_str()),
            _ => (Kind::Other, "ProcessingInstruction"),
        };
        let content = match token {
            Token::StartTag(tag) | Token::EndTag(tag) => {
                let attribute = |one: tagspan::Attribute<'_>| format!(" {}={:?}", one.name(), one.value());
                tag.name().into_owned() + &tag.attributes().map(attribute).collect::<String>()
            }
            Token::Comment(comment) => comment.value().into_owned(),
            _ => String::from_utf8_lossy(token.raw()).into_owned(),
        };
        self.whole(&Whole { kind, name, span, source, raw: token.raw(), parts: &parts, content: &content });
    }

    fn take_text(&mut self, text: &tagspan::Text<'_>, source: Span) {
        if self.text.as_ref().is_some_and(|run| run.mode != text.mode()) {
            self.end_text();
        }
        let run = self.text.get_or_insert_with(|| Run {
            mode: text.mode(),
            span: text.span(),
            source,
            raw: Vec::new(),
            parts: Vec::new(),
            value: String::new(),
        });
        (run.span.end, run.source.end) = (text.span().end, source.end);
        let before = run.raw.len();
        run.parts.extend(parts_of(&Token::Text(*text)).into_iter().map(|part| part.behind(before)));
        run.raw.extend_from_slice(text.raw());
        run.value += &text.value();
    }

    fn end_text(&mut self) {
        let Some(run) = self.text.take() else { return };
        let is_text = matches!(run.mode, TextMode::Data | TextMode::Rcdata | TextMode::CdataSection);
        self.whole(&Whole {
            kind: if is_text { Kind::Text } else { Kind::Script },
            name: "Text",
            span: run.span,
            source: run.source,
            raw: &run.raw,
            parts: &run.parts,
            content: &run.value,
        });
    }

    fn error(&mut self, code: ErrorCode, offset: u64, source: u64, place: Option<LineColumn>) {
        let explanation = Explanation::of(code);
        let section = explanation.address();
        let code = code.as_str();
        *self.codes.entry(code).or_default() += 1;
        self.error_count += 1;
        let number = self.error_count;
        self.waiting.push_back(Waiting { number, code, offset });
        if source <= self.shown && number <= LISTED {
            self.listed += 1;
            let place =
                place.map_or_else(String::new, |place| format!("{}:{}", place.line(), place.column()));
            write_to(
                &mut self.errors,
                format_args!(
                    "<li id=e{number}><a href=#m{number}>{code}</a> at {place}, byte {source}: {}. {} \
                     <a href={section}>Standard</a>\n",
                    escape_text(explanation.fault()),
                    escape_text(explanation.effect()),
                ),
            );
        }
    }

    /// The marks of the errors before this offset, in a token that starts at `start`.
    fn marks_until(&mut self, end: u64, start: u64) -> Vec<Mark> {
        let mut marks = Vec::new();
        while self.waiting.front().is_some_and(|error| error.offset < end)
            && let Some(error) = self.waiting.pop_front()
        {
            let Waiting { number, code, offset } = error;
            let html = format!("<b id=m{number} title={code}>{number}</b>");
            marks.push(Mark { at: offset.saturating_sub(start) as usize, html });
        }
        marks
    }

    /// The ends of chunks within a span of the input.
    fn chunk_ends(&self, span: Span) -> impl Iterator<Item = u64> + use<> {
        let size = self.chunk_size.unwrap_or(u64::MAX);
        (span.start / size + 1..)
            .map_while(move |chunk| chunk.checked_mul(size).filter(|&end| end < span.end))
    }

    fn whole(&mut self, token: &Whole<'_>) {
        let Whole { kind, source, raw, .. } = *token;
        self.end = source.end;
        self.pieces.push(Piece { kind, span: source });
        let mut marks = self.marks_until(token.span.end, token.span.start);
        let straddles = self.chunk_ends(source).next().is_some();
        self.straddling += u64::from(straddles);
        if source.end > self.shown || self.shown_tokens + 1 < self.pieces.len() {
            return;
        }
        let errors = marks.len();
        // Where the input is not UTF-8, the end of a chunk is not known within a token.
        let is_known = source.end - source.start == raw.len() as u64;
        marks.extend(self.chunk_ends(source).map(|end| Mark {
            at: boundary(raw, if is_known { (end - source.start) as usize } else { 0 }),
            html: format!("<u title=\"a chunk ends at byte {end}\"></u>"),
        }));
        marks.sort_by_key(|mark| mark.at);
        let (number, class) = (self.shown_tokens, kind.class());
        self.shown_tokens += 1;
        let straddle = if straddles { " straddles" } else { "" };
        self.begin_block(raw);
        write_to(
            &mut self.source,
            format_args!("<a id=s{number} href=#t{number} class=\"{class}{straddle}\">"),
        );
        push_source(&mut self.source, raw, token.parts, &marks);
        self.source.push_str("</a>");
        self.row(number, token, errors, straddles);
    }

    /// Begins a block of the source before a token, where a block is full and has ended a line.
    fn begin_block(&mut self, raw: &[u8]) {
        let is_first = self.shown_tokens == 1;
        let is_cut = self.in_block >= 8 * BLOCK;
        if is_first || is_cut || (self.in_block >= BLOCK && self.ends_line) {
            let end = if is_cut && !self.ends_line { "<s></s></pre>\n" } else { "</pre>\n" };
            self.source.push_str(if is_first { "" } else { end });
            // A line feed at the start of a pre element is none of it.
            self.source.push_str("<pre>\n");
            self.in_block = 0;
        }
        self.in_block += 1;
        self.ends_line = raw.ends_with(b"\n");
    }

    /// Appends the row of a token.
    fn row(&mut self, number: usize, token: &Whole<'_>, errors: usize, straddles: bool) {
        if number.is_multiple_of(BLOCK) {
            self.rows.push_str(if number == 0 { "" } else { "</table></div>\n" });
            self.rows.push_str("<div><table>\n<thead><tr><th>Bytes<th>Token<th>Decoded\n<tbody>\n");
        }
        let Whole { kind, name, source, content, .. } = token;
        let (class, start, end, content) = (kind.class(), source.start, source.end, one_line(content));
        let straddles = if straddles { " <em>straddles</em>" } else { "" };
        let errors = if errors == 0 { String::new() } else { format!(" <b>{errors}</b>") };
        write_to(
            &mut self.rows,
            format_args!(
                "<tr id=t{number} class={class}><td><a href=#s{number}>{start}..{end}</a><td>{name}{errors}{straddles}<td>{content}\n"
            ),
        );
    }
}

/// How many tokens are one block of the page. A browser lays out the blocks that are seen.
const BLOCK: usize = 100;

/// The start of the character that this byte is of.
fn boundary(raw: &[u8], at: usize) -> usize {
    (0..=at.min(raw.len())).rev().find(|&at| is_boundary(raw, at)).unwrap_or(0)
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
