//! A half-open range of byte offsets in the input.

use core::fmt;
use core::ops::Range;

/// A half-open range of byte offsets: zero-based, from `start` up to and without `end`.
///
/// # Examples
///
/// ```
/// use tagspan::Span;
///
/// let span = Span { start: 3, end: 7 };
/// assert_eq!(span.len(), 4);
/// assert_eq!(span.to_string(), "3..7");
/// assert_eq!(&b"<p>text"[span.range()], b"text");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u64,
    /// The offset after the last byte.
    pub end: u64,
}

impl Span {
    /// The number of bytes.
    ///
    /// ```
    /// use tagspan::Span;
    ///
    /// assert_eq!(Span { start: 3, end: 7 }.len(), 4);
    /// ```
    pub fn len(self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span has no bytes.
    ///
    /// ```
    /// use tagspan::Span;
    ///
    /// assert!(Span { start: 3, end: 3 }.is_empty());
    /// ```
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The span as a range of indices into the whole input, for slicing a buffer that holds it all.
    ///
    /// # Panics
    ///
    /// When an offset does not fit in a `usize`, which no buffer in memory can reach.
    ///
    /// ```
    /// let html = "<p>text";
    /// let mut tokens = tagspan::tokenize(html);
    /// tokens.next_token()?;
    /// assert!(tokens.next_token()?.is_some_and(|token| &html[token.span().range()] == "text"));
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn range(self) -> Range<usize> {
        let index = |offset| usize::try_from(offset).expect("offsets of a buffer in memory fit in usize");
        index(self.start)..index(self.end)
    }
}

impl From<Span> for Range<u64> {
    fn from(span: Span) -> Range<u64> {
        span.start..span.end
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
