//! The bytes obtained so far, and the pointer *position* into them.

/// The pointer would go beyond the end of the bytes obtained so far, or beyond the end condition.
///
/// Both editions then give up the prescan, wherever it is. Both are read strictly: a step that moves the
/// pointer after the last byte has run out of bytes, even if what comes next would not look there.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutOfBytes;

/// The bytes obtained so far, and *position*.
pub(super) struct Stream<'a> {
    bytes: &'a [u8],
    /// INVARIANT: less than the number of bytes.
    position: usize,
}

impl<'a> Stream<'a> {
    /// Let position be a pointer to a byte in the input byte stream, initially pointing at the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Stream<'a>, OutOfBytes> {
        if bytes.is_empty() { Err(OutOfBytes) } else { Ok(Stream { bytes, position: 0 }) }
    }

    /// The byte at position.
    pub(super) fn byte(&self) -> u8 {
        self.bytes[self.position]
    }

    /// Advance position to the next byte.
    pub(super) fn advance(&mut self) -> Result<(), OutOfBytes> {
        if self.position + 1 == self.bytes.len() {
            return Err(OutOfBytes);
        }
        self.position += 1;
        Ok(())
    }

    /// Whether position points to a sequence of bytes starting with one byte of each of these sets in turn.
    ///
    /// Looking ahead does not move the pointer, so a sequence that the end cuts off is just another one.
    pub(super) fn points_to(&self, sets: &[&[u8]]) -> bool {
        let sequence = &self.bytes[self.position..];
        sequence.len() >= sets.len() && sets.iter().zip(sequence).all(|(set, byte)| set.contains(byte))
    }

    /// Advance position so that it points at the next of these bytes, which may be the one that it points at.
    pub(super) fn advance_to(&mut self, set: &[u8]) -> Result<(), OutOfBytes> {
        while !set.contains(&self.byte()) {
            self.advance()?;
        }
        Ok(())
    }

    /// Advance position so that it points at the first 0x3E byte that comes after the 0x3C byte that was found,
    /// at which it points.
    pub(super) fn advance_to_greater_than_sign(&mut self) -> Result<(), OutOfBytes> {
        self.advance()?;
        self.advance_to(b">")
    }

    /// Advance position so that it points at the first 0x3E byte which is preceded by two 0x2D bytes and comes
    /// after the 0x3C byte that was found, at which it points. (The two 0x2D bytes can be the same as those in
    /// the '<!--' sequence.)
    pub(super) fn advance_to_comment_end(&mut self) -> Result<(), OutOfBytes> {
        loop {
            self.advance_to_greater_than_sign()?;
            if self.bytes[..self.position].ends_with(b"--") {
                return Ok(());
            }
        }
    }
}

/// 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), 0x20 (SP).
pub(super) const SPACES: &[u8] = b"\t\n\x0C\r ";

/// 0x41-0x5A or 0x61-0x7A (A-Z or a-z).
pub(super) const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A sequence of bytes starting with `<!--`.
pub(super) const COMMENT: &[&[u8]] = &[b"<", b"!", b"-", b"-"];

/// A sequence of bytes starting with `<meta` in any case, followed by a space or slash.
pub(super) const META: &[&[u8]] = &[b"<", b"Mm", b"Ee", b"Tt", b"Aa", b"\t\n\x0C\r /"];

/// A sequence of bytes starting with a `<` and a letter.
pub(super) const START_TAG: &[&[u8]] = &[b"<", LETTERS];

/// A sequence of bytes starting with a `<`, a `/` and a letter.
pub(super) const END_TAG: &[&[u8]] = &[b"<", b"/", LETTERS];

/// A sequence of bytes starting with `<!`, `</` or `<?`.
pub(super) const BOGUS: &[&[u8]] = &[b"<", b"!/?"];
