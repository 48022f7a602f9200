//! A progress bar on standard error, for work that takes its time on a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done before this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    bar: ProgressBar,
    /// When the bar may appear; `None` once it has, or when it never will.
    due: Option<Instant>,
}

impl Progress {
    /// Starts on a number of bytes; 0 if it is not known.
    pub(super) fn new(bytes: u64) -> Self {
        let bar = ProgressBar::with_draw_target((bytes != 0).then_some(bytes), ProgressDrawTarget::hidden());
        let template = if bytes == 0 {
            "{spinner} {bytes} {bytes_per_sec} {wide_msg}"
        } else {
            "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} {wide_msg}"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        Progress { bar, due: io::stderr().is_terminal().then(|| Instant::now() + PATIENCE) }
    }

    /// Another input is read.
    pub(super) fn begin(&mut self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    pub(super) fn advance(&mut self, bytes: u64) {
        self.bar.inc(bytes);
        if self.due.is_some_and(|due| Instant::now() >= due) {
            self.due = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Does something to standard error while the bar is away.
    pub(super) fn quietly(&self, each: impl FnOnce()) {
        self.bar.suspend(each);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
