//! Diagnostics for people: the bytes at fault in their line, what a browser does, and the line as it should be.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use anstream::adapter::strip_str;
use tagspan::Span;
use tagspan_check::{Code, Diagnostic, Explanation, Fix, Place};

use super::excerpt::Excerpt;
use super::print::{Outcome, Print, Shown};
use super::window::Window;
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

    fn diagnostic(&mut self, diagnostic: &Diagnostic, window: &Window, is_denied: bool) -> Shown {
        let explanation = diagnostic.explanation();
        let level = if is_denied { Level::ERROR } else { Level::WARNING };
        let start = diagnostic.place().start;
        let address = explanation.address();
        // The snippet may have cut the line, so it does not know the column.
        let origin =
            Origin::path(&*self.name).line(start.line() as usize).char_column(start.column() as usize);
        let excerpts = excerpts(diagnostic, window);
        let group = level
            .primary_title(explanation.fault())
            .id(diagnostic.code().as_str())
            .element(origin)
            .elements(excerpts.iter().map(Annotated::snippet))
            .element(Level::HELP.message(explanation.effect()))
            .element(Level::NOTE.message(&*address));
        let edited = diagnostic.fix().and_then(|fix| edited(fix, &excerpts));
        let fix = diagnostic.fix().map(|fix| {
            let group = Group::with_title(Level::HELP.secondary_title(fix.title()));
            match &edited {
                Some((number, excerpt, patches)) => {
                    let patches = patches.iter().map(|(range, text)| Patch::new(range.clone(), *text));
                    group.element(Snippet::source(&*excerpt.line).line_start(*number).patches(patches))
                }
                None => group,
            }
        });
        let groups: Vec<_> = [Some(group), fix].into_iter().flatten().collect();
        let numbers = excerpts.iter().map(|shown| shown.number);
        Shown::Lines(separated(&self.renderer.render(&groups), numbers))
    }

    fn end(&mut self, outcome: &Outcome) -> String {
        let mut lines = String::new();
        let total: u64 = outcome.codes.values().sum();
        for (code, count) in &outcome.codes {
            write_to(&mut lines, format_args!("{count:>8}  {code}\n"));
        }
        let are_parsed = outcome.codes.keys().all(|code| matches!(code, Code::Parse(_)));
        let parse = if are_parsed { "parse " } else { "" };
        let errors = if total == 1 { "error" } else { "errors" };
        write_to(&mut lines, format_args!("{total:>8}  {parse}{errors}\n"));
        lines
    }
}

/// A part of a line, and what is said of places in it.
struct Annotated<'a> {
    excerpt: Excerpt,
    number: usize,
    annotations: Vec<(AnnotationKind, Range<usize>, &'a str)>,
}

impl<'a> Annotated<'a> {
    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let annotation = |(kind, range, label): &(AnnotationKind, Range<usize>, &'a str)| {
            kind.span(range.clone()).label(*label)
        };
        let annotations = self.annotations.iter().map(annotation);
        Snippet::source(&*self.excerpt.line).line_start(self.number).annotations(annotations)
    }

    /// Marks a place, if it begins in this part of the line.
    fn annotate(&mut self, kind: AnnotationKind, span: Span, label: &'a str) -> bool {
        let range = self.excerpt.range(span);
        self.annotations.extend(range.clone().map(|range| (kind, range, label)));
        range.is_some()
    }
}

/// The lines of a diagnostic, in their order.
fn excerpts<'a>(diagnostic: &'a Diagnostic, window: &Window) -> Vec<Annotated<'a>> {
    let related = diagnostic.related().iter();
    let related = related.map(|related| (AnnotationKind::Context, related.place(), related.label()));
    let primary = (AnnotationKind::Primary, diagnostic.place(), diagnostic.label());
    let mut all: Vec<(Place, Annotated<'_>)> = Vec::new();
    for (kind, place, label) in std::iter::once(primary).chain(related) {
        if all.iter_mut().any(|(_, shown)| shown.annotate(kind, place.text, label)) {
            continue;
        }
        let Some(excerpt) = Excerpt::of(window, place.text) else { continue };
        let mut shown = Annotated { excerpt, number: place.start.line() as usize, annotations: Vec::new() };
        shown.annotate(kind, place.text, label);
        all.push((place, shown));
    }
    all.sort_by_key(|(place, _)| place.text.start);
    all.into_iter().map(|(_, shown)| shown).collect()
}

/// A line with the places of edits and their texts.
type Edited<'a> = (usize, &'a Excerpt, Vec<(Range<usize>, &'static str)>);

/// The line of a fix. `None` if it is not one line that is shown.
fn edited<'a>(fix: &Fix, excerpts: &'a [Annotated<'_>]) -> Option<Edited<'a>> {
    excerpts.iter().find_map(|shown| {
        let patch =
            |edit: &tagspan_check::Edit| Some((shown.excerpt.whole_range(edit.place().text)?, edit.text()));
        let patches = fix.edits().iter().map(patch).collect::<Option<_>>()?;
        Some((shown.number, &shown.excerpt, patches))
    })
}

/// A rendered diagnostic and an empty line, with a mark where lines are left out. The renderer takes each line for one of another
/// file, which has no name.
fn separated(rendered: &str, numbers: impl Iterator<Item = usize>) -> String {
    let mut lines = Vec::new();
    let (mut numbers, mut last) = (numbers, None);
    for line in rendered.lines() {
        if strip_str(line).to_string().trim() != ":::" {
            lines.push(line);
            continue;
        }
        let number = numbers.next();
        if let (Some(last), Some(number)) = (last, number) {
            lines.pop();
            lines.extend((number != last + 1).then_some("..."));
        }
        last = number;
    }
    lines.into_iter().flat_map(|line| [line, "\n"]).chain(["\n"]).collect()
}

/// All that there is to say about a code.
pub(super) fn explanation(code: Code) -> String {
    let explanation = Explanation::of(code);
    let (fault, effect, instead) = (explanation.fault(), explanation.effect(), explanation.instead());
    let example = explanation.example();
    let example = example.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
    let mut text = format!("{code}: {fault}.\n\n{effect}\n\nExample:\n\n    {example}\n\n");
    if !instead.is_empty() {
        write_to(&mut text, format_args!("Instead:\n\n    {instead}\n\n"));
    }
    if code.as_str().contains("processing-instruction") {
        text += "It is reported with --processing-instructions only.\n\n";
    }
    if matches!(code, Code::Authoring(_)) {
        text += "It is reported with --authoring only.\n\n";
    }
    write_to(&mut text, format_args!("{}\n", explanation.address()));
    text
}
