//! The serialized form of a source map.
//!
//! It has what may still be requested: the text from the start of the unfinished token on, and its source.

use encoding_rs::{Encoding, REPLACEMENT};

use super::follower::Follower;
use super::{Place, SourceMap};

/// The text from an offset on, and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SavedMap {
    /// The offset of the first byte of `bytes`. That of `text` follows from its length, since it ends where all text ends.
    pub(crate) source: u64,
    /// The state of the [`Follower`] there.
    pub(crate) bits: (bool, bool),
    /// The position of the decoder in the source, which may be ahead of `text`.
    #[cfg_attr(feature = "serde", serde(with = "crate::checkpoint::form::bytes"))]
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
    pub(crate) next: Option<u8>,
    pub(crate) pin: Option<(u64, u64)>,
}

impl SourceMap {
    /// The saved form. Costs a walk over the text from the last requested offset, and a copy.
    pub(crate) fn save(&self) -> SavedMap {
        let wanted = self.wanted.clamp(self.base.decoded, self.decoded_end()) - self.base.decoded;
        let start = self.floor(wanted as usize);
        let mut place = self.nearest(&self.walked(), self.base.decoded + start as u64);
        let from = (place.decoded - self.base.decoded) as usize;
        let source = &self.source[(place.source - self.base.source) as usize..];
        place.source += place.follower.walk(source, self.next, &self.decoded[from..start]) as u64;
        SavedMap {
            source: place.source,
            bits: place.follower.bits(),
            bytes: self.source[(place.source - self.base.source) as usize..].to_vec(),
            text: String::from_utf8_lossy(&self.decoded[start..]).into_owned(),
            next: self.next,
            pin: self.pin,
        }
    }

    /// Goes on from what was written, with a decoder that began at the offset `begun` of the source and has written the text
    /// before the offset `decoded`.
    pub(crate) fn restore(
        saved: SavedMap,
        encoding: &'static Encoding,
        decoded: u64,
        begun: u64,
    ) -> SourceMap {
        let SavedMap { source, bits, bytes, text, next, pin } = saved;
        let decoded = decoded - text.len() as u64;
        let mut map = SourceMap::new();
        map.start(encoding, decoded, source);
        if encoding == REPLACEMENT {
            map.source_limit = begun.saturating_add(1);
        }
        map.base = Place { follower: Follower::resume(encoding, bits), ..map.base };
        let base = map.base;
        map.walked_mut().cursor = base;
        (map.wanted, map.pin) = (decoded, pin);
        map.push(&bytes, text.as_bytes(), next);
        map
    }
}
