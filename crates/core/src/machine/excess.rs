//! What the machine does with a construct that outgrows its limit: it fails, cuts it, or hands it out in pieces.

use core::ops::ControlFlow::{self, Break, Continue};

use super::{Awaits, DoctypeSpans, Event, Kind, Machine, Step, unfinished_reference};
use crate::dropped::DropReason;
use crate::error::LimitKind;
use crate::input::Input;
use crate::limits::LimitAction;
use crate::segments::unfinished_tail;
use crate::state::{State, TextPart};
use crate::steps::count;
use crate::tag::TagFlags;

/// Whether what is being read has outgrown its limit.
///
/// INVARIANT: beyond it `bound` is 0, so that every look at the limit comes to this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// It has not.
    No,
    /// The carry has what is kept of it, `kept` bytes, and the rest is let go as it comes.
    Truncating,
    /// What was read of it is handed out as it comes.
    Skipping(LimitKind),
}

/// How much of a skipped tag is remembered, for its name: a little more than the longest that the context looks at.
pub(super) const NAME_REMEMBERED: usize = 300;

impl Machine {
    /// A construct begins, and with it its limit. What an earlier tag waited for is over, and what was cut from it.
    #[inline(always)]
    pub(crate) fn begin(&mut self, construct: LimitKind) {
        self.awaits = Awaits::Nothing;
        self.attributes.forget_cuts();
        if self.beyond == Beyond::No {
            self.bound = self.bound_of(construct);
        }
    }

    #[inline(always)]
    pub(crate) fn bound_of(&self, construct: LimitKind) -> u64 {
        self.limits.of(construct).bound()
    }

    /// Whether bytes are being let go: of a value, or of a construct.
    #[inline(always)]
    pub(crate) fn lets_go(&self) -> bool {
        self.kept > 0 || self.beyond != Beyond::No
    }

    /// What has no limit begins, or nothing.
    pub(crate) fn stand_within(&mut self) {
        self.beyond = Beyond::No;
        self.bound = u64::MAX;
    }

    /// [`here`](Self::here) beyond the bound: what is not kept ends where that ends which is.
    #[cold]
    pub(super) fn here_beyond(&mut self) -> ControlFlow<Event, u32> {
        match self.beyond {
            Beyond::No => Break(Event::Limit(self.construct())),
            Beyond::Truncating => Continue(self.kept),
            Beyond::Skipping(_) => Continue(self.skimmed.len() as u32),
        }
    }

    /// The position `back` bytes ago, counted from the start of the token.
    pub(crate) fn here_before(&mut self, back: u32) -> ControlFlow<Event, u32> {
        let here = self.here()?;
        Continue(match self.beyond {
            Beyond::No => here - back,
            // What was cut counts: the bytes ago may lie in it.
            _ => (self.unfinished() + self.cut).saturating_sub(back.into()).min(here.into()) as u32,
        })
    }

    /// Looks at the limit where a segment ends.
    ///
    /// Text has none. Nor has what may turn out to be text, unless it is a character reference: the rest
    /// of these (`</titl`, `]]`) are no longer than a name that was within the limit.
    pub(crate) fn check_limit(&mut self) -> Step {
        let within = match self.text_part() {
            TextPart::BeforeMark if self.state.is_reference() => {
                self.unfinished() - self.mark < self.bound_of(LimitKind::CharacterReference)
            }
            TextPart::All | TextPart::BeforeMark => true,
            TextPart::Nothing => {
                self.trim();
                self.check_value()?;
                self.unfinished() < self.bound
            }
        };
        if within || self.beyond != Beyond::No { Continue(()) } else { Break(Event::Limit(self.construct())) }
    }

    /// Holds the value that is being read to its limit, unless its tag has outgrown its own before.
    pub(crate) fn check_value(&mut self) -> Step {
        match self.value_bound() {
            Some(bound) if self.unfinished() >= bound => Break(Event::Limit(LimitKind::AttributeValue)),
            _ => Continue(()),
        }
    }

    /// How long the tag must be for the value in it that is being read to have outgrown its limit.
    fn value_bound(&self) -> Option<u64> {
        if self.awaits != Awaits::ValueEnd || self.kept > 0 || self.beyond != Beyond::No {
            return None;
        }
        let start = u64::from(self.attributes.spans().last()?.value.0);
        let bound = start + self.bound_of(LimitKind::AttributeValue);
        (bound <= self.bound).then_some(bound)
    }

