//! Why a selector is refused.

use std::error::Error;
use std::fmt;

/// Why a selector is refused, and where.
///
/// ```
/// use tagspan_select::{SelectorErrorKind, Selectors};
///
/// let error = Selectors::new(["h1", "li:last-child"]).unwrap_err();
/// assert_eq!((error.selector(), error.offset(), error.part()), (1, 2, ":last-child"));
/// assert!(matches!(error.kind(), SelectorErrorKind::Unsupported(_)));
/// assert_eq!(error.to_string(), "`:last-child` at byte 2: it depends on elements after the start tag");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    pub(crate) selector: usize,
    pub(crate) offset: usize,
    pub(crate) part: String,
    pub(crate) kind: SelectorErrorKind,
}

/// Why a selector is refused.
///
/// ```
/// use tagspan_select::{SelectorErrorKind, Selectors};
///
/// let error = Selectors::new(["a >"]).unwrap_err();
/// assert_eq!(error.kind(), SelectorErrorKind::Expected("a selector"));
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectorErrorKind {
    /// This was expected instead.
    Expected(&'static str),
    /// It is a selector of the standard, but cannot be matched here, for this reason.
    Unsupported(&'static str),
    /// There are too many parts, for this limit.
    TooMany(usize),
}

impl SelectorError {
    /// The selector of the set, from zero.
    ///
    /// ```
    /// assert_eq!(tagspan_select::Selectors::new(["a", "b["]).unwrap_err().selector(), 1);
    /// ```
    pub fn selector(&self) -> usize {
        self.selector
    }

    /// The offset of the part in the selector, in bytes from zero.
    ///
    /// ```
    /// assert_eq!(tagspan_select::Selectors::new(["p:empty"]).unwrap_err().offset(), 1);
    /// ```
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The part of the selector, as written.
    ///
    /// ```
    /// assert_eq!(tagspan_select::Selectors::new(["p::before"]).unwrap_err().part(), "::before");
    /// ```
    pub fn part(&self) -> &str {
        &self.part
    }

    /// The reason.
    ///
    /// ```
    /// use tagspan_select::{SelectorErrorKind, Selectors};
    ///
    /// let kind = Selectors::new([""]).unwrap_err().kind();
    /// assert_eq!(kind, SelectorErrorKind::Expected("a selector"));
    /// ```
    pub fn kind(&self) -> SelectorErrorKind {
        self.kind
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.part.is_empty() {
            write!(f, "the end at byte {}: ", self.offset)?;
        } else {
            write!(f, "`{}` at byte {}: ", self.part, self.offset)?;
        }
        match self.kind {
            SelectorErrorKind::Expected(what) => write!(f, "expected {what}"),
            SelectorErrorKind::Unsupported(why) => f.write_str(why),
            SelectorErrorKind::TooMany(limit) => write!(f, "there are more than {limit} parts"),
        }
    }
}

impl Error for SelectorError {}
