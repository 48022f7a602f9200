//! The registers for input that ends before its document does.

/// The registers of an early end.
#[derive(Clone, Debug, Default)]
pub(crate) struct EarlyEnd {
    /// The input ends early, and no token has told so.
    pub(crate) expected: bool,
    /// A token has told so. Forgotten once there is more input.
    pub(crate) reported: bool,
    /// The end of the input truncated the token that was emitted last.
    pub(crate) truncates: bool,
}
