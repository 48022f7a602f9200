//! `tagspan text`: the title, the language and the visible text of a page.

use std::process::ExitCode;

use serde::Serialize;
use tagspan_extract::{Extractor, Lost, Page};

use super::{Inputs, Print, run as run_with};
use crate::args::{Color, OutputFormat, TextArgs};
use crate::escape::{self, write_to};
use crate::inputs::{self, Records, Source};
use crate::output::Output;
use crate::report::Report;
use crate::tokens::{Format, Human, Jsonl};

/// The text that waits for the title of its page, in bytes.
const HELD: usize = 64 << 10;

pub(crate) fn run(args: &TextArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "text", &mut report);
    let output = Output::open(Color::Never, args.format);
    let several = inputs::are_several(&sources);
    let format = |is_first: bool| -> Box<dyn Print> {
        match args.format {
            OutputFormat::Text => Box::new(Plain::new(Human::new(false, false, several, !is_first))),
            OutputFormat::Jsonl => Box::new(Lines(Jsonl::new(several))),
        }
    };
    let extractor = Extractor::builder()
        .links(false)
        .noscript(args.noscript)
        .style_attributes(!args.ignore_styles)
        .list_markers(args.list_markers)
        .collapse_tables(args.collapse_tables);
    let records = Records::with(args.conversions);
    let inputs = Inputs { sources: &sources, records, encoding: &args.encoding, base: None };
    run_with(&inputs, report, &extractor, format, output.out)
}

/// For people: the text, after lines for title and language.
struct Plain {
    /// Writes the headings of inputs.
    human: Human,
    /// Whether the title, the language, and any text were printed.
    printed: [bool; 3],
    /// The length of the title at the end of the last part.
    title: Option<usize>,
    ends_line: bool,
}

impl Plain {
    fn new(human: Human) -> Self {
        Plain { human, printed: [false; 3], title: None, ends_line: true }
    }

    /// Appends the lines of title and language, unless they were printed before.
    fn head(&mut self, page: &Page, line: &mut String) {
        let fields = [("Title", &page.title), ("Language", &page.lang)];
        for ((name, value), printed) in fields.into_iter().zip(&mut self.printed) {
            if let Some(value) = value.as_deref().filter(|_| !*printed) {
                *printed = true;
                write_to(line, format_args!("{name}: {}\n", escape::name(value)));
            }
        }
    }

    fn text(&mut self, page: &mut Page, line: &mut String) {
        if page.text.is_empty() {
            return;
        }
        let is_first = !self.printed[2];
        if is_first {
            self.head(page, line);
            if self.printed[0] || self.printed[1] {
                line.push('\n');
            }
            self.printed[2] = true;
        }
        escape::push_plain_text(line, &page.text);
        self.ends_line = page.text.ends_with('\n');
        page.text.clear();
    }
}

impl Print for Plain {
    fn begin(&mut self, source: &Source, line: &mut String) {
        (self.printed, self.title, self.ends_line) = ([false; 3], None, true);
        self.human.begin(source, line);
    }

    fn part(&mut self, page: &mut Page, _is_end: bool, line: &mut String) -> bool {
        let title = page.title.as_ref().map(String::len);
        // A title that is longer than before may not be whole yet.
        let is_title_whole = std::mem::replace(&mut self.title, title) == title;
        if page.text.len() >= HELD && is_title_whole {
            self.text(page, line);
        }
        false
    }

    fn end(&mut self, mut page: Page, line: &mut String) -> Lost {
        self.text(&mut page, line);
        if !self.ends_line {
            line.push('\n');
        }
        // A title that came after much text.
        self.head(&page, line);
        lost(&page)
    }
}

/// For programs: one JSON object an input.
struct Lines(Jsonl);

/// The order of the fields is that of the keys.
#[derive(Serialize)]
struct Shown<'a> {
    title: Option<&'a str>,
    lang: Option<&'a str>,
    text: &'a str,
}

impl Print for Lines {
    fn begin(&mut self, source: &Source, line: &mut String) {
        self.0.begin(source, line);
    }

    fn part(&mut self, _page: &mut Page, _is_end: bool, _line: &mut String) -> bool {
        false
    }

    fn end(&mut self, page: Page, line: &mut String) -> Lost {
        let shown = Shown { title: page.title.as_deref(), lang: page.lang.as_deref(), text: &page.text };
        self.0.push(&shown, line);
        lost(&page)
    }
}

/// The bytes that limits left out of the title, the language, the text and the tags.
fn lost(page: &Page) -> Lost {
    let Lost { title, values, text, markup, attributes, attributes_of, .. } = page.lost;
    let mut lost = Lost::default();
    (lost.title, lost.values, lost.text, lost.markup) = (title, values, text, markup);
    (lost.attributes, lost.attributes_of) = (attributes, attributes_of);
    lost
}
