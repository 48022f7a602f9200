//! `tagspan editions`: where the tokens of a page differ between editions.

mod differences;
mod print;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use tagspan_reference::Event;

use crate::args::{EditionArg, EditionsArgs, OutputFormat};
use crate::inputs::{self, Records, Source};
use crate::output::Output;
use crate::report::{Failure, Report};
use crate::whole::Whole;
use differences::differences;
use print::{Lines, Print, Stacked};

pub(crate) fn run(args: &EditionsArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "editions", &mut report);
    let output = Output::open(args.color.when, args.format);
    let several = inputs::are_several(&sources);
    let mut format: Box<dyn Print> = match args.format {
        OutputFormat::Text => Box::new(Stacked::new(output.colored, several)),
        OutputFormat::Jsonl => Box::new(Lines::new(several)),
    };
    let mut out = BufWriter::new(output.out);
    let mut driver = args.settings.driver(Whole::builder(args.settings.builder()), None);
    for source in &sources {
        let written = source.each(Records::Pages, &mut report, |opened, report| {
            let source = opened.source;
            match Whole::read(opened, &mut driver) {
                Ok(whole) => {
                    report.too_late(&source.name(), &whole.summary);
                    compare(args, source, &whole, &mut *format, &mut out)
                }
                Err(Failure::Write(error)) => Err(error),
                Err(failure) => {
                    report.failure(&source.name(), &failure);
                    Ok(())
                }
            }
        });
        if let Err(error) = written {
            report.output_failure(error);
            break;
        }
    }
    report.exit_code()
}

fn compare(
    args: &EditionsArgs,
    source: &Source,
    whole: &Whole,
    format: &mut dyn Print,
    out: &mut dyn Write,
) -> io::Result<()> {
    let readings: Vec<(EditionArg, Vec<Event>)> = EditionArg::value_variants()
        .iter()
        .map(|&edition| {
            let options = args.settings.reference_options(edition.into());
            (edition, whole.events(&options, args.settings.errors))
        })
        .collect();
    let mut text = String::new();
    format.begin(source, &mut text);
    let mut count = 0;
    for difference in differences(&readings, whole) {
        format.difference(&difference, &mut text);
        out.write_all(text.as_bytes())?;
        text.clear();
        count += 1;
    }
    format.end(count, &mut text);
    out.write_all(text.as_bytes())?;
    out.flush()
}
