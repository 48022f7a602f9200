//! The ways in which an input is split into chunks.

use std::fmt;

/// A way of cutting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chunking {
    /// One chunk, which is also declared the last.
    Whole,
    /// Two chunks, split at this byte; the second is declared the last. Either may be empty.
    At(usize),
    /// One byte after the other, then the end.
    Bytes,
    /// The same with an empty chunk before and after each byte.
    BytesAndEmpty,
}

impl Chunking {
    /// Every chunking that an input of this length is run with.
    pub(crate) fn all(length: usize) -> impl Iterator<Item = Chunking> {
        let one = [Chunking::Whole, Chunking::Bytes, Chunking::BytesAndEmpty];
        one.into_iter().chain((0..=length).map(Chunking::At))
    }

    /// The chunks, each with whether it is the last one. If none is, the end is declared after them.
    pub(crate) fn chunks(self, input: &[u8]) -> Vec<(&[u8], bool)> {
        let pieces = |size| input.chunks(size).map(|chunk| (chunk, false));
        match self {
            Chunking::Whole => vec![(input, true)],
            Chunking::At(cut) => vec![(&input[..cut], false), (&input[cut..], true)],
            Chunking::Bytes => pieces(1).collect(),
            Chunking::BytesAndEmpty => {
                let empty: (&[u8], bool) = (&[], false);
                std::iter::once(empty).chain(pieces(1).flat_map(|byte| [byte, empty])).collect()
            }
        }
    }
}

impl fmt::Display for Chunking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chunking::Whole => f.write_str("whole"),
            Chunking::At(cut) => write!(f, "cut at byte {cut}"),
            Chunking::Bytes => f.write_str("byte by byte"),
            Chunking::BytesAndEmpty => f.write_str("byte by byte with empty chunks between"),
        }
    }
}
