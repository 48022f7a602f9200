//! Emits tokens: text, tags, comments, DOCTYPEs, instructions and dropped bytes.

use core::ops::ControlFlow::{Break, Continue};

use super::Machine;
use super::construct::Construct;
use super::event::{Event, Found, Step};
use super::input::Input;
use super::registers::OverLimit;
use super::state::State;
use crate::error::LimitKind;
use crate::parse_error::ErrorCode;
use crate::token::{DropReason, TagFlags, TextKind};

impl Machine {
    /// Emits the first `length` unfinished bytes as text.
    pub(crate) fn text_event(&mut self, length: u64) -> Event {
        self.position.emitted = length;
        self.early_end.truncates = false;
        Event::Found(Found::Text(self.text_kind()))
    }

    /// Emits the last text of the input. If the input ends early, that text is truncated, and is emitted even if it is empty.
    pub(crate) fn end_of_text(&mut self) -> Step {
        if self.early_end.expected {
            let event = self.text_event(self.unfinished());
            self.note_early_end(true);
            return Break(event);
        }
        self.flush_text()?;
        Break(Event::End)
    }

    /// Notes whether an early end truncates the token that is emitted. `at_end` is whether the end of the input completed
    /// the token.
    pub(super) fn note_early_end(&mut self, at_end: bool) {
        self.early_end.truncates = at_end && self.early_end.expected;
        // Only one token is cut by it.
        self.early_end.expected &= !at_end;
        self.early_end.reported |= self.early_end.truncates;
    }

    /// Emits all text up to the position, if there is any.
    #[inline(always)]
    pub(crate) fn flush_text(&mut self) -> Step {
        match self.unfinished() {
            0 => Continue(()),
            length => Break(self.text_event(length)),
        }
    }

    /// Emits the text before the mark, if there is any, and goes back to the mark, so that the machine stands at the end of the
    /// token. The bytes behind the mark are read once more.
    #[inline(always)]
    pub(crate) fn flush_before_mark(&mut self) -> Step {
        match self.text.mark {
            0 => Continue(()),
            length => {
                let event = self.text_event(length);
                let mark = self.position.token_start + length;
                // Brackets that may close a CDATA section can lie in the pending bytes. There is no way back to those.
                if mark >= self.position.body_start {
                    self.position.index = (mark - self.position.body_start) as usize;
                    self.state = self.state.text_state(self.reference.return_state);
                }
                Break(event)
            }
        }
    }

    /// How the text that the machine is reading decodes.
    fn text_kind(&self) -> TextKind {
        TextKind::of(self.state.text_mode(self.reference.return_state).unwrap_or_default())
    }

    /// A start or end tag begins; the token starts at its `<`.
    pub(crate) fn create_tag(&mut self, end_tag: bool) {
        let (flags, name_start) = if end_tag { (TagFlags::END, 2) } else { (TagFlags::START, 1) };
        self.attributes.begin_tag();
        (self.parts.flags, self.parts.name) = (flags, (name_start, 0));
        self.begin(Construct::NEW_TAG);
    }

    /// Emits the tag whose `>` is the current byte.
    pub(crate) fn emit_tag(&mut self, input: Input<'_>) -> Step {
        // First, for the state comes back here after each of them, and what follows takes time with the name.
        self.input_errors_before(input, self.offset() + 1)?;
        if self.parts.flags.has(TagFlags::END) {
            if !self.attributes.is_empty() || self.parts.flags.has(TagFlags::TRUNCATED) {
                self.error(input, ErrorCode::EndTagWithAttributes)?;
            }
            if self.parts.flags.has(TagFlags::SELF_CLOSING) {
                self.error(input, ErrorCode::EndTagWithTrailingSolidus)?;
            }
            self.check_tag_limit()?;
            self.simulate_end_tag(input);
            self.close_tag();
            return self.emit(input, Found::EndTag, 1, State::Data);
        }
        self.check_tag_limit()?;
        let mode = self.mode_after_start_tag(input);
        self.close_tag();
        self.emit(input, Found::StartTag, 1, State::of(mode))
    }

    #[inline(always)]
    fn close_tag(&mut self) {
        if self.limit.over == OverLimit::Truncating {
            self.parts.flags = self.parts.flags.and(TagFlags::TRUNCATED, true);
        }
        if self.parts.flags.has(TagFlags::TRUNCATED) {
            self.close_truncated_tag();
        }
    }

    /// Stops at a tag that is over its limit. Such a tag is not reported to the feedback simulator unless its limit truncates or
    /// skips it.
    fn check_tag_limit(&mut self) -> Step {
        match self.unfinished() + 1 < self.limit.bound || self.limit.over != OverLimit::No {
            true => Continue(()),
            false => Break(Event::Limit(LimitKind::Tag)),
        }
    }

    /// Emits a comment whose data ends where the register says, consuming `tail` bytes at the position.
    pub(crate) fn emit_comment(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.emit_unless_all_skipped(input, Found::Comment, LimitKind::Comment, tail)
    }

    /// Emits the DOCTYPE, consuming `tail` bytes at the position.
    pub(crate) fn emit_doctype(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.emit_unless_all_skipped(input, Found::Doctype, LimitKind::Doctype, tail)
    }

    /// Emits a processing instruction, consuming the `>` at the position.
    pub(crate) fn emit_instruction(&mut self, input: Input<'_>) -> Step {
        self.emit_unless_all_skipped(input, Found::ProcessingInstruction, LimitKind::ProcessingInstruction, 1)
    }

    /// Emits the construct, or skips it if none of its kind is wanted.
    fn emit_unless_all_skipped(
        &mut self,
        input: Input<'_>,
        kind: Found,
        limit: LimitKind,
        tail: usize,
    ) -> Step {
        let kind = if self.options.limits.of(limit).is_none() {
            Found::Dropped(DropReason::Skipped(limit))
        } else {
            kind
        };
        let flow = self.emit(input, kind, tail, State::Data);
        (self.parts.name, self.parts.data) = (self.construct.target(), self.construct.data());
        flow
    }

    /// Emits a DOCTYPE that forces quirks mode, consuming `tail` bytes at the position.
    pub(crate) fn emit_quirky_doctype(&mut self, input: Input<'_>, tail: usize) -> Step {
        self.construct.doctype_mut().force_quirks = true;
        self.emit_doctype(input, tail)
    }

    /// Emits bytes that make no token, up to and with `tail` bytes at the position.
    pub(crate) fn drop_bytes(&mut self, input: Input<'_>, why: DropReason, tail: usize, then: State) -> Step {
        self.emit(input, Found::Dropped(why), tail, then)
    }

    /// Emits everything up to and with `tail` bytes at the position, and switches. Errors of the input stream in these bytes are
    /// reported first.
    pub(crate) fn emit(&mut self, input: Input<'_>, kind: Found, tail: usize, then: State) -> Step {
        let end = self.offset() + tail as u64;
        self.input_errors_before(input, end)?;
        let length = end - self.position.token_start;
        if length >= self.limit.bound {
            return self.emit_over_limit(kind, tail, then);
        }
        self.note_early_end(tail == 0);
        self.position.index += tail;
        self.position.emitted = length;
        self.state = then;
        Break(Event::Found(kind))
    }
}
