//! What is told while inputs are checked, and at the end.

use std::fmt;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use tagspan_proof::checks::SNIFFING_RUNS;
use tagspan_proof::sniffing::branches::Branch;
use tagspan_proof::sniffing::sweep::{Figures, STEPS};
use tagspan_reference::encoding::Source;

/// What came of a run.
pub(super) struct Report {
    pub(super) seed: u64,
    pub(super) figures: Figures,
    pub(super) time: Duration,
}

impl Report {
    pub(super) fn is_clean(&self) -> bool {
        self.figures.differences.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { cases, bytes, runs, steps, branches, differences } = &self.figures;
        writeln!(f, "{:<64} {:>10} {:>8}", "reached", "inputs", "share")?;
        let steps =
            STEPS.iter().map(|&step| format!("with all that is known, decided by {}", name(step))).zip(steps);
        let branches = Branch::ALL.iter().map(|branch| branch.about().to_owned()).zip(branches);
        for (about, count) in steps.chain(branches) {
            let share = *count as f64 * 100.0 / (*cases).max(1) as f64;
            writeln!(f, "{about:<64} {:>10} {share:>7.3}%", HumanCount(*count).to_string())?;
        }
        for (number, difference) in (1..).zip(differences) {
            writeln!(f, "\ndifference {number}, in input {}:\n{}", difference.number, difference.told)?;
        }
        let each = bytes / (*cases).max(1);
        writeln!(f, "\ninputs       {}, of {each} bytes on average, seed {}", HumanCount(*cases), self.seed)?;
        let subsets = *runs as f64 / (SNIFFING_RUNS * *cases).max(1) as f64;
        writeln!(
            f,
            "runs         {} (whole, cut and byte by byte, each with {subsets:.1} parts of what is known)",
            HumanCount(*runs)
        )?;
        writeln!(f, "differences  {}", differences.len())?;
        let rate = if self.time.is_zero() { 0.0 } else { *cases as f64 / self.time.as_secs_f64() };
        writeln!(f, "time         {}, {} inputs a second", HumanDuration(self.time), HumanCount(rate as u64))
    }
}

fn name(step: Source) -> &'static str {
    match step {
        Source::ByteOrderMark => "byte order mark",
        Source::UserOverride => "the user's override",
        Source::Transport => "transport",
        Source::Prescan => "prescan",
        Source::ParentDocument => "parent document",
        Source::Likely => "likely encoding",
        Source::Default => "default",
        other => panic!("no input gets to {other:?}"),
    }
}

/// A progress bar.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(inputs: u64) -> Self {
        let (bar, template) = if inputs == u64::MAX {
            (ProgressBar::no_length(), "{human_pos} inputs, {per_sec}")
        } else {
            (ProgressBar::new(inputs), "{bar:24} {human_pos} of {human_len} inputs, {per_sec}, {eta} left")
        };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
        Bar(bar)
    }

    #[cfg(test)]
    pub(super) fn hidden() -> Self {
        Bar(ProgressBar::hidden())
    }

    pub(super) fn at(&self, inputs: u64) {
        self.0.set_position(inputs);
    }

    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}
