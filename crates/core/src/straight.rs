//! The straight line: text and whole tags that lie in one segment, read without the states.
//!
//! It gives up at the first surprise with nothing changed, and the states take over; they are its oracle, and
//! without this file everything is the same but slower. Surprises are the end of the segment, NUL and bytes
//! above ASCII in attribute names, and everything that is neither text nor a tag.

use crate::attributes::Quote;
use crate::input::Input;
use crate::kernels::{name_end, near, unquoted_end};
use crate::machine::{Kind, Machine};
use crate::state::State;
use crate::states::is_space;
use crate::token::TextKind;

impl Machine {
    /// The next token, if it is text of the data state or a tag and nothing surprises.
    ///
    /// What the kernels stop at is a little more than what ends a run (all controls, for one), so each stop is
    /// looked at, and the run goes on if it was none.
    #[inline]
    pub(crate) fn straight(&mut self, input: Input<'_>) -> Option<Kind> {
        if self.state != State::Data || self.report || !self.carry.is_empty() {
            return None;
        }
        let bytes = input.bytes;
        let start = self.pos;
        debug_assert_eq!(self.token_start + self.emitted, self.offset());
        if *bytes.get(start)? != b'<' {
            return self.straight_text(bytes, start);
        }
        match *bytes.get(start + 1)? {
            b'a'..=b'z' | b'A'..=b'Z' => self.straight_tag::<false>(bytes, start),
            b'/' if bytes.get(start + 2)?.is_ascii_alphabetic() => self.straight_tag::<true>(bytes, start),
            _ => None,
        }
    }

    #[inline]
    fn straight_text(&mut self, bytes: &[u8], start: usize) -> Option<Kind> {
        let end = near(bytes, start, b'<');
        // What is not surely markup may be text.
        if !matches!(*bytes.get(end + 1)?, b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?') {
            return None;
        }
        // References in text beyond the limit are measured.
        if (end - start) as u64 > self.limit {
            return None;
        }
        self.hand_out(start, end);
        Some(Kind::Text(TextKind::Data))
    }

    #[inline]
    fn hand_out(&mut self, start: usize, end: usize) {
        self.token_start = self.base + start as u64;
        self.emitted = (end - start) as u64;
        self.pos = end;
    }

    /// A tag. Positions are indices into the segment; spans are counted from the tag's start.
    #[inline]
    fn straight_tag<const END: bool>(&mut self, bytes: &[u8], start: usize) -> Option<Kind> {
        // A tag beyond the limit has no end here, and leaves no more attributes than one within it.
        let bytes = &bytes[..bytes.len().min(start.saturating_add(self.limit as usize))];
        let name_start = start + if END { 2 } else { 1 };
        let span = |index: usize| (index - start) as u32;
        // `=` and controls are characters of a tag's name as any other.
        let mut at = name_end(bytes, name_start).end;
        while !ends_name(*bytes.get(at)?) {
            at = name_end(bytes, at + 1).end;
        }
        let tag_name_end = at;
        self.attributes.clear();
        let mut self_closing = false;
        loop {
            // After a name or a value: white space, slashes, the end, or another attribute.
            let mut byte = *bytes.get(at)?;
            if byte == b'>' {
                break;
            }
            while is_space(byte) || byte == b'/' {
                at += 1;
                let next = *bytes.get(at)?;
                if byte == b'/' && next == b'>' {
                    self_closing = true;
                }
                byte = next;
            }
            if byte == b'>' {
                break;
            }
            let attribute_start = at;
            // An `=` at the start is a part of the name.
            let mut run = name_end(bytes, at + usize::from(byte == b'='));
            while !matches!(*bytes.get(run.end)?, byte if ends_name(byte) || byte == b'=') {
                // A control, or NUL, which changes what the name is.
                if bytes[run.end] == 0 {
                    return None;
                }
                let more = name_end(bytes, run.end + 1);
                run.end = more.end;
                run.ascii &= more.ascii;
            }
            if !run.ascii {
                return None;
            }
            at = run.end;
            let name = (span(attribute_start), span(at));
            self.attributes.add(&bytes[start..at], name);
            let mut next = *bytes.get(at)?;
            if is_space(next) {
                let mut ahead = at + 1;
                while is_space(*bytes.get(ahead)?) {
                    ahead += 1;
                }
                if bytes[ahead] != b'=' {
                    at = ahead;
                    continue;
                }
                at = ahead;
                next = b'=';
            }
            if next != b'=' {
                continue;
            }
            at += 1;
            while is_space(*bytes.get(at)?) {
                at += 1;
            }
            let value_start = at;
            let quote = bytes[at];
            let (value, quote) = match quote {
                b'"' | b'\'' => {
                    let end = near(bytes, at + 1, quote);
                    at = end + 1;
                    let quote = if quote == b'"' { Quote::Double } else { Quote::Single };
                    ((span(value_start + 1), span(end)), quote)
                }
                b'>' => ((span(at), span(at)), Quote::Unquoted),
                _ => {
                    let mut end = unquoted_end(bytes, at);
                    while !matches!(*bytes.get(end)?, byte if is_space(byte) || byte == b'>') {
                        end = unquoted_end(bytes, end + 1);
                    }
                    at = end;
                    ((span(value_start), span(end)), Quote::Unquoted)
                }
            };
            // A quote that is not closed here lies one beyond the end.
            if at > bytes.len() {
                return None;
            }
            self.attributes.set_value(value, quote);
        }
        let end = at + 1;
        self.hand_out(start, end);
        self.tag_name = (span(name_start), span(tag_name_end));
        self.end_tag = END;
        self.self_closing = self_closing;
        if END {
            return Some(Kind::EndTag);
        }
        let mut name = core::mem::take(&mut self.last_start_tag);
        name.clear();
        name.extend_from_slice(&bytes[name_start..tag_name_end]);
        self.state = self.remember_start_tag(name).state();
        Some(Kind::StartTag)
    }
}

/// Whether the byte ends the name of a tag; that of an attribute ends at `=` too.
#[inline(always)]
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}
