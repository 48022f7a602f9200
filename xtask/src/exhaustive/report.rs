//! What is told while strings are checked, and at the end.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use tagspan_proof::exhaustive::strings::Strings;
use tagspan_proof::exhaustive::sweep::Difference;

use super::position::Position;
use super::{Args, runs};

/// What came of a run.
pub(super) struct Report {
    pub(super) position: Position,
    edition: String,
    length: u32,
    positions: Range<u64>,
    states: usize,
    prefixes: usize,
    symbols: usize,
}

impl Report {
    pub(super) fn new(args: &Args, strings: &Strings, positions: Range<u64>, position: &Position) -> Self {
        let states: HashSet<_> = strings.prefixes().iter().map(|prefix| prefix.state).collect();
        Report {
            position: position.clone(),
            edition: format!("{:?}", args.edition.of_reference()),
            length: args.length,
            positions,
            states: states.len(),
            prefixes: strings.prefixes().len(),
            symbols: strings.alphabet().len(),
        }
    }

    /// Says what is going to happen.
    pub(super) fn begin(&self, note: Option<&str>) {
        let Report { states, prefixes, symbols, length, .. } = self;
        let count = HumanCount(self.positions.end);
        eprintln!(
            "{prefixes} prefixes into {states} states, up to {length} of {symbols} symbols: {count} strings"
        );
        if let Some(note) = note {
            eprintln!("{note}");
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { next, time, differences, .. } = &self.position;
        for (number, difference) in (1..).zip(differences) {
            writeln!(f, "difference {number}: after a prefix into the {difference}\n")?;
        }
        writeln!(f, "edition      {}", self.edition)?;
        writeln!(f, "states       {}", self.states)?;
        writeln!(f, "prefixes     {}", self.prefixes)?;
        writeln!(f, "length       0 to {} of {} symbols", self.length, self.symbols)?;
        write!(f, "strings      {}", HumanCount(*next))?;
        match next.cmp(&self.positions.end) {
            std::cmp::Ordering::Less => {
                writeln!(
                    f,
                    " of {}, not all: so many differences are enough",
                    HumanCount(self.positions.end)
                )?;
            }
            std::cmp::Ordering::Equal => writeln!(f)?,
            std::cmp::Ordering::Greater => writeln!(f, ", longer ones among them")?,
        }
        let ways = "whole and byte by byte, with parse errors and without";
        writeln!(f, "runs         {} ({ways})", HumanCount(runs(*next)))?;
        writeln!(f, "differences  {}", differences.len())?;
        let rate = if time.is_zero() { 0.0 } else { *next as f64 / time.as_secs_f64() };
        let time = HumanDuration(*time);
        writeln!(f, "time         {time}, {} strings a second", HumanCount(rate as u64))
    }
}

/// A progress bar, or now and then a line where there is nobody to look at a bar.
pub(super) struct Bar {
    bar: ProgressBar,
    begun: Instant,
    start: u64,
    end: u64,
    told: Cell<Instant>,
}

/// How often a line is written where there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(30);

impl Bar {
    pub(super) fn new(positions: Range<u64>) -> Self {
        let bar = ProgressBar::new(positions.end);
        let template = "{bar:24} {human_pos} of {human_len} strings, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
        bar.set_position(positions.start);
        bar.reset_eta();
        let now = Instant::now();
        Bar { bar, begun: now, start: positions.start, end: positions.end, told: Cell::new(now) }
    }

    pub(super) fn at(&self, position: u64) {
        self.bar.set_position(position);
        if self.bar.is_hidden() && self.told.get().elapsed() >= LINE_EVERY {
            self.told.set(Instant::now());
            let rate = (position - self.start) as f64 / self.begun.elapsed().as_secs_f64();
            let left =
                Duration::try_from_secs_f64((self.end - position) as f64 / rate).unwrap_or(Duration::MAX);
            let [position, end, rate] = [position, self.end, rate as u64].map(HumanCount);
            eprintln!("{position} of {end} strings, {rate} a second, {} left", HumanDuration(left));
        }
    }

    pub(super) fn tell(&self, difference: &Difference) {
        let minimal = difference.minimal.escape_ascii();
        self.bar.suspend(|| {
            eprintln!("a difference on b\"{minimal}\", after a prefix into the {}", difference.state)
        });
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
