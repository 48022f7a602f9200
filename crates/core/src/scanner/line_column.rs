//! A line and a column, and the unit of columns.

use core::fmt;

/// What a column counts.
///
/// ```
/// use tagspan::{ColumnUnit, Tokenizer};
///
/// for (unit, column) in [(ColumnUnit::Bytes, 7), (ColumnUnit::CodePoints, 3), (ColumnUnit::Utf16, 4)] {
///     let mut tokenizer = Tokenizer::builder().utf8().locate(unit).build();
///     let mut tokens = tokenizer.feed_last("é😀<b>");
///     while tokens.advance()? {}
///     assert_eq!(tokens.locate(9).unwrap().column(), column + 3);
/// }
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
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
/// use tagspan::LineColumn;
///
/// let place = LineColumn::new(2, 3);
/// assert_eq!(place.to_string(), "2:3");
/// assert!(place < LineColumn::new(3, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl LineColumn {
    /// A line and a column.
    ///
    /// ```
    /// assert_eq!(tagspan::LineColumn::new(2, 3).line(), 2);
    /// ```
    pub const fn new(line: u64, column: u64) -> Self {
        LineColumn { line, column }
    }

    /// The line. LF, CR and CRLF each end one.
    ///
    /// ```
    /// assert_eq!(tagspan::LineColumn::new(2, 3).line(), 2);
    /// ```
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// The column, in the unit that was asked for.
    ///
    /// ```
    /// assert_eq!(tagspan::LineColumn::new(2, 3).column(), 3);
    /// ```
    pub const fn column(&self) -> u64 {
        self.column
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
