//! A locator, as it is written with the checkpoint of a stream.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::Bytes;
use crate::locator::{ColumnUnit, LineColumn, Locator};
use crate::segments::Held;

/// What a [`Locator`] knows.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct SavedLocator {
    unit: u8,
    at: (u64, u64),
    counted: u64,
    held: Bytes,
    after_cr: bool,
    ascii_run: u64,
    last: (u64, (u64, u64)),
}

const UNITS: [ColumnUnit; 3] = [ColumnUnit::Bytes, ColumnUnit::CodePoints, ColumnUnit::Utf16];

/// No document has so many lines, and sums with it do not overflow.
const HIGHEST: u64 = 1 << 62;

impl Locator {
    #[doc(hidden)]
    pub fn save(&self) -> SavedLocator {
        // Each field is named, so that a new one is missed here first.
        let Locator { unit, at, counted, held, after_cr, ascii_run, last: (last, place) } = self;
        SavedLocator {
            unit: UNITS.iter().position(|known| known == unit).map_or(u8::MAX, |index| index as u8),
            at: (at.line, at.column),
            counted: *counted,
            held: Bytes::from(held.bytes()),
            after_cr: *after_cr,
            ascii_run: *ascii_run,
            last: (*last, (place.line, place.column)),
        }
    }

    /// The locator of which that was written, if it has passed all before this offset.
    #[doc(hidden)]
    pub fn restore(saved: &SavedLocator, passed: u64) -> Option<Locator> {
        let SavedLocator { unit, at, counted, held, after_cr, ascii_run, last } = saved;
        let place = |(line, column): (u64, u64)| {
            let known = 1..=HIGHEST;
            (known.contains(&line) && known.contains(&column)).then_some(LineColumn { line, column })
        };
        let at = place(*at)?;
        let held = Held::of(&held.0)?;
        let fits =
            *counted <= HIGHEST && counted + held.bytes().len() as u64 == passed && *ascii_run < at.column;
        fits.then_some(Locator {
            unit: *UNITS.get(usize::from(*unit))?,
            at,
            counted: *counted,
            held,
            after_cr: *after_cr,
            ascii_run: *ascii_run,
            last: (last.0, place(last.1)?),
        })
    }

    /// One that starts anew, with the same unit.
    #[doc(hidden)]
    pub fn renewed(&self) -> Locator {
        Locator::new(self.unit)
    }
}
