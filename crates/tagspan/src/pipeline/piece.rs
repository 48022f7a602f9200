//! The piece of UTF-8 that the tokenizer reads now, and the tokens that are found in it, described without borrowing.

use std::ops::Range;

use tagspan_core::ParseError;
use tagspan_core::unstable::Found;
use tagspan_input::unstable::{Input, Piece};

/// A piece of UTF-8 on its way through the tokenizer.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    /// If it lies in the chunk, it counts from where the caller's chunk begins.
    pub(crate) piece: Piece,
    /// The part of the piece that the tokenizer scans.
    pub(crate) body: Range<usize>,
    /// The offset of the piece's first byte. If text was inserted within the piece, where it would be if only what
    /// follows the text counted.
    pub(crate) offset: u64,
}

/// A token, described without borrowing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    ByteOrderMark,
    Found(Found),
}

impl Item {
    /// Whether it lies where it says, and not where the tokenizer's last token lies.
    #[cfg(feature = "bytes")]
    pub(crate) fn has_place(self) -> bool {
        matches!(self, Item::ByteOrderMark) || self.error().is_some()
    }

    pub(crate) fn error(self) -> Option<ParseError> {
        match self {
            Item::ByteOrderMark => None,
            Item::Found(found) => found.error(),
        }
    }
}

/// The bytes that the tokenizer scans and resolves: the body of the tokenizer's current piece, found once for the piece
/// instead of twice for every token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    /// Also if there is no piece, and then without bytes.
    Chunk {
        start: usize,
        end: usize,
    },
    Buffer {
        start: usize,
        end: usize,
    },
    Kept {
        start: usize,
        end: usize,
    },
}

impl Body {
    pub(crate) const NONE: Body = Body::Chunk { start: 0, end: 0 };

    pub(crate) fn of(current: &Current) -> Body {
        let Range { start, end } = current.body;
        match current.piece {
            Piece::Chunk { start: piece, .. } => Body::Chunk { start: piece + start, end: piece + end },
            Piece::Buffer { .. } => Body::Buffer { start, end },
            Piece::Kept { start: piece, .. } => Body::Kept { start: piece + start, end: piece + end },
        }
    }

    #[inline(always)]
    pub(crate) fn bytes<'a>(self, chunk: &'a [u8], input: &'a Input) -> &'a [u8] {
        match self {
            Body::Chunk { start, end } => &chunk[start..end],
            Body::Buffer { start, end } => &input.piece(&[], Piece::Buffer { len: end })[start..],
            Body::Kept { start, end } => input.piece(&[], Piece::Kept { start, end }),
        }
    }
}
