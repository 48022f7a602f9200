//! Tokens for people: bytes, kind and content, aligned and coloured on a terminal.

use anstyle::{AnsiColor, Style};
use tagspan::Span;

use super::format::Format;
use crate::escape::{Ink, push, push_quoted, push_quoted_bytes, write_to};
use crate::inputs::Source;
use crate::shown::{Attribute, Shown};

/// The styles of the parts of a line. Without colours every style is empty and writes nothing.
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

pub(crate) struct Human {
    aligned: bool,
    palette: Palette,
    headers: bool,
    /// Whether there is output ahead of the next heading.
    began: bool,
    /// The digits that offsets have room for. Grows with them.
    width: usize,
}

impl Human {
    pub(crate) fn new(aligned: bool, colored: bool, headers: bool, began: bool) -> Self {
        let palette = if colored { Palette::colored() } else { Palette::default() };
        Human { aligned, palette, headers, began, width: 5 }
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

    fn tag(&self, open: &str, name: &str, attributes: &[Attribute<'_>], close: &str, line: &mut String) {
        let palette = &self.palette;
        let tag_ink = palette.ink(palette.tag);
        push(line, open, false, tag_ink);
        push(line, name, true, tag_ink);
        for attribute in attributes {
            line.push(' ');
            push(line, &attribute.name, true, palette.ink(palette.attribute));
            if !attribute.bare {
                line.push('=');
                push_quoted(line, &attribute.value, palette.ink(palette.value));
            }
        }
        push(line, close, false, tag_ink);
    }

    fn doctype(&self, name: Option<&str>, ids: [Option<&str>; 2], force_quirks: bool, line: &mut String) {
        let palette = &self.palette;
        let ink = palette.ink(palette.doctype);
        push(line, "<!DOCTYPE", false, ink);
        if let Some(name) = name {
            line.push(' ');
            push(line, name, true, ink);
        }
        for (key, id) in ["public", "system"].into_iter().zip(ids) {
            if let Some(id) = id {
                line.push(' ');
                push(line, key, false, palette.ink(palette.attribute));
                line.push('=');
                push_quoted(line, id, palette.ink(palette.value));
            }
        }
        push(line, ">", false, ink);
        if force_quirks {
            line.push_str(" force-quirks");
        }
    }

    /// The name of a token, and its style.
    fn kind(&self, token: &Shown<'_>) -> (&'static str, Style) {
        let palette = &self.palette;
        match token {
            Shown::StartTag { .. } => ("StartTag", palette.tag),
            Shown::EndTag { .. } => ("EndTag", palette.tag),
            Shown::Comment { .. } => ("Comment", palette.comment),
            Shown::ProcessingInstruction { .. } => ("ProcessingInstruction", palette.doctype),
            Shown::Doctype { .. } => ("Doctype", palette.doctype),
            Shown::Text { .. } => ("Text", palette.text),
            Shown::Error { .. } => ("Error", palette.error),
            Shown::Dropped { .. } => ("Dropped", palette.dropped),
            Shown::Other { .. } => ("Other", palette.dropped),
        }
    }
}

impl Format for Human {
    fn begin(&mut self, source: &Source, line: &mut String) {
        if self.headers || source.is_record() {
            let name = source.name();
            let style = self.palette.header;
            let gap = if self.began { "\n" } else { "" };
            write_to(line, format_args!("{gap}{style}==> {name} <=={style:#}\n"));
        }
        self.began = true;
    }

    fn token(&mut self, token: &Shown<'_>, line: &mut String) {
        let (kind, style) = self.kind(token);
        self.start(token.span(), kind, style, line);
        let ink = self.palette.ink(style);
        match token {
            Shown::StartTag { name, attributes, self_closing, .. } => {
                self.tag("<", name, attributes, if *self_closing { "/>" } else { ">" }, line);
            }
            Shown::EndTag { name, attributes, self_closing, .. } => {
                self.tag("</", name, attributes, if *self_closing { "/>" } else { ">" }, line);
            }
            Shown::Comment { data, .. } => {
                push(line, "<!--", false, ink);
                push(line, data, false, ink);
                push(line, "-->", false, ink);
            }
            Shown::ProcessingInstruction { target, data, .. } => {
                push(line, "<?", false, ink);
                push(line, target, false, ink);
                push(line, " ", false, ink);
                push(line, data, false, ink);
                push(line, ">", false, ink);
            }
            Shown::Doctype { name, public_id, system_id, force_quirks, .. } => {
                let ids = [public_id.as_deref(), system_id.as_deref()];
                self.doctype(name.as_deref(), ids, *force_quirks, line);
            }
            Shown::Text { data, .. } => push_quoted(line, data, ink),
            Shown::Error { code, line: 0, .. } => line.push_str(code),
            Shown::Error { code, line: row, column, .. } => {
                write_to(line, format_args!("{code} {row}:{column}"));
            }
            Shown::Dropped { reason, raw, .. } => {
                write_to(line, format_args!("{reason} "));
                push_quoted_bytes(line, raw, ink);
            }
            Shown::Other { raw, .. } => push_quoted_bytes(line, raw, ink),
        }
        if token.is_ambiguous() {
            line.push_str(" (ambiguous)");
        }
        line.push('\n');
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
