//! The result of a step of a decompression.

/// The result of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    pub(crate) consumed: usize,
    pub(crate) produced: usize,
    /// The compressed stream has ended, and its checksum is right.
    pub(crate) end: bool,
    /// The bytes are not of the format, or their checksum is wrong. What was produced is right as far as is known.
    pub(crate) corrupt: bool,
}
