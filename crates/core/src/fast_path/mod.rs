//! The fast path: reads text and tags that lie whole in a chunk, without entering the states.
//!
//! It bails out, with nothing changed, at anything uncommon, and the states read the same bytes again: at the end of the chunk
//! body within a tag, at NUL or bytes above ASCII in attribute names, at everything that is neither text nor a tag, and at parse
//! errors where they are wanted. So the states are its oracle, and without this folder everything is the same but slower.

mod error_free;
mod straddling;

use crate::bytes::{BEGINS_MARKUP, ends_tag_name, is_space};
use crate::error::LimitKind;
use crate::kernels::{find_byte, name_end, unquoted_end};
use crate::machine::{Input, Machine, State, TokenKind, unfinished_reference};
use crate::steps::count;
use crate::text_mode::TextMode;
use crate::token::{Attributes, Quote, TagFlags, TextKind, TokenRange};

impl Machine {
    /// Reads the next token, if it is text of the data state or a tag and nothing uncommon is in it.
    ///
    /// The kernels stop at a little more than what ends a run (at all controls, for one). So each stop is checked, and the
    /// run continues if it is none. Positions are counted from the start of the token, as ranges are.
    #[inline(always)]
    pub(crate) fn fast_path(&mut self, input: Input<'_>) -> Option<TokenKind> {
        if self.fast_path.state == Some(self.state) { self.read::<false, false>(input) } else { None }
    }

    /// [`fast_path`](Self::fast_path) where errors are reported, each of which makes it bail out, or where the feedback simulator
    /// sees every token. It is a function of its own, so that callers who want neither do not pay for it.
    #[inline(never)]
    pub(crate) fn fast_path_reporting(&mut self, input: Input<'_>) -> Option<TokenKind> {
        match self.state {
            State::Data if self.reports() => self.read::<true, true>(input),
            State::Data => self.read::<false, true>(input),
            _ => None,
        }
    }

    #[inline(always)]
    fn read<const REPORT: bool, const SIMULATE: bool>(&mut self, input: Input<'_>) -> Option<TokenKind> {
        if !self.position.pending.is_empty() {
            return None;
        }
        debug_assert_eq!(self.position.token_start + self.position.emitted, self.offset());
        count(1);
        let bytes = input.bytes.get(self.position.index..)?;
        let [first, second, third, ..] = *bytes else { return None };
        if first != b'<' {
            self.read_text::<REPORT, SIMULATE>(bytes)
        } else if second.is_ascii_alphabetic() {
            self.read_tag::<REPORT, SIMULATE, false>(bytes)
        } else if second == b'/' && third.is_ascii_alphabetic() {
            self.read_tag::<REPORT, SIMULATE, true>(bytes)
        } else {
            None
        }
    }

    #[inline(always)]
    fn read_text<const REPORT: bool, const SIMULATE: bool>(&mut self, bytes: &[u8]) -> Option<TokenKind> {
        let end = if REPORT { error_free::text_end(bytes)? } else { find_byte(bytes, 0, b'<') };
        // What is not surely markup may be text.
        let is_whole = match bytes.get(end + 1) {
            Some(&next) => BEGINS_MARKUP[usize::from(next)],
            None => !REPORT && end == bytes.len() && unfinished_reference(bytes).is_none(),
        };
        if !is_whole {
            return None;
        }
        // References in text beyond the limit are measured.
        let max = self.limit.limits.of(LimitKind::CharacterReference).max;
        if end > if SIMULATE { max } else { self.fast_path.text_max } as usize {
            return None;
        }
        self.emit_bytes(end);
        if SIMULATE && self.tree.interest.text {
            return Some(self.simulate_text(TextKind::of(TextMode::Data)));
        }
        Some(TokenKind::Text(TextKind::of(TextMode::Data)))
    }

    #[inline(always)]
    fn emit_bytes(&mut self, length: usize) {
        self.position.token_start = self.offset();
        self.position.emitted = length as u64;
        self.position.index += length;
    }

    #[inline(always)]
    fn read_tag<const REPORT: bool, const SIMULATE: bool, const END: bool>(
        &mut self,
        bytes: &[u8],
    ) -> Option<TokenKind> {
        // A tag beyond the limit has no end here, and leaves no more attributes than one within it.
        let limit = if END && !SIMULATE { self.fast_path.end_tag_max } else { self.fast_path.tag_max };
        let tag = &bytes[..bytes.len().min(limit as usize)];
        let name_start = if END { 2 } else { 1 };
        let mut name_end_at = name_end(tag, name_start).end;
        let mut byte = *tag.get(name_end_at)?;
        // `=` and controls are characters of a tag's name as any other.
        while !ends_tag_name(byte) {
            name_end_at = name_end(tag, name_end_at + 1).end;
            byte = *tag.get(name_end_at)?;
        }
        self.attributes.clear();
        let mut last = name_end_at;
        let mut self_closing = false;
        if byte != b'>' {
            (last, self_closing) = read_attributes::<REPORT>(tag, name_end_at, &mut self.attributes)?;
        }
        if REPORT {
            let nothing_more = !END || (self.attributes.is_empty() && !self_closing);
            if !(nothing_more && error_free::is_tag(bytes, last)) {
                return None;
            }
        }
        let kind = if END { TagFlags::END } else { TagFlags::START };
        self.parts.flags = kind.and(TagFlags::SELF_CLOSING, self_closing);
        let mode = if END {
            if SIMULATE && self.tree.interest.end_tags {
                self.simulate_fast_path_end_tag(bytes, name_end_at as u32, last);
            }
            TextMode::Data
        } else {
            self.fast_path_text_mode(bytes, name_start..name_end_at, last)?
        };
        let tag_start = self.position.index;
        self.emit_bytes(last + 1);
        self.parts.name = (name_start as u32, name_end_at as u32);
        if END {
            return Some(TokenKind::EndTag);
        }
        self.last_start_tag.note(tag_start + name_start..tag_start + name_end_at);
        self.state = State::of(mode);
        Some(TokenKind::StartTag)
    }
}

