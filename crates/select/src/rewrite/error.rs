//! The error of a rewriter of elements.

use std::error::Error;
use std::fmt;

use tagspan::RewriteError;

use crate::selection::SelectError;

/// The error of a callback.
///
/// ```
/// let error: tagspan_select::HandlerError = "no scripts".into();
/// assert_eq!(error.to_string(), "no scripts");
/// ```
pub type HandlerError = Box<dyn Error + Send + Sync>;

/// Why a callback stopped the rewriter.
#[derive(Debug)]
pub(super) enum Stop {
    Select(SelectError),
    /// A text is longer than this.
    TextLimit(usize),
    Handler(HandlerError),
}

/// Why rewriting ended. The output has all that was written before.
///
/// ```
/// use tagspan_select::{ElementRewriteError, ElementRewriter, Selection, Selectors};
///
/// let selection = Selection::new(&Selectors::new(["script"])?);
/// let mut output = Vec::new();
/// let error = ElementRewriter::new(&mut output, selection)
///     .read_from(&b"<p>text<script>"[..], |_| Err("no scripts".into()))
///     .unwrap_err();
/// assert!(matches!(&error, ElementRewriteError::Handler { offset: 7, .. }));
/// assert_eq!(error.to_string(), "the callback failed at byte 7: no scripts");
/// assert_eq!(output, b"<p>text");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Debug)]
pub enum ElementRewriteError {
    /// An error of the rewriter, such as one of the input or the output.
    Rewrite(RewriteError),
    /// An error of the selection.
    Select(SelectError),
    /// A text is longer than the [limit](crate::ElementRewriter::text_limit).
    TextLimit {
        /// The limit.
        limit: usize,
        /// The offset in the source, in bytes, up to which it was written before.
        offset: u64,
    },
    /// An error of the callback.
    Handler {
        /// The error.
        error: HandlerError,
        /// The offset in the source, in bytes, up to which it was written before.
        offset: u64,
    },
}

impl fmt::Display for ElementRewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElementRewriteError::Rewrite(error) => error.fmt(f),
            ElementRewriteError::Select(error) => error.fmt(f),
            ElementRewriteError::TextLimit { limit, offset } => {
                write!(f, "a text is longer than {limit} bytes: all before byte {offset} was written")
            }
            ElementRewriteError::Handler { error, offset } => {
                write!(f, "the callback failed at byte {offset}: {error}")
            }
        }
    }
}

impl Error for ElementRewriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ElementRewriteError::Rewrite(error) => error.source(),
            ElementRewriteError::Select(error) => error.source(),
            ElementRewriteError::TextLimit { .. } => None,
            ElementRewriteError::Handler { error, .. } => Some(&**error),
        }
    }
}
