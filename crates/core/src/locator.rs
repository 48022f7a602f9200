//! Lines and columns, counted from offsets when somebody wants them.

use core::fmt;

use crate::segments::{Held, unfinished_tail};

/// What a column counts.
///
/// ```
/// use tagspan_core::{ColumnUnit, Locator};
///
/// let column = |unit| Locator::new(unit).locate(6, 0, "é😀<".as_bytes()).column;
/// assert_eq!(column(ColumnUnit::Bytes), 7);
/// assert_eq!(column(ColumnUnit::CodePoints), 3);
/// assert_eq!(column(ColumnUnit::Utf16), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Bytes,
    /// Code points, as most editors show them; each maximal ill-formed sequence is one.
    #[default]
    CodePoints,
    /// UTF-16 code units, as JavaScript and the language server protocol count.
    Utf16,
}

/// A line and a column, both one-based.
///
/// ```
/// use tagspan_core::{ColumnUnit, LineColumn, Locator};
///
/// let place = Locator::new(ColumnUnit::Bytes).locate(6, 0, b"<p>\na<b>");
/// assert_eq!(place, LineColumn { line: 2, column: 3 });
/// assert_eq!(place.to_string(), "2:3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line. LF, CR and CRLF each end one.
    pub line: u64,
    /// The column, in the unit that was asked for.
    pub column: u64,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Turns offsets that never decrease into lines and columns, over the same chunks that the tokenizer is
/// fed. Each byte is counted once; nothing is allocated.
///
/// # Examples
///
/// ```
/// use tagspan_core::{ColumnUnit, LineColumn, Locator};
///
/// let mut locator = Locator::new(ColumnUnit::CodePoints);
/// let chunk = "caf\u{E9}\r\n<p>".as_bytes();
/// assert_eq!(locator.locate(5, 0, chunk), LineColumn { line: 1, column: 5 });
/// assert_eq!(locator.locate(8, 0, chunk), LineColumn { line: 2, column: 2 });
/// locator.pass(0, chunk);
/// assert_eq!(locator.locate(11, 10, b"abc"), LineColumn { line: 2, column: 5 });
/// ```
#[derive(Clone, Debug)]
pub struct Locator {
    pub(crate) unit: ColumnUnit,
    pub(crate) at: LineColumn,
    /// The bytes before this offset are counted.
    pub(crate) counted: u64,
    /// The bytes from `counted` on that were passed and are not a whole character yet.
    pub(crate) held: Held,
    pub(crate) after_cr: bool,
    /// How many ASCII bytes of the current line were counted last, one after the other.
    pub(crate) ascii_run: u64,
    /// The character that was counted last: its offset and place.
    pub(crate) last: (u64, LineColumn),
}

impl Locator {
    /// Starts at offset 0, line 1, column 1.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator};
    ///
    /// assert_eq!(Locator::new(ColumnUnit::Utf16).locate(0, 0, b"<p>").to_string(), "1:1");
    /// ```
    pub fn new(unit: ColumnUnit) -> Self {
        Locator {
            unit,
            at: LineColumn { line: 1, column: 1 },
            counted: 0,
            held: Held::default(),
            after_cr: false,
            ascii_run: 0,
            last: (0, LineColumn { line: 1, column: 1 }),
        }
    }

    /// Starts counting at another offset: after a byte order mark, which no column counts.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator};
    ///
    /// let mut locator = Locator::new(ColumnUnit::Bytes);
    /// locator.skip_to(3);
    /// assert_eq!(locator.locate(3, 3, b"<p>").to_string(), "1:1");
    /// ```
    pub fn skip_to(&mut self, offset: u64) {
        self.counted = offset;
    }

