//! The registers of limits: whether the construct is over its limit, and what is kept of it.

use crate::error::LimitKind;

/// Whether what is being read has outgrown its limit.
///
/// INVARIANT: over the limit [`LimitState::bound`] is 0, so that every comparison with it leads to `machine/limits.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum OverLimit {
    /// It has not.
    No,
    /// Of its bytes `kept` are among the pending ones, and the rest is discarded as it comes.
    Truncating,
    /// What was read of it is emitted as it comes.
    Skipping(LimitKind),
}

/// The registers of limits.
#[derive(Clone, Debug)]
pub(crate) struct LimitState {
    /// The length from which on the construct that is being read is over its limit.
    pub(crate) bound: u64,
    pub(crate) over: OverLimit,
    /// The length of the token, all of it pending, behind which bytes are discarded; 0 while none are.
    pub(crate) kept: u32,
    /// The number of bytes of the token that were discarded: it starts that many bytes before the position's `token_start`.
    pub(crate) missing_bytes: u64,
    /// The beginning of a skipped tag, up to the end of its name.
    pub(crate) skipped_tag: Vec<u8>,
    /// The bytes of a named character reference behind its `&`, in a token of which bytes are discarded.
    pub(crate) reference_name: Vec<u8>,
}

impl LimitState {
    pub(crate) fn new() -> Self {
        LimitState {
            bound: u64::MAX,
            over: OverLimit::No,
            kept: 0,
            missing_bytes: 0,
            skipped_tag: Vec::new(),
            reference_name: Vec::new(),
        }
    }
}
