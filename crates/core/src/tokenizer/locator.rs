//! Converts byte offsets to lines and columns.

use super::Tokenizer;
use super::line_column::{ColumnUnit, LineColumn};
use super::line_counter::LineCounter;

/// Turns offsets into lines and columns, over the same chunks that a tokenizer is fed.
///
/// A place is exact or `None`. Known are the places of the current chunk, and of the token that was unfinished when the
/// chunk before it was [passed](Self::pass), but not of the bytes that a limit has left out of the token.
///
/// # Cost
///
/// Offsets that are asked for in ascending order cost time linear in the input, also if they are those of two
/// interleaved ascending sequences, such as tokens and parse errors. Any other offset may be counted from the start of
/// the chunk or of the unfinished token. Memory: a copy of the unfinished token, as far as limits keep it.
///
/// # Examples
///
/// ```
/// use tagspan_core::{ColumnUnit, Locator, Tokenizer};
///
/// let (mut tokenizer, mut locator) = (Tokenizer::new(), Locator::new(ColumnUnit::CodePoints));
/// let (mut chunk_offset, mut places) = (0, Vec::new());
/// for chunk in ["caf\u{E9}\r\n<a hr", "ef=x>b</a>"] {
///     let mut tokens = tokenizer.feed(chunk.as_bytes());
///     while let Some(token) = tokens.next_token()? {
///         let place = locator.locate(token.span().start, chunk_offset, chunk.as_bytes());
///         places.push(place.unwrap().to_string());
///     }
///     locator.pass(chunk_offset, chunk.as_bytes(), &tokenizer);
///     chunk_offset += chunk.len() as u64;
/// }
/// assert_eq!(places, ["1:1", "2:1", "2:11", "2:12"]);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Locator(LineCounter);

impl Locator {
    /// Starts at offset 0, line 1, column 1.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator};
    ///
    /// assert_eq!(Locator::new(ColumnUnit::Utf16).locate(0, 0, b"<p>").unwrap().to_string(), "1:1");
    /// ```
    pub fn new(unit: ColumnUnit) -> Self {
        Locator(LineCounter::new(unit))
    }

    /// Starts anew at line 1, column 1 and this offset, such as that behind a byte order mark, which no column counts.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator};
    ///
    /// let mut locator = Locator::new(ColumnUnit::Bytes);
    /// locator.start_at(3);
    /// assert_eq!(locator.locate(3, 3, b"<p>").unwrap().to_string(), "1:1");
    /// ```
    pub fn start_at(&mut self, offset: u64) {
        self.0.start_at(offset);
    }

    /// The line and column of `offset`; `chunk` is the one that the tokenizer reads, and begins at `chunk_offset`.
    ///
    /// `None` if the place is not known, or the offset lies behind the end of the chunk. An offset within a character has
    /// the place of the character. If the chunk ends within a character, its end counts as the end of that character.
    ///
    /// # Complexity
    ///
    /// Linear in the distance from the nearest of the last two places asked for that lie before it.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, LineColumn, Locator};
    ///
    /// let mut locator = Locator::new(ColumnUnit::CodePoints);
    /// let chunk = "größe\r\n<p>".as_bytes();
    /// assert_eq!(locator.locate(12, 0, chunk), Some(LineColumn { line: 2, column: 4 }));
    /// assert_eq!(locator.locate(9, 0, chunk), Some(LineColumn { line: 2, column: 1 }));
    /// assert_eq!(locator.locate(13, 0, chunk), None);
    /// ```
    pub fn locate(&self, offset: u64, chunk_offset: u64, chunk: &[u8]) -> Option<LineColumn> {
        self.0.locate(offset, chunk_offset, chunk)
    }

    /// Goes on to the next chunk: counts the bytes of this one that `tokenizer` has taken, and keeps those of a token
    /// that is not complete. Call it when the tokenizer's cursor over the chunk has ended or was left.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the chunk.
    ///
    /// ```
    /// use tagspan_core::{ColumnUnit, Locator, Tokenizer};
    ///
    /// let (mut tokenizer, mut locator) = (Tokenizer::new(), Locator::new(ColumnUnit::Bytes));
    /// tokenizer.feed(b"one\ntwo<p").for_each(|_| {})?;
    /// locator.pass(0, b"one\ntwo<p", &tokenizer);
    /// // The tag is not complete; the text is.
    /// assert_eq!(locator.locate(7, 9, b">").unwrap().to_string(), "2:4");
    /// assert_eq!(locator.locate(6, 9, b">"), None);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn pass(&mut self, chunk_offset: u64, chunk: &[u8], tokenizer: &Tokenizer) {
        self.0.pass(chunk_offset, chunk, tokenizer.as_ref());
    }
}
