//! Restores a machine from its written form. Registers that are not set by the pending bytes are validated.
//!
//! INVARIANT of all that is accepted: whatever follows, no state computes a range beyond its token, and none goes
//! below zero.

use tagspan_entities::tokenizing::{Matcher, NumericCode};

use super::format::{
    AttributeRegisters, ErrorRegisters, OverLimitRegisters, ReferenceRegisters, SavedMachine, TagRegisters,
};
use super::save_machine::{NO_MATCH, keeps_comment_end};
use super::{CheckpointError, ensure};
use crate::error::LimitKind;
use crate::machine::{
    AttributePhase, Construct, Keyword, Machine, NAME_REMEMBERED, OverLimit, Reference, State, TextPart,
};
use crate::options::{Feedback, Options};
use crate::parse_error::ErrorCode;
use crate::token::{DoctypeSpans, NameFingerprint, Quote, TagFlags, TokenRange};

/// The errors of the input stream are looked for in whole characters, the next one included.
const LONGEST_CHARACTER: u64 = 4;

/// The number of letters that the double escape states compare with.
const SCRIPT: u8 = 6;

/// The saved parts of a skipped DOCTYPE.
const NO_DOCTYPE: DoctypeSpans =
    DoctypeSpans { name: None, public_id: None, system_id: None, force_quirks: false };

impl Machine {
    /// The machine whose next chunk body begins at `base`.
    pub(crate) fn restore(
        saved: SavedMachine,
        options: &Options,
        base: u64,
    ) -> Result<Machine, CheckpointError> {
        let SavedMachine {
            state,
            return_state,
            matched,
            pending,
            last_start_tag,
            cdata,
            ambiguous_cdata,
            watches_meta,
            errors,
            simulator,
            is_too_deep,
            told_early_end,
            over_limit,
        } = saved;
        let mut machine = Machine::new(options);
        machine.state = state;
        (machine.position.body_start, machine.errors.view_end) = (base, base);
        let length = pending.0.len() as u64;
        machine.position.token_start = base
            .checked_sub(length)
            .ok_or(CheckpointError::Invalid("more bytes are pending than were fed"))?;
        machine.position.pending = pending.0;
        machine.last_start_tag.set(&last_start_tag.0);
        machine.tree.cdata = cdata;
        machine.tree.ambiguous_cdata = ambiguous_cdata;
        machine.tree.is_too_deep = is_too_deep;
        machine.early_end.reported = told_early_end;
        ensure(errors.is_some() == machine.errors.enabled, "error reporting and its saved state differ")?;
        if let Some(errors) = errors {
            machine.restore_errors(errors)?;
        }
        ensure(
            simulator.is_some() == (machine.tree.source == Feedback::Simulated),
            "feedback mode and saved simulator differ",
        )?;
        if let Some(simulator) = simulator {
            machine.tree.simulator.restore(simulator, base)?;
        }
        machine.restore_start(return_state, matched)?;
        match over_limit {
            None => ensure(machine.reread(), "pending bytes are not the start of one token")?,
            Some(over_limit) => machine.restore_over_limit(over_limit)?,
        }
        machine.begin_feedback();
        machine.watch_meta(watches_meta);
        Ok(machine)
    }

    /// The state at the start of the token, as left by the bytes before it.
    fn restore_start(&mut self, return_state: Option<State>, matched: u8) -> Result<(), CheckpointError> {
        if let Some(return_state) = return_state {
            self.reference.return_state = return_state;
        }
        let is_ampersand = self.state == State::AmbiguousAmpersand;
        ensure(is_ampersand == return_state.is_some(), "the state and the reference differ")?;
        let is_text = self.text_part() == TextPart::All;
        ensure(is_text, "no token can start in this state")?;
        let is_script =
            matches!(self.state, State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd);
        ensure(matched == 0 || is_script, "letters are matched in a state that matches none")?;
        ensure(matched <= SCRIPT || matched == NO_MATCH, "more letters are matched than the name has")?;
        self.keyword.matched = if matched == NO_MATCH { u32::MAX } else { u32::from(matched) };
        Ok(())
    }

