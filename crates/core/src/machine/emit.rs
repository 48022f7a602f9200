//! How the machine hands out what it has read.

use core::ops::ControlFlow::{Break, Continue};

use super::{Event, Kind, Machine, Step};
use crate::input::Input;
use crate::parse_error::ErrorCode;
use crate::state::State;
use crate::tag::TagFlags;
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
        self.tag_flags = if end_tag { TagFlags::END } else { TagFlags::START };
        self.attributes.clear();
        self.tag_name.0 = if end_tag { 2 } else { 1 };
    }

    /// Emits the tag whose `>` is the byte at `pos`.
    pub(crate) fn emit_tag(&mut self, input: Input<'_>) -> Step {
        // First, for the state comes back here after each of them, and what follows takes time with the name.
        self.input_errors_before(input, self.offset() + 1)?;
        if self.tag_flags.has(TagFlags::END) {
            if !self.attributes.is_empty() {
                self.error(input, ErrorCode::EndTagWithAttributes)?;
            }
            if self.tag_flags.has(TagFlags::SELF_CLOSING) {
                self.error(input, ErrorCode::EndTagWithTrailingSolidus)?;
            }
            self.show_end_tag(input);
            return self.emit(input, Kind::EndTag, 1, State::Data);
        }
        let mode = self.mode_after_start_tag(input);
        self.emit(input, Kind::StartTag, 1, mode.state())
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
