//! Where text or a tag is free of parse errors of its bytes, for the fast path.

use tagspan_entities::{Decode, tokenizing::error_free_end};

use crate::kernels::{find_byte, find_error_candidate};
use crate::machine::{Machine, input_error_at};
use crate::steps::count;

/// How many bytes at most are searched ahead of the token that asks.
const MAX_SEARCH_AHEAD: usize = 16384;

/// How many bytes are searched at first at the beginning of a chunk body.
const FIRST_SEARCH: usize = 16;

/// Bytes are searched ahead for the next *candidate*: a byte that may be an error of the input stream, or begin a character
/// reference. Most tokens end before it, so they are compared with [`candidate_free_to`](crate::machine::ErrorReports) and not
/// searched.
impl Machine {
    /// The first of these bytes, which follow the position, that are known to have no candidate; all if errors are not wanted.
    #[inline(always)]
    pub(crate) fn error_free_bytes<'a>(&self, rest: &'a [u8]) -> &'a [u8] {
        if !self.reports() {
            return rest;
        }
        let known = self.errors.candidate_free_to.saturating_sub(self.offset());
        &rest[..rest.len().min(known as usize)]
    }

    /// Where the text at `offset` ends before a `<`, if there is no error in it. It is searched up to the first error only, as what
    /// follows is searched again behind each.
    #[inline(always)]
    pub(super) fn error_free_text_end(&mut self, bytes: &[u8], offset: u64) -> Option<usize> {
        let known = bytes.len().min(self.errors.candidate_free_to.saturating_sub(offset) as usize);
        let end = find_byte(&bytes[..known], 0, b'<');
        if end < known { Some(end) } else { self.search_text(bytes, offset, known) }
    }

    /// Where text ends before a `<` in which there is neither a `<` nor an error before `at`.
    #[inline(never)]
    fn search_text(&mut self, bytes: &[u8], offset: u64, mut at: usize) -> Option<usize> {
        let mut ahead = self.search_ahead().max(FIRST_SEARCH);
        while at < bytes.len() {
            let candidate_from =
                |at: usize| find_error_candidate(bytes, at..bytes.len().min(at + ahead), *b"&&");
            let mut known = candidate_from(at);
            if known == at {
                at = candidate_end(bytes, at, Decode::DATA)?;
                known = candidate_from(at);
            }
            ahead = MAX_SEARCH_AHEAD.min(2 * ahead);
            self.errors.candidate_free_to = offset + known as u64;
            let end = find_byte(&bytes[..known], at, b'<');
            if end < known {
                return Some(end);
            }
            at = known;
        }
        None
    }

    /// Whether the tag at `offset` whose `>` is at `last` is free of errors of the input stream and of character references. An
    /// `&` outside of values is no error; where it would be one in a value, the fast path bails out.
    #[inline(always)]
    pub(super) fn is_error_free_tag(&mut self, bytes: &[u8], offset: u64, last: usize) -> bool {
        offset + last as u64 <= self.errors.candidate_free_to || self.search_tag(bytes, offset, last)
    }

    /// What was searched ahead is forgotten when the cursor is left. So that leaving it after each token costs no more than reading,
    /// no more bytes are searched ahead than were read of the chunk body.
    fn search_ahead(&self) -> usize {
        self.position.index.min(MAX_SEARCH_AHEAD)
    }

    #[inline(never)]
    fn search_tag(&mut self, bytes: &[u8], offset: u64, last: usize) -> bool {
        let ahead = self.search_ahead();
        let mut at = self.errors.candidate_free_to.saturating_sub(offset) as usize;
        let is_error_free = loop {
            at = find_error_candidate(bytes, at..bytes.len().min(last + ahead), *b"&&");
            if at >= last {
                break true;
            }
            match candidate_end(bytes, at, Decode::ATTRIBUTE) {
                Some(next) => at = next,
                None => break false,
            }
        };
        self.errors.candidate_free_to = offset + at as u64;
        is_error_free
    }
}

/// Where to continue after the candidate at `at`, unless it is an error.
fn candidate_end(bytes: &[u8], at: usize, how: Decode) -> Option<usize> {
    match bytes[at] {
        0 => None,
        b'&' => {
            let end = error_free_end(bytes, at, how);
            count(end.unwrap_or_else(|end| end) - at);
            end.ok()
        }
        _ => input_error_at(&bytes[at..]).is_none().then_some(at + 1),
    }
}