    /// A token that is over its limit, or a tag with a value that is or was.
    fn restore_over_limit(&mut self, mut saved: OverLimitRegisters) -> Result<(), CheckpointError> {
        let kind = self.restore_limit(&mut saved)?;
        let OverLimitRegisters { name, keyword, matched, tag, comment, target_end, doctype, .. } = saved;
        if self.state == State::AfterDoctypeName {
            ensure(matches!(keyword, Keyword::Public | Keyword::System), "no such keyword follows a name")?;
            ensure(usize::from(matched) < keyword.spelling().len(), "the keyword is complete")?;
            ensure(u64::from(matched) <= self.position.body_start, "the keyword is longer than the input")?;
            (self.keyword.word, self.keyword.matched) = (keyword, u32::from(matched));
        }
        ensure(tag.is_some() == (kind == Some(LimitKind::Tag)), "the state and the tag differ")?;
        ensure(doctype.is_some() == (kind == Some(LimitKind::Doctype)), "the state and the DOCTYPE differ")?;
        if matches!(self.limit.over, OverLimit::Skipping(_)) {
            let nothing =
                comment.is_none() && target_end == 0 && doctype.as_ref().is_none_or(|it| *it == NO_DOCTYPE);
            ensure(nothing, "a skipped token has saved parts")?;
            return match tag {
                Some(tag) => self.restore_skipped_tag(tag, &name.0),
                None => ensure(name.0.is_empty(), "a tag name is saved without a tag"),
            };
        }
        ensure(name.0.is_empty(), "a tag name is saved without a tag")?;
        let has_target = kind == Some(LimitKind::ProcessingInstruction);
        ensure(target_end == 0 || has_target, "the state has no target")?;
        match (tag, doctype, comment) {
            (Some(tag), None, None) => self.restore_tag(tag),
            (None, Some(doctype), None) => self.restore_doctype(doctype),
            (None, None, data) if has_target => self.restore_instruction(target_end, data),
            (None, None, Some(data)) => {
                ensure(self.position.pending.starts_with(b"<"), "a comment has a wrong opening")?;
                self.restore_data(data)
            }
            _ => Err(CheckpointError::Invalid("the state and the data differ")),
        }
    }

    /// The state, the reference and the limit. Returns the kind of the token.
    fn restore_limit(
        &mut self,
        saved: &mut OverLimitRegisters,
    ) -> Result<Option<LimitKind>, CheckpointError> {
        let OverLimitRegisters {
            state, over_limit, truncates_value, missing_bytes, ref mut reference, ..
        } = *saved;
        let reference = reference.take();
        self.state = state;
        ensure(reference.is_some() == self.state.is_reference(), "the state and the reference differ")?;
        self.limit.over = over_limit;
        let cuts = truncates_value || self.limit.over == OverLimit::Truncating;
        self.limit.kept = if cuts { self.pending_bytes()? } else { 0 };
        ensure(!cuts || self.limit.kept > 0, "a truncated token has no pending bytes")?;
        if let Some(reference) = reference {
            self.restore_reference(reference)?;
        }
        let kind = self.state.limit_kind(self.reference.return_state);
        let allowed = match self.limit.over {
            OverLimit::No => kind == Some(LimitKind::Tag) && (truncates_value || missing_bytes > 0),
            OverLimit::Truncating => kind.is_some_and(|kind| kind != LimitKind::CharacterReference),
            // An instruction may turn out to be a comment.
            OverLimit::Skipping(LimitKind::ProcessingInstruction) if kind == Some(LimitKind::Comment) => true,
            OverLimit::Skipping(skipped) => kind == Some(skipped),
        };
        let is_value = self.limit.over == OverLimit::No || !truncates_value;
        ensure(allowed && is_value, "the state does not allow missing bytes")?;
        ensure(missing_bytes <= self.position.token_start, "more bytes are missing than were fed")?;
        ensure(
            missing_bytes == 0 || !self.position.pending.is_empty(),
            "a token with missing bytes has no pending bytes",
        )?;
        self.limit.missing_bytes = missing_bytes;
        match kind {
            Some(LimitKind::Tag) => self.begin(Construct::NEW_TAG),
            Some(LimitKind::Comment) => self.begin(Construct::NEW_COMMENT),
            Some(LimitKind::Doctype) => self.begin(Construct::new_doctype()),
            Some(LimitKind::ProcessingInstruction) => self.begin(Construct::NEW_PROCESSING_INSTRUCTION),
            _ => {}
        }
        if self.limit.over != OverLimit::No {
            self.limit.bound = 0;
        }
        Ok(kind)
    }

