//! The registers of error reporting, so that no error is reported twice.

/// The registers of error reporting.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorReports {
    /// The errors that were reported at `offset`, as a set of one bit for each code.
    pub(crate) codes: u64,
    /// The offset of the last error that was reported by a state.
    pub(crate) offset: u64,
    /// The input before this offset has been searched for errors of the input stream.
    pub(crate) searched_to: u64,
    /// INVARIANT: between the next token's start and this offset no byte may be an error of the input stream or begin a character
    /// reference, but for those that were found to be no error in that token. It belongs to the chunk body.
    pub(crate) candidate_free_to: u64,
    /// The offset at which the machine's view of the chunk body ends: see [`Machine::view`](super::Machine::view).
    pub(crate) view_end: u64,
}