    /// Deals with a construct that has outgrown its limit: `None` to go on reading it.
    #[cold]
    pub(super) fn exceed(&mut self, input: Input<'_>, construct: LimitKind) -> Option<Event> {
        let excess = self.limits.of(construct).action;
        let end = match (excess, construct) {
            (_, LimitKind::Attributes) | (LimitAction::Truncate | LimitAction::Skip, _) => self.offset(),
            (LimitAction::Fail, _) => self.base + input.bytes.len() as u64,
        };
        // Its errors so far come before it: bytes that are cut cannot be searched any more.
        if self.text_part() == TextPart::Nothing
            && let Break(error) = self.input_errors_before(input, end)
        {
            return Some(error);
        }
        self.keep_name_carried();
        match (excess, construct) {
            (LimitAction::Fail, _) => return Some(Event::Limit(construct)),
            (_, LimitKind::AttributeValue) => self.cut_value(input, excess),
            (LimitAction::Truncate, LimitKind::Attributes) => {
                self.tag_flags = self.tag_flags.and(TagFlags::CUT, true);
                self.leaves_out_attributes = true;
            }
            (LimitAction::Skip, LimitKind::Attributes) => self.skip_construct(input, LimitKind::Tag),
            (LimitAction::Skip, _) | (_, LimitKind::CharacterReference) => {
                self.skip_construct(input, construct)
            }
            (LimitAction::Truncate, _) => self.truncate(input, construct),
        }
        None
    }

    /// Where the search for errors of the input stream ends. Beyond the limit of a construct that fails there are none,
    /// and those beyond the limit of one that is skipped come among its bytes, however much of it has come already.
    pub(super) fn search_limit(&self) -> u64 {
        let fails = |construct| self.limits.of(construct).action == LimitAction::Fail;
        let mut end = u64::MAX;
        if self.text_part() == TextPart::Nothing && !self.lets_go() {
            // What is cut from a value does not count for its tag.
            let is_cut = self.value_bound().is_some_and(|bound| self.unfinished() >= bound);
            if !is_cut && self.limits.of(self.construct()).action != LimitAction::Truncate {
                end = self.token_start.saturating_add(self.bound);
            }
            if let Some(bound) = self.value_bound().filter(|_| fails(LimitKind::AttributeValue)) {
                end = end.min(self.token_start.saturating_add(bound));
            }
        }
        end
    }

    /// Keeps the first bytes, as many as the limit allows, and lets the rest go.
    fn truncate(&mut self, input: Input<'_>, construct: LimitKind) {
        let most = self.limits.of(construct).most as usize;
        self.fill_carry(input, most);
        if construct != LimitKind::Tag {
            let whole = self.carry.len() - unfinished_tail(&self.carry);
            self.carry.truncate(whole);
        }
        self.beyond = Beyond::Truncating;
        self.bound = 0;
        if self.awaits == Awaits::ValueEnd {
            self.leave_out_attribute();
        }
        self.keep_carry();
    }

    /// Keeps the first bytes of the value that is being read, and lets the rest of it go.
    fn cut_value(&mut self, input: Input<'_>, action: LimitAction) {
        let Some(attribute) = self.attributes.last_mut() else { return };
        let start = attribute.value.0 as usize;
        let most = if action == LimitAction::Skip {
            0
        } else {
            self.limits.of(LimitKind::AttributeValue).most as usize
        };
        self.fill_carry(input, start + most);
        let value = &self.carry[start..];
        let value = &value[..value.len() - unfinished_tail(value)];
        let whole = unfinished_reference(value).unwrap_or(value.len());
        self.carry.truncate(start + whole);
        self.tag_flags = self.tag_flags.and(TagFlags::CUT, true);
        self.keep_carry();
    }

    /// Brings the first `length` bytes of what is read, and no more, into the carry. There are as many.
    fn fill_carry(&mut self, input: Input<'_>, length: usize) {
        if let Some(missing) = length.checked_sub(self.carry.len()) {
            let from = (self.token_start + self.carry.len() as u64 - self.base) as usize;
            self.carry.extend_from_slice(&input.bytes[from..from + missing]);
            count(missing);
        }
        self.carry.truncate(length);
    }

    /// From here on bytes are let go, until [`stop_cutting`](Self::stop_cutting).
    fn keep_carry(&mut self) {
        self.kept = self.carry.len() as u32;
        self.trim();
    }

    /// Lets go what was read since the last call of what is cut. The token's start moves along, so that all that counts
    /// from it counts what is kept.
    #[inline(always)]
    pub(crate) fn trim(&mut self) {
        if self.kept > 0 {
            let excess = self.unfinished() - u64::from(self.kept);
            self.token_start += excess;
            self.cut += excess;
            self.note_searched();
        }
    }

    /// When bytes begin to be let go: those of a named reference behind its `&` that came before this segment.
    fn keep_name_carried(&mut self) {
        if !self.lets_go() && self.state == State::NamedCharacterReference && self.ampersand < self.base {
            let name =
                (self.ampersand + 1 - self.token_start) as usize..(self.base - self.token_start) as usize;
            self.name_read.extend_from_slice(&self.carry[name]);
        }
    }

    /// The bytes of a named reference behind its `&` go with the segment, if nothing is kept: a checkpoint needs them.
    pub(super) fn keep_name_read(&mut self, input: Input<'_>) {
        if self.lets_go() && self.state == State::NamedCharacterReference {
            let from = (self.ampersand + 1).max(self.base) - self.base;
            self.name_read.extend_from_slice(&input.bytes[from as usize..self.pos]);
        }
    }

