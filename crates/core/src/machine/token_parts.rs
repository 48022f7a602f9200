//! The parts of the token that was emitted last.

use crate::token::{TagFlags, TokenRange};

/// The parts of the token that was emitted last. A tag's are set as it is read, those of other tokens when they are emitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenParts {
    pub(crate) flags: TagFlags,
    /// The name of a tag, or the target of a processing instruction.
    pub(crate) name: TokenRange,
    /// The data of a comment or a processing instruction.
    pub(crate) data: TokenRange,
}
