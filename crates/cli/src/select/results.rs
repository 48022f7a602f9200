//! The results of a selection, elements or rows, while they wait to be printed.

use std::io::{self, Write};

use tagspan::Token;
use tagspan_select::Event;

use crate::inputs::Source;

/// How many bytes are kept of a page.
const MOST: usize = 64 << 20;

/// The results of a selection.
pub(super) trait Results {
    /// Starts with an input.
    fn begin(&mut self, source: &Source, out: &mut dyn Write) -> io::Result<()>;

    /// Takes an event that is not within a removed element.
    fn event(&mut self, event: Event<'_>);

    /// Takes a token that is not within a removed element, after its events.
    fn token(&mut self, token: &Token<'_>);

    /// Prints what is whole. At the end that is all.
    fn print(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()>;

    /// How many results are left out or cut, because more would not be kept.
    fn incomplete(&self) -> u64;
}

/// How many bytes are kept, and how many results are not whole for want of more.
#[derive(Debug, Default)]
pub(super) struct Kept {
    bytes: usize,
    pub(super) incomplete: u64,
}

impl Kept {
    /// How many bytes more may be kept.
    pub(super) fn room(&self) -> usize {
        MOST - self.bytes
    }

    /// Whether so many bytes more are kept.
    pub(super) fn add(&mut self, bytes: usize) -> bool {
        let is_kept = bytes <= self.room();
        self.bytes += if is_kept { bytes } else { 0 };
        is_kept
    }

    /// Whether so many bytes more of a result are kept. If not, it is cut.
    pub(super) fn add_to(&mut self, bytes: usize, is_cut: &mut bool) -> bool {
        let is_kept = self.add(bytes);
        if !is_kept {
            self.cut(is_cut);
        }
        is_kept
    }

    /// Counts a result that is cut, once.
    pub(super) fn cut(&mut self, is_cut: &mut bool) {
        self.incomplete += u64::from(!std::mem::replace(is_cut, true));
    }

    pub(super) fn remove(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }
}
