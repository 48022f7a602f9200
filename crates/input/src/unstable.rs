//! What the crate `tagspan` needs of an [`Input`] besides: not for general use, and without any promise of stability.

pub use crate::checkpoint::CheckpointError;
pub use crate::locale::locale_default_2010;
use crate::{Input, InputCheckpoint, Piece};

/// An input in front of a tokenizer.
pub trait InputExt {
    /// Remembers the source of this decoded offset, and of no other one before what is forgotten.
    fn pin(&mut self, decoded: u64);

    /// Decides the encoding by the bytes so far, though more may come.
    fn stop_sniffing(&mut self);

    /// Whether a map leads back to the source: not for UTF-8, which is its own.
    fn maps_source(&self) -> bool;

    /// Holds text, at most [`Input::BUFFER_SIZE`] bytes, as if it were a piece that had just been decoded.
    fn hold(&mut self, text: &[u8]) -> Piece;
}

impl InputExt for Input {
    fn pin(&mut self, decoded: u64) {
        self.pin(decoded);
    }

    fn stop_sniffing(&mut self) {
        self.stop_sniffing();
    }

    #[inline]
    fn maps_source(&self) -> bool {
        self.maps_source()
    }

    fn hold(&mut self, text: &[u8]) -> Piece {
        self.hold(text)
    }
}

/// What the checkpoint of a tokenizer is held to.
pub trait InputCheckpointExt {
    /// How many bytes are kept for sniffing.
    fn kept_len(&self) -> usize;

    /// Whether the source has ended.
    fn has_ended(&self) -> bool;

    /// The length of the decoded text so far, in bytes.
    fn decoded(&self) -> u64;
}

impl InputCheckpointExt for InputCheckpoint {
    fn kept_len(&self) -> usize {
        self.kept_len()
    }

    fn has_ended(&self) -> bool {
        self.has_ended()
    }

    fn decoded(&self) -> u64 {
        self.decoded()
    }
}
