//! Compares generated tag soup on several threads, and minimizes the inputs with differences.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::agreement::agree;
use super::statistics::{Disagreement, Statistics, What};
use crate::exhaustive::sweep::message;
use crate::fragment::Settings;
use crate::tag_soup::{Soup, generate};

/// How many tag soup a thread takes at a time: some tens of milliseconds.
const BLOCK: u64 = 512;

/// How many tag soup are made short, which takes long; more are only counted.
const MADE_SHORT: u64 = 4096;

/// How the text after most tags is read.
const DATA: &str = "Data state";

/// The kind of difference to search for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Disagreements that are not marked as ambiguous, and panics.
    #[default]
    Wrong,
    /// Disagreements that are marked: whether the mark is earned.
    Marked,
    /// Tokens after which a CDATA section would open for one side alone.
    Drift,
}

impl Wanted {
    fn is(self, disagreement: &Disagreement) -> bool {
        match self {
            Wanted::Wrong => !disagreement.marked && disagreement.what.has_mark(),
            Wanted::Marked => disagreement.marked,
            Wanted::Drift => disagreement.what == What::Drift,
        }
    }
}

/// The cases of a sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The seed of the tag soup.
    pub seed: u64,
    /// Their numbers.
    pub numbers: Range<u64>,
    /// On how many threads.
    pub threads: usize,
    /// The kind of difference to search for.
    pub wanted: Wanted,
}

/// The minimal tag soup that still differs, and the description of its difference.
#[derive(Clone, Debug)]
pub struct Found {
    /// How many tag soup came down to this one.
    pub count: u64,
    /// The minimal tag soup.
    pub shortest: Soup,
    /// The description of its difference.
    pub report: String,
}

/// The properties that a disagreement keeps while its tag soup is minimized: its subject, and the results of both sides.
type Kind = (What, String, String);

impl Sweep {
    /// Compares them all, and gives what they come down to, the shortest first. `done` gets the statistics of some tag soup
    /// at a time, on any thread.
    ///
    /// # Panics
    ///
    /// If there are no threads. A panic of the tokenizer or of the tree builder is a disagreement.
    pub fn run(&self, done: impl Fn(&Statistics) + Sync) -> Vec<Found> {
        assert!(self.threads > 0, "no threads");
        let next = AtomicU64::new(self.numbers.start);
        let found = Mutex::new(BTreeMap::new());
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                        if start >= self.numbers.end {
                            return;
                        }
                        let mut statistics = Statistics::default();
                        for number in start..start.saturating_add(BLOCK).min(self.numbers.end) {
                            self.one(&generate(self.seed, number), &mut statistics, &found);
                        }
                        done(&statistics);
                    }
                });
            }
        });
        // The threads are joined: had one panicked, so would have this.
        let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut found: Vec<Found> = found.into_values().collect();
        found.sort_by_key(|found| (found.shortest.pieces.len(), found.shortest.to_string()));
        found
    }

    fn one(&self, soup: &Soup, statistics: &mut Statistics, found: &Mutex<BTreeMap<String, Found>>) {
        let compared = compare(&soup.html(), &soup.settings);
        if let Ok(compared) = &compared {
            statistics.add(compared);
        }
        let Some((kind, _)) = self.kind(&compared) else { return };
        let many = |found: &BTreeMap<String, Found>| found.values().map(|found| found.count).sum::<u64>();
        // What panics is caught where it does.
        let lock = || found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if many(&lock()) >= MADE_SHORT {
            return;
        }
        let (shortest, report) = self.shortest(soup, &kind);
        let mut found = lock();
        let known = found.entry(shortest.to_string()).or_insert(Found { count: 0, shortest, report });
        known.count += 1;
    }

    /// The kind of the first disagreement that is looked for, and the words for it.
    fn kind(&self, compared: &Result<Statistics, String>) -> Option<(Kind, String)> {
        match compared {
            Ok(statistics) => {
                let first = statistics.disagreements.iter().find(|it| self.wanted.is(it))?;
                let side = |says: &str| if says == DATA { DATA } else { "" }.to_owned();
                let kind = match first.what {
                    What::Mode => (What::Mode, side(&first.ours), side(&first.theirs)),
                    what => (what, first.ours.clone(), first.theirs.clone()),
                };
                Some((kind, first.to_string()))
            }
            Err(panic) if self.wanted == Wanted::Wrong => {
                Some(((What::Mode, panic.clone(), String::new()), panic.clone()))
            }
            Err(_) => None,
        }
    }

    /// Leaves out and makes plainer what does not matter.
    fn shortest(&self, soup: &Soup, kind: &Kind) -> (Soup, String) {
        let report = |soup: &Soup| {
            let found = self.kind(&compare(&soup.html(), &soup.settings));
            found.filter(|(other, _)| other == kind).map(|(_, report)| report)
        };
        let mut best = Best { report: report(soup).unwrap_or_default(), soup: soup.clone() };
        loop {
            let before = best.soup.clone();
            for settings in plainer_settings(&before.settings) {
                best.take(Soup { settings, pieces: before.pieces.clone() }, &report);
            }
            let mut length = best.soup.pieces.len();
            while length > 0 {
                let mut at = 0;
                while at < best.soup.pieces.len() {
                    let mut less = best.soup.clone();
                    less.pieces.drain(at..(at + length).min(less.pieces.len()));
                    if !best.take(less, &report) {
                        at += length;
                    }
                }
                length /= 2;
            }
            for at in 0..best.soup.pieces.len() {
                for plain in plainer(&best.soup.pieces[at]) {
                    let mut less = best.soup.clone();
                    less.pieces[at] = plain;
                    if best.take(less, &report) {
                        break;
                    }
                }
            }
            if before == best.soup {
                return (best.soup, best.report);
            }
        }
    }
}

