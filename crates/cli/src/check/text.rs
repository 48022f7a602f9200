//! Errors for people: the line, underlined, and what a browser does.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use tagspan::ErrorCode;

use super::errors::{Errors, Found};
use super::explanations::{Explanation, of, section};
use super::print::{Outcome, Print, Shown};
use crate::escape::write_to;
use crate::inputs::Source;

/// Diagnostics as those of compilers.
pub(super) struct Diagnostics {
    renderer: Renderer,
    name: String,
}

impl Diagnostics {
    pub(super) fn new(colored: bool) -> Self {
        let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
        Diagnostics { renderer, name: String::new() }
    }
}

impl Print for Diagnostics {
    fn begin(&mut self, source: &Source) {
        self.name = source.name();
    }

    fn error(&mut self, error: &Found, errors: &Errors, is_denied: bool) -> Shown {
        let Explanation { wrong, effect, .. } = of(error.code);
        let (line, range) = errors.line(error);
        let level = if is_denied { Level::ERROR } else { Level::WARNING };
        let (number, column) = (error.place.line() as usize, error.place.column() as usize);
        let section = section(error.code);
        // The snippet may have truncated the line, so it does not know the column.
        let group = level
            .primary_title(wrong)
            .id(error.code.as_str())
            .element(Origin::path(&*self.name).line(number).char_column(column))
            .element(
                Snippet::source(&*line).line_start(number).annotation(AnnotationKind::Primary.span(range)),
            )
            .element(Level::HELP.message(effect))
            .element(Level::NOTE.message(&*section));
        // The snippet begins with the place that it does not know.
        let rendered = self.renderer.render(&[group]);
        let is_shown = |line: &&str| strip_str(line).to_string().trim() != ":::";
        Shown::Lines(rendered.lines().filter(is_shown).flat_map(|line| [line, "\n"]).chain(["\n"]).collect())
    }

    fn end(&mut self, outcome: &Outcome) -> String {
        let mut lines = String::new();
        let total: u64 = outcome.codes.values().sum();
        for (code, count) in &outcome.codes {
            write_to(&mut lines, format_args!("{count:>8}  {code}\n"));
        }
        write_to(
            &mut lines,
            format_args!("{total:>8}  parse {}\n", if total == 1 { "error" } else { "errors" }),
        );
        lines
    }
}

/// All that there is to say about a code.
pub(super) fn explanation(code: ErrorCode) -> String {
    let Explanation { wrong, effect, example, instead, .. } = of(code);
    let example = example.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
    let mut text = format!("{code}: {wrong}.\n\n{effect}\n\nExample:\n\n    {example}\n\n");
    if !instead.is_empty() {
        write_to(&mut text, format_args!("Instead:\n\n    {instead}\n\n"));
    }
    if code.as_str().contains("processing-instruction") {
        text += "It is reported with --processing-instructions only.\n\n";
    }
    write_to(&mut text, format_args!("{}\n", section(code)));
    text
}
