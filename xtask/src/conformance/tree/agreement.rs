//! The tokenizer's feedback simulator against html5ever's tree builder, on every input there is.

use std::io::{self, Write};
use std::path::Path;

use testing::feedback::inputs::{self, Input};
use testing::feedback::sweep::compare;
use testing::feedback::{Statistics, What};

use crate::parallel::on_all_processors;

/// How many disagreements are shown without `--verbose`.
const SHOWN: usize = 20;

/// Of real pages at most so many start tags may be marked as ambiguous: one of a thousand.
const AMBIGUOUS: u64 = 1000;

/// An input with a start tag whose namespace the simulator guesses: `td` after an end tag in svg that may close an element
/// around it. A tag has no mark for that.
const GUESSED: &str = "webkit01.dat, case 48 ";

/// A row: what kind of inputs, their statistics, what differs.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) statistics: Statistics,
    /// Disagreements that are not marked, with their inputs' names, but for a namespace that is guessed.
    wrong: Vec<String>,
    /// Inputs with disagreements that are marked, or with start tags that are.
    marked: Vec<String>,
}

pub(super) struct Report {
    pub(super) rows: Vec<Row>,
}

pub(super) fn run(suite: &Path) -> Result<Report, String> {
    let rows = [
        ("tests of tree construction", inputs::of_suite(suite)?),
        ("vectors", inputs::of_vectors()),
        ("pages of corpora/", inputs::of_own_pages()),
        (REAL, inputs::of_real_pages()),
    ];
    Ok(Report { rows: rows.into_iter().map(|(name, inputs)| Row::of(name, &inputs)).collect() })
}

const REAL: &str = "real pages";

impl Row {
    pub(super) fn of(name: &'static str, inputs: &[Input]) -> Self {
        let mut row = Row { name, statistics: Statistics::default(), wrong: Vec::new(), marked: Vec::new() };
        let compared = on_all_processors(inputs, |input| {
            input.settings.iter().map(|settings| compare(&input.text, settings)).collect::<Vec<_>>()
        });
        for (input, compared) in inputs.iter().zip(compared) {
            for (settings, compared) in input.settings.iter().zip(compared) {
                row.take(&format!("{} ({settings})", input.name), compared);
            }
        }
        row
    }

    fn take(&mut self, name: &str, compared: Result<Statistics, String>) {
        let statistics = match compared {
            Ok(statistics) => statistics,
            Err(error) => {
                self.statistics.inputs += 1;
                self.statistics.wrong += 1;
                self.wrong.push(format!("wrong: {name}: {error}"));
                return;
            }
        };
        self.statistics.add(&statistics);
        for it in &statistics.disagreements {
            match (it.marked, it.what) {
                (_, What::Drift) => {}
                (true, _) => self.marked.push(format!("{name}: {it}")),
                (false, What::Namespace) if name.starts_with(GUESSED) => {
                    self.marked.push(format!("namespace: {name}: {it}"));
                }
                // The column `wrong` does not count it, for text and tokens are right.
                (false, What::Namespace) => self.wrong.push(format!("namespace: {name}: {it}")),
                (false, _) => self.wrong.push(format!("wrong: {name}: {it}")),
            }
        }
        if statistics.ambiguous > 0 {
            self.marked
                .push(format!("{name}: {} of {} ambiguous", statistics.ambiguous, statistics.start_tags));
        }
    }

    /// Too many start tags are marked.
    fn is_unsure(&self) -> bool {
        self.name == REAL && self.statistics.ambiguous * AMBIGUOUS > self.statistics.start_tags
    }
}

impl Report {
    pub(super) fn is_clean(&self) -> bool {
        self.rows.iter().all(|row| row.wrong.is_empty() && row.statistics.wrong == 0 && !row.is_unsure())
    }

    pub(super) fn write(&self, out: &mut impl Write, verbose: bool) -> io::Result<()> {
        heading(out, "feedback")?;
        for row in &self.rows {
            line(out, row.name, &row.statistics)?;
        }
        for row in &self.rows {
            let shown = if verbose { row.wrong.len() } else { SHOWN.min(row.wrong.len()) };
            for wrong in &row.wrong[..shown] {
                writeln!(out, "{wrong}")?;
            }
            if shown < row.wrong.len() {
                writeln!(out, "{} more among {}: --verbose shows them", row.wrong.len() - shown, row.name)?;
            }
            for marked in row.marked.iter().filter(|_| verbose) {
                writeln!(out, "ambiguous: {marked}")?;
            }
            if row.is_unsure() {
                writeln!(out, "{}: more than one of {AMBIGUOUS} start tags is ambiguous", row.name)?;
            }
        }
        Ok(())
    }
}

/// The heading of a table of statistics.
pub(super) fn heading(out: &mut impl Write, name: &str) -> io::Result<()> {
    writeln!(
        out,
        "{name:<30} {:>8} {:>10} {:>10} {:>9} {:>8} {:>8} {:>14} {:>6} {:>9} {:>7}",
        "inputs",
        "start tags",
        "ambiguous",
        "share",
        "CDATA",
        "newlines",
        "wrong, marked",
        "wrong",
        "namespace",
        "drift"
    )
}

/// A row of it.
pub(super) fn line(out: &mut impl Write, name: &str, statistics: &Statistics) -> io::Result<()> {
    let Statistics {
        inputs,
        start_tags,
        ambiguous,
        sections,
        newlines,
        marked,
        wrong,
        namespaces,
        drift,
        ..
    } = statistics;
    let share = *ambiguous as f64 * 100.0 / (*start_tags).max(1) as f64;
    writeln!(
        out,
        "{name:<30} {inputs:>8} {start_tags:>10} {ambiguous:>10} {share:>8.4}% {sections:>8} {newlines:>8} \
         {marked:>14} {wrong:>6} {namespaces:>9} {drift:>7}"
    )
}
