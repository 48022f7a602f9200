//! The interface of the output formats for diagnostics.

use std::collections::BTreeMap;

use serde_json::Value;
use tagspan_check::{Code, Diagnostic};

use super::window::Window;
use crate::inputs::Source;

/// How diagnostics are written.
pub(super) trait Print {
    fn begin(&mut self, source: &Source);

    /// A diagnostic of the current input.
    fn diagnostic(&mut self, diagnostic: &Diagnostic, window: &Window, is_denied: bool) -> Shown;

    /// The text at the end of the output.
    fn end(&mut self, outcome: &Outcome) -> String;
}

/// The sentences of a diagnostic on one line, for programs that show only one.
pub(super) fn message(diagnostic: &Diagnostic) -> String {
    let explanation = diagnostic.explanation();
    let (fault, label) = (explanation.fault(), diagnostic.label());
    let effect = explanation.effect();
    // Without the bytes at fault, there is no other label than the fault.
    if label == fault { format!("{fault}. {effect}") } else { format!("{fault}: {label}. {effect}") }
}

/// A diagnostic that is written.
pub(super) enum Shown {
    /// At once.
    Lines(String),
    /// At the end, within one object.
    Part(Value),
}

/// The findings in one input, or in all.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How many errors there are of each code.
    pub(super) codes: BTreeMap<Code, u64>,
    pub(super) parts: Vec<Value>,
    /// How many parts there are too many.
    pub(super) parts_left_out: u64,
}

/// How many parts are kept: more are more than services take.
const PARTS: usize = 25_000;

impl Outcome {
    pub(super) fn add(&mut self, other: Outcome) {
        other.codes.into_iter().for_each(|(code, count)| *self.codes.entry(code).or_default() += count);
        let taken = other.parts.len().min(PARTS - self.parts.len());
        self.parts_left_out += other.parts_left_out + (other.parts.len() - taken) as u64;
        self.parts.extend(other.parts.into_iter().take(taken));
    }

    pub(super) fn push(&mut self, part: Value) {
        if self.parts.len() < PARTS {
            self.parts.push(part);
        } else {
            self.parts_left_out += 1;
        }
    }
}
