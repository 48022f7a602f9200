//! Tokens of the older editions, which the reference reads.

use std::io;

use super::printer::Printer;
use crate::args::TokensArgs;
use crate::driver::Driver;
use crate::inputs::Opened;
use crate::report::{Failure, Report};
use crate::shown::Shown;
use crate::whole::Whole;

/// Prints an input once it was read to its end. Fails when the output takes no more.
pub(super) fn print(
    args: &TokensArgs,
    opened: Opened<'_>,
    driver: &mut Driver,
    printer: &mut Printer,
    report: &mut Report,
) -> io::Result<()> {
    let source = opened.source;
    match Whole::read(opened, driver) {
        Ok(whole) => {
            printer.begin(source)?;
            print_whole(args, &whole, printer)?;
            printer.end()?;
            report.too_late(&source.name(), &whole.summary);
            if whole.is_empty() {
                report.note(&source.name(), "is empty: no tokens");
            }
        }
        Err(Failure::Write(error)) => return Err(error),
        Err(failure) => report.failure(&source.name(), &failure),
    }
    Ok(())
}

fn print_whole(args: &TokensArgs, whole: &Whole, printer: &mut Printer) -> io::Result<()> {
    let settings = &args.reading.settings;
    let mut locator = whole.locator(args.columns.into());
    for event in whole.events(&settings.reference_options(args.edition.into()), settings.errors) {
        let mut shown = Shown::of_event(&event, whole.origin);
        if let Shown::Error { offset, .. } = shown
            && let Some(place) = whole.locate(&mut locator, offset)
        {
            shown = shown.at(place);
        }
        printer.print(&shown)?;
    }
    Ok(())
}
