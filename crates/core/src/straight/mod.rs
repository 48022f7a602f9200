//! The straight line: text and whole tags that lie in one segment, read without the states.
//!
//! It gives up at the first surprise with nothing changed, and the states take over; they are its oracle, and
//! without this folder everything is the same but slower. Surprises are the end of the segment in a tag, NUL and bytes
//! above ASCII in attribute names, and everything that is neither text nor a tag; where parse errors are wanted, each
//! of them, and the end of the segment in text, too.

mod clean;

use crate::attributes::{Attributes, Quote};
use crate::error::LimitKind;
use crate::input::Input;
use crate::kernels::{name_end, near, unquoted_end};
use crate::machine::{Kind, Machine, TokenRange, unfinished_reference};
use crate::state::State;
use crate::states::is_space;
use crate::steps::count;
use crate::tag::TagFlags;
use crate::text_mode::TextMode;
use crate::token::TextKind;

impl Machine {
    /// The next token, if it is text of the data state or a tag and nothing surprises.
    ///
    /// What the kernels stop at is a little more than what ends a run (all controls, for one), so each stop is
    /// looked at, and the run goes on if it was none. Positions are counted from the token's start, as spans are.
    #[inline(always)]
    pub(crate) fn straight(&mut self, input: Input<'_>) -> Option<Kind> {
        if self.straight_in == Some(self.state) { self.straight_line::<false, false>(input) } else { None }
    }

    /// [`straight`](Self::straight) where errors are wanted, and each is a surprise, or where the feedback simulator sees
    /// every token. It stands apart, so that those who want neither do not pay for it.
    #[inline(never)]
    pub(crate) fn straight_carefully(&mut self, input: Input<'_>) -> Option<Kind> {
        match self.state {
            State::Data if self.reports() => self.straight_line::<true, true>(input),
            State::Data => self.straight_line::<false, true>(input),
            _ => None,
        }
    }

    #[inline(always)]
    fn straight_line<const REPORT: bool, const CAREFUL: bool>(&mut self, input: Input<'_>) -> Option<Kind> {
        if !self.carry.is_empty() {
            return None;
        }
        debug_assert_eq!(self.token_start + self.emitted, self.offset());
        count(1);
        let bytes = input.bytes.get(self.pos..)?;
        let [first, second, third, ..] = *bytes else { return None };
        if first != b'<' {
            self.straight_text::<REPORT, CAREFUL>(bytes)
        } else if second.is_ascii_alphabetic() {
            self.straight_tag::<REPORT, CAREFUL, false>(bytes)
        } else if second == b'/' && third.is_ascii_alphabetic() {
            self.straight_tag::<REPORT, CAREFUL, true>(bytes)
        } else {
            None
        }
    }

    #[inline(always)]
    fn straight_text<const REPORT: bool, const CAREFUL: bool>(&mut self, bytes: &[u8]) -> Option<Kind> {
        let end = if REPORT { clean::text_end(bytes)? } else { near(bytes, 0, b'<') };
        // What is not surely markup may be text.
        let is_whole = match bytes.get(end + 1) {
            Some(&next) => BEGINS_MARKUP[usize::from(next)],
            None => !REPORT && end == bytes.len() && unfinished_reference(bytes).is_none(),
        };
        if !is_whole {
            return None;
        }
        // References in text beyond the limit are measured.
        let most = u64::from(self.limits.of(LimitKind::CharacterReference).most);
        if end as u64 > if CAREFUL { most } else { self.straight_text_limit } {
            return None;
        }
        self.hand_out(end);
        if CAREFUL && self.watch.text {
            return Some(self.show_text(TextKind::of(TextMode::Data)));
        }
        Some(Kind::Text(TextKind::of(TextMode::Data)))
    }

    #[inline(always)]
    fn hand_out(&mut self, length: usize) {
        self.token_start = self.offset();
        self.emitted = length as u64;
        self.pos += length;
    }

