//! Adds the escape sequences of ISO-2022-JP where copied and inserted bytes meet.

/// An escape sequence, which stands for the character set that it selects.
type Escape = &'static [u8];

const ASCII: Escape = b"\x1B(B";

/// All escape sequences of the Encoding Standard.
const ESCAPES: [Escape; 5] = [ASCII, b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];

/// The current character sets of source and output.
///
/// Two escape sequences in a row are a decode error. So a sequence is added only before bytes that do not begin with one, and
/// the sequence at the end of inserted text is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifts {
    source: Escape,
    output: Escape,
    /// Whether the output does not end with the source bytes before the next ones.
    at_seam: bool,
}

impl Default for Shifts {
    fn default() -> Self {
        Shifts { source: ASCII, output: ASCII, at_seam: false }
    }
}

impl Shifts {
    /// Notes that source bytes are copied, and returns the bytes to write before them. They do not begin or end within an
    /// escape sequence.
    pub(super) fn copied(&mut self, bytes: &[u8]) -> &'static [u8] {
        let changes = self.at_seam && begins_with(bytes).is_none() && self.source != self.output;
        let before: &[u8] = if changes { self.source } else { &[] };
        self.source = last(bytes).unwrap_or(self.source);
        (self.output, self.at_seam) = (self.source, false);
        before
    }

    /// Notes that source bytes are skipped.
    pub(super) fn skipped(&mut self, bytes: &[u8]) {
        self.source = last(bytes).unwrap_or(self.source);
        self.at_seam = true;
    }

    /// Notes that encoded text is inserted, and returns the bytes to write before it and the part of it to write.
    pub(super) fn inserted<'b>(&mut self, encoded: &'b [u8]) -> (&'static [u8], &'b [u8]) {
        let before: &[u8] = if self.output != ASCII && begins_with(encoded).is_none() { ASCII } else { &[] };
        let encoded = encoded.strip_suffix(ASCII).unwrap_or(encoded);
        (self.output, self.at_seam) = (last(encoded).unwrap_or(ASCII), true);
        (before, encoded)
    }

    /// The bytes to write at the end of the output.
    pub(super) fn ended(&self) -> &'static [u8] {
        if self.at_seam && self.output != ASCII { ASCII } else { &[] }
    }
}

fn begins_with(bytes: &[u8]) -> Option<Escape> {
    ESCAPES.into_iter().find(|escape| bytes.starts_with(escape))
}

fn last(bytes: &[u8]) -> Option<Escape> {
    (0..bytes.len())
        .rev()
        .filter(|&start| bytes[start] == 0x1B)
        .find_map(|start| begins_with(&bytes[start..]))
}
