//! How the machine hands out what it has read.

use core::ops::ControlFlow::{Break, Continue};
use core::ops::Range;

use super::{Event, Kind, Machine, Step};
use crate::input::Input;
use crate::options::Context;
use crate::parse_error::ErrorCode;
use crate::state::State;
use crate::text_mode::{Suspects, TextMode};
use crate::token::{DropReason, TextKind};

impl Machine {
    /// Hands out `length` bytes from the token's start as text.
    pub(crate) fn text_event(&mut self, length: u64) -> Event {
        self.emitted = length;
        Event::Token(Kind::Text(self.text_kind()))
    }

    /// Hands out all text up to `pos`, if there is any.
    #[inline(always)]
    pub(crate) fn flush_text(&mut self) -> Step {
        match self.unfinished() {
            0 => Continue(()),
            length => Break(self.text_event(length)),
        }
    }

    /// Hands out the text before the mark, if there is any, and goes back to the mark: after a token the
    /// machine stands at its end. What follows the mark is looked at once more.
    #[inline(always)]
    pub(crate) fn flush_before_mark(&mut self) -> Step {
        match self.mark {
            0 => Continue(()),
            length => {
                let event = self.text_event(length);
                let mark = self.token_start + length;
                // Brackets that may close a CDATA section can lie in the carry. There is no way back to those.
                if mark >= self.base {
                    self.pos = (mark - self.base) as usize;
                    self.state = self.state.text_state(self.return_state);
                }
                Break(event)
            }
        }
    }

    /// How the text that the machine is reading decodes.
    fn text_kind(&self) -> TextKind {
        match self.state.text_state(self.return_state) {
            State::Data => TextKind::Data,
            State::Rcdata => TextKind::Rcdata,
            State::CdataSection => TextKind::Cdata,
            _ => TextKind::Raw,
        }
    }

    /// A start or end tag begins; the token starts at its `<`.
    pub(crate) fn create_tag(&mut self, end_tag: bool) {
        self.end_tag = end_tag;
        self.self_closing = false;
        self.attributes.clear();
        self.tag_name.0 = if end_tag { 2 } else { 1 };
    }

    /// Emits the tag whose `>` is the byte at `pos`.
    pub(crate) fn emit_tag(&mut self, input: Input<'_>) -> Step {
        // First, for the state comes back here after each of them, and what follows takes time with the name.
        self.input_errors_before(input, self.offset() + 1)?;
        if self.end_tag {
            if !self.attributes.is_empty() {
                self.error(input, ErrorCode::EndTagWithAttributes)?;
            }
            if self.self_closing {
                self.error(input, ErrorCode::EndTagWithTrailingSolidus)?;
            }
            return self.emit(input, Kind::EndTag, 1, State::Data);
        }
        let mode = self.mode_after_start_tag(input);
        self.emit(input, Kind::StartTag, 1, mode.state())
    }

    /// The text mode that follows the start tag whose `>` is the byte at `pos`, and a note of the tag's name.
    fn mode_after_start_tag(&mut self, input: Input<'_>) -> TextMode {
        let (start, end) = (self.tag_name.0 as usize, self.tag_name.1);
        let mut last = core::mem::take(&mut self.last_start_tag);
        let name = &self.tag_bytes(input, end).0[start..];
        last.set(name);
        let name = last.name(input.bytes);
        let mode = self.mode_after(name, name.len());
        self.last_start_tag = last;
        mode
    }

    /// The text mode that follows a start tag whose name has `length` bytes. `rest` begins with the name.
    #[inline(always)]
    fn mode_after(&self, rest: &[u8], length: usize) -> TextMode {
        if self.suspects.may_have(rest, length) {
            self.mode_after_suspect(&rest[..length])
        } else {
            TextMode::Data
        }
    }

    #[cold]
    fn mode_after_suspect(&self, name: &[u8]) -> TextMode {
        match self.context {
            Context::Document => TextMode::after_start_tag(name, self.scripting),
            Context::None => TextMode::Data,
        }
    }

    /// The same for the straight line, which leaves a tag that is watched for to the states. The name is that of the tag
    /// with which `tag` begins, whose attributes are those at hand.
    #[inline(always)]
    pub(crate) fn straight_mode_after(&self, tag: &[u8], name: Range<usize>) -> Option<TextMode> {
        if self.suspects.may_have(&tag[name.start..], name.len()) {
            self.straight_mode_after_suspect(tag, name)
        } else {
            Some(TextMode::Data)
        }
    }

    #[cold]
    fn straight_mode_after_suspect(&self, tag: &[u8], name: Range<usize>) -> Option<TextMode> {
        let name = &tag[name];
        let watched = self.watching && name.eq_ignore_ascii_case(b"meta") && {
            let is = |(start, end), word: &[u8]| tag[start as usize..end as usize].eq_ignore_ascii_case(word);
            let mut names = self.attributes.spans().iter().map(|attribute| attribute.name);
            names.any(|name| is(name, b"charset") || is(name, b"http-equiv"))
        };
        if watched { None } else { Some(self.mode_after_suspect(name)) }
    }

    /// Chooses whether the straight line leaves to the states every `meta` that may declare an encoding.
    pub(crate) fn watch_meta(&mut self, on: bool) {
        self.watching = on;
        self.suspects = match self.context {
            Context::Document => Suspects::SPECIAL,
            Context::None => Suspects::NONE,
        };
        if on {
            self.suspects = self.suspects.and_meta();
        }
    }

    /// Emits a comment whose data ends where the register says, consuming `tail` bytes at `pos`.
    pub(crate) fn emit_comment(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.emit(input, Kind::Comment, tail, State::Data)
    }

    /// Emits the DOCTYPE, consuming `tail` bytes at `pos`.
    pub(crate) fn emit_doctype(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.emit(input, Kind::Doctype, tail, State::Data)
    }

    /// Emits a DOCTYPE that forces quirks mode, consuming `tail` bytes at `pos`.
    pub(crate) fn emit_quirky_doctype(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.doctype.force_quirks = true;
        self.emit_doctype(input, tail)
    }

    /// Hands out bytes that make no token, consuming `tail` bytes at `pos`.
    pub(crate) fn drop_bytes(&mut self, input: Input<'_>, why: DropReason, tail: usize, then: State) -> Step {
        self.emit(input, Kind::Dropped(why), tail, then)
    }

    /// Hands out everything up to `pos` and `tail` bytes at it, after the errors of the input stream in
    /// it, and switches.
    pub(crate) fn emit(&mut self, input: Input<'_>, kind: Kind, tail: usize, then: State) -> Step {
        let end = self.offset() + tail as u64;
        self.input_errors_before(input, end)?;
        let length = end - self.token_start;
        if length > self.limit {
            return Break(Event::Limit(self.construct()));
        }
        self.pos += tail;
        self.emitted = length;
        self.state = then;
        Break(Event::Token(kind))
    }
}
