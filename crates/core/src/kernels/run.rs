//! The result of a scanning kernel: the end of a run.

/// The end of a run and what was seen on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The index of the first byte of the set, or the length of the input.
    pub(crate) end: usize,
    /// No byte before the end has its highest bit set.
    pub(crate) ascii: bool,
}
