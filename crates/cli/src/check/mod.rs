//! `tagspan check`: the parse errors of inputs, each with the bytes at fault, what a browser does, and a fix.

mod excerpt;
mod fix;
mod github;
mod jsonl;
mod print;
mod sarif;
mod stream;
mod text;
mod window;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use tagspan::Tokenizer;
use tagspan_check::{Checker, Code, Diagnostic};

use crate::args::{CheckArgs, CheckFormat, OutputFormat};
use crate::driver::Driver;
use crate::inputs::{self, Opened, Records};
use crate::output::Output;
use crate::parallel::{self, Shared};
use crate::report::{Failure, Report};
use crate::tokens::Jsonl;
use github::Github;
use print::{Outcome, Print, Shown};
use sarif::Sarif;
use stream::{Stream, Take};
use text::Diagnostics;
use window::Window;

pub(crate) fn run(args: &CheckArgs) -> ExitCode {
    let format = if args.format == CheckFormat::Text { OutputFormat::Text } else { OutputFormat::Jsonl };
    let mut output = Output::open(args.color.when, format);
    if let Some(code) = args.explain {
        return explain(code, output);
    }
    let mut report = Report::default();
    let mut sources = inputs::sources(&args.input.files, "check", &mut report);
    if args.fix || args.diff {
        let mut rest = Vec::new();
        let fixed = fix::run(args, sources, &mut rest, &mut output, &mut report);
        let fails = fixed.unwrap_or_else(|error| {
            report.output_failure(error);
            false
        });
        if rest.is_empty() {
            return report.status().max(fails.into()).into();
        }
        sources = rest;
    }
    let Output { out, colored, .. } = output;
    let format = || -> Box<dyn Print> {
        match args.format {
            CheckFormat::Text => Box::new(Diagnostics::new(colored)),
            CheckFormat::Jsonl => Box::new(Jsonl::new(inputs::are_several(&sources))),
            CheckFormat::Sarif => Box::new(Sarif::default()),
            CheckFormat::Github => Box::new(Github::default()),
        }
    };
    let mut out = Shared::new(out);
    let is_denied = &AtomicBool::new(false);
    let worker = |out, _| {
        let (format, out) = (format(), BufWriter::new(out));
        let printer = Printer { args, format, out, outcome: Outcome::default(), is_denied };
        (args.driver(), printer)
    };
    let mut all = Outcome::default();
    let written = parallel::for_each(
        &sources,
        Records::Pages,
        Box::new(out.clone()),
        &mut report,
        worker,
        |(driver, printer), opened, report| check(driver, printer, opened, report),
        |outcome| all.add(outcome),
    )
    .and_then(|()| out.write_all(format().end(&all).as_bytes()));
    written.unwrap_or_else(|error| report.output_failure(error));
    if all.parts_left_out > 0 {
        let advice = "give fewer inputs, or --allow a code";
        report.note("standard output", format_args!("{} results are left out: {advice}", all.parts_left_out));
    }
    report.status().max(is_denied.load(Ordering::Relaxed).into()).into()
}

impl CheckArgs {
    fn driver(&self) -> Driver {
        let builder = Tokenizer::builder()
            .scripting(self.scripting)
            .processing_instructions(self.processing_instructions);
        Driver::new(Checker::settings(builder), &self.encoding, None)
    }

    fn checker(&self) -> Checker {
        Checker::default().authoring(self.codes.authoring())
    }
}

/// Prints the diagnostics of one input after the other.
struct Printer<'a> {
    args: &'a CheckArgs,
    format: Box<dyn Print>,
    out: BufWriter<Box<dyn Write>>,
    /// That of the current input.
    outcome: Outcome,
    /// Whether any input has an error for which the command fails. Set before an error is written: the output may take no more.
    is_denied: &'a AtomicBool,
}

impl Take for Printer<'_> {
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        self.args.codes.wants(diagnostic)
    }

    fn take(&mut self, diagnostic: &Diagnostic, window: &Window) -> io::Result<()> {
        let code = diagnostic.code();
        let is_denied = self.args.codes.denies(code);
        self.is_denied.fetch_or(is_denied, Ordering::Relaxed);
        *self.outcome.codes.entry(code).or_default() += 1;
        match self.format.diagnostic(diagnostic, window, is_denied) {
            Shown::Lines(lines) => self.out.write_all(lines.as_bytes())?,
            Shown::Part(part) => self.outcome.push(part),
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Checks one input. Fails when the output takes no more.
fn check(
    driver: &mut Driver,
    printer: &mut Printer<'_>,
    opened: Opened<'_>,
    report: &mut Report,
) -> io::Result<Outcome> {
    let name = opened.source.name();
    printer.format.begin(opened.source);
    let mut stream = Stream::new(printer.args.checker(), printer);
    let (summary, result) = driver.run(opened, &mut stream);
    if let Err(Failure::Write(error)) = result {
        return Err(error);
    }
    stream.finish()?;
    report.too_late(&name, &summary);
    if let Err(failure) = result {
        report.failure(&name, &failure);
    }
    Ok(std::mem::take(&mut printer.outcome))
}

/// Prints all that there is to say about a code.
fn explain(code: Code, mut output: Output) -> ExitCode {
    let mut report = Report::default();
    let text = text::explanation(code);
    output.out.write_all(text.as_bytes()).unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}
