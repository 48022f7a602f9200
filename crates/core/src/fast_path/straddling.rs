//! The fast path before the states, also over a tag that straddles two chunks, which is read once, when it is whole.
//!
//! At the end of a chunk body the beginning of a tag becomes pending as it is, without the states. The next chunk body completes
//! it in the buffer of pending bytes, where the fast path reads it as any other. If it bails out, or the chunk does not hold all
//! of the tag, the states read the pending bytes before they go on with the chunk. So the bytes of a tag wait at most once, and
//! however small the chunks are, the work is linear. To the caller nothing differs: the beginning holds no `>`, so that the
//! states find no token in it, and it is too short for any limit.

use crate::kernels::find_byte;
use crate::machine::{Event, Input, Machine, TextPart};
use crate::steps::count;

/// The longest beginning of a tag that waits.
const BEGINNING: usize = 1024;

/// Where limits are lower than this, nothing waits: there memory counts, and a tag may be beyond its limit.
const LOWEST_LIMIT: usize = 16 << 10;

/// How many bytes of the next chunk body are looked at for the end of the tag.
const MAX_COMPLETION: usize = 1024;

/// How many bytes are copied from the first `>` on: so many that the last attribute has a whole window.
const FROM_END: usize = 128;

impl Machine {
    /// Tries the fast path before the states are entered: on a tag that straddles the end of a chunk, on the token behind it, and
    /// on tokens that may have errors. `None`, with the pending bytes read, where the states
    /// have to go on.
    pub(crate) fn fast_path_before_states(&mut self, input: Input<'_>) -> Option<Event> {
        if self.unread_tag {
            return self.read_straddling_tag(input);
        }
        let rest = input.bytes.get(self.position.index..)?;
        if rest.is_empty() && self.is_all_emitted() && !input.last {
            return Some(self.end_before_states(input));
        }
        if self.fast_path.state != Some(self.state) {
            return None;
        }
        // Behind a token that straddled chunks the fast path was not tried yet.
        if self.reports() || !self.position.pending.is_empty() {
            self.discard_emitted();
            if let Some(found) = self.fast_path_in_scan(rest) {
                return Some(Event::Found(found));
            }
        }
        if input.last || self.reports() || !self.is_tag_unfinished(rest) {
            return None;
        }
        self.position.index = input.bytes.len();
        self.unread_tag = true;
        Some(self.end_before_states(input))
    }

    /// Whether the text that the chunk body ends with was the last token, so that the states have nothing to do.
    fn is_all_emitted(&self) -> bool {
        self.position.emitted == self.unfinished()
            && self.text_part() == TextPart::All
            && !self.reports()
            && !self.tree.is_too_deep
    }

    fn end_before_states(&mut self, input: Input<'_>) -> Event {
        self.discard_emitted();
        self.end_chunk_body(input);
        Event::More
    }

    /// Whether this is surely the beginning of a tag, far from all limits.
    fn is_tag_unfinished(&self, rest: &[u8]) -> bool {
        let is_tag = match *rest {
            [b'<', b'/', letter, ..] | [b'<', letter, _, ..] => letter.is_ascii_alphabetic(),
            _ => false,
        };
        // An attribute takes two bytes.
        let has_high_limits =
            self.fast_path.tag_max as usize >= LOWEST_LIMIT && self.attributes.max > BEGINNING / 2;
        if !is_tag || !has_high_limits || rest.len() > BEGINNING {
            return false;
        }
        count(rest.len());
        find_byte(rest, 0, b'>') == rest.len()
    }

    /// Completes the pending bytes to the whole tag and reads it.
    fn read_straddling_tag(&mut self, input: Input<'_>) -> Option<Event> {
        let mut tag = core::mem::take(&mut self.position.pending);
        let beginning = tag.len();
        let ahead = &input.bytes[..input.bytes.len().min(MAX_COMPLETION)];
        // A `>` in a value may come before that of the tag, which is rare. Without any the tag is not whole.
        let end = find_byte(ahead, 0, b'>');
        let completion = if end < ahead.len() { ahead.len().min(end + FROM_END) } else { 0 };
        let ahead = &ahead[..completion];
        tag.extend_from_slice(ahead);
        count(ahead.len());
        // As if it lay in a chunk body of its own.
        let body_start = core::mem::replace(&mut self.position.body_start, self.position.token_start);
        let kind = self.fast_path_in_scan(&tag);
        let length = if kind.is_some() { self.position.index } else { beginning };
        self.last_start_tag.keep(&tag);
        tag.truncate(length);
        self.position.pending = tag;
        self.position.body_start = body_start;
        self.position.index = length - beginning;
        self.unread_tag = false;
        if kind.is_none() {
            let is_unfinished = self.reread();
            debug_assert!(is_unfinished, "the beginning of a tag holds no token");
        }
        kind.map(Event::Found)
    }
}
