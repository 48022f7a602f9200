//! The bytes at fault within a token, with a label, related bytes and a fix.

use std::ops::Range;

/// The bytes at fault, as ranges of the host's bytes.
pub(crate) struct Culprit {
    pub(crate) range: Range<usize>,
    pub(crate) label: String,
    pub(crate) related: Vec<(Range<usize>, String)>,
    pub(crate) fix: Option<Draft>,
}

/// A fix: a title, and what takes the place of which bytes.
pub(crate) type Draft = (&'static str, Vec<(Range<usize>, &'static str)>);

impl Culprit {
    pub(super) fn new(range: Range<usize>, label: impl Into<String>) -> Self {
        Culprit { range, label: label.into(), related: Vec::new(), fix: None }
    }

    /// All ranges whose places are needed.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let related = self.related.iter().map(|(range, _)| range);
        let edits = self.fix.iter().flat_map(|(_, edits)| edits).map(|(range, _)| range);
        std::iter::once(&self.range).chain(related).chain(edits).cloned()
    }

    pub(super) fn related(mut self, range: Range<usize>, label: impl Into<String>) -> Self {
        self.related.push((range, label.into()));
        self
    }

    /// With the fix that puts `text` in the place of `range`.
    pub(super) fn fix(mut self, title: &'static str, range: Range<usize>, text: &'static str) -> Self {
        self.fix = Some((title, vec![(range, text)]));
        self
    }
}

/// Whether the tokenizer takes the byte for white space in markup.
pub(super) fn is_space(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The name of a tag with its `<` or `</`.
pub(super) fn opening(raw: &[u8]) -> Range<usize> {
    let end = raw.iter().position(|byte| is_space(byte) || matches!(byte, b'>')).unwrap_or(raw.len());
    let slash = raw[..end].iter().skip(2).position(|&byte| byte == b'/').map_or(end, |at| at + 2);
    0..slash
}