    #[inline(always)]
    fn straight_tag<const REPORT: bool, const CAREFUL: bool, const END: bool>(
        &mut self,
        bytes: &[u8],
    ) -> Option<Kind> {
        // A tag beyond the limit has no end here, and leaves no more attributes than one within it.
        let limit = if END && !CAREFUL { self.straight_end_tag_limit } else { self.straight_tag_limit };
        let tag = &bytes[..bytes.len().min(limit as usize)];
        let name_start = if END { 2 } else { 1 };
        let mut name_end_at = name_end(tag, name_start).end;
        let mut byte = *tag.get(name_end_at)?;
        // `=` and controls are characters of a tag's name as any other.
        while !ends_name(byte) {
            name_end_at = name_end(tag, name_end_at + 1).end;
            byte = *tag.get(name_end_at)?;
        }
        self.attributes.clear();
        let mut last = name_end_at;
        let mut self_closing = false;
        if byte != b'>' {
            (last, self_closing) = straight_attributes::<REPORT>(tag, name_end_at, &mut self.attributes)?;
        }
        if REPORT {
            let nothing_more = !END || (self.attributes.is_empty() && !self_closing);
            if !(nothing_more && clean::is_tag(bytes, last)) {
                return None;
            }
        }
        let kind = if END { TagFlags::END } else { TagFlags::START };
        self.tag_flags = kind.and(TagFlags::SELF_CLOSING, self_closing);
        let mode = if END {
            if CAREFUL && self.watch.end_tags {
                self.show_straight_end_tag(bytes, name_end_at as u32, last);
            }
            TextMode::Data
        } else {
            self.straight_mode_after(bytes, name_start..name_end_at, last)?
        };
        let tag_start = self.pos;
        self.hand_out(last + 1);
        self.tag_name = (name_start as u32, name_end_at as u32);
        if END {
            return Some(Kind::EndTag);
        }
        self.last_start_tag.note(tag_start + name_start..tag_start + name_end_at);
        self.state = mode.state();
        Some(Kind::StartTag)
    }
}

/// Reads what follows the name of a tag, which ends at `at`, and gives the place of its `>` and whether it closes
/// itself.
#[inline(never)]
fn straight_attributes<const REPORT: bool>(
    tag: &[u8],
    mut at: usize,
    attributes: &mut Attributes,
) -> Option<(usize, bool)> {
    let mut self_closing = false;
    let mut byte = *tag.get(at)?;
    // Here `byte` stands at `at`, and is what follows the tag's name or an attribute.
    while byte != b'>' {
        if byte == b' '
            && let Some(usual) = usual_attribute(tag, at + 1)
        {
            let Usual { name, value, quote, next } = usual;
            let duplicate = attributes.add(tag, name, value, quote);
            let clean = || clean::is_attribute_name(tag, name.0 as usize..name.1 as usize);
            if REPORT && !(ends_name(next) && !duplicate && clean()) {
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
        while !(byte == b'=' || ends_name(byte)) {
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
        if REPORT && !clean::is_attribute_name(tag, start..at) {
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
            let end = near(tag, start + 1, quote);
            at = end + 1;
            // There is nothing after a quote that is not closed here.
            byte = *tag.get(at)?;
            let kind = if quote == b'"' { Quote::Double } else { Quote::Single };
            duplicate = attributes.add(tag, name, (start as u32 + 1, end as u32), kind);
            if REPORT && !ends_name(byte) {
                return None;
            }
        } else {
            byte = quote;
            while !(byte == b'>' || is_space(byte)) {
                at = unquoted_end(tag, at + 1);
                byte = *tag.get(at)?;
            }
            duplicate = attributes.add(tag, name, (start as u32, at as u32), Quote::Unquoted);
            if REPORT && !clean::is_unquoted_value(&tag[start..at]) {
                return None;
            }
        }
        if REPORT && duplicate {
            return None;
        }
    }
    (attributes.spans().len() <= attributes.most).then_some((at, self_closing))
}

/// An attribute as most are.
struct Usual {
    name: TokenRange,
    value: TokenRange,
    quote: Quote,
    /// The byte after the closing quote.
    next: u8,
}

/// The attribute whose name begins at `start`, if it is `name="value"` with a name below sixteen bytes and a value below
/// sixty-four: then all of it lies in a window whose bounds are checked once.
#[inline(always)]
fn usual_attribute(tag: &[u8], start: usize) -> Option<Usual> {
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
    let length = near(&window[value_start..value_start + VALUE], 0, quote);
    if length == VALUE {
        return None;
    }
    let next = window[value_start + length % VALUE + 1];
    let span = |from: usize, to: usize| ((start + from) as u32, (start + to) as u32);
    Some(Usual {
        name: span(0, name_end_at),
        value: span(value_start, value_start + length),
        quote: kind,
        next,
    })
}

/// Whether `<` and the byte surely begin markup. Which of them it is cannot be foreseen: a look at a table is no
/// branch.
static BEGINS_MARKUP: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?');
        byte += 1;
    }
    table
};

/// Whether the byte ends the name of a tag; that of an attribute ends at `=` too.
#[inline(always)]
fn ends_name(byte: u8) -> bool {
    byte == b'>' || is_space(byte) || byte == b'/'
}
