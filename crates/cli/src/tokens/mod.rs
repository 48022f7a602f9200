//! `tagspan tokens`: one token a line, in one of two formats.

mod drafts;
mod format;
mod human;
mod jsonl;
mod printer;

use std::io;
use std::process::ExitCode;

use crate::args::{EditionArg, OutputFormat, TokensArgs};
use crate::driver::Driver;
use crate::inputs::{self, Source};
use crate::output::Output;
use crate::report::{Failure, Report};
pub(crate) use format::Format;
pub(crate) use human::Human;
pub(crate) use jsonl::Jsonl;
use printer::Printer;

pub(crate) fn run(args: &TokensArgs) -> ExitCode {
    let sources = inputs::sources(&args.files, "tokens");
    let output = Output::open(args.color, args.format);
    let several = sources.len() > 1;
    let format: Box<dyn Format> = match args.format {
        OutputFormat::Text => Box::new(Human::new(output.aligned, output.colored, several)),
        OutputFormat::Jsonl => Box::new(Jsonl::new(several)),
    };
    let mut printer = Printer::new(output.out, format);
    let mut report = Report::default();
    let printed = if args.edition.is_draft() {
        drafts::print(args, &sources, &mut printer, &mut report)
    } else {
        print(args, &sources, &mut printer, &mut report)
    };
    printed.unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}

fn print(
    args: &TokensArgs,
    sources: &[Source],
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let mut builder = args.reading.builder();
    if args.edition == EditionArg::LivingPi {
        builder = builder.processing_instructions(true);
    }
    if args.reading.settings.errors {
        builder = builder.locate(args.columns.into());
    }
    let mut driver = args.reading.driver(builder);
    sources.iter().try_for_each(|source| print_source(source, &mut driver, printer, report))
}

/// Prints one input. Fails when the output takes no more.
fn print_source(
    source: &Source,
    driver: &mut Driver,
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let name = source.name();
    let mut reader = match source.open() {
        Ok(reader) => reader,
        Err(failure) => {
            report.failure(&name, &failure);
            return Ok(());
        }
    };
    printer.begin(source)?;
    let (summary, result) = driver.run(&mut *reader, printer);
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
