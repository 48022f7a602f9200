//! `tagspan select`: elements by CSS selector.

mod element;
mod elements;
mod print;
mod removed;
mod results;
mod rows;
mod waiting;
mod words;
mod written;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use tagspan::{Tokenizer, Tokens};
use tagspan_select::{SelectError, Selection, Selectors};

use self::elements::Elements;
use self::print::Printer;
use self::removed::Removed;
use self::results::Results;
use self::rows::Rows;
use crate::args::{Color, SelectArgs};
use crate::driver::{Driver, Sink};
use crate::inputs::{self, Opened, Records};
use crate::output::Output;
use crate::parallel;
use crate::report::{Failure, Report};

pub(crate) fn run(args: &SelectArgs) -> ExitCode {
    let (selected, files) = words::words(args).unwrap_or_else(|error| error.exit());
    let mut report = Report::default();
    let sources = inputs::sources(&files, "select", &mut report);
    let several = inputs::are_several(&sources);
    let columns = args.columns.iter().map(|column| column.value.selector());
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
        let results: Box<dyn Results> = if args.columns.is_empty() {
            let printer = Printer::new(args, aligned, several, !is_first);
            Box::new(Elements::new(printer, removed, args.first))
        } else {
            Box::new(Rows::new(&args.columns, removed, args.each.is_some(), args.first, several))
        };
        let page = Page {
            selection: Selection::new(&selectors),
            removed: Removed::new(removed),
            results,
            out: BufWriter::with_capacity(64 << 10, out),
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
    results: Box<dyn Results>,
    out: BufWriter<Box<dyn Write>>,
}

impl Page {
    /// Prints what is found in an input. Fails when the output takes no more.
    fn read(&mut self, opened: Opened<'_>, driver: &mut Driver, report: &mut Report) -> io::Result<()> {
        let name = opened.source.name();
        self.results.begin(opened.source, &mut self.out)?;
        let (summary, result) = driver.run(opened, self);
        if let Err(Failure::Write(error)) = result {
            return Err(error);
        }
        let Page { selection, removed, results, out } = self;
        if summary.bytes > 0 {
            // What is open where reading failed is printed too.
            selection.finish(Some, |event| removed.pass(event, &mut **results));
        }
        results.print(true, out)?;
        out.flush()?;
        report.too_late(&name, &summary);
        if let Err(failure) = result {
            report.failure(&name, &failure);
        }
        for lost in self.lost() {
            report.failure(&name, &Failure::Lost(lost));
        }
        Ok(())
    }

    /// The sentences about what was lost of the page.
    fn lost(&self) -> impl Iterator<Item = String> {
        let incomplete = Some(self.results.incomplete()).filter(|&count| count > 0).map(|count| {
            format!(
                "{count} elements or rows are cut or left out, as the page has to be kept from the first one on that has not \
                 ended: select smaller elements, or print --attribute"
            )
        });
        let deep = Some(self.selection.too_deep()).filter(|&count| count > 0).map(|count| {
            format!("{count} elements are left out, as more than 512 are open around them: read the page with a tree builder")
        });
        incomplete.into_iter().chain(deep)
    }
}

impl Sink for Page {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
        while tokens.advance()? {
            let Some(token) = tokens.token() else { continue };
            let Page { selection, removed, results, out } = &mut *self;
            let pushed = selection.push(
                token,
                |span| tokens.source_span(span),
                |event| removed.pass(event, &mut **results),
            );
            match pushed {
                Ok(()) => removed.token(&token, &mut **results),
                Err(SelectError::Token(error)) => return Err(error.into()),
                Err(error) => return Err(Failure::Lost(error.to_string())),
            }
            results.print(false, out).map_err(Failure::Write)?;
        }
        Ok(())
    }

    fn pause(&mut self, _bytes: u64) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::Write)
    }
}
