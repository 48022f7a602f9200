//! The parts of a tokenizer: its phase, how its source ends, and what it does with late declarations.

use std::ops::Range;

use tagspan_input::Encoding;

use crate::late_meta::{LateDeclaration, LateDeclarations};

/// The search for late declarations of the encoding.
#[derive(Clone, Debug)]
pub(crate) struct LateMeta {
    pub(crate) policy: LateDeclarations,
    /// How many bytes of the source are kept for reading them again.
    pub(crate) replay_limit: usize,
    /// Whether a declaration may still change the encoding, so that tags are looked at; also while a change is due.
    pub(crate) is_watching: bool,
    pub(crate) due: Option<Due>,
    pub(crate) found: Option<LateDeclaration>,
}

/// A change of decoders that waits until the tag that declares it was taken.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    pub(super) encoding: &'static Encoding,
    pub(super) bytes: Range<u64>,
    /// The tag's end in the decoded text, without inserted text.
    pub(super) decoded: u64,
}

/// How the source ends, as far as it was declared: until the decoder reaches that end, or the cursor is left before it.
///
/// INVARIANT between chunks: it is not `Open` if the decoder has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum End {
    /// More may come.
    Open,
    /// The whole source was fed.
    Complete,
    /// The caller stopped reading before the end of the source.
    Truncated,
    /// The source is longer than [`Limits::max_bytes`](tagspan_core::Limits::max_bytes).
    Full,
}

/// Where in its life a tokenizer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor reads a chunk or inserted text, or was left in it.
    Reading,
    Ended,
    /// As much was read as the limits allow, and the rest of the source is ignored.
    Full,
    Failed,
}
