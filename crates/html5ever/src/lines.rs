//! The line that the parser is in, counted token by token.

use memchr::{memchr, memchr_iter, memchr2_iter};

use crate::chunk::start_within;

/// How far behind a token the next newline is searched. Bounded, as a script may stop the reading behind each token, and what is
/// known ahead is forgotten then.
const AHEAD: usize = 256;

/// Counts lines over the raw bytes of all tokens in their order, which are the input. LF, CR and CRLF each end a line.
///
/// Most tokens have no newline. To call a search for each takes longer than to search ahead once, and to compare.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The line after the last token, from one on.
    pub(crate) current: u64,
    /// Up to this index of the chunk all newlines are counted: there is none between the last token and here.
    counted_to: usize,
    /// The last byte was a CR, with which an LF would be one newline.
    after_cr: bool,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Lines { current: 1, counted_to: 0, after_cr: false }
    }

    /// The next tokens may be slices of another chunk.
    pub(crate) fn begin_chunk(&mut self) {
        self.counted_to = 0;
    }

    /// Counts the lines that a token ends, which may be a slice of the chunk. `may_have_cr` is false if no byte of the input so far
    /// is a CR.
    #[inline]
    pub(crate) fn pass(&mut self, raw: &[u8], chunk: &[u8], may_have_cr: bool) {
        if may_have_cr {
            return self.pass_with_cr(raw);
        }
        match start_within(chunk, raw) {
            Some(start) if start + raw.len() <= self.counted_to => {}
            Some(start) => self.pass_within(chunk, start, start + raw.len()),
            None => self.current += count(raw),
        }
    }

    #[inline(never)]
    fn pass_within(&mut self, chunk: &[u8], start: usize, end: usize) {
        let limit = chunk.len().min(end + AHEAD);
        let next = |from| memchr(b'\n', &chunk[from..limit]).map_or(limit, |found| from + found);
        let mut from = start.max(self.counted_to);
        // Most text with a newline is a newline and the indent of the next tag: one search is enough then.
        if chunk[from..end].first() == Some(&b'\n') {
            self.current += 1;
            from += 1;
        }
        self.counted_to = next(from);
        if self.counted_to < end {
            self.current += count(&chunk[self.counted_to..end]);
            self.counted_to = next(end);
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

/// How many LF there are.
pub(crate) fn count(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of lines does not depend on how the bytes are split into tokens, nor on which tokens are slices of the chunk.
    #[test]
    fn newlines_are_counted_in_every_cut() {
        let far = format!("a{}\nb\n", " ".repeat(AHEAD));
        let cases: &[(&str, u64)] = &[
            ("", 1),
            ("a", 1),
            ("a\nb\n", 3),
            ("a\n\n\nb", 4),
            ("\n\n", 3),
            (&far, 3),
            ("a\r\nb\r\n", 3),
            ("\r\r\n\n\r", 5),
            ("\n\r", 3),
            ("\r\n\r\n", 3),
            ("\ra\n", 3),
        ];
        for &(input, line) in cases {
            let chunk = input.as_bytes();
            for first in 0..=chunk.len() {
                for second in first..=chunk.len() {
                    for elsewhere in 0..4 {
                        let mut lines = Lines::new();
                        for (index, part) in
                            [0..first, first..second, second..chunk.len()].into_iter().enumerate()
                        {
                            let pending;
                            let part = if index == elsewhere {
                                pending = chunk[part].to_vec();
                                &pending
                            } else {
                                &chunk[part]
                            };
                            lines.pass(part, chunk, input.contains('\r'));
                        }
                        assert_eq!(
                            lines.current, line,
                            "{input:?} cut at {first} and {second}, {elsewhere} elsewhere"
                        );
                    }
                }
            }
        }
    }

    /// Bytes seen ahead in one chunk are not applied to another chunk.
    #[test]
    fn each_chunk_is_looked_at_anew() {
        let mut lines = Lines::new();
        for (chunk, line) in [("ab", 1), ("a\n", 2), ("\n\n", 4)] {
            lines.begin_chunk();
            for part in chunk.as_bytes().chunks(1) {
                lines.pass(part, chunk.as_bytes(), false);
            }
            assert_eq!(lines.current, line, "{chunk:?}");
        }
    }
}
