//! The piece of UTF-8 that the tokenizer reads now.

use std::ops::Range;

use tagspan_input::unstable::{Input, Piece};

/// A piece of UTF-8 that the tokenizer reads.
#[derive(Clone, Debug)]
pub(crate) struct Current {
    /// The range of a piece that lies in the chunk counts from the start of the caller's chunk.
    pub(crate) piece: Piece,
    /// The part of the piece that the tokenizer scans.
    pub(crate) body: Range<usize>,
    /// The offset of the piece's first byte. If text was inserted within the piece, the offset that fits the bytes after
    /// the text.
    pub(crate) offset: u64,
}

/// The place of the bytes that the tokenizer scans and resolves. It is looked up once for each piece instead of twice for
/// every token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    /// Also if there is no piece: then it is empty.
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
