//! A progress bar on standard error, for work that takes its time on a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done before this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) struct Progress {
    bar: ProgressBar,
    /// When the bar may appear; `None` if it never will.
    due: Option<Instant>,
    has_appeared: AtomicBool,
}

impl Progress {
    /// Starts on a number of bytes; 0 if it is not known.
    pub(crate) fn new(bytes: u64) -> Self {
        let bar = ProgressBar::with_draw_target((bytes != 0).then_some(bytes), ProgressDrawTarget::hidden());
        let template = if bytes == 0 {
            "{spinner} {bytes} {bytes_per_sec} {wide_msg}"
        } else {
            "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} {wide_msg}"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        Progress {
            bar,
            due: io::stderr().is_terminal().then(|| Instant::now() + PATIENCE),
            has_appeared: AtomicBool::new(false),
        }
    }

    /// Another input is read.
    pub(crate) fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    pub(crate) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
        if self.due.is_some_and(|due| Instant::now() >= due)
            && !self.has_appeared.swap(true, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// The bar itself, which must be away while anything else is written.
    pub(crate) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