    /// The line and column of `offset`, which lies in `chunk` or at its end; `chunk` begins at
    /// `chunk_offset`.
    ///
    /// An offset before one that was asked for or passed is placed exactly if there is nothing but ASCII of one
    /// line between them, or one character. That holds for every parse error: when `&notit` or `<!doct` turns
    /// out to be none, the error lies before the letters. Other such offsets get the later one's place.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, LineColumn, Locator};
    ///
    /// let mut locator = Locator::new(ColumnUnit::CodePoints);
    /// let chunk = "größe\r\n<p>".as_bytes();
    /// assert_eq!(locator.locate(9, 0, chunk), LineColumn { line: 2, column: 1 });
    /// assert_eq!(locator.locate(12, 0, chunk), LineColumn { line: 2, column: 4 });
    /// ```
    pub fn locate(&mut self, offset: u64, chunk_offset: u64, chunk: &[u8]) -> LineColumn {
        if offset > self.counted {
            // Something lies at `offset`, so the character before it is over, complete or not.
            let index = self.complete_held(chunk_offset, chunk);
            self.count_held();
            let end = (offset.saturating_sub(chunk_offset) as usize).min(chunk.len());
            if index < end {
                self.count(&chunk[index..end]);
            }
        }
        let back = self.counted.saturating_sub(offset);
        if back <= self.ascii_run {
            LineColumn { column: self.at.column - back, ..self.at }
        } else if offset == self.last.0 {
            self.last.1
        } else {
            self.at
        }
    }

    /// Counts the rest of a chunk, before the next one is used.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator};
    ///
    /// let mut locator = Locator::new(ColumnUnit::Bytes);
    /// locator.pass(0, b"one\ntwo");
    /// assert_eq!(locator.locate(8, 7, b" <p>").to_string(), "2:5");
    /// ```
    pub fn pass(&mut self, chunk_offset: u64, chunk: &[u8]) {
        let index = self.complete_held(chunk_offset, chunk);
        if index == chunk.len() && self.held.is_unfinished() {
            return;
        }
        self.count_held();
        let rest = &chunk[index..];
        self.count(&rest[..rest.len() - unfinished_tail(rest)]);
        self.held = Held::tail_of(rest);
    }

    /// The index of the first byte of `chunk` that is neither counted nor held.
    fn complete_held(&mut self, chunk_offset: u64, chunk: &[u8]) -> usize {
        let next = self.counted + self.held.bytes().len() as u64;
        let index = (next.saturating_sub(chunk_offset) as usize).min(chunk.len());
        index + self.held.complete(&chunk[index..])
    }

    fn count_held(&mut self) {
        let held = core::mem::take(&mut self.held);
        self.count(held.bytes());
    }

    fn count(&mut self, bytes: &[u8]) {
        for part in bytes.utf8_chunks() {
            for character in part.valid().chars() {
                self.count_character(character);
            }
            if !part.invalid().is_empty() {
                self.last = (self.counted, self.at);
                self.counted = self.counted.saturating_add(part.invalid().len() as u64);
                self.after_cr = false;
                self.ascii_run = 0;
                self.at.column += match self.unit {
                    ColumnUnit::Bytes => part.invalid().len() as u64,
                    ColumnUnit::CodePoints | ColumnUnit::Utf16 => 1,
                };
            }
        }
    }

    fn count_character(&mut self, character: char) {
        self.last = (self.counted, self.at);
        self.counted = self.counted.saturating_add(character.len_utf8() as u64);
        let second_of_crlf = core::mem::replace(&mut self.after_cr, character == '\r') && character == '\n';
        let in_run = character.is_ascii() && character != '\r' && character != '\n';
        self.ascii_run = if in_run { self.ascii_run + 1 } else { 0 };
        match character {
            '\n' if second_of_crlf => {}
            '\r' | '\n' => self.at = LineColumn { line: self.at.line + 1, column: 1 },
            _ => {
                self.at.column += match self.unit {
                    ColumnUnit::Bytes => character.len_utf8() as u64,
                    ColumnUnit::CodePoints => 1,
                    ColumnUnit::Utf16 => character.len_utf16() as u64,
                }
            }
        }
    }
}
