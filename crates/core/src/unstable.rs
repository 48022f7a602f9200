//! The interface for the other crates of this workspace, without any promise of stability.
//!
//! An [`Engine`] is a [`Tokenizer`](crate::Tokenizer) in steps, for cursors that decode or read between tokens. A caller
//! must resolve a token against the bytes that were scanned: other bytes give a wrong token.

pub use crate::checkpoint::{CheckpointError, SavedLineCounter};
pub use crate::machine::Found;
#[cfg(feature = "steps")]
pub use crate::steps::take_steps;
pub use crate::token::{with_bytes, without_bytes};
pub use crate::tokenizer::{Engine, FastPathToken, LineCounter};

use crate::{Limits, Tag, TagEditor};

/// The same limits for a program that copies its input: it fails where it would see only a part of what it copies.
pub fn without_truncation(limits: Limits) -> Limits {
    limits.without_truncation()
}

/// The same limits for a program that must see every tag: those that would be skipped are truncated.
pub fn without_skipped_tags(limits: Limits) -> Limits {
    limits.without_skipped_tags()
}

/// The tag that the editor was made from.
pub fn edited_tag<'a>(editor: &TagEditor<'a>) -> Tag<'a> {
    editor.tag
}
