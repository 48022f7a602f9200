//! A case: an input, how it is cut into chunks, and the settings to tokenize it with.

use tagspan_reference::Options;

/// What a check is given.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The bytes of the input.
    pub input: Vec<u8>,
    /// Where the input is cut: byte offsets, in ascending order, at most its length. Equal ones make empty
    /// chunks.
    pub cuts: Vec<usize>,
    /// The settings, in the reference's terms.
    pub options: Options,
}

impl Case {
    /// The chunks that the cuts make: one more than there are cuts.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().copied().chain(std::iter::once(self.input.len()));
        starts.zip(ends).map(|(start, end)| &self.input[start..end])
    }
}