/// Reads what follows the name of a tag, which ends at `at`, and gives the place of its `>` and whether it closes
/// itself.
#[inline(never)]
fn read_attributes<const REPORT: bool>(
    tag: &[u8],
    mut at: usize,
    attributes: &mut Attributes,
) -> Option<(usize, bool)> {
    let mut self_closing = false;
    let mut byte = *tag.get(at)?;
    // Here `byte` stands at `at`, and is what follows the tag's name or an attribute.
    while byte != b'>' {
        if byte == b' '
            && let Some(common) = common_attribute(tag, at + 1)
        {
            let Common { name, value, quote, next } = common;
            let duplicate = attributes.add(tag, name, value, quote);
            let clean = || error_free::is_attribute_name(tag, name.0 as usize..name.1 as usize);
            if REPORT && !(ends_tag_name(next) && !duplicate && clean()) {
                return None;
            }
            at = value.1 as usize + 1;
            byte = next;
            continue;
        }
        // Nearly always one space, then a letter.
        if byte == b' ' {
            at += 1;
            byte = *tag.get(at)?;
        }
        if byte <= b'>' {
            while is_space(byte) || byte == b'/' {
                count(1);
                at += 1;
                let next = *tag.get(at)?;
                self_closing = byte == b'/' && next == b'>';
                if REPORT && byte == b'/' && !self_closing {
                    return None;
                }
                byte = next;
            }
            if byte == b'>' {
                break;
            }
        }
        let start = at;
        if REPORT && byte == b'=' {
            return None;
        }
        // An `=` at the start is a part of the name.
        let mut run = name_end(tag, at + usize::from(byte == b'='));
        at = run.end;
        byte = *tag.get(at)?;
        while !(byte == b'=' || ends_tag_name(byte)) {
            // A control, or NUL, which changes what the name is.
            if byte == 0 {
                return None;
            }
            let more = name_end(tag, at + 1);
            run.ascii &= more.ascii;
            at = more.end;
            byte = *tag.get(at)?;
        }
        if !run.ascii {
            return None;
        }
        if REPORT && !error_free::is_attribute_name(tag, start..at) {
            return None;
        }
        let name = (start as u32, at as u32);
        if is_space(byte) {
            // White space before an `=` means nothing; that before another attribute is left to the next turn.
            let mut ahead = at + 1;
            while is_space(*tag.get(ahead)?) {
                count(1);
                ahead += 1;
            }
            if tag[ahead] == b'=' {
                at = ahead;
                byte = b'=';
            }
        }
        if byte != b'=' {
            let duplicate = attributes.add(tag, name, (name.1, name.1), Quote::NoValue);
            if REPORT && duplicate {
                return None;
            }
            continue;
        }
        at += 1;
        let mut quote = *tag.get(at)?;
        while is_space(quote) {
            count(1);
            at += 1;
            quote = *tag.get(at)?;
        }
        let start = at;
        let duplicate;
        if quote == b'"' || quote == b'\'' {
            let end = find_byte(tag, start + 1, quote);
            at = end + 1;
            // There is nothing after a quote that is not closed here.
            byte = *tag.get(at)?;
            let kind = if quote == b'"' { Quote::Double } else { Quote::Single };
            duplicate = attributes.add(tag, name, (start as u32 + 1, end as u32), kind);
            if REPORT && !ends_tag_name(byte) {
                return None;
            }
        } else {
            byte = quote;
            while !(byte == b'>' || is_space(byte)) {
                at = unquoted_end(tag, at + 1);
                byte = *tag.get(at)?;
            }
            duplicate = attributes.add(tag, name, (start as u32, at as u32), Quote::Unquoted);
            if REPORT && !error_free::is_unquoted_value(&tag[start..at]) {
                return None;
            }
        }
        if REPORT && duplicate {
            return None;
        }
    }
    (attributes.spans().len() <= attributes.max).then_some((at, self_closing))
}

/// An attribute as most are.
struct Common {
    name: TokenRange,
    value: TokenRange,
    quote: Quote,
    /// The byte after the closing quote.
    next: u8,
}

/// The attribute whose name begins at `start`, if it is `name="value"` with a name below sixteen bytes and a value below
/// sixty-four: then all of it lies in a window whose bounds are checked once.
#[inline(always)]
fn common_attribute(tag: &[u8], start: usize) -> Option<Common> {
    const NAME: usize = 16;
    const VALUE: usize = 64;
    // The name, `="`, the value, its quote and one byte more.
    let window: &[u8; NAME + VALUE + 4] = tag.get(start..)?.first_chunk()?;
    let run = name_end(&window[..NAME], 0);
    // The first byte must be a letter or the like: an `=` there is a part of the name.
    if run.end == NAME || !run.ascii || window[0] <= b'>' {
        return None;
    }
    let name_end_at = run.end % NAME;
    if window[name_end_at] != b'=' {
        return None;
    }
    let quote = window[name_end_at + 1];
    let kind = match quote {
        b'"' => Quote::Double,
        b'\'' => Quote::Single,
        _ => return None,
    };
    let value_start = name_end_at + 2;
    let length = find_byte(&window[value_start..value_start + VALUE], 0, quote);
    if length == VALUE {
        return None;
    }
    let next = window[value_start + length % VALUE + 1];
    let span = |from: usize, to: usize| ((start + from) as u32, (start + to) as u32);
    Some(Common {
        name: span(0, name_end_at),
        value: span(value_start, value_start + length),
        quote: kind,
        next,
    })
}
