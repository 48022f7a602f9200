//! `tagspan sniff`: what encoding inputs are in, and why.

mod finder;
mod print;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use crate::args::{OutputFormat, SniffArgs};
use crate::inputs::{self, Records};
use crate::output::Output;
use crate::report::Report;
pub(crate) use finder::{Finder, Found};
use print::{Columns, Lines, Print};

pub(crate) fn run(args: &SniffArgs) -> ExitCode {
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "sniff", &mut report);
    let output = Output::open(args.color.when, args.format);
    let mut format: Box<dyn Print> = match args.format {
        OutputFormat::Text => Box::new(Columns::new(&output, &sources)),
        OutputFormat::Jsonl => Box::new(Lines::new(inputs::are_several(&sources))),
    };
    let mut out = BufWriter::new(output.out);
    let mut finder = Finder::new(&args.encoding);
    let mut line = String::new();
    for source in &sources {
        let written = source.each(Records::Pages, &mut report, |opened, report| {
            let source = opened.source;
            match finder.find(opened) {
                Ok(found) => format.push(source, &found, &mut line),
                Err(failure) => report.failure(&source.name(), &failure),
            }
            out.write_all(line.as_bytes())?;
            line.clear();
            // The next input may be long in coming.
            out.flush()
        });
        if let Err(error) = written {
            report.output_failure(error);
            break;
        }
    }
    report.exit_code()
}
