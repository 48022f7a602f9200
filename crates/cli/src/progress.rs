//! A progress bar on standard error, for work that takes its time on a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(crate) use indicatif::ProgressBar as Bar;
use indicatif::{ProgressDrawTarget, ProgressStyle};

/// Work that is done before this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) struct Progress {
    bar: Bar,
    /// When the bar may appear; `None` if it never will.
    due: Option<Instant>,
    has_appeared: AtomicBool,
}

impl Progress {
    /// Starts on inputs of so many bytes, if that is known.
    pub(crate) fn new(bytes: Option<u64>) -> Self {
        let bar = Bar::with_draw_target(bytes, ProgressDrawTarget::hidden());
        let template = match bytes {
            Some(_) => "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} {prefix}{wide_msg}",
            None => "{spinner} {bytes} {bytes_per_sec} {prefix}{wide_msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        Progress {
            bar,
            due: io::stderr().is_terminal().then(|| Instant::now() + PATIENCE),
            has_appeared: AtomicBool::new(false),
        }
    }

    /// Tells which input is read, or how many were.
    pub(crate) fn tell(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    pub(crate) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
        #[cfg(feature = "remote")]
        if let retries @ 1.. = tagspan_remote::counts().retries {
            self.bar.set_prefix(format!("{retries} retries "));
        }
        if self.due.is_some_and(|due| Instant::now() >= due)
            && !self.has_appeared.swap(true, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// The bar itself, which must be away while anything else is written.
    pub(crate) fn bar(&self) -> Bar {
        self.bar.clone()
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
