//! The bytes of a character that straddles two chunks.

/// The bytes of a character that straddles two chunks: an incomplete UTF-8 sequence, or a CR that an LF may follow. Once the next
/// chunk has completed them, the machine reads them as a chunk body of their own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartialCharacter {
    bytes: [u8; 4],
    len: u8,
}

impl PartialCharacter {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// These bytes, if they can be one character's.
    pub(crate) fn of(bytes: &[u8]) -> Option<PartialCharacter> {
        let mut partial = PartialCharacter::default();
        partial.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        partial.len = bytes.len() as u8;
        Some(partial)
    }

    /// The unfinished character at the end of `chunk`: up to three bytes.
    #[inline]
    pub(crate) fn tail_of(chunk: &[u8]) -> PartialCharacter {
        match chunk {
            [] | [.., b'\0'..=b'\x0C' | b'\x0E'..=b'\x7F'] => PartialCharacter::default(),
            _ => Self::unfinished_tail_of(chunk),
        }
    }

    fn unfinished_tail_of(chunk: &[u8]) -> PartialCharacter {
        let mut partial = PartialCharacter::default();
        for byte in &chunk[chunk.len() - unfinished_tail(chunk)..] {
            partial.push(*byte);
        }
        partial
    }

    /// Takes from the front of `chunk` what completes the character; the number of bytes taken. The
    /// character is complete unless all of `chunk` was taken and more may belong to it, which
    /// [`is_unfinished`](Self::is_unfinished) tells.
    pub(crate) fn complete(&mut self, chunk: &[u8]) -> usize {
        let mut taken = 0;
        while taken < chunk.len() && self.is_unfinished() {
            let mut longer = *self;
            longer.push(chunk[taken]);
            if !longer.is_one_character() {
                break;
            }
            *self = longer;
            taken += 1;
        }
        taken
    }

    /// Whether another byte may belong to the character.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.is_empty() && unfinished_tail(self.bytes()) == self.bytes().len()
    }

    /// Lets the first `count` bytes go.
    pub(crate) fn advance(&mut self, count: usize) {
        self.bytes.copy_within(count.., 0);
        self.len -= count as u8;
    }

    fn is_one_character(&self) -> bool {
        match self.bytes() {
            [b'\r', rest @ ..] => rest == b"\n",
            bytes => match std::str::from_utf8(bytes) {
                Ok(_) => true,
                Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
            },
        }
    }

    fn push(&mut self, byte: u8) {
        self.bytes[usize::from(self.len)] = byte;
        self.len += 1;
    }
}

/// How many bytes at the end of `chunk` may belong to a character that is not complete: a CR, or the
/// beginning of a well-formed UTF-8 sequence.
pub(crate) fn unfinished_tail(chunk: &[u8]) -> usize {
    if let [.., b'\r'] = chunk {
        return 1;
    }
    for length in 1..=chunk.len().min(3) {
        let tail = &chunk[chunk.len() - length..];
        match tail[0] {
            0x80..=0xBF => {}
            0xC2..=0xF4 => {
                let unfinished = std::str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
                return if unfinished { length } else { 0 };
            }
            _ => return 0,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails() {
        let cases: &[(&[u8], usize)] = &[
            (b"", 0),
            (b"a", 0),
            (b"\r", 1),
            (b"\r\n", 0),
            (b"\r\r", 1),
            (b"\xC3", 1),
            (b"\xC3\xA9", 0),
            (b"a\xE2", 1),
            (b"a\xE2\x82", 2),
            (b"a\xE2\x82\xAC", 0),
            (b"\xF0\x9F", 2),
            (b"\xF0\x9F\x98", 3),
            (b"\xF0\x9F\x98\x80", 0),
            // Ill-formed already, so nothing is left to wait for.
            (b"\xC1", 0),
            (b"\xE0\x80", 0),
            (b"\xED\xA0", 0),
            (b"\xF0\x80", 0),
            (b"\xF4\x90", 0),
            (b"\xF5", 0),
            (b"\x80", 0),
            (b"\xC3\xA9\x80", 0),
        ];
        for &(chunk, expected) in cases {
            assert_eq!(unfinished_tail(chunk), expected, "{chunk:x?}");
        }
    }

    #[test]
    fn completion() {
        // (chunk before, chunk after, taken of it)
        let cases: &[(&[u8], &[u8], usize)] = &[
            (b"\r", b"\n", 1),
            (b"\r", b"\r", 0),
            (b"\r", b"a", 0),
            (b"\xC3", b"\xA9a", 1),
            (b"\xC3", b"a", 0),
            (b"\xE2", b"\x82\xACa", 2),
            (b"\xE2\x82", b"\x82\x82", 1),
            (b"\xE2\x82", b"<", 0),
            (b"\xF0", b"\x9F\x98\x80\x80", 3),
            (b"\xF0", b"\x80", 0),
            (b"\xF0\x9F\x98", b"\xF0", 0),
        ];
        for &(before, after, taken) in cases {
            let mut partial = PartialCharacter::tail_of(before);
            assert_eq!(partial.complete(after), taken, "{before:x?} {after:x?}");
            assert!(!partial.is_unfinished() || taken == after.len() || !after.is_empty());
        }
    }
}
