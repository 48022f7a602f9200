//! The version of the written form, and the error for a checkpoint that cannot be read.

use core::fmt;

/// The version of the written form. Any other version is refused.
pub(crate) const VERSION: u16 = 1;

/// The error for a checkpoint that cannot be read. Formats of serde wrap it into their own error, with the same text.
///
/// # Examples
///
/// ```
/// use tagspan_core::scanner::CheckpointError;
///
/// let message = CheckpointError::Version { found: 7 }.to_string();
/// assert!(message.contains("version 7") && message.contains("from its first byte"), "{message}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The checkpoint was written by another version of this crate, in another format.
    Version {
        /// The version that was found.
        found: u16,
    },
    /// The checkpoint was corrupted: no tokenizer has written it. The text is the fault.
    Invalid(&'static str),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found } => write!(
                f,
                "the checkpoint has version {found}, but only version {} can be read: continue with the release that wrote \
                 it, or tokenize the document again from its first byte",
                VERSION
            ),
            CheckpointError::Invalid(why) => write!(
                f,
                "the checkpoint is damaged ({why}): use another checkpoint, or tokenize the document \
                 again from its first byte"
            ),
        }
    }
}

impl core::error::Error for CheckpointError {}
