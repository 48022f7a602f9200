//! Applies limits: fails, truncates or skips a construct that is longer than its limit.

use core::ops::ControlFlow::{self, Break, Continue};

use super::Machine;
use super::construct::Construct;
use super::event::{Event, Found, Step};
use super::input::Input;
use super::registers::{AttributePhase, OverLimit};
use super::run::unfinished_reference;
use super::state::{State, TextPart};
use crate::error::LimitKind;
use crate::limits::LimitAction;
use crate::partial_character::unfinished_tail;
use crate::steps::count;
use crate::token::{DropReason, TagFlags};

/// How many bytes of a skipped tag are kept for its name. The simulator compares a little fewer.
pub(crate) const NAME_REMEMBERED: usize = 300;

impl Machine {
    /// Begins a construct and sets its limit.
    #[inline(always)]
    pub(crate) fn begin(&mut self, construct: Construct) {
        self.attributes.clear_truncated_values();
        if self.limit.over == OverLimit::No {
            self.limit.bound = self.bound_of(construct.limit_kind());
        }
        self.construct = construct;
    }

    #[inline(always)]
    pub(crate) fn bound_of(&self, construct: LimitKind) -> u64 {
        self.options.limits.of(construct).bound()
    }

    /// Whether bytes are being discarded, of a value or of a construct.
    #[inline(always)]
    pub(crate) fn is_discarding(&self) -> bool {
        self.limit.kept > 0 || self.limit.over != OverLimit::No
    }

    /// Ends the limit: a construct ends.
    pub(crate) fn end_limit(&mut self) {
        self.limit.over = OverLimit::No;
        self.limit.bound = u64::MAX;
    }

    /// [`token_offset`](Self::token_offset) over the limit. Clamps ranges that end in discarded bytes to the last byte kept.
    #[cold]
    pub(super) fn token_offset_over_limit(&mut self) -> ControlFlow<Event, u32> {
        match self.limit.over {
            OverLimit::No => Break(Event::Limit(self.limit_kind())),
            OverLimit::Truncating => Continue(self.limit.kept),
            OverLimit::Skipping(_) => Continue(self.limit.skipped_tag.len() as u32),
        }
    }

    /// The position `back` bytes ago, counted from the start of the token.
    pub(crate) fn token_offset_before(&mut self, back: u32) -> ControlFlow<Event, u32> {
        let here = self.token_offset()?;
        Continue(match self.limit.over {
            OverLimit::No => here - back,
            // What was cut counts: the bytes ago may lie in it.
            _ => (self.unfinished() + self.limit.missing_bytes).saturating_sub(back.into()).min(here.into())
                as u32,
        })
    }

    /// Checks the limit where a chunk body ends.
    ///
    /// Text has no limit. Of what may turn out to be text only a character reference has one: the others (`</titl`, `]]`) are no
    /// longer than a name that was within its limit.
    pub(crate) fn check_limit(&mut self) -> Step {
        let within = match self.text_part() {
            TextPart::BeforeMark if self.state.is_reference() => {
                self.unfinished() - self.text.mark < self.bound_of(LimitKind::CharacterReference)
            }
            TextPart::All | TextPart::BeforeMark => true,
            TextPart::Nothing => {
                self.discard_unkept();
                self.check_value()?;
                self.unfinished() < self.limit.bound
            }
        };
        if within || self.limit.over != OverLimit::No {
            Continue(())
        } else {
            Break(Event::Limit(self.limit_kind()))
        }
    }

    /// Checks the limit of the value that is being read, unless its tag is over its own limit already.
    pub(crate) fn check_value(&mut self) -> Step {
        match self.value_bound() {
            Some(bound) if self.unfinished() >= bound => Break(Event::Limit(LimitKind::AttributeValue)),
            _ => Continue(()),
        }
    }

    /// The length of the tag from which on the value that is being read is over its limit.
    fn value_bound(&self) -> Option<u64> {
        if self.construct.attribute().phase != AttributePhase::ValueEnd
            || self.limit.kept > 0
            || self.limit.over != OverLimit::No
        {
            return None;
        }
        let start = u64::from(self.attributes.spans().last()?.value.0);
        let bound = start + self.bound_of(LimitKind::AttributeValue);
        (bound <= self.limit.bound).then_some(bound)
    }

    /// Applies the action of a limit to the construct that exceeded it. Returns `None` to continue reading.
    #[cold]
    pub(crate) fn apply_limit(&mut self, input: Input<'_>, construct: LimitKind) -> Option<Event> {
        let over_limit = self.options.limits.of(construct).action;
        let end = match (over_limit, construct) {
            (_, LimitKind::Attributes) | (LimitAction::Truncate | LimitAction::Skip, _) => self.offset(),
            (LimitAction::Fail, _) => self.position.body_start + input.bytes.len() as u64,
        };
        // Its errors so far come before it: bytes that are cut cannot be searched any more.
        if self.text_part() == TextPart::Nothing
            && let Break(error) = self.input_errors_before(input, end)
        {
            return Some(error);
        }
        self.keep_pending_reference_name();
        match (over_limit, construct) {
            (LimitAction::Fail, _) => return Some(Event::Limit(construct)),
            (_, LimitKind::AttributeValue) => self.truncate_value(input, over_limit),
            (LimitAction::Truncate, LimitKind::Attributes) => {
                self.parts.flags = self.parts.flags.and(TagFlags::TRUNCATED, true);
                self.construct.attribute_mut().drops_further = true;
            }
            (LimitAction::Skip, LimitKind::Attributes) => self.start_skipping(input, LimitKind::Tag),
            (LimitAction::Skip, _) | (_, LimitKind::CharacterReference) => {
                self.start_skipping(input, construct)
            }
            (LimitAction::Truncate, _) => self.truncate(input, construct),
        }
        None
    }

