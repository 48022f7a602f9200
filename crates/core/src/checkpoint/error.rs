//! The version of the written form, and the error for a checkpoint that cannot be read.

use core::fmt;

/// The version of the written form. Any other version is refused.
pub(crate) const VERSION: u16 = 1;

/// Why what was read is no checkpoint. Formats of serde put it into an error of their own, with this one's words.
///
/// # Examples
///
/// ```
/// use tagspan_core::unstable::CheckpointError;
///
/// let told = CheckpointError::Version { found: 7 }.to_string();
/// assert!(told.contains("version 7") && told.contains("from its first byte"), "{told}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It was written by another version of this crate, which writes other things.
    Version {
        /// Its version;
        found: u16,
    },
    /// It was corrupted: no tokenizer has written it. Says what gave it away.
    Invalid(&'static str),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found } => write!(
                f,
                "a checkpoint of version {found}, where version {} can be read: continue with the release that wrote \
                 it, or tokenize the document again from its first byte",
                VERSION
            ),
            CheckpointError::Invalid(why) => write!(
                f,
                "no tokenizer has written this checkpoint ({why}): take another one, or tokenize the document \
                 again from its first byte"
            ),
        }
    }
}

impl core::error::Error for CheckpointError {}