    /// A character reference in a value, or one in text that is skipped.
    fn restore_reference(&mut self, saved: ReferenceRegisters) -> Result<(), CheckpointError> {
        let ReferenceRegisters { return_state, ampersand, code, name, stopped } = saved;
        ensure(
            State::is_text(return_state) || is_value(return_state),
            "the return state of the reference is invalid",
        )?;
        ensure(ampersand < self.position.body_start, "the reference starts after the fed bytes")?;
        let is_name = self.state == State::NamedCharacterReference;
        ensure(is_name || name.0.is_empty() && !stopped, "a reference name is saved in a state without one")?;
        let mut matcher = Matcher::new();
        ensure(
            matcher.advance(&name.0) == name.0.len(),
            "the name of the reference is no prefix of a known name",
        )?;
        if stopped {
            // No name has a NUL.
            matcher.push(0);
        }
        if self.is_discarding() {
            self.limit.reference_name = name.0;
        } else {
            // The name is pending, too, and is read there when bytes are to be discarded.
            let is_pending = ampersand + 1 + name.0.len() as u64 == self.position.body_start
                && self.position.pending.ends_with(&name.0);
            ensure(!is_name || is_pending, "pending bytes do not end with the reference")?;
            ensure(ampersand >= self.position.token_start, "the reference starts before its token")?;
        }
        self.reference = Reference { return_state, ampersand, matcher, code: NumericCode::of_value(code) };
        Ok(())
    }

    /// How much is pending. Offsets within a token have 32 bits, and one more byte must fit.
    fn pending_bytes(&self) -> Result<u32, CheckpointError> {
        let fits = u32::try_from(self.position.pending.len()).ok().filter(|&length| length < u32::MAX - 1);
        fits.ok_or(CheckpointError::Invalid("more bytes are pending than a token can have"))
    }

    /// The data of a comment or processing instruction.
    fn restore_data(&mut self, (start, end): TokenRange) -> Result<(), CheckpointError> {
        let length = self.pending_bytes()?;
        // The two dashes that end the data, or may, come after its start.
        let dashes = match self.state {
            State::CommentEnd | State::CommentLessThanSignBangDashDash => 2,
            _ => 0,
        };
        ensure(u64::from(start) + dashes <= u64::from(length), "data starts after the pending bytes")?;
        ensure(start <= end && end <= length, "data ends after the pending bytes")?;
        ensure(start == end || keeps_comment_end(self.state), "data has an end in a state before it")?;
        *self.construct.data_mut() = (start, end);
        Ok(())
    }

    fn restore_instruction(
        &mut self,
        target_end: u32,
        data: Option<TokenRange>,
    ) -> Result<(), CheckpointError> {
        let length = self.pending_bytes()?;
        ensure(self.position.pending.starts_with(b"<?"), "an instruction has a wrong opening")?;
        let (has_target, has_data) = match self.state {
            State::ProcessingInstructionOpen | State::ProcessingInstructionTarget => (false, false),
            State::AfterProcessingInstructionTarget => (true, false),
            _ => (true, true),
        };
        ensure(data.is_some() == has_data, "the state and the instruction's data differ")?;
        let fits = if has_target { 2 < target_end && target_end <= length } else { target_end == 0 };
        ensure(fits, "the target ends after the pending bytes")?;
        self.construct = Construct::ProcessingInstruction { target: (2, target_end.max(2)), data: (0, 0) };
        match data {
            Some(data) => {
                ensure(target_end <= data.0, "data starts within the target")?;
                self.restore_data(data)
            }
            None => Ok(()),
        }
    }

