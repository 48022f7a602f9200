//! The written form of insertions, and of the piece that is set aside, in a checkpoint.

use tagspan_input::decoder::{Input, Piece as InputPiece};

use super::{Insertions, Place};
use crate::tokenizer::piece::{Origin, Piece};

/// Where text was inserted, each place by its bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedInsertions {
    pub(super) places: Vec<(u64, u64)>,
    pub(super) forgotten: u64,
    pub(super) known_from: u64,
    pub(super) unseen: u64,
}

/// Text that was decoded and not tokenized: the text, or its range in the bytes that the decoder keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) enum SavedRest {
    Text(String),
    Kept { start: usize, end: usize },
}

impl Insertions {
    /// The written form. No insertion may be open.
    pub(crate) fn save(&self, input: &Input) -> (SavedInsertions, Option<SavedRest>) {
        // Each field is named, so that a new one is missed here first.
        let Insertions { text: _, rest, places, forgotten, known_from, unseen } = self;
        let places = places.iter().map(|&Place { start, end, through: _ }| (start, end)).collect();
        let insertions =
            SavedInsertions { places, forgotten: *forgotten, known_from: *known_from, unseen: *unseen };
        let rest = rest.as_ref().map(|piece| match piece.origin {
            Origin::Kept => SavedRest::Kept { start: piece.body.start, end: piece.end },
            // A decoder makes whole characters, and the scanner stops between them.
            _ => SavedRest::Text(String::from_utf8_lossy(self.rest(input)).into_owned()),
        });
        (insertions, rest)
    }
}

impl SavedInsertions {
    /// Restores the insertions and the piece that is set aside, whose rest follows the offset `decoded`.
    pub(crate) fn restore(self, rest: Option<SavedRest>, decoded: u64, input: &mut Input) -> Insertions {
        let SavedInsertions { places, forgotten, known_from, unseen } = self;
        let mut insertions = Insertions { forgotten, known_from, unseen, ..Insertions::default() };
        let mut through = forgotten;
        for (start, end) in places {
            through += end - start;
            insertions.places.push_back(Place { start, end, through });
        }
        insertions.rest = rest.map(|rest| {
            let piece = match rest {
                SavedRest::Text(text) => input.hold(text.as_bytes()),
                SavedRest::Kept { start, end } => InputPiece::Kept { start, end },
            };
            Piece::of(piece, 0, decoded)
        });
        insertions
    }

    /// Whether insertions before this offset can have such places.
    #[cfg(feature = "serde")]
    pub(crate) fn is_valid(&self, decoded: u64) -> bool {
        let bom = tagspan_input::decoder::DECODED_BOM_LEN as u64;
        let mut at = self.known_from;
        let ordered = self.places.iter().all(|&(start, end)| {
            let follows = (at < start || at == 0 || at == self.known_from && at <= start) && start < end;
            at = end;
            follows
        });
        let inserted = self.places.iter().map(|(start, end)| end.saturating_sub(*start));
        let inserted = inserted.fold(self.forgotten, u64::saturating_add);
        ordered
            && at <= decoded
            && inserted <= decoded
            && self.forgotten <= self.known_from
            && self.places.len() <= Insertions::REMEMBERED
            && [0, bom].contains(&self.unseen)
    }

    /// Converts an offset after all insertions into one of the decoder.
    #[cfg(feature = "serde")]
    pub(crate) fn decoded(&self, offset: u64) -> u64 {
        let inserted = self.places.iter().map(|(start, end)| end.saturating_sub(*start));
        offset.saturating_sub(inserted.fold(self.forgotten, u64::saturating_add)).saturating_add(self.unseen)
    }
}

#[cfg(feature = "serde")]
impl SavedRest {
    pub(crate) fn len(&self) -> usize {
        match self {
            SavedRest::Text(text) => text.len(),
            SavedRest::Kept { start, end } => end.saturating_sub(*start),
        }
    }

    /// Whether it can belong to a decoder that keeps `kept` bytes.
    pub(crate) fn is_valid(&self, kept: usize) -> bool {
        match *self {
            SavedRest::Text(ref text) => text.len() <= Input::BUFFER_SIZE,
            SavedRest::Kept { start, end } => start <= end && end <= kept,
        }
    }
}
