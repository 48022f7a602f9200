//! Tokens for people: bytes, kind and content, aligned and coloured on a terminal.

use anstyle::{AnsiColor, Style};
use tagspan::{Doctype, LineColumn, ParseError, Quote, Span, Tag, Token};

use super::Format;
use crate::escape::{Ink, push, push_quoted, push_quoted_bytes, write_to};
use crate::inputs::Source;

/// What the parts of a line look like. Without colours every style is empty and writes nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Palette {
    header: Style,
    span: Style,
    tag: Style,
    attribute: Style,
    value: Style,
    comment: Style,
    doctype: Style,
    text: Style,
    error: Style,
    dropped: Style,
    escape: Style,
}

impl Palette {
    fn colored() -> Self {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        Palette {
            header: Style::new().bold(),
            span: Style::new().dimmed(),
            tag: color(AnsiColor::Blue).bold(),
            attribute: color(AnsiColor::Cyan),
            value: color(AnsiColor::Green),
            comment: Style::new().dimmed(),
            doctype: color(AnsiColor::Magenta),
            text: Style::new(),
            error: color(AnsiColor::Red).bold(),
            dropped: color(AnsiColor::Yellow),
            escape: color(AnsiColor::Magenta),
        }
    }

    fn ink(&self, content: Style) -> Ink {
        Ink { content, escape: self.escape }
    }
}

pub(super) struct Human {
    aligned: bool,
    palette: Palette,
    headers: bool,
    began: bool,
    /// The digits that offsets have room for. Grows with them.
    width: usize,
}

impl Human {
    pub(super) fn new(aligned: bool, colored: bool, headers: bool) -> Self {
        let palette = if colored { Palette::colored() } else { Palette::default() };
        Human { aligned, palette, headers, began: false, width: 5 }
    }

    /// The columns ahead of the content.
    fn start(&mut self, span: Span, kind: &str, style: Style, line: &mut String) {
        let span_style = self.palette.span;
        if !self.aligned {
            write_to(line, format_args!("{span}\t{kind}\t"));
            return;
        }
        self.width = self.width.max(digits(span.end));
        let width = self.width;
        write_to(
            line,
            format_args!(
                "{span_style}{:>width$}..{:<width$}{span_style:#}  {style}{kind:<8}{style:#}  ",
                span.start, span.end
            ),
        );
    }

    fn tag(&self, tag: &Tag<'_>, open: &str, line: &mut String) {
        let palette = &self.palette;
        let tag_ink = palette.ink(palette.tag);
        push(line, open, false, tag_ink);
        push(line, &tag.name(), true, tag_ink);
        for attribute in tag.attributes() {
            line.push(' ');
            push(line, &attribute.name(), true, palette.ink(palette.attribute));
            if attribute.quote() != Quote::NoValue {
                line.push('=');
                push_quoted(line, &attribute.value(), palette.ink(palette.value));
            }
        }
        push(line, if tag.self_closing() { "/>" } else { ">" }, false, tag_ink);
    }

    fn doctype(&self, doctype: &Doctype<'_>, line: &mut String) {
        let palette = &self.palette;
        let ink = palette.ink(palette.doctype);
        push(line, "<!DOCTYPE", false, ink);
        if let Some(name) = doctype.name() {
            line.push(' ');
            push(line, &name, true, ink);
        }
        for (key, id) in [("public", doctype.public_id()), ("system", doctype.system_id())] {
            if let Some(id) = id {
                line.push(' ');
                push(line, key, false, palette.ink(palette.attribute));
                line.push('=');
                push_quoted(line, &id, palette.ink(palette.value));
            }
        }
        push(line, ">", false, ink);
        if doctype.force_quirks() {
            line.push_str(" force-quirks");
        }
    }
}

impl Format for Human {
    fn begin(&mut self, source: &Source, line: &mut String) {
        if self.headers {
            let name = source.name();
            let style = self.palette.header;
            let gap = if self.began { "\n" } else { "" };
            write_to(line, format_args!("{gap}{style}==> {name} <=={style:#}\n"));
        }
        self.began = true;
    }

    fn text(&mut self, span: Span, text: &str, line: &mut String) {
        self.start(span, "Text", self.palette.text, line);
        push_quoted(line, text, self.palette.ink(self.palette.text));
        line.push('\n');
    }

    fn error(&mut self, error: ParseError, at: LineColumn, line: &mut String) {
        let span = Span { start: error.offset(), end: error.offset() };
        self.start(span, "Error", self.palette.error, line);
        write_to(line, format_args!("{} {at}\n", error.code()));
    }

    fn token(&mut self, token: &Token<'_>, line: &mut String) {
        let palette = self.palette;
        let span = token.span();
        match token {
            Token::StartTag(tag) => {
                self.start(span, "StartTag", palette.tag, line);
                self.tag(tag, "<", line);
            }
            Token::EndTag(tag) => {
                self.start(span, "EndTag", palette.tag, line);
                self.tag(tag, "</", line);
            }
            Token::Comment(comment) => {
                self.start(span, "Comment", palette.comment, line);
                let ink = palette.ink(palette.comment);
                push(line, "<!--", false, ink);
                push(line, &comment.data(), false, ink);
                push(line, "-->", false, ink);
            }
            Token::ProcessingInstruction(instruction) => {
                self.start(span, "ProcessingInstruction", palette.doctype, line);
                let ink = palette.ink(palette.doctype);
                push(line, "<?", false, ink);
                push(line, &instruction.target(), false, ink);
                push(line, " ", false, ink);
                push(line, &instruction.data(), false, ink);
                push(line, ">", false, ink);
            }
            Token::Doctype(doctype) => {
                self.start(span, "Doctype", palette.doctype, line);
                self.doctype(doctype, line);
            }
            Token::Dropped(dropped) => {
                self.start(span, "Dropped", palette.dropped, line);
                write_to(line, format_args!("{} ", dropped.reason()));
                push_quoted_bytes(line, dropped.raw(), palette.ink(palette.dropped));
            }
            // Kinds of token to come still are lines. Text and errors have their own functions.
            _ => {
                self.start(span, "Other", palette.dropped, line);
                push_quoted_bytes(line, token.raw(), palette.ink(palette.dropped));
            }
        }
        line.push('\n');
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
