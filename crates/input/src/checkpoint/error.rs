//! The error for a stored checkpoint that cannot be read. `tagspan-core` has its own: neither crate depends on the other.

use std::{error, fmt};

use super::InputCheckpoint;

/// The error for an [`InputCheckpoint`] that cannot be restored. It is part of the format's own error when
/// a checkpoint is deserialized.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use tagspan_input::unstable::{Input, InputCheckpoint};
///
/// let stored = serde_json::to_string(&Input::new().checkpoint()).unwrap();
/// let other = stored.replace("\"version\":1,", "\"version\":7,");
/// let error = serde_json::from_str::<InputCheckpoint>(&other).unwrap_err();
/// assert!(error.to_string().starts_with("the checkpoint has version 7, but only version 1 can be read: "));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Another version of this crate has written it.
    Version {
        /// The version that was found.
        found: u16,
    },
    /// No input writes such a checkpoint: it was damaged or changed.
    Invalid(&'static str),
}

impl CheckpointError {
    /// A stable name of the error, for programs.
    ///
    /// ```
    /// assert_eq!(tagspan_input::unstable::CheckpointError::Invalid("no offset").code(), "checkpoint-invalid");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            CheckpointError::Version { .. } => "checkpoint-version",
            CheckpointError::Invalid(_) => "checkpoint-invalid",
        }
    }

    /// The advice for people: the last part of the message.
    ///
    /// ```
    /// let error = tagspan_input::unstable::CheckpointError::Invalid("an offset is too large");
    /// assert!(error.to_string().ends_with(error.advice()));
    /// ```
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match self {
            CheckpointError::Version { .. } => {
                "continue with the version of the program that stored it, or read the source from its start"
            }
            CheckpointError::Invalid(_) => {
                "continue from another checkpoint, or read the source from its start"
            }
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found } => {
                let known = InputCheckpoint::VERSION;
                write!(f, "the checkpoint has version {found}, but only version {known} can be read: ")?;
            }
            CheckpointError::Invalid(what) => write!(f, "the checkpoint is damaged ({what}): ")?,
        }
        f.write_str(self.advice())
    }
}

impl error::Error for CheckpointError {}
