//! Cases for proptest: generated, and minimized byte by byte when they fail.

use std::fmt;

use proptest::prelude::Rng as _;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tagspan_reference::Options;
use testing::case::Case;

use super::chunkings::cuts;
use testing::rng::Rng;

/// Makes an input and the settings to tokenize it with, of about so many bytes at most.
pub(crate) type Generator = fn(&mut Rng<'_>, usize) -> (Vec<u8>, Options);

/// Cases of generators, each as often as the others.
pub(crate) struct Cases {
    pub(crate) generators: &'static [Generator],
    /// How many bytes an input should have at most.
    pub(crate) size: usize,
}

impl fmt::Debug for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cases of {} bytes", self.size)
    }
}

impl Strategy for Cases {
    type Tree = Smaller;
    type Value = Case;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut rng = Rng::of_seed(runner.rng().next_u64(), 0);
        let (input, options) = rng.one(self.generators)(&mut rng, self.size);
        let cuts = cuts(&mut rng, &input);
        Ok(Smaller::new(Case::new(input, cuts, options)))
    }
}

/// A case, and smaller ones while they fail too: first without some of the bytes, ever fewer of them; then
/// without some of the splits; then with a setting that is the default; then with plainer bytes.
pub(crate) struct Smaller {
    /// The smallest that failed.
    best: Case,
    /// The candidate.
    tried: Case,
    /// The next change.
    next: Step,
    /// Something failed since the first step.
    progress: bool,
}

#[derive(Clone, Copy)]
enum Step {
    Remove { length: usize, at: usize },
    Uncut { count: usize, at: usize },
    Default(usize),
    Plain(usize),
}

impl Smaller {
    fn new(case: Case) -> Self {
        let next = Step::Remove { length: case.input.len().div_ceil(2).max(1), at: 0 };
        Smaller { best: case.clone(), tried: case, next, progress: false }
    }

    /// Makes the next case that may be tried; false when there is none.
    fn propose(&mut self) -> bool {
        loop {
            let best = &self.best;
            match self.next {
                Step::Remove { length, at } if at < best.input.len() => {
                    self.next = Step::Remove { length, at: at + length };
                    self.tried = without_bytes(best, at, length);
                    return true;
                }
                Step::Remove { length, .. } => {
                    let shorter = Step::Remove { length: length / 2, at: 0 };
                    let uncut = Step::Uncut { count: best.cuts.len().max(1), at: 0 };
                    self.next = if length > 1 { shorter } else { uncut };
                }
                Step::Uncut { count, at } if at < best.cuts.len() => {
                    self.next = Step::Uncut { count, at: at + count };
                    self.tried = best.clone();
                    self.tried.cuts.drain(at..best.cuts.len().min(at + count));
                    return true;
                }
                Step::Uncut { count, .. } => {
                    let fewer = Step::Uncut { count: count / 2, at: 0 };
                    self.next = if count > 1 { fewer } else { Step::Default(0) };
                }
                Step::Default(field) => {
                    let Some(options) = with_default(&best.options, field) else {
                        self.next = Step::Plain(0);
                        continue;
                    };
                    self.next = Step::Default(field + 1);
                    if options != best.options {
                        self.tried = Case { options, ..best.clone() };
                        return true;
                    }
                }
                Step::Plain(at) if at < best.input.len() => {
                    self.next = Step::Plain(at + 1);
                    let plain = plainer(best.input[at]);
                    if plain != best.input[at] {
                        self.tried = best.clone();
                        self.tried.input[at] = plain;
                        return true;
                    }
                }
                Step::Plain(_) if self.progress => {
                    self.progress = false;
                    self.next = Step::Remove { length: best.input.len().min(8), at: 0 };
                }
                Step::Plain(_) => {
                    self.tried = self.best.clone();
                    return false;
                }
            }
        }
    }

    /// The candidate is the best case now; the next change takes the place of the removed part.
    fn accept(&mut self) {
        self.progress |= self.tried.input != self.best.input || self.tried.cuts != self.best.cuts;
        let shorter = self.tried.input.len() < self.best.input.len();
        let fewer = self.tried.cuts.len() < self.best.cuts.len();
        match &mut self.next {
            Step::Remove { length, at } if shorter => *at -= *length,
            Step::Uncut { count, at } if fewer => *at -= *count,
            _ => {}
        }
        self.best = self.tried.clone();
    }
}

impl ValueTree for Smaller {
    type Value = Case;

    fn current(&self) -> Case {
        self.tried.clone()
    }

    fn simplify(&mut self) -> bool {
        self.accept();
        self.propose()
    }

    fn complicate(&mut self) -> bool {
        self.propose()
    }
}

fn without_bytes(case: &Case, at: usize, length: usize) -> Case {
    let end = (at + length).min(case.input.len());
    let mut smaller = case.clone();
    smaller.input.drain(at..end);
    for cut in &mut smaller.cuts {
        *cut = if *cut >= end { *cut - (end - at) } else { (*cut).min(at) };
    }
    smaller
}

/// The settings with one that is the default; none beyond the last.
fn with_default(options: &Options, field: usize) -> Option<Options> {
    let (mut options, default) = (options.clone(), Options::default());
    match field {
        0 => options.edition = default.edition,
        1 => options.initial_state = default.initial_state,
        2 => options.last_start_tag = default.last_start_tag,
        3 => options.cdata = default.cdata,
        4 => options.context = default.context,
        5 => options.scripting = default.scripting,
        _ => return None,
    }
    Some(options)
}

/// A byte that says less: a letter for a letter, a space for a space.
fn plainer(byte: u8) -> u8 {
    match byte {
        b'b'..=b'z' | b'0'..=b'9' => b'a',
        b'A'..=b'Z' => byte.to_ascii_lowercase(),
        b'\t' | b'\n' | b'\x0C' | b'\r' => b' ',
        _ => byte,
    }
}
