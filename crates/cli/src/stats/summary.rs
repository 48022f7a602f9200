//! Counts as text and as a line of JSON. What depends on time comes last.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::counts::Counts;
use crate::escape::write_to;

/// How long the work took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timing {
    /// Tokenizing, counting and decoding.
    pub(super) working: Duration,
    /// That, and finding and reading the inputs.
    pub(super) total: Duration,
}

/// All that there is to say.
#[derive(Debug)]
pub(super) struct Summary<'a> {
    pub(super) counts: &'a Counts,
    /// Lines on standard error that were failures.
    pub(super) failures: u64,
    /// Whether parse errors were requested.
    pub(super) errors: bool,
    /// Whether ill-formed sequences were requested.
    pub(super) validated: bool,
    pub(super) timing: Timing,
}

impl Summary<'_> {
    pub(super) fn text(&self) -> String {
        let counts = self.counts;
        let mut rows = Rows::default();
        rows.push(0, "files", counts.files);
        rows.push_some(1, "empty", counts.empty);
        rows.push_some(0, "failures", self.failures);
        rows.push(0, "bytes", counts.bytes);
        rows.push(1, "as UTF-8", counts.utf8_bytes);
        rows.push(0, "encodings", counts.encodings.len() as u64);
        for (encoding, files) in self.encodings() {
            rows.push(1, encoding, files);
        }
        if self.validated {
            rows.push(0, "ill-formed sequences", counts.ill_formed);
        }
        rows.push(0, "tokens", counts.tokens());
        for (kind, number) in self.tokens() {
            // There are none unless they are requested.
            if number > 0 || kind != "ProcessingInstruction" {
                rows.push(1, kind, number);
            }
        }
        rows.push(0, "text bytes, decoded", counts.text_bytes);
        rows.push(0, "attributes", counts.attributes);
        rows.push(1, "duplicates", counts.duplicates);
        rows.push(0, "dropped bytes", counts.dropped.iter().map(|dropped| dropped.bytes).sum());
        rows.push(0, "dropped spans", counts.dropped.iter().map(|dropped| dropped.spans).sum());
        for (reason, spans, _) in self.dropped() {
            rows.push(1, reason, spans);
        }
        if self.errors {
            rows.push(0, "parse errors", counts.errors.values().sum());
            for (code, number) in self.parse_errors() {
                rows.push(1, code, number);
            }
        }
        let mut text = rows.text();
        write_to(
            &mut text,
            format_args!(
                "{:.1} MB/s: {:.3} s for tokens and text, {:.3} s with reading\n",
                self.megabytes_per_second(),
                self.timing.working.as_secs_f64(),
                self.timing.total.as_secs_f64()
            ),
        );
        text
    }

    /// One JSON object on one line.
    pub(super) fn json_line(&self) -> String {
        let counts = self.counts;
        let (spans, bytes) = (
            counts.dropped.iter().map(|dropped| dropped.spans).sum(),
            counts.dropped.iter().map(|dropped| dropped.bytes).sum(),
        );
        let reasons =
            self.dropped().into_iter().map(|(reason, spans, bytes)| (reason, DroppedJson { spans, bytes }));
        let object = Json {
            files: counts.files,
            empty_files: counts.empty,
            failures: self.failures,
            bytes: counts.bytes,
            utf8_bytes: counts.utf8_bytes,
            encodings: Map(self.encodings()),
            ill_formed: self.validated.then_some(counts.ill_formed),
            tokens: counts.tokens(),
            kinds: Map(self.tokens().to_vec()),
            text_bytes: counts.text_bytes,
            attributes: counts.attributes,
            duplicate_attributes: counts.duplicates,
            dropped: DroppedJson { spans, bytes },
            dropped_reasons: Map(reasons.collect()),
            errors: self.errors.then(|| counts.errors.values().sum()),
            error_codes: self.errors.then(|| Map(self.parse_errors())),
            timing: TimingJson {
                seconds: self.timing.working.as_secs_f64(),
                seconds_with_reading: self.timing.total.as_secs_f64(),
                megabytes_per_second: self.megabytes_per_second(),
            },
        };
        let mut text =
            serde_json::to_string(&object).expect("strings, finite numbers and maps of them are JSON");
        text.push('\n');
        text
    }

    fn tokens(&self) -> [(&'static str, u64); 6] {
        let counts = self.counts;
        [
            ("Doctype", counts.doctypes),
            ("StartTag", counts.start_tags),
            ("EndTag", counts.end_tags),
            ("Comment", counts.comments),
            ("ProcessingInstruction", counts.processing_instructions),
            ("Text", counts.texts),
        ]
    }

    /// Reasons, spans and bytes, by name, so that the order of the inputs does not show.
    fn dropped(&self) -> Vec<(&'static str, u64, u64)> {
        let mut dropped: Vec<_> = self
            .counts
            .dropped
            .iter()
            .map(|dropped| (dropped.reason.as_str(), dropped.spans, dropped.bytes))
            .collect();
        dropped.sort_unstable();
        dropped
    }

    fn encodings(&self) -> Vec<(&'static str, u64)> {
        commonest_first(self.counts.encodings.iter().map(|(&name, &files)| (name, files)))
    }

    fn parse_errors(&self) -> Vec<(&'static str, u64)> {
        commonest_first(self.counts.errors.iter().map(|(code, &number)| (code.as_str(), number)))
    }

    fn megabytes_per_second(&self) -> f64 {
        // Nothing read in no time is no speed; JSON has no infinity either.
        let seconds = self.timing.working.as_secs_f64();
        if seconds == 0.0 { 0.0 } else { self.counts.bytes as f64 / 1e6 / seconds }
    }
}

/// The same in the order of the numbers, and by name where those are equal.
fn commonest_first(counts: impl Iterator<Item = (&'static str, u64)>) -> Vec<(&'static str, u64)> {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_by_key(|&(name, number)| (std::cmp::Reverse(number), name));
    counts
}

/// Labels and numbers, to be aligned.
#[derive(Default)]
struct Rows {
    rows: Vec<(String, String)>,
}

impl Rows {
    fn push(&mut self, depth: usize, label: &str, number: u64) {
        self.rows.push((format!("{:width$}{label}", "", width = 2 * depth), grouped(number)));
    }

    /// A row that is of interest only if there is something.
    fn push_some(&mut self, depth: usize, label: &str, number: u64) {
        if number != 0 {
            self.push(depth, label, number);
        }
    }

    fn text(&self) -> String {
        let labels = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let numbers = self.rows.iter().map(|(_, number)| number.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (label, number) in &self.rows {
            write_to(&mut text, format_args!("{label:<labels$}  {number:>numbers$}\n"));
        }
        text
    }
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index != 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[derive(Serialize)]
struct Json {
    files: u64,
    empty_files: u64,
    failures: u64,
    bytes: u64,
    utf8_bytes: u64,
    encodings: Map<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ill_formed: Option<u64>,
    tokens: u64,
    kinds: Map<u64>,
    text_bytes: u64,
    attributes: u64,
    duplicate_attributes: u64,
    dropped: DroppedJson,
    dropped_reasons: Map<DroppedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_codes: Option<Map<u64>>,
    timing: TimingJson,
}

#[derive(Serialize)]
struct DroppedJson {
    spans: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct TimingJson {
    seconds: f64,
    seconds_with_reading: f64,
    megabytes_per_second: f64,
}

/// An object whose keys keep their order.
struct Map<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Map<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), expected);
        }
    }
}
