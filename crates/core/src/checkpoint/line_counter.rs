//! Saves and restores a line counter, for a checkpoint.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Checkpoint;
use crate::partial_character::PartialCharacter;
use crate::tokenizer::{ColumnUnit, Count, Gap, LineColumn, LineCounter};

/// The state of a [`LineCounter`] besides the bytes that the tokenizer keeps.
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
    /// The saved form, if it has passed all bytes that the tokenizer has consumed.
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

    /// The line counter of which that was written, if it fits to what the tokenizer keeps.
    pub fn restore(saved: &SavedLineCounter, tokenizer: &Checkpoint) -> Option<LineCounter> {
        let SavedLineCounter { unit, start, gaps, passed } = saved;
        let (token, character) = tokenizer.pending_bytes();
        let (start, passed) = (restored(start)?, restored(passed)?);
        let mut known = Vec::with_capacity(gaps.len());
        let (mut from, mut kept) = (start.offset, 0);
        for (before, end) in gaps {
            let (before, end) = (usize::try_from(*before).ok()?, restored(end)?);
            // Where the gap starts.
            from += before.checked_sub(kept)? as u64;
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
