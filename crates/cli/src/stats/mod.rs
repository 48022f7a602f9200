//! `tagspan stats`: what files and folders hold, and how fast it was found.

mod counts;
mod progress;
mod summary;
mod walk;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use tagspan::Tokens;

use crate::args::{OutputFormat, StatsArgs};
use crate::driver::{Driver, Sink};
use crate::inputs::{self, Source};
use crate::report::{Failure, Report};
use counts::Counts;
use progress::Progress;
use summary::{Summary, Timing};

pub(crate) fn run(args: &StatsArgs) -> ExitCode {
    let started = Instant::now();
    let named = inputs::sources(&args.inputs, "stats");
    let mut report = Report::default();
    let mut files = Vec::new();
    for source in named {
        walk::files(source, &mut report, &mut files);
    }
    let mut work = Work {
        counts: Counts::default(),
        timing: Timing::default(),
        progress: Progress::new(files.iter().map(|file| file.bytes).sum()),
    };
    let mut driver = args.driver();
    for file in &files {
        work.read(&file.source, &mut driver, &mut report);
    }
    work.progress.finish();
    work.timing.total = started.elapsed();
    if work.counts.files > 0 {
        print(args, &work, &mut report);
    }
    report.exit_code()
}

fn print(args: &StatsArgs, work: &Work, report: &mut Report) {
    let summary = Summary {
        counts: &work.counts,
        failures: report.failures(),
        errors: args.reading.settings.errors,
        validated: args.validate,
        timing: work.timing,
    };
    let text = match args.format {
        OutputFormat::Text => summary.text(),
        OutputFormat::Jsonl => summary.json_line(),
    };
    let mut stdout = io::stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        report.output_failure(error);
    }
}

struct Work {
    counts: Counts,
    timing: Timing,
    progress: Progress,
}

impl Work {
    fn read(&mut self, source: &Source, driver: &mut Driver, report: &mut Report) {
        let name = source.name();
        let mut reader = match source.open() {
            Ok(reader) => reader,
            Err(failure) => return self.progress.quietly(|| report.failure(&name, &failure)),
        };
        self.progress.begin(&name);
        let (summary, result) = driver.run(&mut *reader, self);
        // A failure before the first byte is no empty file.
        if summary.bytes > 0 || result.is_ok() {
            self.counts.end_input(&summary);
        }
        self.timing.working += summary.working;
        if summary.too_late.is_some() {
            self.progress.quietly(|| report.too_late(&name, &summary));
        }
        match result {
            Err(failure) => self.progress.quietly(|| report.failure(&name, &failure)),
            Ok(()) if summary.bytes == 0 => {
                self.progress.quietly(|| report.note(&name, "is empty: no tokens"))
            }
            Ok(()) => {}
        }
    }
}

impl Sink for Work {
    fn chunk(&mut self, mut tokens: Tokens<'_, '_>) -> Result<(), Failure> {
        while let Some(token) = tokens.next_token()? {
            self.counts.token(&token);
        }
        Ok(())
    }

    fn pause(&mut self, bytes: u64) -> Result<(), Failure> {
        self.progress.advance(bytes);
        Ok(())
    }
}
