//! The written form of insertions, and of the piece that is set aside, in a checkpoint.

use tagspan_input::decoder::{DECODED_BOM_LEN, Input, Piece as InputPiece};

use super::{Insertions, Place};
use crate::checkpoint::ensure;
use crate::tokenizer::piece::{Origin, Piece};

/// Where text was inserted, each place by its bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedInsertions {
    pub(super) places: Vec<(u64, u64)>,
    pub(super) forgotten: u64,
    pub(super) known_from: u64,
    /// The length of a byte order mark without a token.
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
    /// Restores the places of insertions before the offset `end`. Errs if insertions cannot have such places.
    pub(crate) fn restore(self, end: u64) -> Result<Insertions, &'static str> {
        let SavedInsertions { places, forgotten, known_from, unseen } = self;
        let is_bounded =
            places.len() <= Insertions::REMEMBERED && [0, DECODED_BOM_LEN as u64].contains(&unseen);
        ensure(is_bounded && forgotten <= known_from, "more was inserted than is remembered")?;
        let mut insertions = Insertions { forgotten, known_from, unseen, ..Insertions::default() };
        let (mut at, mut through) = (known_from, forgotten);
        for (start, end) in places {
            // Only the first place may begin where those that are forgotten end.
            let is_next = at < start || at == known_from && at == start;
            ensure(is_next && start < end, "the places of insertions are out of order")?;
            (at, through) = (end, through + (end - start));
            insertions.places.push_back(Place { start, end, through });
        }
        ensure(at <= end, "text was inserted after the text read")?;
        Ok(insertions)
    }
}

impl SavedRest {
    /// Restores the piece that is set aside, which follows the offset `offset`. Errs if the decoder cannot hold it.
    pub(crate) fn restore(self, offset: u64, input: &mut Input) -> Result<Piece, &'static str> {
        let fits = match &self {
            SavedRest::Text(text) => text.len() <= Input::BUFFER_SIZE,
            &SavedRest::Kept { start, end } => start <= end && end <= input.kept().len(),
        };
        ensure(fits, "more text is pending than was decoded")?;
        let piece = match self {
            SavedRest::Text(text) => input.hold(text.as_bytes()),
            SavedRest::Kept { start, end } => InputPiece::Kept { start, end },
        };
        Ok(Piece::of(piece, 0, offset))
    }
}
