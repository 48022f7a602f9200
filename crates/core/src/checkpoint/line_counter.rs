//! Saves and restores a line counter, for a checkpoint.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Checkpoint;
use crate::partial_character::PartialCharacter;
use crate::scanner::{ColumnUnit, Count, Gap, LineColumn, LineCounter};

/// The state of a [`LineCounter`] without the bytes that the scanner keeps too. [`LineCounter::save`] makes it, and
/// [`LineCounter::restore`] reads it. With the feature `serde` it can be written and read in any format.
///
/// ```
/// use tagspan_core::ColumnUnit;
/// use tagspan_core::scanner::{LineCounter, SavedLineCounter, Scanner};
///
/// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
/// let body = &b"one\n<p"[scanner.enter(b"one\n<p", false)];
/// while scanner.scan(body, false)?.is_some() {}
/// lines.pass(0, b"one\n<p", &scanner);
/// let saved: SavedLineCounter = lines.save();
/// let restored = LineCounter::restore(&saved, &scanner.checkpoint()).unwrap();
/// assert_eq!(restored.locate(4, 6, b">").unwrap().to_string(), "2:1");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct SavedLineCounter {
    unit: u8,
    start: SavedCount,
    /// How many bytes are kept before each gap, and where it ends.
    gaps: Vec<(u64, SavedCount)>,
    passed: SavedCount,
}

/// An offset, its line and column, and whether it follows a CR.
type SavedCount = (u64, u64, u64, bool);

const UNITS: [ColumnUnit; 3] = [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16];

/// No document is so long; sums with it do not overflow.
const HIGHEST: u64 = 1 << 62;

fn saved(count: &Count) -> SavedCount {
    (count.offset, count.place.line, count.place.column, count.after_cr)
}

fn restored(&(offset, line, column, after_cr): &SavedCount) -> Option<Count> {
    // Each byte ends a line or is in a column.
    let known = 1..=offset.min(HIGHEST) + 1;
    let is_valid = offset <= HIGHEST && known.contains(&line) && known.contains(&column);
    is_valid.then_some(Count { offset, place: LineColumn { line, column }, after_cr })
}

impl LineCounter {
    /// Returns the saved form of the line counter. It must have [passed](Self::pass) all bytes that the scanner has consumed,
    /// or [`restore`](Self::restore) refuses it.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"one\n<p"[scanner.enter(b"one\n<p", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// lines.pass(0, b"one\n<p", &scanner);
    /// assert!(LineCounter::restore(&lines.save(), &scanner.checkpoint()).is_some());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn save(&self) -> SavedLineCounter {
        // Each field is named, so that a new one is missed here first. What is not written, the tokenizer keeps too.
        let LineCounter { unit, kept: _, start, gaps, passed, partial: _, cached: _ } = self;
        SavedLineCounter {
            unit: UNITS.iter().position(|known| known == unit).map_or(u8::MAX, |index| index as u8),
            start: saved(start),
            gaps: gaps.iter().map(|gap| (gap.kept as u64, saved(&gap.end))).collect(),
            passed: saved(passed),
        }
    }

    /// Creates the line counter of which `saved` was made. `tokenizer` is the checkpoint of the scanner, made at the same
    /// place.
    ///
    /// `None` if the saved form is invalid, or does not fit to the offsets and pending bytes of the scanner.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"one\n<p"[scanner.enter(b"one\n<p", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// lines.pass(0, b"one\n<p", &scanner);
    /// let saved = lines.save();
    /// assert!(LineCounter::restore(&saved, &scanner.checkpoint()).is_some());
    /// assert!(LineCounter::restore(&saved, &Scanner::default().checkpoint()).is_none());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn restore(saved: &SavedLineCounter, tokenizer: &Checkpoint) -> Option<LineCounter> {
        let SavedLineCounter { unit, start, gaps, passed } = saved;
        let (token, character) = tokenizer.pending_bytes();
        let (start, passed) = (restored(start)?, restored(passed)?);
        let mut known = Vec::with_capacity(gaps.len());
        let (mut from, mut kept) = (start.offset, 0);
        for (before, end) in gaps {
            let (before, end) = (usize::try_from(*before).ok()?, restored(end)?);
            // Where the gap starts.
            from = from.checked_add(before.checked_sub(kept)? as u64)?;
            if end.offset < from {
                return None;
            }
            (from, kept) = (end.offset, before);
            known.push(Gap { kept, end });
        }
        let fits = start.offset == tokenizer.token_start()
            && from + token.len().checked_sub(kept)? as u64 == passed.offset
            && passed.offset + character.len() as u64 == tokenizer.position();
        let unit = *UNITS.get(usize::from(*unit))?;
        fits.then_some(LineCounter {
            kept: token.to_vec(),
            gaps: known,
            partial: PartialCharacter::of(character)?,
            ..LineCounter::counting_from(unit, start, passed)
        })
    }
}
