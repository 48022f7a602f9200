//! `tagspan links`: the attributes of a page that hold URLs.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use tagspan_extract::{Link, Lost, Page, PageLimits, Url};

use super::{Inputs, Print, run as run_with};
use crate::args::{LinksArgs, OutputFormat};
use crate::escape::{Ink, push, write_to};
use crate::inputs::{self, Records, Source};
use crate::output::Output;
use crate::report::Report;
use crate::tokens::{Format, Human, Jsonl};

/// The links that wait for the `<base>` of their page.
const HELD: usize = 10_000;

/// The bytes of their values.
const HELD_BYTES: usize = 1 << 20;

/// The bytes of lines that are appended at once.
const LINES: usize = 1 << 20;

pub(crate) fn run(args: &LinksArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "links", &mut report);
    let output = Output::open(args.color.when, args.format);
    let several = inputs::are_several(&sources);
    let Output { aligned, colored, .. } = output;
    let format = |is_first: bool| -> Box<dyn Print> {
        let format: Box<dyn LinkFormat> = match args.format {
            OutputFormat::Text => Box::new(Columns::new(aligned, colored, several, !is_first)),
            OutputFormat::Jsonl => Box::new(Jsonl::new(several)),
        };
        Box::new(Lines { format, is_printing: false })
    };
    // Values as long as the tokenizer lets them be. The limit of links is for those of a tag, a header or a chunk, as others are printed.
    let mut limits = PageLimits::default();
    (limits.value, limits.links) = (usize::MAX, 64 << 20);
    let extractor = args.links.extractor().text(false).limits(limits);
    let inputs = Inputs {
        sources: &sources,
        records: Records::Pages,
        encoding: &args.encoding,
        base: args.base.as_ref(),
    };
    run_with(&inputs, report, &extractor, format, output.out)
}

/// How links are written.
trait LinkFormat {
    /// Appends the heading of an input.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Appends the line of a link.
    fn link(&self, link: &Link, url: Option<&Url>, line: &mut String);
}

struct Lines {
    format: Box<dyn LinkFormat>,
    /// Whether links that waited are being printed.
    is_printing: bool,
}

impl Lines {
    /// Takes and appends links, as many as lines are appended at once.
    fn take(&self, page: &mut Page, line: &mut String) {
        let mut taken = 0;
        while let Some(link) = page.links.get(taken).filter(|_| line.len() < LINES) {
            self.format.link(link, page.url(link).as_ref(), line);
            taken += 1;
        }
        page.links.drain(..taken);
    }
}

impl Print for Lines {
    fn begin(&mut self, source: &Source, line: &mut String) {
        self.format.begin(source, line);
    }

    fn part(&mut self, page: &mut Page, is_end: bool, line: &mut String) -> bool {
        let bytes: usize = page.links.iter().map(|link| link.value.len()).sum();
        self.is_printing |= is_end || page.base.is_some() || page.links.len() >= HELD || bytes >= HELD_BYTES;
        if self.is_printing {
            self.take(page, line);
        }
        self.is_printing &= !page.links.is_empty();
        self.is_printing
    }

    fn end(&mut self, mut page: Page, line: &mut String) -> Lost {
        self.take(&mut page, line);
        let Lost { values, links, css, markup, attributes, attributes_of, .. } = page.lost;
        let mut lost = Lost::default();
        (lost.values, lost.links, lost.css, lost.markup) = (values, links, css, markup);
        (lost.attributes, lost.attributes_of) = (attributes, attributes_of);
        lost
    }
}

/// For people: the place, the element, the attribute and the URL.
struct Columns {
    /// Writes the headings of inputs.
    human: Human,
    aligned: bool,
    place: Style,
    element: Style,
    attribute: Style,
    /// A value that is not resolved.
    value: Style,
    escape: Style,
}

impl Columns {
    fn new(aligned: bool, colored: bool, several: bool, began: bool) -> Self {
        let style = |style: Style| if colored { style } else { Style::new() };
        let color = |color: AnsiColor| style(Style::new().fg_color(Some(color.into())));
        Columns {
            human: Human::new(aligned, colored, several, began),
            aligned,
            place: style(Style::new().dimmed()),
            element: color(AnsiColor::Blue),
            attribute: color(AnsiColor::Cyan),
            value: color(AnsiColor::Yellow),
            escape: color(AnsiColor::Magenta),
        }
    }
}

impl LinkFormat for Columns {
    fn begin(&mut self, source: &Source, line: &mut String) {
        self.human.begin(source, line);
    }

    fn link(&self, link: &Link, url: Option<&Url>, line: &mut String) {
        let place = link.span.map_or("-".to_owned(), |span| span.to_string());
        let columns = [
            (&*place, 14, self.place),
            (if link.element.is_empty() { "-" } else { &link.element }, 8, self.element),
            (&link.attribute, 10, self.attribute),
        ];
        for (text, width, style) in columns {
            if self.aligned {
                write_to(line, format_args!("{style}{text:<width$}{style:#}  "));
            } else {
                write_to(line, format_args!("{text}\t"));
            }
        }
        let (text, content) = url.map_or((&*link.value, self.value), |url| (url.as_str(), Style::new()));
        push(line, text, false, Ink { content, escape: self.escape });
        line.push_str(if link.truncated { "…\n" } else { "\n" });
    }
}

impl LinkFormat for Jsonl {
    fn begin(&mut self, source: &Source, line: &mut String) {
        Format::begin(self, source, line);
    }

    fn link(&self, link: &Link, url: Option<&Url>, line: &mut String) {
        self.push(&Shown::new(link, url), line);
    }
}

/// For programs. The order of the fields is that of the keys.
#[derive(Serialize)]
struct Shown<'a> {
    span: Option<[u64; 2]>,
    element: Option<&'a str>,
    attribute: &'a str,
    value: &'a str,
    rel: Option<&'a str>,
    url: Option<&'a str>,
    kind: &'a str,
    descriptor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alt: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#as: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    download: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hreflang: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl<'a> Shown<'a> {
    fn new(link: &'a Link, url: Option<&'a Url>) -> Self {
        Shown {
            span: link.span.map(|span| [span.start, span.end]),
            element: Some(&*link.element).filter(|element| !element.is_empty()),
            attribute: &link.attribute,
            value: &link.value,
            rel: link.rel.as_deref(),
            url: url.map(Url::as_str),
            kind: link.kind.as_str(),
            descriptor: link.descriptor.as_deref(),
            alt: link.attribute_value("alt"),
            r#as: link.attribute_value("as"),
            download: link.attribute_value("download"),
            hreflang: link.attribute_value("hreflang"),
            r#type: link.attribute_value("type"),
            truncated: link.truncated,
        }
    }
}
