//! How differences between editions are written: for people and for programs.

use std::borrow::Cow;

use anstyle::Style;
use serde::Serialize;

use super::differences::{Difference, Reading};
use crate::args::EditionArg;
use crate::escape::{Ink, push_quoted_bytes, write_to};
use crate::inputs::Source;
use crate::shown::Shown;
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

/// What a line of source or of text is cut to, in characters.
const EXCERPT: usize = 72;

/// The characters of a text that stay on either side of where readings differ.
const AROUND: usize = 16;

impl Stacked {
    pub(super) fn new(colored: bool, headers: bool) -> Self {
        let style = |style: Style| if colored { style } else { Style::new() };
        Stacked {
            tokens: Human::new(true, colored, headers),
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
        write_to(text, format_args!("{style}{start}..{end}, line {}:{style:#} ", place.line));
        push_quoted_bytes(text, excerpt(difference.source), Ink::default());
        text.push_str(if excerpt(difference.source).len() < difference.source.len() {
            "…\n"
        } else {
            "\n"
        });

        let labels: Vec<String> = difference.readings.iter().map(label).collect();
        let width = labels.iter().map(String::len).max().unwrap_or(0);
        let cut = common_text(&difference.readings);
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
                self.tokens.token(&shortened(token, cut), text);
            }
        }
        text.push('\n');
    }

    fn end(&mut self, count: usize, text: &mut String) {
        match count {
            0 => text.push_str("all editions read this alike\n"),
            1 => text.push_str("1 place is read differently\n"),
            _ => write_to(text, format_args!("{count} places are read differently\n")),
        }
    }
}

fn label(reading: &Reading<'_>) -> String {
    let names: Vec<&str> = reading.editions.iter().map(|edition| edition.name()).collect();
    names.join(" ")
}

/// The beginning of the source, whole characters.
fn excerpt(source: &[u8]) -> &[u8] {
    let mut end = source.len().min(EXCERPT);
    while end < source.len() && source[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    &source[..end]
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

/// The token; of a text, what is around the characters that readings do not have in common.
fn shortened<'a>(token: &'a Shown<'a>, [start, end]: [usize; 2]) -> Cow<'a, Shown<'a>> {
    let Shown::Text { span, data } = token else { return Cow::Borrowed(token) };
    let length = data.chars().count();
    let skipped = start.saturating_sub(AROUND);
    let left_out = end.saturating_sub(AROUND);
    if skipped + left_out == 0 {
        return Cow::Borrowed(token);
    }
    let kept: String = data.chars().skip(skipped).take(length - skipped - left_out).collect();
    let dots = |count: usize| if count > 0 { "…" } else { "" };
    let data = Cow::Owned(format!("{}{kept}{}", dots(skipped), dots(left_out)));
    Cow::Owned(Shown::Text { span: *span, data })
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
            line: difference.place.line,
            column: difference.place.column,
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
