//! `tagspan check`: the parse errors of inputs, each where it stands and with what a browser does.

mod errors;
pub(crate) mod explanations;
mod github;
mod jsonl;
mod print;
mod sarif;
mod text;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use tagspan::{ColumnUnit, ErrorCode, LimitAction, Limits, Tokenizer};

use crate::args::{CheckArgs, CheckFormat, OutputFormat};
use crate::driver::Driver;
use crate::inputs::{self, Opened, Records};
use crate::output::Output;
use crate::parallel::{self, Shared};
use crate::report::Report;
use crate::tokens::Jsonl;
use errors::Errors;
use github::Github;
use print::{Outcome, Print, Shown};
use sarif::Sarif;
use text::Diagnostics;

pub(crate) fn run(args: &CheckArgs) -> ExitCode {
    let format = if args.format == CheckFormat::Text { OutputFormat::Text } else { OutputFormat::Jsonl };
    let output = Output::open(args.color.when, format);
    if let Some(code) = args.explain {
        return explain(code, output);
    }
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "check", &mut report);
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
        let (driver, format, out) = (args.driver(), format(), BufWriter::new(out));
        Check { args, driver, format, out, is_denied }
    };
    let mut all = Outcome::default();
    let written = parallel::for_each(
        &sources,
        Records::Pages,
        Box::new(out.clone()),
        &mut report,
        worker,
        Check::read,
        |outcome| {
            all.add(outcome);
        },
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
            .parse_errors(true)
            .source_offsets(true)
            .locate(ColumnUnit::CodePoints)
            .scripting(self.scripting)
            .processing_instructions(self.processing_instructions)
            .limits(Limits::all(u32::MAX, LimitAction::Fail));
        Driver::new(builder, &self.encoding, None)
    }

    fn denies(&self, code: ErrorCode) -> bool {
        self.deny.is_empty() || self.deny.contains(&code)
    }
}

/// The checker, which reads one input after the other.
struct Check<'a> {
    args: &'a CheckArgs,
    driver: Driver,
    format: Box<dyn Print>,
    out: BufWriter<Box<dyn Write>>,
    /// Whether any input has an error for which the command fails. Set before an error is written: the output may take no more.
    is_denied: &'a AtomicBool,
}

impl Check<'_> {
    /// Checks one input. Fails when the output takes no more.
    fn read(&mut self, opened: Opened<'_>, report: &mut Report) -> io::Result<Outcome> {
        let source = opened.source;
        let name = source.name();
        let (mut outcome, mut errors) = (Outcome::default(), Errors::default());
        let (summary, result) = self.driver.run(opened, &mut errors);
        self.format.begin(source);
        errors.found.retain(|error| !self.args.allow.contains(&error.code));
        if errors.found.iter().any(|error| self.args.denies(error.code)) {
            self.is_denied.store(true, Ordering::Relaxed);
        }
        for error in &errors.found {
            *outcome.codes.entry(error.code).or_default() += 1;
            match self.format.error(error, &errors, self.args.denies(error.code)) {
                Shown::Lines(lines) => self.out.write_all(lines.as_bytes())?,
                Shown::Part(part) => outcome.push(part),
            }
        }
        self.out.flush()?;
        report.too_late(&name, &summary);
        if let Err(failure) = result {
            report.failure(&name, &failure);
        }
        Ok(outcome)
    }
}

/// Prints all that there is to say about a code.
fn explain(code: ErrorCode, mut output: Output) -> ExitCode {
    let mut report = Report::default();
    let text = text::explanation(code);
    output.out.write_all(text.as_bytes()).unwrap_or_else(|error| report.output_failure(error));
    report.exit_code()
}
