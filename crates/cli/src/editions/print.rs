//! How differences between editions are written: for people and for programs.

use std::borrow::Cow;
use std::collections::HashSet;

use anstyle::Style;
use serde::Serialize;

use super::differences::{Difference, Reading};
use crate::args::EditionArg;
use crate::escape::{Ink, excerpt, push_quoted_bytes, write_to};
use crate::inputs::Source;
use crate::shown::{Attribute, Shown};
use crate::tokens::{Format, Human, Jsonl};

/// Writes the differences of one input after another.
pub(super) trait Print {
    /// An input begins.
    fn begin(&mut self, source: &Source, text: &mut String);

    fn difference(&mut self, difference: &Difference<'_>, text: &mut String);

    /// An input ends, which had so many differences.
    fn end(&mut self, count: usize, text: &mut String);
}

/// For people: the source, and under it the readings, one under the other.
pub(super) struct Stacked {
    tokens: Human,
    place: Style,
    edition: Style,
}

/// The maximum length of a line of source, and of a value that is shown in full, in bytes.
const EXCERPT: usize = 72;

/// How much of what is left out stays, in characters: on either side of where texts differ, of a value its start.
const AROUND: usize = 16;

impl Stacked {
    pub(super) fn new(colored: bool, headers: bool) -> Self {
        let style = |style: Style| if colored { style } else { Style::new() };
        Stacked {
            tokens: Human::new(true, colored, headers, false),
            place: style(Style::new().dimmed()),
            edition: style(Style::new().bold()),
        }
    }
}

impl Print for Stacked {
    fn begin(&mut self, source: &Source, text: &mut String) {
        self.tokens.begin(source, text);
    }

    fn difference(&mut self, difference: &Difference<'_>, text: &mut String) {
        let [start, end] = difference.span;
        let (place, style) = (difference.place, self.place);
        write_to(text, format_args!("{style}{start}..{end}, line {}:{style:#} ", place.line()));
        let shown = excerpt(difference.source, EXCERPT);
        push_quoted_bytes(text, shown, Ink::default());
        text.push_str(if shown.len() < difference.source.len() { "…\n" } else { "\n" });

        let labels: Vec<String> = difference.readings.iter().map(label).collect();
        let width = labels.iter().map(String::len).max().unwrap_or(0);
        let common = Common::of(&difference.readings);
        for (reading, label) in difference.readings.iter().zip(labels) {
            let style = self.edition;
            write_to(text, format_args!("  {style}{label:<width$}{style:#}  "));
            if reading.tokens.is_empty() {
                text.push_str("nothing\n");
            }
            for (index, token) in reading.tokens.iter().enumerate() {
                if index > 0 {
                    write_to(text, format_args!("  {:<width$}  ", ""));
                }
                self.tokens.token(&common.left_out_of(token), text);
            }
        }
        text.push('\n');
    }

    fn end(&mut self, count: usize, text: &mut String) {
        match count {
            0 => text.push_str("all editions agree\n"),
            1 => text.push_str("1 place differs\n"),
            _ => write_to(text, format_args!("{count} places differ\n")),
        }
    }
}

fn label(reading: &Reading<'_>) -> String {
    let names: Vec<&str> = reading.editions.iter().map(|edition| edition.name()).collect();
    names.join(" ")
}

/// The values that all readings have in common, which are not shown in full.
struct Common<'a> {
    /// Values of attributes.
    values: HashSet<&'a str>,
    /// The characters at the start and at the end of their texts, when each is but one text.
    text: [usize; 2],
}

