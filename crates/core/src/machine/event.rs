//! The events that stop the machine: a token, a parse error, a limit, or the end of its bytes.

use core::ops::ControlFlow;

use crate::error::LimitKind;
use crate::parse_error::ErrorCode;
use crate::token::{DropReason, TextKind};

/// The result of a state: continue with the state that is set now, or stop for an event.
///
/// Every state checks first and acts afterwards. An event that is due before the action (text that ends
/// here, a parse error) leaves by `?` with nothing changed but the fact that it was reported; when the
/// machine is entered again, the same state looks at the same byte and gets one step further. So errors
/// never queue up, and a state reads like its section.
pub(crate) type Step = ControlFlow<Event>;

/// Why the machine stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The chunk body is used up; what is unfinished is pending.
    More,
    /// The end of the input was reached and everything is emitted.
    End,
    Found(Found),
    /// A construct outgrew its limit.
    Limit(LimitKind),
}

/// The kind of the token or parse error that was found last. [`Scanner::resolve`](crate::scanner::Scanner::resolve) turns it
/// into a token.
///
/// It has two bytes, because the fast path is slower with more: the scanner knows the span and the parts of the token.
///
/// ```
/// use tagspan_core::scanner::{Found, Scanner};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<!-- --></p>"[scanner.enter(b"<!-- --></p>", true)];
/// assert_eq!(scanner.scan(body, true)?, Some(Found::Comment));
/// assert_eq!(scanner.scan(body, true)?, Some(Found::EndTag));
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Text, or a part of it.
    Text(TextKind),
    /// A start tag.
    StartTag,
    /// An end tag.
    EndTag,
    /// A comment.
    Comment,
    /// A DOCTYPE.
    Doctype,
    /// A processing instruction.
    ProcessingInstruction,
    /// Bytes that make no token. A byte order mark is found by the decoder in front, and has no bytes here.
    Dropped(DropReason),
    /// A parse error, whose offset is that of the last one.
    Error(ErrorCode),
}