    fn restore_doctype(&mut self, saved: DoctypeSpans) -> Result<(), CheckpointError> {
        const OPENING: &[u8] = b"<!doctype";
        let length = self.pending_bytes()?;
        let DoctypeSpans { name, public_id, system_id, force_quirks } = saved;
        let begins = self
            .position
            .pending
            .get(..OPENING.len())
            .is_some_and(|begun| begun.eq_ignore_ascii_case(OPENING));
        ensure(begins, "a DOCTYPE has a wrong opening")?;
        // In the order in which they stand.
        let mut at = OPENING.len() as u32;
        for (start, end) in [name, public_id, system_id].into_iter().flatten() {
            ensure(at <= start && start <= end && end <= length, "a part of the DOCTYPE is out of range")?;
            at = end;
        }
        self.construct = Construct::Doctype(DoctypeSpans { name, public_id, system_id, force_quirks });
        if self.state == State::AfterDoctypeName {
            ensure(name.is_some(), "the DOCTYPE's name is missing")?;
        }
        Ok(())
    }

    fn restore_tag(&mut self, saved: TagRegisters) -> Result<(), CheckpointError> {
        // More bytes may be pending than the limit allows. Only the start of a value can lie among those.
        let limit = self.limit.limits.of(LimitKind::Tag).max;
        let length = self.pending_bytes()?.min(limit + 1);
        let TagRegisters {
            end_tag,
            self_closing,
            name_end,
            attribute_start,
            attributes,
            attribute_phase,
            is_truncated,
            drops_attributes,
            truncated_values,
        } = saved;
        let opening: &[u8] = if end_tag { b"</" } else { b"<" };
        let name_start = opening.len();
        let named = self.position.pending.get(name_start).is_some_and(u8::is_ascii_alphabetic);
        ensure(self.position.pending.starts_with(opening) && named, "a tag has a wrong opening")?;
        let name_start = name_start as u32;
        let fits = match self.state {
            State::TagName => name_end == 0 && attributes.is_empty(),
            _ => name_start < name_end && name_end <= length,
        };
        ensure(fits, "the tag name ends after the pending bytes")?;
        let closes = !self_closing || self.state == State::SelfClosingStartTag;
        ensure(closes, "the tag is self-closing before its end")?;
        let kind = if end_tag { TagFlags::END } else { TagFlags::START };
        self.parts.flags =
            kind.and(TagFlags::SELF_CLOSING, self_closing).and(TagFlags::TRUNCATED, is_truncated);
        self.parts.name = (name_start, name_end.max(name_start));
        let mut at = self.parts.name.1;
        for AttributeRegisters(start, end, from, to, quote) in attributes {
            let ordered = at <= start && start <= end && end <= from && from <= to && to <= length;
            ensure(ordered, "an attribute is out of range of its tag")?;
            // After the name there are an equals sign and a quote.
            let apart = match quote {
                Quote::NoValue => from == end && to == end,
                Quote::Unquoted => from > end,
                Quote::Single | Quote::Double => from - end > 1,
            };
            ensure(apart, "an attribute has no room for its quotes")?;
            let name = (start, end);
            let fingerprint = NameFingerprint::of(&self.position.pending[start as usize..end as usize]);
            let duplicate = self.attributes.contains(&self.position.pending, name, fingerprint);
            self.attributes.push(&self.position.pending, name, fingerprint, duplicate);
            if let Some(last) = self.attributes.last_mut() {
                (last.value, last.quote) = ((from, to), quote);
            }
            at = to;
        }
        let within = if self.state.is_reference() { self.reference.return_state } else { self.state };
        // There is none if the end of the input was declared after the tag's name, and withdrawn.
        // Nor is one left out.
        let is_listed = self.limit.over == OverLimit::No && !drops_attributes;
        let last = self.attributes.spans().last().filter(|_| is_listed);
        let fits = last.is_none_or(|last| match within {
            State::AttributeValueDoubleQuoted => last.quote == Quote::Double,
            State::AttributeValueSingleQuoted => last.quote == Quote::Single,
            State::AttributeValueUnquoted => last.quote == Quote::Unquoted,
            State::AfterAttributeValueQuoted => matches!(last.quote, Quote::Single | Quote::Double),
            _ => true,
        });
        ensure(fits, "the state and the last attribute differ")?;
        let fits = match self.state {
            State::AttributeName => at <= attribute_start && attribute_start <= length,
            _ => attribute_start == 0,
        };
        ensure(fits, "an attribute starts outside its tag")?;
        self.construct.attribute_mut().start = attribute_start;
        self.construct.attribute_mut().phase = attribute_phase;
        self.construct.attribute_mut().drops_further = drops_attributes;
        let count = self.attributes.spans().len();
        ensure(
            self.construct.attribute().phase == AttributePhase::Nothing || count > 0,
            "an attribute phase is saved without an attribute",
        )?;
        let ends = self.attributes.spans().last().map_or(0, |last| last.value.1).max(attribute_start);
        ensure(
            ends <= limit || self.construct.attribute().phase == AttributePhase::ValueEnd,
            "an attribute ends after the limit",
        )?;
        ensure(
            self.construct.attribute().phase != AttributePhase::ValueEnd || is_value(within),
            "an attribute value is unfinished in a state without one",
        )?;
        ensure(
            self.limit.kept == 0
                || self.limit.over != OverLimit::No
                || self.construct.attribute().phase == AttributePhase::ValueEnd,
            "a truncated value is saved without truncation",
        )?;
        let mut total = 0;
        let mut next = 0;
        for (index, through) in truncated_values {
            ensure(next <= index && (index as usize) < count, "a truncated value has no attribute")?;
            ensure(total <= through, "the missing bytes of truncated values decrease")?;
            next = index + 1;
            total = through;
            self.attributes.note_truncated_value_of(index, through);
        }
        let noted = is_truncated
            || self.limit.over == OverLimit::Truncating
            || (total == 0 && self.limit.missing_bytes == 0 && !drops_attributes);
        ensure(
            total <= self.limit.missing_bytes && noted,
            "truncated values miss more bytes than their tag",
        )?;
        Ok(())
    }

