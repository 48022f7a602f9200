//! How encodings are written: for people and for programs.

use std::borrow::Cow;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use tagspan::{Confidence, EncodingSource as Step};

use super::finder::Found;
use crate::escape::{Ink, excerpt, push_bytes, write_to};
use crate::inputs::Source;
use crate::output::Output;
use crate::tokens::{Format, Jsonl};

/// Writes what was found about one input after another.
pub(super) trait Print {
    /// Appends the line of an input.
    fn push(&mut self, source: &Source, found: &Found<'_>, line: &mut String);
}

/// The maximum length of a printed declaration, in bytes.
const EXCERPT: usize = 100;

/// The longest name that the others are aligned with, in characters.
const WIDEST_NAME: usize = 48;

/// The styles of the parts of a line. Without colours every style is empty and writes nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Palette {
    encoding: Style,
    certain: Style,
    tentative: Style,
    step: Style,
    place: Style,
    change: Style,
    escape: Style,
}

impl Palette {
    fn colored() -> Self {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        Palette {
            encoding: Style::new().bold(),
            certain: color(AnsiColor::Green),
            tentative: color(AnsiColor::Yellow),
            step: color(AnsiColor::Cyan),
            place: Style::new().dimmed(),
            change: color(AnsiColor::Red),
            escape: color(AnsiColor::Magenta),
        }
    }
}

/// For people: one line an input, in columns.
pub(super) struct Columns {
    aligned: bool,
    palette: Palette,
    /// How wide the column of names is, if there is one.
    names: Option<usize>,
}

impl Columns {
    pub(super) fn new(output: &Output, sources: &[Source]) -> Self {
        let widest = sources.iter().map(|source| source.name().chars().count()).max().unwrap_or(0);
        Columns {
            aligned: output.aligned,
            palette: if output.colored { Palette::colored() } else { Palette::default() },
            names: crate::inputs::are_several(sources).then_some(widest.min(WIDEST_NAME)),
        }
    }

    /// Appends a column and what parts it from the next.
    fn column(&self, text: &str, width: usize, style: Style, line: &mut String) {
        if self.aligned {
            write_to(line, format_args!("{style}{text:<width$}{style:#}  "));
        } else {
            write_to(line, format_args!("{text}\t"));
        }
    }
}

impl Print for Columns {
    fn push(&mut self, source: &Source, found: &Found<'_>, line: &mut String) {
        let first = found.first;
        let change = found.change();
        let palette = self.palette;
        let (confidence, step, place) = match change {
            Some(late) => (Confidence::Certain, Step::LateDeclaration, late.bytes.clone()),
            None => (first.confidence(), first.source(), found.place()),
        };
        if let Some(width) = self.names.or(source.is_record().then_some(0)) {
            self.column(&source.name(), width, Style::new(), line);
        }
        self.column(found.encoding.name(), 12, palette.encoding, line);
        let sureness = if confidence == Confidence::Certain { palette.certain } else { palette.tentative };
        self.column(confidence.as_str(), 9, sureness, line);
        self.column(step.as_str(), 16, palette.step, line);
        let bytes = match (&place, step) {
            (Some(place), Step::LateDeclaration) => found.at(place.clone()),
            _ => found.declaration(),
        };
        let place = place.map_or("-".to_owned(), |place| format!("{}..{}", place.start, place.end));
        self.column(&place, 10, palette.place, line);
        let shown = excerpt(bytes, EXCERPT);
        push_bytes(line, shown, false, Ink { content: Style::new(), escape: palette.escape });
        line.push_str(match bytes.len() {
            0 => "-",
            length if shown.len() < length => "…",
            _ => "",
        });
        let gap = if self.aligned { "  " } else { "\t" };
        if let Some(late) = change {
            let (style, encoding, source) = (palette.change, first.encoding().name(), first.source());
            // Without a place it lies beyond the bytes that are compared, so its effect is not known.
            let outcome =
                if late.bytes.is_some() { late.outcome.as_str() } else { "too late to be confirmed" };
            write_to(line, format_args!("{gap}{style}{outcome}, was {encoding} by {source}{style:#}"));
        } else if found.late.is_some() && first.source() != Step::Prescan {
            let style = palette.certain;
            write_to(line, format_args!("{gap}{style}confirmed by a late declaration{style:#}"));
        }
        line.push('\n');
    }
}

/// For programs: one JSON object an input.
pub(super) struct Lines(Jsonl);

impl Lines {
    pub(super) fn new(named: bool) -> Self {
        Lines(Jsonl::new(named))
    }
}

/// The order of the fields is that of the keys.
#[derive(Serialize)]
struct Line<'a> {
    encoding: &'static str,
    sniffed: &'static str,
    confidence: &'static str,
    source: &'static str,
    bytes: Option<[u64; 2]>,
    looked_at: u64,
    declaration: Option<Cow<'a, str>>,
    late: Option<Late>,
}

#[derive(Serialize)]
struct Late {
    encoding: &'static str,
    outcome: &'static str,
    bytes: Option<[u64; 2]>,
}

impl Print for Lines {
    fn push(&mut self, source: &Source, found: &Found<'_>, line: &mut String) {
        let first = found.first;
        let declaration = found.declaration();
        self.0.begin(source, line);
        self.0.push(
            &Line {
                encoding: found.encoding.name(),
                sniffed: first.encoding().name(),
                confidence: first.confidence().as_str(),
                source: first.source().as_str(),
                bytes: found.place().map(ends),
                looked_at: first.looked_at(),
                declaration: (!declaration.is_empty()).then(|| String::from_utf8_lossy(declaration)),
                late: found.late.map(|late| Late {
                    encoding: late.encoding.name(),
                    outcome: late.outcome.as_str(),
                    bytes: late.bytes.clone().map(ends),
                }),
            },
            line,
        );
    }
}

fn ends(place: Range<u64>) -> [u64; 2] {
    [place.start, place.end]
}