    /// The offset at which the search for errors of the input stream ends. A construct whose limit fails has no errors behind its
    /// limit. Those of a skipped construct are reported among its bytes.
    pub(super) fn search_limit(&self) -> u64 {
        let fails = |construct| self.options.limits.of(construct).action == LimitAction::Fail;
        let mut end = u64::MAX;
        if self.text_part() == TextPart::Nothing && !self.is_discarding() {
            // What is cut from a value does not count for its tag.
            let is_cut = self.value_bound().is_some_and(|bound| self.unfinished() >= bound);
            if !is_cut && self.options.limits.of(self.limit_kind()).action != LimitAction::Truncate {
                end = self.position.token_start.saturating_add(self.limit.bound);
            }
            if let Some(bound) = self.value_bound().filter(|_| fails(LimitKind::AttributeValue)) {
                end = end.min(self.position.token_start.saturating_add(bound));
            }
        }
        end
    }

    /// Keeps the first bytes of the construct, as many as the limit allows, and discards the rest.
    fn truncate(&mut self, input: Input<'_>, construct: LimitKind) {
        let max = self.options.limits.of(construct).max as usize;
        self.fill_pending(input, max);
        if construct != LimitKind::Tag {
            let whole = self.position.pending.len() - unfinished_tail(&self.position.pending);
            self.position.pending.truncate(whole);
        }
        self.limit.over = OverLimit::Truncating;
        self.limit.bound = 0;
        let lacks_quote = construct == LimitKind::Tag
            && self.attributes.spans().last().is_some_and(|last| last.end() as usize > max);
        if lacks_quote || self.construct.attribute().phase == AttributePhase::ValueEnd {
            self.drop_last_attribute();
        }
        self.start_discarding();
    }

    /// Keeps the first bytes of the value that is being read, and discards the rest of it.
    fn truncate_value(&mut self, input: Input<'_>, action: LimitAction) {
        let Some(attribute) = self.attributes.last_mut() else { return };
        let start = attribute.value.0 as usize;
        let max = if action == LimitAction::Skip {
            0
        } else {
            self.options.limits.of(LimitKind::AttributeValue).max as usize
        };
        self.fill_pending(input, start + max);
        let value = &self.position.pending[start..];
        let value = &value[..value.len() - unfinished_tail(value)];
        let whole = unfinished_reference(value).unwrap_or(value.len());
        self.position.pending.truncate(start + whole);
        self.parts.flags = self.parts.flags.and(TagFlags::TRUNCATED, true);
        self.start_discarding();
    }

    /// Makes the first `length` bytes of the construct, which were read, all that is pending.
    fn fill_pending(&mut self, input: Input<'_>, length: usize) {
        if let Some(missing) = length.checked_sub(self.position.pending.len()) {
            let from = (self.position.token_start + self.position.pending.len() as u64
                - self.position.body_start) as usize;
            self.position.pending.extend_from_slice(&input.bytes[from..from + missing]);
            count(missing);
        }
        self.position.pending.truncate(length);
    }

    /// Discards bytes from here on, until [`end_truncated_value`](Self::end_truncated_value) or the end of the construct.
    fn start_discarding(&mut self) {
        self.limit.kept = self.position.pending.len() as u32;
        self.discard_unkept();
    }

    /// Discards the bytes behind those kept. The start of the token moves along, so that every length that is counted from
    /// it counts kept bytes.
    #[inline(always)]
    pub(crate) fn discard_unkept(&mut self) {
        if self.limit.kept > 0 {
            let over_limit = self.unfinished() - u64::from(self.limit.kept);
            self.position.token_start += over_limit;
            self.limit.missing_bytes += over_limit;
            self.note_searched();
        }
    }

    /// Keeps the pending bytes of a named reference when discarding begins.
    fn keep_pending_reference_name(&mut self) {
        if !self.is_discarding()
            && self.state == State::NamedCharacterReference
            && self.reference.ampersand < self.position.body_start
        {
            let name = (self.reference.ampersand + 1 - self.position.token_start) as usize
                ..(self.position.body_start - self.position.token_start) as usize;
            self.limit.reference_name.extend_from_slice(&self.position.pending[name]);
        }
    }

    /// Keeps the bytes of a named reference in this chunk body, for a checkpoint, if they are being discarded.
    pub(super) fn keep_reference_name(&mut self, input: Input<'_>) {
        if self.is_discarding() && self.state == State::NamedCharacterReference {
            let from =
                (self.reference.ampersand + 1).max(self.position.body_start) - self.position.body_start;
            self.limit.reference_name.extend_from_slice(&input.bytes[from as usize..self.position.index]);
        }
    }