    /// A tag of which all that is known is its name.
    fn restore_skipped_tag(&mut self, saved: TagRegisters, name: &[u8]) -> Result<(), CheckpointError> {
        let TagRegisters {
            end_tag,
            self_closing,
            name_end,
            attribute_start,
            attributes,
            attribute_phase,
            is_truncated,
            drops_attributes,
            truncated_values,
        } = saved;
        let opening: &[u8] = if end_tag { b"</" } else { b"<" };
        ensure(name.len() <= NAME_REMEMBERED, "the name of a skipped tag is too long")?;
        self.limit.skipped_tag = name.to_vec();
        let named = self.limit.skipped_tag.get(opening.len()).is_some_and(u8::is_ascii_alphabetic);
        ensure(self.limit.skipped_tag.starts_with(opening) && named, "a tag has a wrong opening")?;
        let nothing =
            name_end == 0 && attribute_start == 0 && attributes.is_empty() && truncated_values.is_empty();
        ensure(nothing && attribute_phase == AttributePhase::Nothing, "a skipped token has saved parts")?;
        let kind = if end_tag { TagFlags::END } else { TagFlags::START };
        self.parts.flags =
            kind.and(TagFlags::SELF_CLOSING, self_closing).and(TagFlags::TRUNCATED, is_truncated);
        self.parts.name = (opening.len() as u32, self.limit.skipped_tag.len() as u32);
        self.construct.attribute_mut().drops_further = drops_attributes;
        Ok(())
    }

    fn restore_errors(&mut self, saved: ErrorRegisters) -> Result<(), CheckpointError> {
        let ErrorRegisters { at, codes, checked } = saved;
        ensure(at <= self.position.body_start, "an error is reported after the fed bytes")?;
        ensure(
            checked <= self.position.body_start + LONGEST_CHARACTER,
            "errors were searched after the fed bytes",
        )?;
        for name in codes {
            let code = ErrorCode::ALL.iter().find(|code| code.as_str() == name);
            let code = code.ok_or(CheckpointError::Invalid("unknown parse error"))?;
            self.errors.codes |= 1 << *code as u32;
        }
        (self.errors.offset, self.errors.searched_to) = (at, checked);
        Ok(())
    }
}

fn is_value(state: State) -> bool {
    matches!(
        state,
        State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
    )
}
