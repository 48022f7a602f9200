//! ISO-2022-JP: the current character set, a pending escape sequence, and an unfinished character.

use memchr::{memchr, memrchr};

use crate::pending::Pending;

const ESCAPE: u8 = 0x1B;

/// The character set in force: the standard's *decoder output state*.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub(crate) enum Charset {
    #[default]
    Ascii,
    Roman,
    Katakana,
    /// JIS X 0208, two bytes a character.
    Jis0208,
}

impl Charset {
    /// An escape sequence that puts it in force.
    pub(crate) const fn escape(self) -> &'static [u8; 3] {
        match self {
            Charset::Ascii => b"\x1B(B",
            Charset::Roman => b"\x1B(J",
            Charset::Katakana => b"\x1B(I",
            Charset::Jis0208 => b"\x1B$B",
        }
    }

    /// The character set that an escape sequence selects.
    fn after(escape: &[u8]) -> Option<Charset> {
        Some(match *escape {
            [ESCAPE, b'(', b'B'] => Charset::Ascii,
            [ESCAPE, b'(', b'J'] => Charset::Roman,
            [ESCAPE, b'(', b'I'] => Charset::Katakana,
            [ESCAPE, b'$', b'@' | b'B'] => Charset::Jis0208,
            _ => return None,
        })
    }
}

/// How many bytes at the end may be of pairs.
fn lead_bytes_at_end(bytes: &[u8]) -> usize {
    let may_be = |byte: &u8| matches!(byte, 0x21..=0x7E);
    // Many fit a register.
    let all = |block: &&[u8]| block.iter().fold(true, |all, byte| all & may_be(byte));
    let blocks = bytes.rchunks_exact(32).take_while(all).count() * 32;
    blocks + bytes[..bytes.len() - blocks].iter().rev().take_while(|&byte| may_be(byte)).count()
}

/// All that the standard's decoder remembers, and whether an escape sequence belongs to the next character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Iso2022Jp {
    pub(super) charset: Charset,
    pub(super) after_escape: bool,
    /// Until that has all its bytes. Not if it was the second in a row: then it belongs to an error.
    pub(super) owes_escape: bool,
    /// An escape byte, perhaps with the byte after it; or the lead byte of a pair.
    pub(super) pending: Pending,
}

impl Iso2022Jp {
    pub(super) fn follow(&mut self, read: &[u8], given_up: Option<usize>) {
        let start = self.resume(read);
        let mut rest = &read[start..];
        if memchr(ESCAPE, rest).is_none() && matches!(*self.pending, [] | [0x21..=0x7E]) {
            rest = self.skip(rest);
        }
        for &byte in rest {
            self.step(byte);
        }
        if given_up.is_some_and(|after| after < self.pending.len()) {
            self.end_escape();
            let mut pending = self.pending;
            pending.retain_last(given_up, |pending, byte| {
                self.pending = *pending;
                self.character(byte);
                *pending = self.pending;
            });
            self.pending = pending;
        }
    }

    /// Goes to the state after the last escape sequence, of which the rest follows whatever was before it; gives where that
    /// is. An escape byte begins an escape sequence wherever it stands.
    fn resume(&mut self, read: &[u8]) -> usize {
        let mut end = read.len();
        while let Some(at) = memrchr(ESCAPE, &read[..end]) {
            end = at;
            // Those before it tell whether it is the second in a row.
            let Some(before) = at.checked_sub(3) else { break };
            if let Some(charset) = read.get(at..at + 3).and_then(Charset::after) {
                *self = Iso2022Jp {
                    charset,
                    after_escape: true,
                    owes_escape: Charset::after(&read[before..at]).is_none(),
                    pending: Pending::default(),
                };
                return at + 3;
            }
        }
        0
    }

    /// Passes over bytes without an escape byte of which nothing is remembered, and gives the rest.
    fn skip<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(&first) = bytes.first() else { return bytes };
        self.step(first);
        if self.charset != Charset::Jis0208 {
            return &[];
        }
        let mut rest = &bytes[1..];
        // One of two characters has all its bytes.
        self.owes_escape &= rest.is_empty();
        // After a byte that begins no pair, none has begun, be it the second of one or not.
        let before = rest.len() - lead_bytes_at_end(rest);
        if before > 0 {
            self.pending.clear();
            rest = &rest[before..];
        }
        // Pair by pair up to the last, or to half of one.
        &rest[rest.len().saturating_sub(1) / 2 * 2..]
    }

    fn step(&mut self, byte: u8) {
        match *self.pending {
            [ESCAPE] => {
                if matches!(byte, b'$' | b'(') {
                    self.pending.push(byte);
                    return;
                }
                self.pending.clear();
                self.end_escape();
            }
            [ESCAPE, second] => {
                self.pending.clear();
                if let Some(charset) = Charset::after(&[ESCAPE, second, byte]) {
                    self.owes_escape = !self.after_escape;
                    (self.charset, self.after_escape) = (charset, true);
                    return;
                }
                // Only the escape byte is in error: the other two are read as what they are.
                self.end_escape();
                self.character(second);
                return self.step(byte);
            }
            [_] => {
                // The trail byte. An escape byte is none, and shows that the lead byte is in error.
                self.pending.clear();
                self.owes_escape = false;
                if byte != ESCAPE {
                    return;
                }
            }
            _ => {}
        }
        if byte == ESCAPE {
            self.pending.push(byte);
        } else {
            self.character(byte);
        }
    }

    /// The first byte of a character.
    fn character(&mut self, byte: u8) {
        self.after_escape = false;
        if self.charset == Charset::Jis0208 && matches!(byte, 0x21..=0x7E) {
            self.pending.push(byte);
        } else {
            self.owes_escape = false;
        }
    }

    /// An error takes it.
    fn end_escape(&mut self) {
        (self.after_escape, self.owes_escape) = (false, false);
    }

    /// Whether a decoder may remember this.
    pub(super) fn is_valid(&self) -> bool {
        match *self.pending {
            [] | [ESCAPE] | [ESCAPE, b'$' | b'('] => self.after_escape || !self.owes_escape,
            [0x21..=0x7E] => self.charset == Charset::Jis0208 && !self.after_escape,
            _ => false,
        }
    }
}