    /// Ends the value at the position. The bytes behind it are kept again.
    pub(crate) fn end_truncated_value(&mut self) {
        if self.limit.kept == 0 || self.limit.over != OverLimit::No {
            return;
        }
        self.discard_unkept();
        self.limit.kept = 0;
        self.attributes.note_truncated_value(self.limit.missing_bytes);
    }

    /// Drops the last attribute: a truncated tag has only the attributes that end within its limit.
    pub(crate) fn drop_last_attribute(&mut self) {
        self.attributes.pop();
        self.construct.attribute_mut().phase = AttributePhase::Nothing;
    }

    /// Skips the construct: from here on its bytes are emitted as dropped bytes.
    fn start_skipping(&mut self, input: Input<'_>, construct: LimitKind) {
        if construct == LimitKind::Tag {
            self.keep_tag_name(input);
        } else {
            self.limit.skipped_tag.clear();
        }
        self.discard_unkept();
        self.limit.kept = 0;
        self.limit.over = OverLimit::Skipping(construct);
        self.limit.bound = 0;
        self.early_end.truncates = false;
    }

    /// Where in a skipped tag the name that is kept of it ends at the latest.
    pub(super) fn skipped_name_max(&self) -> usize {
        (self.options.limits.of(LimitKind::Tag).max as usize).min(NAME_REMEMBERED)
    }

    /// Keeps the beginning of a skipped tag up to the end of its name.
    fn keep_tag_name(&mut self, input: Input<'_>) {
        // The end of the name is not known yet: in raw text, end tags have other states.
        let in_name = self.state == State::TagName || self.parts.name.1 == 0;
        let max = self.skipped_name_max();
        let length = if in_name { max } else { (self.parts.name.1 as usize).min(max) };
        self.limit.skipped_tag.clear();
        let pending = self.position.pending.len().min(length);
        self.limit.skipped_tag.extend_from_slice(&self.position.pending[..pending]);
        if let Some(missing) = length.checked_sub(pending) {
            let from = (self.position.token_start + pending as u64).saturating_sub(self.position.body_start)
                as usize;
            self.limit.skipped_tag.extend_from_slice(&input.bytes[from..from + missing]);
        }
        self.parts.name.1 = length as u32;
        self.parts.flags = self.parts.flags.and(TagFlags::TRUNCATED, !self.attributes.is_empty());
        self.attributes.begin_tag();
        self.construct.attribute_mut().phase = AttributePhase::Nothing;
    }

    /// Emits the bytes of a skipped construct before an error, so that the error comes at the same place in every chunking.
    pub(super) fn flush_skipped_before(&mut self, offset: u64) -> Step {
        match (self.limit.over, offset.saturating_sub(self.position.token_start)) {
            (OverLimit::Skipping(construct), length @ 1..) => {
                self.position.emitted = length;
                Break(Event::Found(Found::Dropped(DropReason::Skipped(construct))))
            }
            _ => Continue(()),
        }
    }

    /// Ends a skipped construct `tail` bytes behind the position.
    pub(crate) fn end_skipping(&mut self, tail: usize, then: State) -> Step {
        let is_last = tail == 0 && self.text_part() == TextPart::Nothing;
        // If all of it was emitted, the text after it has to say that it was cut.
        self.note_early_end(is_last && self.unfinished() > 0);
        self.position.index += tail;
        self.state = then;
        let flow = self.flush_skipped_before(self.offset());
        self.end_limit();
        flow
    }

    /// [`emit`](Self::emit) for what is longer than the limit.
    #[cold]
    pub(super) fn emit_over_limit(&mut self, kind: Found, tail: usize, then: State) -> Step {
        match self.limit.over {
            OverLimit::No => Break(Event::Limit(self.limit_kind())),
            OverLimit::Skipping(_) => self.end_skipping(tail, then),
            OverLimit::Truncating => {
                self.note_early_end(tail == 0);
                self.position.index += tail;
                self.discard_unkept();
                self.state = then;
                let kept = self.limit.kept;
                self.construct.clamp(kept);
                self.position.emitted = kept.into();
                Break(Event::Found(kind))
            }
        }
    }

    /// Appends to the attributes what is missing of the tag, whose `>` is the current byte.
    #[cold]
    pub(super) fn close_truncated_tag(&mut self) {
        let bytes = match self.limit.over {
            OverLimit::Skipping(_) => return,
            OverLimit::No => self.limit.missing_bytes,
            OverLimit::Truncating => {
                self.limit.missing_bytes + self.unfinished() + 1 - u64::from(self.limit.kept)
            }
        };
        self.attributes.close(bytes, self.construct.attribute().left_out);
    }

    /// Forgets what a limit did to the token that was emitted.
    #[inline(always)]
    pub(super) fn reset_over_limit(&mut self) {
        self.limit.missing_bytes = 0;
        self.limit.kept = 0;
        if self.limit.over == OverLimit::Truncating {
            self.end_limit();
        }
    }
}
