//! Reports the parse errors of the input stream: control characters and noncharacters.

use core::ops::ControlFlow::Continue;

use super::Machine;
use super::event::Step;
use super::input::Input;
use crate::kernels::find_error_candidate;
use crate::parse_error::ErrorCode;
use crate::partial_character::unfinished_tail;
use crate::steps::count;

/// A view is no longer than this behind its start, for a cursor may be left at each error, and then the next view begins.
const VIEW: usize = 256;

impl Machine {
    /// Reports, one by one, the errors of the input stream before `end` that were not reported yet.
    /// `end` lies within the chunk body, at its end at most.
    #[inline(always)]
    pub(crate) fn input_errors_before(&mut self, input: Input<'_>, end: u64) -> Step {
        if self.reports() && self.errors.searched_to < end {
            self.search_input(input, end)
        } else {
            Continue(())
        }
    }

    /// Searches each byte once: `searched_to` moves past bytes that are free of errors, and past each error.
    #[cold]
    fn search_input(&mut self, input: Input<'_>, end: u64) -> Step {
        let end = end.min(self.search_limit());
        // Text before the token was searched as it was read, and what a limit discards before it went.
        let mut at = self.errors.searched_to.max(if self.limit.kept > 0 {
            self.position.body_start
        } else {
            self.position.token_start
        });
        while at < end {
            // Bytes that became pending in a pause are not searched yet. All other pending bytes are, by `more`.
            let pending =
                (self.position.body_start - self.position.token_start.min(self.position.body_start)) as usize;
            let (bytes, origin) = if at < self.position.body_start {
                (&self.position.pending[..pending], self.position.token_start)
            } else {
                (input.bytes, self.position.body_start)
            };
            let stop = end.min(origin + bytes.len() as u64);
            let unsearched = (at - origin) as usize..(stop - origin) as usize;
            let found = find_error_candidate(bytes, unsearched.clone(), [0; 2]);
            at += (found - unsearched.start) as u64;
            if found == unsearched.end {
                continue;
            }
            if let Some((code, length)) = error_at(&bytes[(at - origin) as usize..]) {
                self.flush_skipped_before(at)?;
                self.errors.searched_to = at + length as u64;
                return self.leave_with_error(code, at);
            }
            at += 1;
        }
        self.errors.searched_to = self.errors.searched_to.max(end);
        Continue(())
    }

    /// The part of the chunk body that the states see. While bytes are being discarded and errors are wanted, it ends behind the
    /// next error of the input stream at the latest. To the states that is the end of a chunk body, before which everything is
    /// reported: so no byte is discarded before it was searched, and a skipped construct is emitted up to each of its errors.
    #[inline(always)]
    pub(super) fn view<'a>(&mut self, input: Input<'a>) -> Input<'a> {
        if self.reports() && self.is_discarding() { self.view_to_error(input) } else { input }
    }

    #[cold]
    fn view_to_error<'a>(&mut self, Input { bytes, last }: Input<'a>) -> Input<'a> {
        // A state may switch right behind the error at which the view ends. It is reported before the next view begins.
        let is_behind_error =
            self.errors.view_end == self.offset() && self.errors.searched_to < self.errors.view_end;
        if self.errors.view_end <= self.offset() && !is_behind_error {
            let mut at = self
                .position
                .index
                .max(self.errors.searched_to.saturating_sub(self.position.body_start) as usize)
                .min(bytes.len());
            let mut limit = bytes.len().min(at + VIEW);
            if limit < bytes.len() {
                limit -= unfinished_tail(&bytes[..limit]);
            }
            let end = loop {
                at = find_error_candidate(bytes, at..limit, [0; 2]);
                match error_at(&bytes[at..limit]) {
                    Some((_, length)) => break at + length,
                    None if at == limit => break at,
                    None => at += 1,
                }
            };
            count(end - self.position.index);
            self.errors.view_end = self.position.body_start + end as u64;
        }
        let end = ((self.errors.view_end - self.position.body_start) as usize).min(bytes.len());
        Input { bytes: &bytes[..end], last: last && end == bytes.len() }
    }

    /// The error of the input stream at the position, if it has one that was not reported.
    pub(crate) fn input_error_here(&mut self, input: Input<'_>) -> Step {
        self.input_errors_before(input, self.offset() + 1)
    }

    /// All before the position was searched, by a view if not before.
    pub(super) fn note_searched(&mut self) {
        self.errors.searched_to = self.errors.searched_to.max(self.offset());
    }

    /// Whether the bytes from the position begin with an error that was not reported.
    pub(crate) fn has_input_error_here(&self, input: Input<'_>) -> bool {
        self.errors.searched_to <= self.offset() && error_at(&input.bytes[self.position.index..]).is_some()
    }
}

/// The error of the character that `bytes` begin with, and its length in bytes. Ill-formed sequences are
/// no error of the input stream: the decoder has replaced them by U+FFFD, or is going to.
pub(crate) fn error_at(bytes: &[u8]) -> Option<(ErrorCode, usize)> {
    let control = |length| Some((ErrorCode::ControlCharacterInInputStream, length));
    let noncharacter = |length| Some((ErrorCode::NoncharacterInInputStream, length));
    match *bytes {
        [0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F, ..] => control(1),
        // U+0080 to U+009F
        [0xC2, 0x80..=0x9F, ..] => control(2),
        // U+FDD0 to U+FDEF
        [0xEF, 0xB7, 0x90..=0xAF, ..] => noncharacter(3),
        // U+FFFE, U+FFFF
        [0xEF, 0xBF, 0xBE | 0xBF, ..] => noncharacter(3),
        // The last two code points of planes 1 to 16
        [0xF0, 0x9F | 0xAF | 0xBF, 0xBF, 0xBE | 0xBF, ..]
        | [0xF1..=0xF3, 0x8F | 0x9F | 0xAF | 0xBF, 0xBF, 0xBE | 0xBF, ..]
        | [0xF4, 0x8F, 0xBF, 0xBE | 0xBF, ..] => noncharacter(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::may_begin_input_error;

    /// Every scalar value, against the standard's definitions of control and noncharacter.
    #[test]
    fn every_character() {
        let mut buffer = [0; 4];
        for character in '\0'..=char::MAX {
            let code = character as u32;
            let white_space = matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ');
            let expected = if character.is_control() && character != '\0' && !white_space {
                Some((ErrorCode::ControlCharacterInInputStream, character.len_utf8()))
            } else if (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE {
                Some((ErrorCode::NoncharacterInInputStream, character.len_utf8()))
            } else {
                None
            };
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            assert_eq!(error_at(bytes), expected, "U+{code:04X}");
            assert!(expected.is_none() || may_begin_input_error(bytes[0]), "U+{code:04X}");
        }
    }
}
