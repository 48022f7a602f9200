//! `tagspan select`: elements by CSS selector.

mod element;
mod elements;
mod found;
mod print;
mod removed;
mod rows;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use tagspan::{Tokenizer, Tokens};
use tagspan_select::{SelectError, Selection, Selectors};

use self::elements::Elements;
use self::found::Found;
use self::print::Printer;
use self::removed::Removed;
use self::rows::Rows;
use crate::args::{Color, SelectArgs};
use crate::driver::{Driver, Sink};
use crate::inputs::{self, Opened, Records};
use crate::output::Output;
use crate::parallel;
use crate::report::{Failure, Report};

pub(crate) fn run(args: &SelectArgs) -> ExitCode {
    let (selected, files) = args.words().unwrap_or_else(|error| error.exit());
    let mut report = Report::default();
    let sources = inputs::sources(&files, "select", &mut report);
    let several = inputs::are_several(&sources);
    let columns = args.columns.iter().map(|column| column.selector.as_str());
    let all = args.removed.iter().map(String::as_str).chain(selected.as_deref()).chain(columns);
    // Each was checked by itself.
    let selectors = match Selectors::new(all) {
        Ok(selectors) => selectors,
        Err(error) => {
            report.failure("select", &Failure::Lost(error.to_string()));
            return report.exit_code();
        }
    };
    let output = Output::open(Color::Never, args.format);
    let aligned = output.aligned;
    let worker = |out: Box<dyn Write>, is_first: bool| {
        let driver = Driver::new(Tokenizer::builder().source_offsets(true), &args.encoding, None);
        let removed = u32::try_from(args.removed.len()).unwrap_or(u32::MAX);
        let found: Box<dyn Found> = if args.columns.is_empty() {
            let printer = Printer::new(args, aligned, several, !is_first);
            Box::new(Elements::new(printer, removed, args.first))
        } else {
            Box::new(Rows::new(&args.columns, removed, args.each.is_some(), args.first, several))
        };
        let page = Page {
            selection: Selection::new(&selectors),
            removed: Removed::new(removed),
            found,
            out: BufWriter::with_capacity(64 << 10, out),
            line: String::new(),
        };
        (driver, page)
    };
    let work = |(driver, page): &mut (Driver, Page), opened: Opened<'_>, report: &mut Report| {
        page.selection = Selection::new(&selectors);
        page.removed = Removed::new(page.removed.selectors);
        page.read(opened, driver, report)
    };
    let printed =
        parallel::for_each(&sources, Records::Pages, output.out, &mut report, worker, work, |()| {});
    printed.unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

/// The page that is read.
struct Page {
    selection: Selection,
    removed: Removed,
    found: Box<dyn Found>,
    out: BufWriter<Box<dyn Write>>,
    line: String,
}

impl Page {
    /// Prints what is found in an input. Fails when the output takes no more.
    fn read(&mut self, opened: Opened<'_>, driver: &mut Driver, report: &mut Report) -> io::Result<()> {
        let name = opened.source.name();
        self.found.begin(opened.source, &mut self.line);
        let (summary, result) = driver.run(opened, self);
        let Page { selection, removed, found, .. } = self;
        if summary.bytes > 0 {
            // What is open where reading failed is printed too.
            selection.finish(Some, |event| removed.pass(event, None, &mut **found));
        }
        found.print(true, &mut self.line);
        match result {
            Err(Failure::Write(error)) => return Err(error),
            result => {
                self.write()?;
                self.out.flush()?;
                report.too_late(&name, &summary);
                if let Err(failure) = result {
                    report.failure(&name, &failure);
                }
            }
        }
        let missing = self.found.missing();
        if missing > 0 {
            let lost = format!(
                "{missing} bytes of elements are left out: select smaller ones, or print --attribute or --span"
            );
            report.failure(&name, &Failure::Lost(lost));
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }
}

impl Sink for Page {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            let Some(token) = tokens.token() else { continue };
            let Page { selection, removed, found, .. } = &mut *self;
            let pushed = selection.push(
                token,
                |span| tokens.source_span(span),
                |event| removed.pass(event, Some(&token), &mut **found),
            );
            match pushed {
                Ok(()) => removed.token(&token, &mut **found),
                Err(SelectError::Token(error)) => return Err(error.into()),
                Err(error) => return Err(Failure::Lost(error.to_string())),
            }
        }
        self.found.print(false, &mut self.line);
        self.write().map_err(Failure::Write)
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::Write)
    }
}
