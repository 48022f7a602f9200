//! Tokens for programs: one JSON object a line.

use serde::Serialize;

use super::format::Format;
use crate::inputs::Source;
use crate::shown::Shown;

pub(crate) struct Jsonl {
    named: bool,
    /// The text between an object's last value and its end: the name of the input, if there are several.
    tail: String,
}

impl Jsonl {
    pub(crate) fn new(named: bool) -> Self {
        Jsonl { named, tail: String::from("}\n") }
    }

    /// Appends the line of an object, which has at least one key.
    pub(crate) fn push(&self, object: &impl Serialize, line: &mut String) {
        line.push_str(&json(object));
        // What follows is one key more.
        line.pop();
        line.push_str(&self.tail);
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them are JSON")
}

impl Format for Jsonl {
    fn begin(&mut self, source: &Source, _line: &mut String) {
        if self.named || source.is_record() {
            let uri = match source {
                Source::Record(_, uri) => format!(",\"uri\":{}", json(uri)),
                _ => String::new(),
            };
            self.tail = format!(",\"file\":{}{uri}}}\n", json(&source.file()));
        }
    }

    fn token(&mut self, token: &Shown<'_>, line: &mut String) {
        self.push(token, line);
    }
}
