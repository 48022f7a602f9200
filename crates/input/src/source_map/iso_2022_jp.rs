//! ISO-2022-JP: the standard's decoder without its tables, one character at a time.
//!
//! <https://encoding.spec.whatwg.org/#iso-2022-jp-decoder>. Here the source alone tells what a character took,
//! and the decoded text only how far to go. The standard's decoder has seven states; four of them last, the
//! *output states*, and the others end within a character or an escape sequence.

use super::utf_8;

const ESCAPE: u8 = 0x1B;

/// The state of the decoder between two characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iso2022Jp {
    charset: Charset,
    /// The standard's *output flag*: an escape sequence came, and no character since.
    after_escape: bool,
}

/// The standard's *decoder output state*, as far as lengths depend on it: Katakana is like ASCII.
#[derive(Clone, Copy, Debug)]
enum Charset {
    Single,
    /// JIS X 0208.
    Double,
}

impl Iso2022Jp {
    pub(super) fn new() -> Iso2022Jp {
        Iso2022Jp { charset: Charset::Single, after_escape: false }
    }

    pub(super) fn resume(is_double: bool, after_escape: bool) -> Iso2022Jp {
        let charset = if is_double { Charset::Double } else { Charset::Single };
        Iso2022Jp { charset, after_escape }
    }

    /// Whether characters have two bytes, and whether an escape sequence was taken and no character since.
    pub(super) fn bits(self) -> (bool, bool) {
        (matches!(self.charset, Charset::Double), self.after_escape)
    }

    /// How many source bytes `decoded` took.
    pub(super) fn walk(&mut self, source: &[u8], decoded: &[u8]) -> usize {
        let (mut taken, mut rest) = (0, decoded);
        while !rest.is_empty() {
            let from = source.get(taken..).unwrap_or_default();
            let run = self.ascii_run(from, rest);
            if run > 0 {
                taken += run;
                rest = &rest[run..];
                self.after_escape = false;
            } else {
                taken += self.character(from);
                rest = &rest[utf_8::first_character(rest).len()..];
            }
        }
        taken
    }

    /// How many bytes at the start of both are the same ASCII characters.
    fn ascii_run(self, source: &[u8], decoded: &[u8]) -> usize {
        if !matches!(self.charset, Charset::Single) {
            return 0;
        }
        // What is in error is not decoded to itself, nor is an escape, which is decoded to nothing.
        let same = source.chunks_exact(16).zip(decoded.chunks_exact(16));
        let blocks = same.take_while(|(from, to)| from == to && to.is_ascii()).count() * 16;
        let rest = source[blocks..].iter().zip(&decoded[blocks..]);
        blocks + rest.take_while(|(from, to)| from == to && to.is_ascii()).count()
    }

    /// How many bytes the next character takes, with the escape sequence before it.
    fn character(&mut self, source: &[u8]) -> usize {
        let mut escape = 0;
        loop {
            let rest = source.get(escape..).unwrap_or_default();
            let charset = match *rest {
                [ESCAPE, 0x28, 0x42 | 0x49 | 0x4A, ..] => Charset::Single,
                [ESCAPE, 0x24, 0x40 | 0x42, ..] => Charset::Double,
                _ => {
                    self.after_escape = false;
                    return escape + self.after_escapes(rest);
                }
            };
            self.charset = charset;
            escape += 3;
            if self.after_escape {
                // An error, which leaves the flag set: a third escape sequence is another error.
                return escape;
            }
            self.after_escape = true;
        }
    }

    /// How many bytes a character takes that begins with no whole escape sequence.
    fn after_escapes(self, rest: &[u8]) -> usize {
        match (self.charset, rest) {
            // A lead byte that is in error because of an escape, or of the end of the source, is in error alone;
            // with any other byte after it, they are a pair, mapped or not.
            (Charset::Double, &[0x21..=0x7E, trail, ..]) if trail != ESCAPE => 2,
            // An escape byte that begins no escape sequence is in error alone: what follows is restored.
            _ => 1,
        }
    }
}
