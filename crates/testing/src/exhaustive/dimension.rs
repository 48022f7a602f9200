//! The dimensions of the search: the text around each string, the chunks that core gets, and its settings.

use std::fmt;
use std::str::FromStr;

use tagspan_reference::Edition;

use super::prefix::Prefix;
use super::prefixes::{long_prefixes, prefixes};

/// The text after each string, except in [`Dimension::Alone`]. It ends every construct. A window of the fast path, which
/// has 84 bytes, fits after the last byte of a string.
pub const TAIL: &[u8] = b"> x=y>\"'-->]]></a></script></title><b c=\"d\" e='f' g=h><!-- i --> and text, so that windows have their bytes";

/// A way of checking all strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The string is the whole input: at once, and byte by byte.
    Alone,
    /// [`TAIL`] follows, so that the windows of the fast path hold the string: at once.
    Windows,
    /// [`TAIL`] follows: in two chunks, split at each byte.
    ChunkEnds,
    /// [`TAIL`] follows: at once and byte by byte, under limits that fail, truncate and skip.
    Limits,
    /// [`TAIL`] follows: continued at each byte from a checkpoint that was written and read.
    Checkpoints,
}

impl Dimension {
    /// All of them.
    pub const ALL: [Dimension; 5] = [
        Dimension::Alone,
        Dimension::Windows,
        Dimension::ChunkEnds,
        Dimension::Limits,
        Dimension::Checkpoints,
    ];

    /// How many symbols its strings have at most in a run of this length: fewer where each string takes longer.
    pub fn length(self, length: u32) -> u32 {
        let fewer = match self {
            Dimension::Alone | Dimension::Windows => 0,
            Dimension::ChunkEnds => 1,
            Dimension::Limits | Dimension::Checkpoints => 2,
        };
        length.saturating_sub(fewer)
    }

    /// The prefixes of its strings: where [`TAIL`] follows, also those that fill the windows up to each offset.
    pub(super) fn prefixes(self, edition: Edition) -> Vec<Prefix> {
        let mut all = prefixes(edition);
        if self != Dimension::Alone {
            all.extend(long_prefixes(edition));
        }
        all
    }

    /// The text after each string.
    pub(super) fn tail(self) -> &'static [u8] {
        if self == Dimension::Alone { b"" } else { TAIL }
    }

    /// The ways in which core is given an input of so many bytes.
    pub(super) fn feedings(self, length: usize) -> Vec<Feeding> {
        match self {
            Dimension::Alone | Dimension::Limits => vec![Feeding::Whole, Feeding::Bytes],
            Dimension::Windows => vec![Feeding::Whole],
            Dimension::ChunkEnds => (1..length).map(Feeding::CutAt).collect(),
            Dimension::Checkpoints => (0..=length).map(Feeding::ContinuedAt).collect(),
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dimension::Alone => "alone",
            Dimension::Windows => "windows",
            Dimension::ChunkEnds => "chunk-ends",
            Dimension::Limits => "limits",
            Dimension::Checkpoints => "checkpoints",
        })
    }
}

impl FromStr for Dimension {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Dimension::ALL.into_iter().find(|dimension| dimension.to_string() == name);
        found.ok_or_else(|| format!("use one of {}", Dimension::ALL.map(|it| it.to_string()).join(", ")))
    }
}

/// How core is given an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeding {
    /// In one chunk, which is the last.
    Whole,
    /// Byte by byte, and the end declared after it.
    Bytes,
    /// In two chunks, of which the first has so many bytes.
    CutAt(usize),
    /// The same, with a checkpoint between the chunks, which is written and read.
    ContinuedAt(usize),
}
