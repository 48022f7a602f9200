//! The parse errors of a page: their list, and what is marked in the source.

use std::ops::Range;

use tagspan::{Span, escape_text};
use tagspan_check::{Diagnostic, Place};

use super::markup::one_line;
use super::picture::Picture;
use crate::escape::write_to;

/// How many errors are listed.
const LISTED: usize = 1000;

/// An element between two bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) html: String,
}

/// Bytes of the text that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Highlight<'a> {
    pub(super) range: Range<usize>,
    /// The class of bytes that belong to an error, but are not at fault.
    pub(super) class: &'static str,
    pub(super) label: &'a str,
}

/// The errors of a picture.
#[derive(Debug, Default)]
pub(super) struct Errors<'a> {
    /// The items of the list.
    pub(super) list: String,
    pub(super) listed: usize,
    /// Where the bytes at fault begin in the text, in order.
    pub(super) starts: Vec<usize>,
    /// In the order of the text.
    pub(super) marks: Vec<Mark>,
    pub(super) highlights: Vec<Highlight<'a>>,
    /// How many related places are marked.
    related: usize,
}

impl<'a> Errors<'a> {
    pub(super) fn of(picture: &'a Picture) -> Self {
        let mut errors = Errors { listed: picture.errors.len().min(LISTED), ..Errors::default() };
        for (index, diagnostic) in picture.errors.iter().enumerate() {
            errors.push(picture, index + 1, diagnostic);
        }
        errors.starts.sort_unstable();
        errors.marks.sort_by_key(|mark| mark.at);
        // Of two that begin together, the longer one is around the other.
        errors.highlights.sort_by_key(|one| (one.range.start, usize::MAX - one.range.end));
        errors
    }

    /// How many errors there are in a part of the text.
    pub(super) fn count(&self, range: &Range<usize>) -> usize {
        let before = |end: usize| self.starts.partition_point(|&start| start < end);
        before(range.end) - before(range.start)
    }

    fn push(&mut self, picture: &Picture, number: usize, diagnostic: &'a Diagnostic) {
        let (code, label) = (diagnostic.code().as_str(), diagnostic.label());
        let range = picture.range(diagnostic.place().text);
        self.starts.push(range.start);
        self.mark(range, format_args!("<b id=m{number} title=\"{code}: {}\">{number}</b>", one_line(label)));
        self.highlight(picture, diagnostic.place(), "", label);
        if number > LISTED {
            return;
        }
        let explanation = diagnostic.explanation();
        let (fault, place) = (explanation.fault(), diagnostic.place());
        write_to(
            &mut self.list,
            format_args!(
                "<li id=e{number}><a href=#m{number}>{code}</a> at {}, {}, noticed at byte {}: {}. {} \
                 <a href={}>Standard</a>\n",
                place.start,
                Bytes(place.source),
                diagnostic.offset(),
                escape_text(fault),
                escape_text(explanation.effect()),
                explanation.address(),
            ),
        );
        let mut details = Vec::new();
        // Without the bytes at fault, there is no other label than the fault.
        if label != fault {
            details.push(format!("<a href=#m{number}>{}</a> {}", place.start, escape_text(label)));
        }
        for related in diagnostic.related() {
            self.related += 1;
            let (id, place, label) = (self.related, related.place(), related.label());
            let mark = format_args!("<b id=r{id} class=also title=\"{}\">{number}</b>", one_line(label));
            self.mark(picture.range(place.text), mark);
            self.highlight(picture, place, "also", label);
            details.push(format!("<a href=#r{id}>{}</a> {}", place.start, escape_text(label)));
        }
        details.extend(diagnostic.fix().map(|fix| format!("Fix: {}", escape_text(fix.title()))));
        if !details.is_empty() {
            write_to(&mut self.list, format_args!("<ul>\n<li>{}\n</ul>\n", details.join("\n<li>")));
        }
    }

    fn mark(&mut self, range: Range<usize>, html: std::fmt::Arguments<'_>) {
        self.marks.push(Mark { at: range.start, html: html.to_string() });
    }

    fn highlight(&mut self, picture: &Picture, place: Place, class: &'static str, label: &'a str) {
        let range = picture.range(place.text);
        if !range.is_empty() {
            self.highlights.push(Highlight { range, class, label });
        }
    }
}

/// The bytes of a place, for a person.
struct Bytes(Span);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Span { start, end } = self.0;
        if start == end { write!(f, "byte {start}") } else { write!(f, "bytes {start}..{end}") }
    }
}