    /// The value ends before the byte at `pos`; what follows it is kept again.
    pub(crate) fn stop_cutting_value(&mut self) {
        if self.kept == 0 || self.beyond != Beyond::No {
            return;
        }
        self.trim();
        self.kept = 0;
        self.attributes.note_cut(self.cut);
    }

    /// A tag that is truncated has none of the attributes that do not end within its limit.
    pub(crate) fn leave_out_attribute(&mut self) {
        self.attributes.pop();
        self.awaits = Awaits::Nothing;
    }

    /// From here on hands out what was read of a construct, and the rest of it as it comes.
    fn skip_construct(&mut self, input: Input<'_>, construct: LimitKind) {
        if construct == LimitKind::Tag {
            self.remember_name(input);
        } else {
            self.skimmed.clear();
        }
        self.trim();
        self.kept = 0;
        self.beyond = Beyond::Skipping(construct);
        self.bound = 0;
        self.cut_by_end = false;
    }

    /// The name of a tag that is skipped is all that counts of it.
    fn remember_name(&mut self, input: Input<'_>) {
        let in_name = self.state == State::TagName;
        let most = (self.limits.of(LimitKind::Tag).most as usize).min(NAME_REMEMBERED);
        let length = if in_name { most } else { (self.tag_name.1 as usize).min(NAME_REMEMBERED) };
        self.skimmed.clear();
        let carried = self.carry.len().min(length);
        self.skimmed.extend_from_slice(&self.carry[..carried]);
        if let Some(missing) = length.checked_sub(carried) {
            let from = (self.token_start + carried as u64).saturating_sub(self.base) as usize;
            self.skimmed.extend_from_slice(&input.bytes[from..from + missing]);
        }
        self.tag_name.1 = length as u32;
        self.tag_flags = self.tag_flags.and(TagFlags::CUT, !self.attributes.is_empty());
        self.attributes.begin_tag();
        self.awaits = Awaits::Nothing;
    }

    /// Hands out what was read of a construct that is skipped.
    pub(super) fn flush_skipped(&mut self) -> Step {
        self.flush_skipped_before(self.offset())
    }

    /// Hands out what was read of a construct that is skipped before an error, which then comes at its place among the
    /// pieces, whatever the chunks.
    pub(super) fn flush_skipped_before(&mut self, offset: u64) -> Step {
        match (self.beyond, offset.saturating_sub(self.token_start)) {
            (Beyond::Skipping(construct), length @ 1..) => {
                self.emitted = length;
                Break(Event::Token(Kind::Dropped(DropReason::Skipped(construct))))
            }
            _ => Continue(()),
        }
    }

    /// A construct that is skipped ends `tail` bytes from `pos`.
    pub(crate) fn end_skipping(&mut self, tail: usize, then: State) -> Step {
        let is_last = tail == 0 && self.text_part() == TextPart::Nothing;
        // If all of it was handed out, the text after it has to say that it was cut.
        self.note_early_end(is_last && self.unfinished() > 0);
        self.pos += tail;
        self.state = then;
        let flow = self.flush_skipped();
        self.stand_within();
        flow
    }

    /// [`emit`](Self::emit) for what is longer than the limit.
    #[cold]
    pub(super) fn emit_beyond(&mut self, kind: Kind, tail: usize, then: State) -> Step {
        match self.beyond {
            Beyond::No => Break(Event::Limit(self.construct())),
            Beyond::Skipping(_) => self.end_skipping(tail, then),
            Beyond::Truncating => {
                self.note_early_end(tail == 0);
                self.pos += tail;
                self.trim();
                self.state = then;
                let kept = self.kept;
                let DoctypeSpans { name, public_id, system_id, force_quirks: _ } = &mut self.doctype;
                for (start, end) in
                    [name, public_id, system_id].into_iter().flatten().chain([&mut self.comment])
                {
                    (*start, *end) = ((*start).min(kept), (*end).min(kept));
                }
                self.emitted = kept.into();
                Break(Event::Token(kind))
            }
        }
    }

    /// What was cut from the tag is put behind its attributes. Its `>` is the byte at `pos`.
    #[cold]
    pub(super) fn close_cut_tag(&mut self) {
        let bytes = match self.beyond {
            Beyond::Skipping(_) => return,
            Beyond::No => self.cut,
            Beyond::Truncating => self.cut + self.unfinished() + 1 - u64::from(self.kept),
        };
        self.attributes.close(bytes);
    }

    /// What a limit did to the token that was handed out is over.
    #[inline(always)]
    pub(super) fn forget_excess(&mut self) {
        self.cut = 0;
        self.kept = 0;
        if self.beyond == Beyond::Truncating {
            self.stand_within();
        }
    }
}
