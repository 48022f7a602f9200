//! The line that the parser is in, counted token by token.

use memchr::{memchr_iter, memchr2_iter};

/// Counts lines over the raw bytes of all tokens in their order, which are the input. LF, CR and CRLF each end a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The line after the last token, from one on.
    pub(crate) current: u64,
    /// The last byte was a CR, with which an LF would be one newline.
    after_cr: bool,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Lines { current: 1, after_cr: false }
    }

    /// Counts the lines that a token ends. `may_have_cr` is false if no byte of the input so far is a CR.
    #[inline]
    pub(crate) fn pass(&mut self, raw: &[u8], may_have_cr: bool) {
        if may_have_cr {
            self.pass_with_cr(raw);
        } else {
            self.current += memchr_iter(b'\n', raw).count() as u64;
        }
    }

    fn pass_with_cr(&mut self, raw: &[u8]) {
        for newline in memchr2_iter(b'\r', b'\n', raw) {
            let follows_cr = match newline.checked_sub(1) {
                Some(before) => raw[before] == b'\r',
                None => self.after_cr,
            };
            if raw[newline] == b'\r' || !follows_cr {
                self.current += 1;
            }
        }
        if let Some(&last) = raw.last() {
            self.after_cr = last == b'\r';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of lines does not depend on how the bytes are cut into tokens.
    #[test]
    fn newlines_are_counted_in_every_cut() {
        let cases: &[(&[u8], u64)] = &[
            (b"", 1),
            (b"a", 1),
            (b"a\nb\n", 3),
            (b"a\r\nb\r\n", 3),
            (b"\r\r\n\n\r", 5),
            (b"\n\r", 3),
            (b"\r\n\r\n", 3),
            (b"\ra\n", 3),
        ];
        for &(input, line) in cases {
            for first in 0..=input.len() {
                for second in first..=input.len() {
                    let mut lines = Lines::new();
                    for part in [&input[..first], &input[first..second], &input[second..]] {
                        lines.pass(part, true);
                    }
                    assert_eq!(lines.current, line, "{input:?} cut at {first} and {second}");
                }
            }
        }
        let mut lines = Lines::new();
        lines.pass(b"a\n\nb", false);
        assert_eq!(lines.current, 3);
    }
}