/// The shortest tag soup so far, and what differs in it.
struct Best {
    soup: Soup,
    report: String,
}

impl Best {
    /// Takes the other tag soup if the same differs there.
    fn take(&mut self, other: Soup, report: &impl Fn(&Soup) -> Option<String>) -> bool {
        let Some(report) = report(&other) else { return false };
        (self.soup, self.report) = (other, report);
        true
    }
}

fn plainer_settings(settings: &Settings) -> Vec<Settings> {
    let document = settings.fragment.is_some().then(|| Settings { fragment: None, ..settings.clone() });
    let without = settings.scripting.then(|| Settings { scripting: false, ..settings.clone() });
    document.into_iter().chain(without).collect()
}

/// Names in the order in which one is put in the place of another, so that what is the same becomes equal.
const PLAIN: [&str; 10] = ["g", "b", "p", "svg", "math", "mi", "desc", "style", "div", "table"];

/// Pieces that may stand for the piece, the plainest first.
fn plainer(piece: &str) -> Vec<String> {
    let Some(inner) = piece.strip_prefix('<').and_then(|piece| piece.strip_suffix('>')) else {
        return Vec::new();
    };
    let (slash, tag) = inner.strip_prefix('/').map_or(("", inner), |tag| ("/", tag));
    let name = tag.split([' ', '/']).next().unwrap_or_default();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Vec::new();
    }
    let rank = PLAIN.iter().position(|plain| *plain == name).unwrap_or(PLAIN.len());
    let own = name.to_ascii_lowercase();
    let names = PLAIN[..rank].iter().copied().chain([&*own]);
    names.map(|name| format!("<{slash}{name}>")).filter(|plain| plain != piece).collect()
}

/// The statistics; what made either side give up is an error.
pub fn compare(input: &str, settings: &Settings) -> Result<Statistics, String> {
    match catch_unwind(AssertUnwindSafe(|| agree(input, settings))) {
        Ok(statistics) => statistics,
        Err(panic) => Err(format!("panic: {}", message(&*panic))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plainer_pieces() {
        for (piece, expected) in [
            ("<g>", &[][..]),
            ("<g/>", &["<g>"]),
            (
                "<B id=1>",
                &["<g>", "<b>", "<p>", "<svg>", "<math>", "<mi>", "<desc>", "<style>", "<div>", "<table>"],
            ),
            ("</p>", &["</g>", "</b>"]),
            ("<![CDATA[a>]]>", &[]),
            ("<!--a-->", &[]),
            ("</>", &[]),
            ("a", &[]),
        ] {
            let plain = plainer(piece);
            assert_eq!(plain[..expected.len().min(plain.len())], *expected, "{piece}");
            assert!(!plain.contains(&piece.to_owned()));
        }
    }
}
