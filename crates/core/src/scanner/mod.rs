//! The scanner: the tokenizer without a life cycle, for programs that drive it themselves.
//!
//! Most programs want the crate `tagspan`, whose `Tokenizer` drives a scanner, decodes the input, and reports misuse. This
//! module is for other drivers, such as bindings of other languages.
//!
//! # Driving a scanner
//!
//! The caller brings the input, which is UTF-8 and may be ill-formed, in pieces of any length. For each piece, it
//!
//! 1. [enters](Scanner::enter) the piece, which gives the range of the *body*, the part to scan;
//! 2. [scans](Scanner::scan) the body until there is nothing more, and [resolves](Scanner::resolve) what was found to a token
//!    that borrows the bytes;
//! 3. or [leaves](Scanner::leave) the piece early, and enters the rest as a piece of its own.
//!
//! After the last piece, [`Scanner::reset`] prepares the scanner for another document.
//!
//! ```
//! use tagspan_core::Token;
//! use tagspan_core::scanner::Scanner;
//!
//! let mut scanner = Scanner::default();
//! let mut links = Vec::new();
//! for (piece, last) in [(&b"See <a hr"[..], false), (b"ef=b>this</a>", true)] {
//!     let body = &piece[scanner.enter(piece, last)];
//!     while let Some(found) = scanner.scan(body, last)? {
//!         if let Token::StartTag(tag) = scanner.resolve(body, found) {
//!             links.extend(tag.attribute("href").map(|href| href.value().into_owned()));
//!         }
//!     }
//! }
//! assert_eq!(links, ["b"]);
//! # Ok::<(), tagspan_core::Error>(())
//! ```
//!
//! The scanner does not check the order of the calls, nor that a body is the one that was entered. After misuse, its methods
//! may panic or return wrong tokens.
//!
//! Offsets count the bytes of the input from zero, lengths are in bytes, and ranges are half-open.
//!
//! # Speed
//!
//! A fast caller tries [`Scanner::fast_path`] before [`Scanner::scan`]. The tokens are the same.
//!
//! ```
//! use tagspan_core::Token;
//! use tagspan_core::scanner::Scanner;
//!
//! let mut scanner = Scanner::default();
//! let body = &b"<p>one<!-- --><p>two"[scanner.enter(b"<p>one<!-- --><p>two", true)];
//! let (mut rest, mut tags) = (scanner.fast_path_rest(body), 0);
//! loop {
//!     let token = if let Some(token) = scanner.fast_path(rest) {
//!         rest = token.rest();
//!         scanner.resolve_fast_path(token)
//!     } else if let Some(found) = scanner.scan(body, true)? {
//!         rest = scanner.fast_path_rest(body);
//!         scanner.resolve(body, found)
//!     } else {
//!         break;
//!     };
//!     tags += usize::from(matches!(token, Token::StartTag(_)));
//! }
//! assert_eq!(tags, 2);
//! # Ok::<(), tagspan_core::Error>(())
//! ```

mod fast_path;
mod gaps;
mod line_column;
mod line_counter;
mod memory;
mod record;
mod scan;

pub use fast_path::FastPathToken;
pub use line_column::{ColumnUnit, LineColumn};
pub use line_counter::LineCounter;
pub(crate) use line_counter::{Count, Gap};
pub use record::{AttributeRecord, TokenKind, TokenRecord};
pub use scan::Scanner;

pub use crate::checkpoint::{Checkpoint, SavedLineCounter};
pub use crate::machine::Found;
pub use crate::options::Options;
#[cfg(feature = "steps")]
pub use crate::steps::take_steps;

use crate::{Limits, Tag, TagEditor};

/// Returns the same limits for a program that copies its input: where a limit would truncate a construct or leave out an
/// attribute value, it fails. The limit of open elements, which leaves no bytes out, stays.
///
/// ```
/// use tagspan_core::scanner::without_truncation;
/// use tagspan_core::{LimitAction, Limits};
///
/// let limits = Limits::new().comment(32, LimitAction::Truncate);
/// assert_eq!(without_truncation(limits), without_truncation(limits.comment(32, LimitAction::Fail)));
/// assert_ne!(without_truncation(limits), limits);
/// ```
pub fn without_truncation(limits: Limits) -> Limits {
    limits.without_truncation()
}

/// Returns the same limits for a program that must see every tag: tags that would be skipped are truncated.
///
/// ```
/// use tagspan_core::scanner::without_skipped_tags;
/// use tagspan_core::{LimitAction, Limits};
///
/// let limits = Limits::new().tag(64, LimitAction::Skip);
/// assert_eq!(without_skipped_tags(limits), Limits::new().tag(64, LimitAction::Truncate));
/// ```
pub fn without_skipped_tags(limits: Limits) -> Limits {
    limits.without_skipped_tags()
}

/// Returns the tag that the editor was made from, without its changes.
///
/// ```
/// use tagspan_core::Token;
/// use tagspan_core::scanner::{Scanner, edited_tag};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<b>"[scanner.enter(b"<b>", true)];
/// let found = scanner.scan(body, true)?.unwrap();
/// let Token::StartTag(tag) = scanner.resolve(body, found) else { panic!() };
/// assert_eq!(edited_tag(&tag.edit()), tag);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
pub fn edited_tag<'a>(editor: &TagEditor<'a>) -> Tag<'a> {
    editor.tag
}
