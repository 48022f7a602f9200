//! The result of one call of the input: bytes consumed, a piece, and what to do next.

use crate::bom::Bom;

/// The result of one call of [`Input::advance`](crate::decoder::Input::advance). It borrows nothing.
///
/// ```
/// use tagspan_input::{Bom, decoder::{Input, Piece, Status, Step}};
///
/// let step = Input::new().advance(b"\xEF\xBB\xBF<p>", false);
/// let piece = Piece::Chunk { start: 3, end: 6 };
/// assert_eq!(step, Step { consumed: 6, piece, status: Status::NeedsChunk, bom: Some(Bom::Utf8) });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "bytes that were not consumed have to be given again, and the piece is lost with the step"]
pub struct Step {
    /// The number of bytes consumed at the start of the chunk. The next call gets the chunk without them.
    pub consumed: usize,
    /// The place of the UTF-8 that this step produced; often empty at the very start or end.
    pub piece: Piece,
    /// The next action of the caller.
    pub status: Status,
    /// The byte order mark, in the one step that found it. In the decoded stream it lies before the piece.
    pub bom: Option<Bom>,
}

/// The place of the UTF-8 of a step. [`Input::piece`](crate::decoder::Input::piece) gives the bytes.
///
/// ```
/// use tagspan_input::{EncodingOptions, UTF_8, WINDOWS_1252, decoder::{Input, Piece}};
///
/// let piece = |encoding| Input::with_options(EncodingOptions::new().encoding(encoding)).advance(b"\xC3\xA9", true).piece;
/// assert_eq!(piece(UTF_8), Piece::Chunk { start: 0, end: 2 });
/// // "Ã©": two characters, of two bytes each in UTF-8.
/// assert_eq!(piece(WINDOWS_1252), Piece::Buffer { len: 4 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// In the chunk that the step was given: the bytes `start..end`, zero-based and half-open, passed through
    /// untouched and unvalidated. A sequence may be split by the chunk's end. In other encodings than UTF-8, it is ASCII.
    Chunk {
        /// The first byte.
        start: usize,
        /// One past the last byte.
        end: usize,
    },
    /// Decoded, at the start of the input's buffer, until the next call that changes the input.
    Buffer {
        /// How many bytes; never more than [`Input::BUFFER_SIZE`](crate::decoder::Input::BUFFER_SIZE).
        len: usize,
    },
    /// Among the first bytes of a UTF-8 source, which were kept: in the input's own memory, at `start..end` of what it
    /// keeps, until it is reset. Untouched and unvalidated.
    Kept {
        /// The first byte.
        start: usize,
        /// One past the last byte.
        end: usize,
    },
}

impl Piece {
    /// A piece without bytes.
    ///
    /// ```
    /// use tagspan_input::decoder::{Input, Piece};
    ///
    /// // Held back, as the encoding is not settled yet.
    /// assert_eq!(Input::new().advance(b"<p>", false).piece, Piece::EMPTY);
    /// ```
    pub const EMPTY: Piece = Piece::Chunk { start: 0, end: 0 };

    /// The number of bytes.
    ///
    /// ```
    /// use tagspan_input::decoder::Piece;
    ///
    /// assert_eq!(Piece::Chunk { start: 2, end: 9 }.len(), 7);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Piece::Chunk { start, end } | Piece::Kept { start, end } => end - start,
            Piece::Buffer { len } => len,
        }
    }

    /// Whether there are no bytes.
    ///
    /// ```
    /// use tagspan_input::decoder::Piece;
    ///
    /// assert!(Piece::Buffer { len: 0 }.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The next action of the caller of [`Input::advance`](crate::decoder::Input::advance) after a step.
///
/// ```
/// use tagspan_input::{EncodingOptions, UTF_8, decoder::{Input, Status}};
///
/// let mut input = Input::with_options(EncodingOptions::new().encoding(UTF_8));
/// assert_eq!(input.advance(b"<p>", false).status, Status::NeedsChunk);
/// assert_eq!(input.advance(b"", true).status, Status::Finished);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Call again with what is left of the same chunk, even if nothing is left, and the same `last`.
    ///
    /// Such a step has consumed or produced at least one byte.
    Again,
    /// The chunk was consumed: call with the next one.
    NeedsChunk,
    /// The last chunk was consumed and everything has been produced. Nothing follows.
    Finished,
    /// A sequence is ill-formed, and the input is [strict](crate::Validation::Strict): what comes before the sequence
    /// has been produced, and nothing follows.
    IllFormed {
        /// Where the sequence begins: a zero-based offset in bytes of the source.
        offset: u64,
    },
}