impl<'a> Common<'a> {
    fn of(readings: &'a [Reading<'_>]) -> Self {
        let values = readings.iter().map(|reading| {
            let attributes = reading.tokens.iter().flat_map(|token| match token {
                Shown::StartTag { attributes, .. } | Shown::EndTag { attributes, .. } => &attributes[..],
                _ => &[],
            });
            attributes.map(|attribute| &*attribute.value).collect::<HashSet<_>>()
        });
        let in_all = |all: HashSet<&'a str>, of_one: HashSet<&'a str>| &all & &of_one;
        Common { values: values.reduce(in_all).unwrap_or_default(), text: common_text(readings) }
    }

    /// The token, shortened by what is left out of it.
    fn left_out_of<'t>(&self, token: &'t Shown<'t>) -> Cow<'t, Shown<'t>> {
        let mut shown = Cow::Borrowed(token);
        let long = |attribute: &Attribute<'_>| {
            attribute.value.len() > EXCERPT && self.values.contains(&*attribute.value)
        };
        match token {
            Shown::Text { data, .. } if self.text[0].max(self.text[1]) > AROUND => {
                let kept = without_ends(data, self.text);
                if let Shown::Text { data, .. } = shown.to_mut() {
                    *data = Cow::Owned(kept);
                }
            }
            Shown::StartTag { attributes, .. } | Shown::EndTag { attributes, .. }
                if attributes.iter().any(long) =>
            {
                if let Shown::StartTag { attributes, .. } | Shown::EndTag { attributes, .. } = shown.to_mut()
                {
                    for attribute in attributes.iter_mut().filter(|attribute| long(attribute)) {
                        let start: String = attribute.value.chars().take(AROUND).collect();
                        attribute.value = Cow::Owned(start + "…");
                    }
                }
            }
            _ => {}
        }
        shown
    }
}

/// How many characters, at its start and at its end, all readings have in common when each is but one text.
fn common_text(readings: &[Reading<'_>]) -> [usize; 2] {
    let texts: Option<Vec<&str>> = readings
        .iter()
        .map(|reading| match &reading.tokens[..] {
            [Shown::Text { data, .. }] => Some(&**data),
            _ => None,
        })
        .collect();
    let Some((first, others)) = texts.as_deref().and_then(<[&str]>::split_first) else { return [0, 0] };
    let shortest = others.iter().chain([first]).map(|text| text.chars().count()).min().unwrap_or(0);
    let start = others.iter().map(|other| alike(first.chars(), other.chars())).min().unwrap_or(0);
    let end = others.iter().map(|other| alike(first.chars().rev(), other.chars().rev())).min().unwrap_or(0);
    [start, end.min(shortest - start)]
}

fn alike(some: impl Iterator<Item = char>, others: impl Iterator<Item = char>) -> usize {
    some.zip(others).take_while(|(some, other)| some == other).count()
}

/// A text with dots for most of so many characters at its start and at its end.
fn without_ends(text: &str, [start, end]: [usize; 2]) -> String {
    let length = text.chars().count();
    let (skipped, left_out) = (start.saturating_sub(AROUND), end.saturating_sub(AROUND));
    let kept: String = text.chars().skip(skipped).take(length - skipped - left_out).collect();
    let dots = |count: usize| if count > 0 { "…" } else { "" };
    format!("{}{kept}{}", dots(skipped), dots(left_out))
}

/// For programs: one JSON object a difference.
pub(super) struct Lines(Jsonl);

impl Lines {
    pub(super) fn new(named: bool) -> Self {
        Lines(Jsonl::new(named))
    }
}

#[derive(Serialize)]
struct Line<'a> {
    span: [u64; 2],
    line: u64,
    column: u64,
    source: Cow<'a, str>,
    readings: Vec<LineReading<'a>>,
}

#[derive(Serialize)]
struct LineReading<'a> {
    editions: Vec<&'static str>,
    tokens: &'a [Shown<'a>],
}

impl Print for Lines {
    fn begin(&mut self, source: &Source, text: &mut String) {
        self.0.begin(source, text);
    }

    fn difference(&mut self, difference: &Difference<'_>, text: &mut String) {
        let reading =
            |reading: &'_ Reading<'_>| reading.editions.iter().map(|e: &EditionArg| e.name()).collect();
        let line = Line {
            span: difference.span,
            line: difference.place.line(),
            column: difference.place.column(),
            source: String::from_utf8_lossy(difference.source),
            readings: difference
                .readings
                .iter()
                .map(|of| LineReading { editions: reading(of), tokens: &of.tokens })
                .collect(),
        };
        self.0.push(&line, text);
    }

    fn end(&mut self, _count: usize, _text: &mut String) {}
}
