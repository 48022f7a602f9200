//! Byte order marks, and whether the first bytes are one.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// A byte order mark at the very start of the source.
///
/// The mark makes no text. It still has a place in the decoded stream, so that offsets there match those of
/// a UTF-8 source: whatever the encoding, it stands for U+FEFF, the first three bytes, span
/// `[0, 3)`.
///
/// ```
/// use tagspan::Bom;
///
/// assert_eq!(Bom::Utf16Le.source_len(), 2);
/// assert_eq!(Bom::Utf16Le.encoding().name(), "UTF-16LE");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bom {
    /// `EF BB BF`.
    Utf8,
    /// `FF FE`.
    Utf16Le,
    /// `FE FF`.
    Utf16Be,
}

/// The bytes that a mark takes in the decoded stream, whatever the encoding: U+FEFF in UTF-8. So the text after it starts at
/// this offset.
///
/// ```
/// use tagspan_input::decoder::{DECODED_BOM_LEN, Input};
///
/// let mut input = Input::new().source_offsets(true);
/// let _ = input.advance(b"\xFF\xFE<\0p\0>\0", false);
/// assert_eq!(input.source_offset(DECODED_BOM_LEN as u64), Some(2), "two bytes of UTF-16");
/// ```
pub const DECODED_BOM_LEN: usize = 3;

impl Bom {
    /// Bytes that the mark takes in the source: 3 for UTF-8, 2 for UTF-16.
    ///
    /// ```
    /// use tagspan::Bom;
    ///
    /// assert_eq!((Bom::Utf8.source_len(), Bom::Utf16Be.source_len()), (3, 2));
    /// ```
    #[must_use]
    pub const fn source_len(self) -> usize {
        match self {
            Bom::Utf8 => 3,
            Bom::Utf16Le | Bom::Utf16Be => 2,
        }
    }

    /// The encoding that the mark declares.
    ///
    /// ```
    /// use tagspan::{Bom, UTF_8};
    ///
    /// assert_eq!(Bom::Utf8.encoding(), UTF_8);
    /// ```
    #[must_use]
    pub fn encoding(self) -> &'static Encoding {
        match self {
            Bom::Utf8 => UTF_8,
            Bom::Utf16Le => UTF_16LE,
            Bom::Utf16Be => UTF_16BE,
        }
    }
}

/// The length in bytes of the longest byte order mark.
pub(crate) const LONGEST: usize = 3;

/// The byte order mark in the first bytes of a source, if it is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// They start with this one.
    Found(Bom),
    /// They do not start with one, which showed after so many.
    Absent { looked_at: usize },
}

/// Looks for a byte order mark at the start of all bytes so far. `None`: they are the start of one, two bytes at most,
/// and not the last.
///
/// HTML Standard, 13.2.3.2 (12.2.3.2), step 1, and Encoding Standard, *BOM sniff*.
pub(crate) fn look(bytes: &[u8], last: bool) -> Option<Mark> {
    let needed = match *bytes {
        [0xEF, 0xBB, 0xBF, ..] => return Some(Mark::Found(Bom::Utf8)),
        [0xFF, 0xFE, ..] => return Some(Mark::Found(Bom::Utf16Le)),
        [0xFE, 0xFF, ..] => return Some(Mark::Found(Bom::Utf16Be)),
        [0xEF, 0xBB, ..] => 3,
        [0xEF | 0xFE | 0xFF, ..] => 2,
        _ => 1,
    };
    (last || bytes.len() >= needed).then(|| Mark::Absent { looked_at: bytes.len().min(needed) })
}
