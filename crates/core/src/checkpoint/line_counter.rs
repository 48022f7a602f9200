//! Saves and restores a line counter, for a checkpoint.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::ensure;
use crate::partial_character::PartialCharacter;
use crate::scanner::{ColumnUnit, Count, Gap, LineColumn, LineCounter, Scanner};

/// The state of a [`LineCounter`] without the bytes and offsets that the scanner has too. [`LineCounter::save`] makes it, and
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
/// let restored = LineCounter::restore(saved, &scanner).unwrap();
/// assert_eq!(restored.locate(4, 6, b">").unwrap().to_string(), "2:1");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct SavedLineCounter {
    unit: ColumnUnit,
    /// Where the unfinished token starts.
    start: SavedCount,
    /// Where each of the gaps ends that a limit has left in the token.
    gaps: Vec<SavedCount>,
    /// Where the scanner is.
    passed: SavedCount,
}

/// A line, a column, and whether they follow a CR.
type SavedCount = (u64, u64, bool);

fn saved(count: &Count) -> SavedCount {
    (count.place.line, count.place.column, count.after_cr)
}

fn restored((line, column, after_cr): SavedCount, offset: u64) -> Result<Count, &'static str> {
    // Each byte ends a line or is in a column.
    let known = 1..=offset + 1;
    ensure(known.contains(&line) && known.contains(&column), "there are more lines or columns than bytes")?;
    Ok(Count { offset, place: LineColumn { line, column }, after_cr })
}

impl LineCounter {
    /// Returns the saved form of the line counter. It must have [passed](Self::pass) all bytes that the scanner has consumed.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"one\n<p"[scanner.enter(b"one\n<p", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// lines.pass(0, b"one\n<p", &scanner);
    /// assert!(LineCounter::restore(lines.save(), &scanner).is_ok());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn save(&self) -> SavedLineCounter {
        // Each field is named, so that a new one is missed here first. What is not written, the scanner has too.
        let LineCounter { unit, kept: _, start, gaps, passed, partial: _, cached: _ } = self;
        SavedLineCounter {
            unit: *unit,
            start: saved(start),
            gaps: gaps.iter().map(|gap| saved(&gap.end)).collect(),
            passed: saved(passed),
        }
    }

    /// Creates the line counter of which `saved` was made. `scanner` was restored from a checkpoint that was made at the same
    /// place.
    ///
    /// # Errors
    ///
    /// The reason why the saved form does not fit to the scanner.
    ///
    /// ```
    /// use tagspan_core::ColumnUnit;
    /// use tagspan_core::scanner::{LineCounter, Scanner};
    ///
    /// let (mut scanner, mut lines) = (Scanner::default(), LineCounter::new(ColumnUnit::Bytes));
    /// let body = &b"one\n<p"[scanner.enter(b"one\n<p", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// lines.pass(0, b"one\n<p", &scanner);
    /// assert!(LineCounter::restore(lines.save(), &scanner).is_ok());
    /// assert!(LineCounter::restore(lines.save(), &Scanner::default()).is_err());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn restore(saved: SavedLineCounter, scanner: &Scanner) -> Result<LineCounter, &'static str> {
        let SavedLineCounter { unit, start, gaps, passed } = saved;
        let start = restored(start, scanner.token_start())?;
        let passed = restored(passed, scanner.position())?;
        let mut known = Vec::with_capacity(gaps.len());
        for (index, end) in gaps.into_iter().enumerate() {
            let gap = scanner.gap(index).ok_or("lines are counted in more gaps than there are")?;
            known.push(Gap { kept: gap.kept, end: restored(end, gap.end)? });
        }
        ensure(scanner.gap(known.len()).is_none(), "lines are counted in fewer gaps than there are")?;
        let (token, character) = scanner.pending_bytes();
        Ok(LineCounter {
            kept: token.to_vec(),
            gaps: known,
            partial: PartialCharacter::of(character).unwrap_or_default(),
            ..LineCounter::counting_from(unit, start, passed)
        })
    }
}
