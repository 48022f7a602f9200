//! The registers of text: what may turn out to be markup, and the character references found so far.

/// The registers of the text states, and of the states that decide whether text has ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextProgress {
    /// The number of unfinished bytes before those that may not be text: before a `<`, an `&` or a `]`.
    pub(crate) mark: u64,
    /// No character reference is unfinished in the text before this index of the chunk body.
    pub(crate) references_done: usize,
    /// The text up to this index of the chunk body is longer than a character reference may be, so that each reference in it
    /// has to be measured.
    pub(crate) measured_end: usize,
}
