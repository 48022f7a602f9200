//! Whether the construct that is being read is longer than its limit.

use crate::error::LimitKind;

/// Whether what is being read has outgrown its limit.
///
/// INVARIANT: beyond it `bound` is 0, so that every look at the limit comes to this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverLimit {
    /// It has not.
    No,
    /// The carry has what is kept of it, `kept` bytes, and the rest is let go as it comes.
    Truncating,
    /// What was read of it is handed out as it comes.
    Skipping(LimitKind),
}
