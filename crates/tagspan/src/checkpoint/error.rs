//! The error for a checkpoint that cannot be continued from, and the check that finds it.

use core::fmt;

/// The error for a checkpoint that cannot be continued from. Formats of serde wrap that of another version into their own error,
/// with the same text.
///
/// # Examples
///
/// ```
/// use tagspan::CheckpointError;
///
/// let message = CheckpointError::Version { found: 7, known: 1 }.to_string();
/// assert!(message.contains("version 7") && message.contains("from its first byte"), "{message}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The checkpoint was written by another version of this crate, in another format.
    Version {
        /// The version that was found.
        found: u16,
        /// The only one that can be read.
        known: u16,
    },
    /// The checkpoint was corrupted: no tokenizer has written it. The text is the fault.
    Invalid(&'static str),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found, known } => write!(
                f,
                "the checkpoint has version {found}, but only version {known} can be read: continue with the release that wrote \
                 it, or tokenize the document again from its first byte",
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

/// Refuses a checkpoint of which something does not hold.
pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}
