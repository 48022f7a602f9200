//! A line and a column, and the unit of columns.

use core::fmt;

/// What a column counts.
///
/// ```
/// use tagspan_core::{ColumnUnit, Locator};
///
/// let column = |unit| Locator::new(unit).locate(6, 0, "é😀<".as_bytes()).unwrap().column;
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
/// let place = Locator::new(ColumnUnit::Bytes).locate(6, 0, b"<p>\na<b>").unwrap();
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
