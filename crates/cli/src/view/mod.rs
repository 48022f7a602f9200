//! `tagspan view`: one page that shows how an input was split into tokens.

mod errors;
mod markup;
mod page;
mod parts;
mod picture;
mod rows;
mod source;

use std::io::{self, Write};
use std::process::ExitCode;

use tagspan::{LimitAction, Limits, Tokenizer};
use tagspan_check::Checker;

use crate::args::ViewArgs;
use crate::driver::Driver;
use crate::inputs::{self, Content, Opened, Source};
use crate::output_file::{OutputFile, is_refused};
use crate::report::{Failure, Report};
use crate::sniff::Finder;
use page::Page;
use picture::Picture;

const NO_PAGE: &str = "is a WARC archive, not a page: save one of its pages as a file, then view that";
const SEVERAL_PAGES: &str = "has several pages: name one of them";

pub(crate) fn run(args: &ViewArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(args.file.as_slice(), "view", &mut report);
    if is_refused(args.output_file(), &sources, &mut report) {
        return report.exit_code();
    }
    // Of a folder. They would be written one over the other.
    if let ([_, _, ..], Some(folder)) = (&sources[..], &args.file) {
        report.failure(&inputs::display(folder), &Failure::Lost(SEVERAL_PAGES.to_owned()));
        return report.exit_code();
    }
    for source in sources {
        match view(args, &source, &mut report) {
            Ok(html) => write(args, &html, &mut report),
            Err(failure) => report.failure(&source.name(), &failure),
        }
    }
    report.exit_code()
}

/// The page about one input.
fn view(args: &ViewArgs, source: &Source, report: &mut Report) -> Result<String, Failure> {
    // Read once, as the encoding and the tokens are found apart.
    let mut input = Vec::new();
    match source.open()? {
        Content::Page(mut reader) => reader.read_to_end(&mut input).map_err(Failure::Read)?,
        Content::Archive(_) => return Err(Failure::Lost(NO_PAGE.to_owned())),
    };
    let mut finder = Finder::new(&args.encoding);
    let found = finder.find(Opened::unnamed(&mut &input[..]))?;
    let builder = Checker::settings(Tokenizer::builder()).limits(Limits::all(u32::MAX, LimitAction::Fail));
    let mut picture = Picture::new(args.shown, args.chunk_size.map(|size| size.get() as u64));
    let (summary, result) =
        Driver::new(builder, &args.encoding, None).run(Opened::unnamed(&mut &input[..]), &mut picture);
    result?;
    report.too_late(&source.name(), &summary);
    picture.end();
    Ok(Page { name: &source.name(), bytes: input.len(), found, picture: &picture }.html())
}

/// Writes the page to its file, or to standard output. No half page is left under the name of a file.
fn write(args: &ViewArgs, html: &str, report: &mut Report) {
    let Some(path) = args.output_file() else {
        io::stdout().lock().write_all(html.as_bytes()).unwrap_or_else(|error| report.output_failure(error));
        return;
    };
    let written = OutputFile::create(path).and_then(|mut file| {
        file.write_all(html.as_bytes())?;
        file.finish()
    });
    if let Err(error) = written {
        report.failure(&inputs::display(path), &Failure::Write(error));
    }
}
