//! `tagspan stats`: what files and folders hold, and how fast it was found.

mod counts;
mod summary;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tagspan::Tokens;

use crate::args::{OutputFormat, StatsArgs};
use crate::driver::{Driver, Sink};
use crate::inputs::{self, Opened, Records};
use crate::parallel;
use crate::progress::Progress;
use crate::report::{Failure, Report};
use counts::Counts;
use summary::{Summary, Timing};

pub(crate) fn run(args: &StatsArgs) -> ExitCode {
    let started = Instant::now();
    let mut report = Report::default();
    let sources = inputs::sources(&args.input.files, "stats", &mut report);
    let progress = Progress::new(inputs::length(&sources));
    report.set_bar(progress.bar());
    let worker = |_, _| Worker { driver: args.driver(), progress: &progress };
    let (mut counts, mut timing) = (Counts::default(), Timing::default());
    let counted = parallel::for_each(
        &sources,
        Records::Pages,
        Box::new(io::sink()),
        &mut report,
        worker,
        |worker, opened, report| Ok(worker.read(opened, report)),
        |(of_input, working)| {
            counts.add(of_input);
            timing.working += working;
        },
    );
    counted.unwrap_or_else(|error| report.output_failure(error));
    progress.finish();
    timing.total = started.elapsed();
    if counts.files > 0 {
        print(args, &counts, timing, &mut report);
    }
    report.exit_code()
}

fn print(args: &StatsArgs, counts: &Counts, timing: Timing, report: &mut Report) {
    let summary = Summary {
        counts,
        failures: report.failures(),
        errors: args.reading.settings.errors,
        validated: args.validate,
        timing,
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

/// The counter, which reads one input after the other.
struct Worker<'p> {
    driver: Driver,
    progress: &'p Progress,
}

impl Worker<'_> {
    /// The counts of an input, and the time that it took.
    fn read(&mut self, opened: Opened<'_>, report: &mut Report) -> (Counts, Duration) {
        let name = opened.source.name();
        self.progress.tell(&name);
        let mut tokens = TokenCounter { counts: Counts::default(), progress: self.progress };
        let (summary, result) = self.driver.run(opened, &mut tokens);
        let mut counts = tokens.counts;
        // A failure before the first byte is no empty file.
        if summary.bytes > 0 || result.is_ok() {
            counts.end_input(&summary);
        }
        report.too_late(&name, &summary);
        match result {
            Err(failure) => report.failure(&name, &failure),
            Ok(()) if summary.bytes == 0 => report.note(&name, "is empty: no tokens"),
            Ok(()) => {}
        }
        (counts, summary.working)
    }
}

struct TokenCounter<'p> {
    counts: Counts,
    progress: &'p Progress,
}

impl Sink for TokenCounter<'_> {
    fn chunk(&mut self, mut tokens: Tokens<'_, &[u8]>) -> Result<(), Failure> {
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
