//! The interface for the other crates of this workspace, without any promise of stability.
//!
//! An [`Engine`] is a [`Tokenizer`](crate::Tokenizer) in steps, for cursors that decode or read between tokens. Its
//! callers keep the rules that a cursor keeps for everybody else: resolving a token against other bytes than those
//! that were scanned gives a wrong token.

pub use crate::checkpoint::{CheckpointError, SavedLineCounter};
#[cfg(feature = "steps")]
pub use crate::steps::take_steps;
pub use crate::token::{with_bytes, without_bytes};
pub use crate::tokenizer::{Engine, Found, LineCounter};

use crate::{Dropped, Limits, Tag, TagEditor};

/// The same limits, with failure in place of truncation, and of skipped attribute values: for programs that copy their input.
pub fn without_truncation(limits: Limits) -> Limits {
    limits.without_truncation()
}

/// The tag that the editor was made from.
pub fn edited_tag<'a>(editor: &TagEditor<'a>) -> Tag<'a> {
    editor.tag
}

/// The token of a byte order mark, which a decoder in front of the tokenizer takes off; `offset` is that of its first byte.
pub fn byte_order_mark(offset: u64) -> Dropped<'static> {
    Dropped::byte_order_mark(offset)
}
