//! Errors as JSON lines, with the keys that they have among tokens.

use serde::Serialize;

use super::errors::{Errors, Found};
use super::print::{Outcome, Print, Shown};
use crate::inputs::Source;
use crate::tokens::{Format, Jsonl};

/// An error as a JSON object. The order of the fields is that of the keys.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "Error")]
struct Line<'a> {
    code: &'a str,
    offset: u64,
    line: u64,
    column: u64,
}

impl Print for Jsonl {
    fn begin(&mut self, source: &Source) {
        Format::begin(self, source, &mut String::new());
    }

    fn error(&mut self, error: &Found, _errors: &Errors, _is_denied: bool) -> Shown {
        let Found { code, source: offset, place, .. } = error;
        let mut line = String::new();
        self.push(
            &Line { code: code.as_str(), offset: *offset, line: place.line(), column: place.column() },
            &mut line,
        );
        Shown::Lines(line)
    }

    fn end(&mut self, _outcome: &Outcome) -> String {
        String::new()
    }
}
