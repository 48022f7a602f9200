//! `tagspan tokens`: one token a line, in one of two formats.

mod drafts;
mod format;
mod human;
mod jsonl;
mod printer;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::args::{EditionArg, OutputFormat, TokensArgs};
use crate::driver::Driver;
use crate::inputs::{self, Opened, Records};
use crate::output::Output;
use crate::parallel;
use crate::report::{Failure, Report};
use crate::whole::Whole;
pub(crate) use format::Format;
pub(crate) use human::Human;
pub(crate) use jsonl::Jsonl;
use printer::Printer;

pub(crate) fn run(args: &TokensArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "tokens", &mut report);
    let output = Output::open(args.color.when, args.format);
    let several = inputs::are_several(&sources);
    let Output { aligned, colored, .. } = output;
    let worker = |out: Box<dyn Write>, is_first: bool| {
        let format: Box<dyn Format> = match args.format {
            OutputFormat::Text => Box::new(Human::new(aligned, colored, several, !is_first)),
            OutputFormat::Jsonl => Box::new(Jsonl::new(several)),
        };
        (driver(args), Printer::new(out, format))
    };
    let work = |(driver, printer): &mut (Driver, Printer), opened: Opened<'_>, report: &mut Report| {
        if args.edition.is_draft() {
            drafts::print(args, opened, driver, printer, report)
        } else {
            print(opened, driver, printer, report)
        }
    };
    let printed =
        parallel::for_each(&sources, Records::Pages, output.out, &mut report, worker, work, |()| {});
    printed.unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

fn driver(args: &TokensArgs) -> Driver {
    let mut builder = args.reading.builder();
    if args.edition.is_draft() {
        return args.reading.driver(Whole::builder(builder));
    }
    if args.edition == EditionArg::LivingPi {
        builder = builder.processing_instructions(true);
    }
    if args.reading.settings.errors {
        builder = builder.locate(args.columns.into());
    }
    args.reading.driver(builder)
}

/// Prints one input. Fails when the output takes no more.
fn print(
    opened: Opened<'_>,
    driver: &mut Driver,
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let name = opened.source.name();
    printer.begin(opened.source)?;
    let (summary, result) = driver.run(opened, printer);
    // What was printed stands ahead of what went wrong.
    if let Err(Failure::Write(error)) = result {
        return Err(error);
    }
    printer.end()?;
    report.too_late(&name, &summary);
    match result {
        Err(failure) => report.failure(&name, &failure),
        Ok(()) if summary.bytes == 0 => report.note(&name, "is empty: no tokens"),
        Ok(()) => {}
    }
    Ok(())
}
