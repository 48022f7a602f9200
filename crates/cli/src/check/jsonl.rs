//! Diagnostics as JSON lines, with the keys that errors have among tokens, and more.

use serde::Serialize;
use tagspan_check::{Diagnostic, Place};

use super::print::{Outcome, Print, Shown};
use super::window::Window;
use crate::inputs::Source;
use crate::tokens::{Format, Jsonl};

/// A diagnostic as a JSON object. The order of the fields is that of the keys.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "Error")]
struct Line<'a> {
    code: &'a str,
    offset: u64,
    #[serde(flatten)]
    place: Range,
    label: &'a str,
    related: Vec<Related<'a>>,
    fix: Option<Fix<'a>>,
}

/// Bytes of the input.
#[derive(Serialize)]
struct Range {
    start: u64,
    end: u64,
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
}

#[derive(Serialize)]
struct Related<'a> {
    #[serde(flatten)]
    place: Range,
    label: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    place: Range,
    text: &'a str,
}

impl From<Place> for Range {
    fn from(place: Place) -> Self {
        Range {
            start: place.source.start,
            end: place.source.end,
            line: place.start.line(),
            column: place.start.column(),
            end_line: place.end.line(),
            end_column: place.end.column(),
        }
    }
}

impl Print for Jsonl {
    fn begin(&mut self, source: &Source) {
        Format::begin(self, source, &mut String::new());
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, _window: &Window, _is_denied: bool) -> Shown {
        let related = diagnostic.related().iter();
        let fix = diagnostic.fix().map(|fix| {
            let edits = fix.edits().iter();
            let edits = edits.map(|edit| Edit { place: edit.place().into(), text: edit.text() });
            Fix { title: fix.title(), edits: edits.collect() }
        });
        let object = Line {
            code: diagnostic.code().as_str(),
            offset: diagnostic.offset(),
            place: diagnostic.place().into(),
            label: diagnostic.label(),
            related: related.map(|it| Related { place: it.place().into(), label: it.label() }).collect(),
            fix,
        };
        let mut line = String::new();
        self.push(&object, &mut line);
        Shown::Lines(line)
    }

    fn end(&mut self, _outcome: &Outcome) -> String {
        String::new()
    }
}
