//! `tagspan links` and `tagspan text`: what the library extracts of each input, printed.

pub(crate) mod links;
pub(crate) mod text;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use tagspan::{Tokenizer, Tokens};
use tagspan_extract::{Extractor, ExtractorBuilder, Lost, Page, Url};

use crate::driver::{Driver, Sink};
use crate::encoding::EncodingArgs;
use crate::inputs::{Opened, Records, Source};
use crate::parallel;
use crate::report::{Failure, Report};

/// Writes what is extracted of an input.
trait Print {
    /// Appends the heading of an input.
    fn begin(&mut self, source: &Source, line: &mut String);

    /// Takes and appends what can be printed so far, so that little is kept. Returns whether there is more of it once that is
    /// written.
    fn part(&mut self, page: &mut Page, is_end: bool, line: &mut String) -> bool;

    /// Appends the rest of an input. Returns what limits left out of what is printed.
    fn end(&mut self, page: Page, line: &mut String) -> Lost;
}

/// The extractor of one input after the other, and where their lines go.
struct Printer {
    extractor: Extractor,
    format: Box<dyn Print>,
    out: BufWriter<Box<dyn Write>>,
    line: String,
}

impl Printer {
    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }

    /// Writes what can be printed so far.
    fn parts(&mut self, is_end: bool) -> io::Result<()> {
        while self.format.part(self.extractor.page_mut(), is_end, &mut self.line) {
            self.write()?;
        }
        self.write()
    }

    /// Writes the heading of an input that is skipped.
    fn skip(&mut self) -> io::Result<Lost> {
        self.write()?;
        self.out.flush()?;
        Ok(self.extractor.finish().lost)
    }

    /// Writes the rest of an input, and returns what limits left out of it.
    fn end(&mut self) -> io::Result<Lost> {
        self.parts(true)?;
        let page = self.extractor.finish();
        let lost = self.format.end(page, &mut self.line);
        self.write()?;
        self.out.flush()?;
        Ok(lost)
    }
}

impl Sink for Printer {
    fn chunk(&mut self, tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        self.extractor.read(tokens)?;
        self.parts(false).map_err(Failure::Write)
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        Ok(())
    }
}

/// The inputs of a command, and how they are read.
struct Inputs<'a> {
    sources: &'a [Source],
    records: Records,
    encoding: &'a EncodingArgs,
    /// The URL of pages that have none of their own.
    base: Option<&'a Url>,
}

/// Prints every input. `format` makes the writer; its argument says whether the first input is among them.
fn run(
    inputs: &Inputs<'_>,
    mut report: Report,
    extractor: &ExtractorBuilder,
    format: impl Fn(bool) -> Box<dyn Print> + Sync,
    out: Box<dyn Write>,
) -> ExitCode {
    let Inputs { sources, records, encoding, base } = *inputs;
    let worker = |out: Box<dyn Write>, is_first: bool| {
        let driver = Driver::new(Tokenizer::builder().source_offsets(true), encoding, None);
        let out = BufWriter::with_capacity(64 << 10, out);
        (
            driver,
            Printer {
                extractor: extractor.clone().build(),
                format: format(is_first),
                out,
                line: String::new(),
            },
        )
    };
    let work = |(driver, printer): &mut (Driver, Printer), opened: Opened<'_>, report: &mut Report| {
        printer.extractor.reset_with(opened.source.url().or_else(|| base.cloned()));
        opened.http_header.iter().for_each(|(name, value)| printer.extractor.http_header(name, value));
        print_input(opened, driver, printer, report)
    };
    let printed = parallel::for_each(sources, records, out, &mut report, worker, work, |()| {});
    printed.unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

/// Prints one input. Fails when the output takes no more.
fn print_input(
    opened: Opened<'_>,
    driver: &mut Driver,
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let name = opened.source.name();
    printer.format.begin(opened.source, &mut printer.line);
    let (summary, result) = driver.run(opened, printer);
    // What was printed stands ahead of what went wrong.
    let lost = match result {
        Err(Failure::Write(error)) => return Err(error),
        // An input that is skipped, or fails before its first byte, is no empty page.
        Err(_) if summary.bytes == 0 => printer.skip()?,
        _ => printer.end()?,
    };
    report.too_late(&name, &summary);
    if let Err(failure) = result {
        report.failure(&name, &failure);
    } else if lost != Lost::default() {
        report.failure(&name, &Failure::LeftOut(lost));
    }
    Ok(())
}
