//! The piece of UTF-8 that the scanner reads now.

use std::ops::Range;

use tagspan_input::decoder::{Input, Piece as InputPiece};

/// A piece of UTF-8 that the scanner reads.
///
/// ```text
///  offset
///  |   body.start        body.end   end
///  v   v                        v   v
///  [...|........................|...]     in the bytes of the origin
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) origin: Origin,
    /// Where it begins in the bytes of its origin.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The part that is scanned: all but the parts of characters at both ends.
    pub(crate) body: Range<usize>,
    /// Whether the input ends with it.
    pub(crate) last: bool,
    /// The offset of the first byte. If text was inserted within the piece, the offset that fits the bytes after the text.
    pub(crate) offset: u64,
}

/// The bytes that a piece lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The caller's chunk.
    Chunk,
    /// Inserted text, which the caller holds too. It stays the piece until the next call, so that places in it can be asked for.
    Inserted,
    /// The buffer of the decoder.
    Buffer,
    /// The first bytes of the source, which were kept to find the encoding.
    Kept,
}

impl Origin {
    /// All bytes of the origin.
    #[inline(always)]
    pub(crate) fn bytes<'a>(self, chunk: &'a [u8], input: &'a Input) -> &'a [u8] {
        match self {
            Origin::Chunk | Origin::Inserted => chunk,
            Origin::Buffer => input.buffer(),
            Origin::Kept => input.kept(),
        }
    }
}

impl Piece {
    /// A piece that a step of the decoder gave; `chunk_start` is where in the chunk that step began.
    pub(crate) fn of(piece: InputPiece, chunk_start: usize, offset: u64) -> Piece {
        let (origin, start, end) = match piece {
            InputPiece::Chunk { start, end } => (Origin::Chunk, chunk_start + start, chunk_start + end),
            InputPiece::Buffer { len } => (Origin::Buffer, 0, len),
            InputPiece::Kept { start, end } => (Origin::Kept, start, end),
        };
        Piece { origin, start, end, body: start..end, last: false, offset }
    }

    /// Whether it lies in the memory of the decoder, and so stays when the caller's chunk goes.
    pub(crate) fn is_decoded(&self) -> bool {
        matches!(self.origin, Origin::Buffer | Origin::Kept)
    }

    /// All of it.
    pub(crate) fn bytes<'a>(&self, chunk: &'a [u8], input: &'a Input) -> &'a [u8] {
        &self.origin.bytes(chunk, input)[self.start..self.end]
    }

    /// The bytes that the scanner scans and resolves.
    #[inline(always)]
    pub(crate) fn scanned<'a>(&self, chunk: &'a [u8], input: &'a Input) -> &'a [u8] {
        &self.origin.bytes(chunk, input)[self.body.clone()]
    }

    /// The rest from an index on, of a piece that lies in the memory of the decoder.
    pub(crate) fn rest_from<'a>(&self, start: usize, input: &'a Input) -> &'a [u8] {
        &self.origin.bytes(&[], input)[start..self.end]
    }
}
