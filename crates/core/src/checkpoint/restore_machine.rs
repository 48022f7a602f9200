//! Restores a machine from its written form. Registers that are not set by the pending bytes are validated.
//!
//! INVARIANT of all that is accepted: whatever follows, no state computes a range beyond its token, and none goes
//! below zero.

use tagspan_entities::tokenizing::{Matcher, NumericCode};

use super::bytes::Bytes;
use super::ensure;
use super::format::{OverLimitRegisters, ReferenceRegisters, SavedErrors, SavedMachine, TagRegisters};
use crate::error::LimitKind;
use crate::machine::{
    AttributePhase, Construct, Keyword, KeywordMatch, Machine, NAME_REMEMBERED, OverLimit, Reference, State,
    TextPart,
};
use crate::options::{Feedback, Options};
use crate::token::{AttributeSpans, DoctypeSpans, NameFingerprint, Quote, TagFlags, TokenRange};

/// The errors of the input stream are looked for in whole characters, the next one included.
const LONGEST_CHARACTER: u64 = 4;

/// The number of letters that the double escape states compare with.
const SCRIPT: u32 = 6;

impl Machine {
    /// The machine whose next chunk body begins at `base`.
    pub(crate) fn restore(saved: SavedMachine, options: Options, base: u64) -> Result<Machine, &'static str> {
        let SavedMachine {
            state,
            return_state,
            matched,
            pending: Bytes(pending),
            last_start_tag,
            cdata,
            ambiguous_cdata,
            errors,
            simulator,
            told_early_end,
            over_limit,
        } = saved;
        let mut machine = Machine::new(options);
        machine.state = state;
        machine.reference.return_state = return_state.unwrap_or(State::Data);
        let is_ampersand = state == State::AmbiguousAmpersand;
        ensure(is_ampersand == return_state.is_some(), "the state and the reference differ")?;
        ensure(machine.text_part() == TextPart::All, "no token can start in this state")?;
        let is_script =
            matches!(state, State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd);
        ensure(matched == 0 || is_script, "letters are matched in a state that matches none")?;
        ensure(matched <= SCRIPT || matched == u32::MAX, "more letters are matched than the name has")?;
        machine.keyword.matched = matched;
        (machine.position.body_start, machine.errors.view_end) = (base, base);
        machine.position.token_start =
            base.checked_sub(pending.len() as u64).ok_or("more bytes are pending than were fed")?;
        machine.position.pending = pending;
        machine.last_start_tag.set(&last_start_tag.0);
        machine.tree.cdata = cdata;
        machine.tree.ambiguous_cdata = ambiguous_cdata;
        machine.early_end.reported = told_early_end;
        ensure(
            errors.is_some() == machine.options.parse_errors,
            "error reporting and its saved state differ",
        )?;
        if let Some(errors) = errors {
            machine.restore_errors(errors)?;
        }
        let is_simulated = machine.options.feedback == Feedback::Simulated;
        ensure(simulator.is_some() == is_simulated, "feedback mode and saved simulator differ")?;
        if let Some(simulator) = simulator {
            machine.tree.simulator.restore(simulator, base)?;
        }
        match over_limit {
            None => ensure(machine.reread(), "pending bytes are not the start of one token")?,
            Some(over_limit) => machine.restore_over_limit(over_limit)?,
        }
        if is_simulated {
            machine.update_interest();
        }
        Ok(machine)
    }

    fn restore_errors(&mut self, saved: SavedErrors) -> Result<(), &'static str> {
        let SavedErrors { at, codes, checked } = saved;
        let end = self.position.body_start + LONGEST_CHARACTER;
        ensure(at <= end && checked <= end, "errors were searched after the fed bytes")?;
        self.errors.codes = codes.into_iter().fold(0, |codes, code| codes | 1 << code as u32);
        (self.errors.offset, self.errors.searched_to) = (at, checked);
        Ok(())
    }

    /// A token that is over its limit, or a tag with a value that is or was.
    fn restore_over_limit(&mut self, saved: OverLimitRegisters) -> Result<(), &'static str> {
        let OverLimitRegisters {
            state,
            over,
            truncates_value,
            missing_bytes,
            skipped_tag,
            keyword,
            reference,
            construct,
            tag,
        } = saved;
        (self.state, self.limit.over) = (state, over);
        let truncates = over == OverLimit::Truncating || over == OverLimit::No && truncates_value;
        self.limit.kept = if truncates { self.pending_length()? } else { 0 };
        ensure(!truncates || self.limit.kept > 0, "a truncated token has no pending bytes")?;
        ensure(missing_bytes <= self.position.token_start, "more bytes are missing than were fed")?;
        let is_kept = missing_bytes == 0 || !self.position.pending.is_empty();
        ensure(is_kept, "a token with missing bytes has no pending bytes")?;
        self.limit.missing_bytes = missing_bytes;
        ensure(reference.is_some() == state.is_reference(), "the state and the reference differ")?;
        if let Some(reference) = reference {
            self.restore_reference(reference)?;
        }
        if let Some(KeywordMatch { word, matched }) = &keyword {
            let follows_name =
                self.state == State::AfterDoctypeName && matches!(word, Keyword::Public | Keyword::System);
            ensure(follows_name, "no such keyword is being read")?;
            let is_begun = (*matched as usize) < word.spelling().len();
            ensure(is_begun && u64::from(*matched) <= self.position.body_start, "the keyword is complete")?;
        }
        // The letters that were matched before the token are none of its.
        self.keyword = keyword.unwrap_or_default();
        let kind = self.state.limit_kind(self.reference.return_state);
        let allowed = match over {
            OverLimit::No => kind == Some(LimitKind::Tag) && (truncates_value || missing_bytes > 0),
            OverLimit::Truncating => kind.is_some_and(|kind| kind != LimitKind::CharacterReference),
            // An instruction may turn out to be a comment.
            OverLimit::Skipping(LimitKind::ProcessingInstruction) if kind == Some(LimitKind::Comment) => true,
            OverLimit::Skipping(skipped) => kind == Some(skipped),
        };
        ensure(allowed, "the state does not allow missing bytes")?;
        ensure(tag.is_some() == (kind == Some(LimitKind::Tag)), "the state and the tag differ")?;
        if over != OverLimit::No {
            self.limit.bound = 0;
        }
        match (over, construct, tag) {
            (OverLimit::Skipping(_), None, None) => Ok(()),
            (OverLimit::Skipping(_), None, Some(tag)) => self.restore_skipped_tag(tag, skipped_tag.0),
            (OverLimit::No | OverLimit::Truncating, Some(construct), tag) => {
                ensure(Some(construct.limit_kind()) == kind, "the state and the construct differ")?;
                self.begin(construct);
                match tag {
                    Some(tag) => self.restore_tag(tag),
                    None => self.check_construct(),
                }
            }
            _ => Err("the construct of a token is missing, or saved though it is skipped"),
        }
    }

    /// A character reference in a value, or one in text that is skipped.
    fn restore_reference(&mut self, saved: ReferenceRegisters) -> Result<(), &'static str> {
        let ReferenceRegisters { return_state, ampersand, code, name: Bytes(mut name), stopped } = saved;
        ensure(
            State::is_text(return_state) || is_value(return_state),
            "the return state of the reference is invalid",
        )?;
        ensure(ampersand < self.position.body_start, "the reference starts after the fed bytes")?;
        let is_name = self.state == State::NamedCharacterReference;
        let has_name = is_name && self.is_discarding();
        ensure(has_name || name.is_empty(), "a reference name is saved in a state without one")?;
        if !self.is_discarding() {
            let start = ampersand.checked_sub(self.position.token_start);
            let start = start.ok_or("the reference starts before its token")? as usize;
            if is_name {
                name.extend_from_slice(&self.position.pending[start + 1..]);
            }
        }
        if is_name || self.state == State::CharacterReference {
            // Where the name ends is counted from the `&`.
            let end = ampersand + 1 + name.len() as u64;
            ensure(end == self.position.body_start, "the name of the reference is not all that follows it")?;
        }
        let mut matcher = Matcher::new();
        let is_prefix = matcher.advance(&name) == name.len();
        ensure(is_prefix, "the name of the reference is no prefix of a known name")?;
        if stopped {
            // No name has a NUL.
            matcher.push(0);
        }
        if has_name {
            self.limit.reference_name = name;
        }
        self.reference = Reference { return_state, ampersand, matcher, code: NumericCode::of_value(code) };
        Ok(())
    }

    /// How much is pending. Offsets within a token have 32 bits, and one more byte must fit.
    fn pending_length(&self) -> Result<u32, &'static str> {
        let fits = u32::try_from(self.position.pending.len()).ok().filter(|&length| length < u32::MAX - 1);
        fits.ok_or("more bytes are pending than a token can have")
    }

    /// Checks the ranges of what is no tag. Those that the state sets before they are read may be any.
    fn check_construct(&self) -> Result<(), &'static str> {
        const DOCTYPE: &[u8] = b"<!doctype";
        let pending = &self.position.pending[..];
        let opening =
            |opening: &[u8]| pending.get(..opening.len()).is_some_and(|it| it.eq_ignore_ascii_case(opening));
        match self.construct {
            Construct::Tag(_) => Ok(()),
            Construct::Comment((start, end)) => {
                ensure(opening(b"<"), "a comment has a wrong opening")?;
                // The two dashes that end the data, or may later, come after its start.
                self.check_order(1, [(start, start.saturating_add(2))])?;
                self.check_order(1, [(start, end)])
            }
            Construct::Doctype(DoctypeSpans { name, public_id, system_id, force_quirks: _ }) => {
                ensure(opening(DOCTYPE), "a DOCTYPE has a wrong opening")?;
                self.check_order(DOCTYPE.len(), [name, public_id, system_id].into_iter().flatten())
            }
            Construct::ProcessingInstruction { target, data } => {
                ensure(opening(b"<?"), "an instruction has a wrong opening")?;
                match self.state {
                    State::ProcessingInstructionOpen | State::ProcessingInstructionTarget => Ok(()),
                    State::AfterProcessingInstructionTarget => self.check_order(2, [target]),
                    _ => self.check_order(2, [target, data]),
                }
            }
        }
    }

    /// Checks that the ranges stand in this order in the pending bytes, after the first `opening` bytes.
    fn check_order(
        &self,
        opening: usize,
        ranges: impl IntoIterator<Item = TokenRange>,
    ) -> Result<(), &'static str> {
        let mut at = opening as u32;
        for (start, end) in ranges {
            ensure(at <= start && start <= end, "the parts of a token are out of order")?;
            at = end;
        }
        ensure(at as usize <= self.position.pending.len(), "a part of a token ends after the pending bytes")
    }

    fn restore_tag(&mut self, saved: TagRegisters) -> Result<(), &'static str> {
        // More bytes may be pending than the limit allows. Only the start of a value can lie among those.
        let limit = self.options.limits.of(LimitKind::Tag).max;
        let length = self.pending_length()?.min(limit + 1);
        let TagRegisters { name_end, attributes, is_truncated, truncated_values } = saved;
        let name_start = name_start(&self.position.pending)?;
        let fits = match self.state {
            State::TagName => name_end == 0 && attributes.is_empty(),
            _ => name_start < name_end && name_end <= length,
        };
        ensure(fits, "the tag name ends after the pending bytes")?;
        self.parts.flags = flags(name_start, is_truncated || self.limit.over == OverLimit::No);
        self.parts.name = (name_start, name_end);
        let at = self.restore_attributes(attributes, length)?;
        let (start, phase) = (self.construct.attribute().start, self.construct.attribute().phase);
        let fits = self.state != State::AttributeName || at <= start && start <= length;
        ensure(fits, "an attribute starts outside its tag")?;
        let count = self.attributes.spans().len();
        ensure(
            phase == AttributePhase::Nothing || count > 0,
            "an attribute phase is saved without an attribute",
        )?;
        let within = if self.state.is_reference() { self.reference.return_state } else { self.state };
        if phase == AttributePhase::ValueEnd {
            ensure(is_value(within), "an attribute value is unfinished in a state without one")?;
        } else {
            let ends = if self.state == State::AttributeName { start } else { at };
            ensure(ends <= limit, "an attribute ends after the limit")?;
            let truncates_value = self.limit.kept > 0 && self.limit.over == OverLimit::No;
            ensure(!truncates_value, "a truncated value is saved without truncation")?;
        }
        let (mut next, mut total) = (0, 0);
        for (index, through) in truncated_values {
            ensure(next <= index && (index as usize) < count, "a truncated value has no attribute")?;
            ensure(total <= through, "the missing bytes of truncated values decrease")?;
            (next, total) = (index + 1, through);
            self.attributes.note_truncated_value_of(index, through);
        }
        ensure(total <= self.limit.missing_bytes, "truncated values miss more bytes than their tag")
    }

    /// Adds the attributes of a tag, which lie in its first `length` bytes. Returns where the last one ends, or the tag's name.
    fn restore_attributes(
        &mut self,
        attributes: Vec<AttributeSpans>,
        length: u32,
    ) -> Result<u32, &'static str> {
        let mut at = self.parts.name.1;
        for AttributeSpans { name: (start, end), value: (from, to), quote, .. } in attributes {
            let ordered = at <= start && start <= end && end <= from && from <= to && to <= length;
            ensure(ordered, "an attribute is out of range of its tag")?;
            // After the name there are an equals sign and a quote.
            let apart = match quote {
                Quote::NoValue => from == end && to == end,
                Quote::Unquoted => from > end,
                Quote::Single | Quote::Double => from - end > 1,
            };
            ensure(apart, "an attribute has no room for its quotes")?;
            let (tag, name) = (&self.position.pending[..], (start, end));
            let fingerprint = NameFingerprint::of(&tag[start as usize..end as usize]);
            let duplicate = self.attributes.contains(tag, name, fingerprint);
            self.attributes.push(tag, name, fingerprint, duplicate);
            if let Some(last) = self.attributes.last_mut() {
                (last.value, last.quote) = ((from, to), quote);
            }
            at = to;
        }
        Ok(at)
    }

    /// A tag of which all that is known is its name.
    fn restore_skipped_tag(&mut self, saved: TagRegisters, name: Vec<u8>) -> Result<(), &'static str> {
        let TagRegisters { name_end, attributes, is_truncated, truncated_values } = saved;
        let nothing = name_end == 0 && attributes.is_empty() && truncated_values.is_empty();
        ensure(nothing, "a skipped token has saved parts")?;
        ensure(name.len() <= NAME_REMEMBERED, "the name of a skipped tag is too long")?;
        let name_start = name_start(&name)?;
        self.parts.flags = flags(name_start, is_truncated);
        self.parts.name = (name_start, name.len() as u32);
        self.limit.skipped_tag = name;
        Ok(())
    }
}

/// Where the name of a tag starts that begins like this.
fn name_start(tag: &[u8]) -> Result<u32, &'static str> {
    let start = if tag.starts_with(b"</") { 2 } else { 1 };
    let has_name = tag.starts_with(b"<") && tag.get(start).is_some_and(u8::is_ascii_alphabetic);
    ensure(has_name, "a tag has a wrong opening")?;
    Ok(start as u32)
}

/// The flags of a tag whose name starts there.
fn flags(name_start: u32, is_truncated: bool) -> TagFlags {
    let kind = if name_start == 2 { TagFlags::END } else { TagFlags::START };
    kind.and(TagFlags::TRUNCATED, is_truncated)
}

fn is_value(state: State) -> bool {
    matches!(
        state,
        State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
    )
}
