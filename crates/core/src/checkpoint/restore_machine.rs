//! Restores a machine from its written form, and validates every register against the pending bytes.
//!
//! INVARIANT of all that is accepted: whatever follows, no state computes a range beyond its token, and none goes
//! below zero.

use tagspan_entities::unstable::{Matcher, NumericCode};

use super::codes::{Coded, Invalid, ensure};
use super::format::{
    AttributeRegisters, DoctypeRegisters, ErrorRegisters, OverLimitRegisters, ReferenceRegisters,
    SavedMachine, TagRegisters,
};
use super::save_machine::{NO_MATCH, keeps_comment_end};
use crate::bytes::is_space;
use crate::error::LimitKind;
use crate::machine::{
    AttributePhase, Construct, Keyword, Machine, NAME_REMEMBERED, OverLimit, State, Unfinished,
};
use crate::options::{Feedback, Options};
use crate::parse_error::ErrorCode;
use crate::token::{DoctypeSpans, NameFingerprint, Quote, TagFlags, TokenRange};

/// The errors of the input stream are looked for in whole characters, the next one included.
const LONGEST_CHARACTER: u64 = 4;

/// What the double escape states compare with has so many letters.
const SCRIPT: u8 = 6;

/// What is known of a DOCTYPE that is skipped.
const NO_DOCTYPE: DoctypeRegisters =
    DoctypeRegisters { name: None, public_id: None, system_id: None, force_quirks: false };

impl Machine {
    /// The machine whose next chunk body begins at `base`.
    pub(crate) fn restore(saved: SavedMachine, options: &Options, base: u64) -> Result<Machine, Invalid> {
        let SavedMachine {
            state,
            pending,
            last_start_tag,
            matched,
            cdata,
            ambiguous_cdata,
            watches_meta,
            reference,
            tag,
            comment,
            target_end,
            doctype,
            errors,
            simulator,
            is_too_deep,
            told_early_end,
            over_limit,
        } = saved;
        let mut machine = Machine::new(options);
        machine.state = Coded::of_code(state)?;
        (machine.position.body_start, machine.errors.view_end) = (base, base);
        let length = pending.0.len() as u64;
        machine.position.token_start =
            base.checked_sub(length).ok_or(Invalid("more bytes are pending than were fed"))?;
        machine.position.pending = pending.0;
        machine.last_start_tag.set(&last_start_tag.0);
        machine.tree.cdata = cdata;
        machine.tree.ambiguous_cdata = ambiguous_cdata;
        ensure(reference.is_some() == machine.state.is_reference(), "the state and the reference differ")?;
        if let Some(ReferenceRegisters { return_state, .. }) = reference {
            machine.reference.return_state = Coded::of_code(return_state)?;
            let returns =
                machine.reference.return_state.is_text() || is_value(machine.reference.return_state);
            ensure(returns, "no reference goes back to that state")?;
        }
        let live = Unfinished::of(machine.state, machine.reference.return_state);
        ensure(matched == 0 || live == Unfinished::DoubleEscape, "the state matches no letters")?;
        ensure(tag.is_some() == (live == Unfinished::Tag), "the state and the tag differ")?;
        ensure(doctype.is_some() == (live == Unfinished::Doctype), "the state and the DOCTYPE differ")?;
        ensure(target_end == 0 || live == Unfinished::ProcessingInstruction, "the state has no target")?;
        ensure(
            comment.is_none() || matches!(live, Unfinished::Comment | Unfinished::ProcessingInstruction),
            "the state has no data",
        )?;
        let is_over_limit = machine.restore_over_limit(over_limit.as_ref(), live)?;
        machine.tree.is_too_deep = is_too_deep;
        machine.early_end.reported = told_early_end;
        match live {
            _ if matches!(machine.limit.over, OverLimit::Skipping(_)) => {
                let nothing = comment.is_none()
                    && target_end == 0
                    && doctype.as_ref().is_none_or(|it| *it == NO_DOCTYPE);
                ensure(nothing, "something is known of what is skipped")?;
                if let Some(tag) = tag {
                    machine.restore_skipped_tag(tag)?;
                }
            }
            Unfinished::Text => machine.expect_pending(b"")?,
            Unfinished::Open(bytes) => machine.expect_pending(bytes)?,
            Unfinished::DoubleEscape => {
                machine.expect_pending(b"")?;
                ensure(matched <= SCRIPT || matched == NO_MATCH, "more letters match than there are")?;
                machine.keyword.matched = if matched == NO_MATCH { u32::MAX } else { u32::from(matched) };
            }
            Unfinished::EndTagName => machine.restore_end_tag_name()?,
            Unfinished::Declaration => machine.restore_declaration()?,
            Unfinished::Comment => {
                ensure(machine.position.pending.starts_with(b"<"), "a comment begins otherwise")?;
                machine.restore_data(comment.ok_or(Invalid("the comment's data is missing"))?)?;
            }
            Unfinished::ProcessingInstruction => machine.restore_instruction(target_end, comment)?,
            Unfinished::Reference => machine.restore_reference(0, reference)?,
            Unfinished::Tag => {
                machine.restore_tag(tag.ok_or(Invalid("the tag is missing"))?)?;
                if reference.is_some() && !is_over_limit {
                    let value = machine.attributes.spans().last().map_or(0, |last| last.value.0 as usize);
                    let ampersand = machine.position.pending[value..].iter().rposition(|&byte| byte == b'&');
                    let ampersand = ampersand.ok_or(Invalid("there is no reference in the value"))?;
                    machine.restore_reference(value + ampersand, reference)?;
                }
            }
            Unfinished::Doctype => {
                machine.restore_doctype(doctype.ok_or(Invalid("the DOCTYPE is missing"))?)?
            }
        }
        if let (Some(over_limit), true) = (over_limit, is_over_limit) {
            machine.restore_discarded(over_limit, reference)?;
        }
        ensure(errors.is_some() == machine.errors.enabled, "parse errors are wanted, or not")?;
        if let Some(errors) = errors {
            machine.restore_errors(errors)?;
        }
        ensure(simulator.is_some() == (machine.tree.source == Feedback::Simulated), "the context differs")?;
        if let Some(simulator) = simulator {
            machine.tree.simulator.restore(simulator, base)?;
        }
        machine.watch_meta(watches_meta);
        Ok(machine)
    }

    /// How much is pending. Offsets within a token have 32 bits, and one more byte must fit.
    fn pending_bytes(&self) -> Result<u32, Invalid> {
        let fits = u32::try_from(self.position.pending.len()).ok().filter(|&length| length < u32::MAX - 1);
        fits.ok_or(Invalid("more is pending than a token may have"))
    }

    fn expect_pending(&self, bytes: &[u8]) -> Result<(), Invalid> {
        ensure(self.position.pending == bytes, "other bytes are pending than the state has read")
    }

    fn restore_end_tag_name(&mut self) -> Result<(), Invalid> {
        let name = self.position.pending.strip_prefix(b"</").ok_or(Invalid("an end tag begins otherwise"))?;
        let beginning = self.last_start_tag.copied().get(..name.len());
        let matches = beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(name));
        ensure(matches, "the end tag has another name than the start tag")?;
        self.keyword.matched = name.len() as u32;
        Ok(())
    }

    fn restore_declaration(&mut self) -> Result<(), Invalid> {
        let word =
            self.position.pending.strip_prefix(b"<!").ok_or(Invalid("a declaration begins otherwise"))?;
        let is_begun = |keyword: &Keyword| {
            let beginning = keyword.spelling().get(..word.len());
            let any_case = *keyword == Keyword::Doctype;
            beginning.is_some_and(|beginning| match any_case {
                true => beginning.eq_ignore_ascii_case(word),
                false => beginning == word,
            })
        };
        let keywords = [Keyword::CommentOpen, Keyword::CdataOpen, Keyword::Doctype];
        self.restore_keyword(keywords.into_iter().find(is_begun), word.len())
    }

    /// So many letters of the keyword were read, and not all of them.
    fn restore_keyword(&mut self, keyword: Option<Keyword>, matched: usize) -> Result<(), Invalid> {
        let keyword = keyword.ok_or(Invalid("no keyword begins like that"))?;
        ensure(matched < keyword.spelling().len(), "the keyword is complete")?;
        (self.keyword.word, self.keyword.matched) = (keyword, matched as u32);
        Ok(())
    }

    /// The data of a comment or processing instruction.
    fn restore_data(&mut self, (start, end): TokenRange) -> Result<(), Invalid> {
        let length = self.pending_bytes()?;
        // The two dashes that end the data, or may, come after its start.
        let dashes = match self.state {
            State::CommentEnd | State::CommentLessThanSignBangDashDash => 2,
            _ => 0,
        };
        ensure(u64::from(start) + dashes <= u64::from(length), "data begins beyond what is pending")?;
        ensure(start <= end && end <= length, "data ends beyond what is pending")?;
        ensure(start == end || keeps_comment_end(self.state), "the end of data is not known yet")?;
        *self.construct.data_mut() = (start, end);
        Ok(())
    }

    fn restore_instruction(&mut self, target_end: u32, data: Option<TokenRange>) -> Result<(), Invalid> {
        let length = self.pending_bytes()?;
        ensure(self.position.pending.starts_with(b"<?"), "an instruction begins otherwise")?;
        let (has_target, has_data) = match self.state {
            State::ProcessingInstructionOpen | State::ProcessingInstructionTarget => (false, false),
            State::AfterProcessingInstructionTarget => (true, false),
            _ => (true, true),
        };
        ensure(data.is_some() == has_data, "the state and the instruction's data differ")?;
        let fits = if has_target { 2 < target_end && target_end <= length } else { target_end == 0 };
        ensure(fits, "the target ends beyond what is pending")?;
        self.construct = Construct::ProcessingInstruction { target: (2, target_end.max(2)), data: (0, 0) };
        match data {
            Some(data) => {
                ensure(target_end <= data.0, "data begins in the target")?;
                self.restore_data(data)
            }
            None => Ok(()),
        }
    }

    fn restore_doctype(&mut self, saved: DoctypeRegisters) -> Result<(), Invalid> {
        const OPENING: &[u8] = b"<!doctype";
        let length = self.pending_bytes()?;
        let DoctypeRegisters { name, public_id, system_id, force_quirks } = saved;
        let begins = self
            .position
            .pending
            .get(..OPENING.len())
            .is_some_and(|begun| begun.eq_ignore_ascii_case(OPENING));
        ensure(begins, "a DOCTYPE begins otherwise")?;
        // In the order in which they stand.
        let mut at = OPENING.len() as u32;
        for (start, end) in [name, public_id, system_id].into_iter().flatten() {
            ensure(at <= start && start <= end && end <= length, "a part of the DOCTYPE lies outside")?;
            at = end;
        }
        self.construct = Construct::Doctype(DoctypeSpans { name, public_id, system_id, force_quirks });
        if self.state == State::AfterDoctypeName {
            let (_, end) = name.ok_or(Invalid("the DOCTYPE's name is missing"))?;
            let rest = &self.position.pending[end as usize..];
            let spaces = rest.iter().take_while(|&&byte| is_space(byte)).count();
            let word = &rest[spaces..];
            let is_begun = |keyword: &Keyword| {
                let beginning = keyword.spelling().get(..word.len());
                beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
            };
            let matched = word.len();
            if self.limit.over != OverLimit::No {
                return Ok(());
            }
            let keyword = [Keyword::Public, Keyword::System].into_iter().find(is_begun);
            self.restore_keyword(keyword, matched)?;
        }
        Ok(())
    }

    fn restore_tag(&mut self, saved: TagRegisters) -> Result<(), Invalid> {
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
        ensure(self.position.pending.starts_with(opening) && named, "a tag begins otherwise")?;
        let name_start = name_start as u32;
        let fits = match self.state {
            State::TagName => name_end == 0 && attributes.is_empty(),
            _ => name_start < name_end && name_end <= length,
        };
        ensure(fits, "the tag's name ends beyond what is pending")?;
        let closes = !self_closing || self.state == State::SelfClosingStartTag;
        ensure(closes, "the tag closes itself too early")?;
        let kind = if end_tag { TagFlags::END } else { TagFlags::START };
        self.parts.flags =
            kind.and(TagFlags::SELF_CLOSING, self_closing).and(TagFlags::TRUNCATED, is_truncated);
        self.parts.name = (name_start, name_end.max(name_start));
        let mut at = self.parts.name.1;
        for AttributeRegisters(start, end, from, to, quote) in attributes {
            let quote = Quote::of_code(quote)?;
            let ordered = at <= start && start <= end && end <= from && from <= to && to <= length;
            ensure(ordered, "an attribute lies outside of the tag")?;
            // After the name there are an equals sign and a quote.
            let apart = match quote {
                Quote::NoValue => from == end && to == end,
                Quote::Unquoted => from > end,
                Quote::Single | Quote::Double => from - end > 1,
            };
            ensure(apart, "an attribute has no place for its quotes")?;
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
        ensure(fits, "an attribute begins outside of the tag")?;
        self.construct.attribute_mut().start = attribute_start;
        self.construct.attribute_mut().phase = Coded::of_code(attribute_phase)?;
        self.construct.attribute_mut().drops_further = drops_attributes;
        let count = self.attributes.spans().len();
        ensure(
            self.construct.attribute().phase == AttributePhase::Nothing || count > 0,
            "there is no attribute to wait for",
        )?;
        let ends = self.attributes.spans().last().map_or(0, |last| last.value.1).max(attribute_start);
        ensure(
            ends <= limit || self.construct.attribute().phase == AttributePhase::ValueEnd,
            "an attribute ends beyond the limit",
        )?;
        ensure(
            self.construct.attribute().phase != AttributePhase::ValueEnd || is_value(within),
            "no value is being read",
        )?;
        ensure(
            self.limit.kept == 0
                || self.limit.over != OverLimit::No
                || self.construct.attribute().phase == AttributePhase::ValueEnd,
            "no value is cut",
        )?;
        let mut total = 0;
        let mut next = 0;
        for (index, through) in truncated_values {
            ensure(next <= index && (index as usize) < count, "a value was cut that is not there")?;
            ensure(total <= through, "a value was cut by less than nothing")?;
            next = index + 1;
            total = through;
            self.attributes.note_truncated_value_of(index, through);
        }
        let noted = is_truncated
            || self.limit.over == OverLimit::Truncating
            || (total == 0 && self.limit.missing_bytes == 0 && !drops_attributes);
        ensure(total <= self.limit.missing_bytes && noted, "values were cut by more than the tag")?;
        Ok(())
    }

    /// A tag of which all that is known is its name.
    fn restore_skipped_tag(&mut self, saved: TagRegisters) -> Result<(), Invalid> {
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
        let named = self.limit.skipped_tag.get(opening.len()).is_some_and(u8::is_ascii_alphabetic);
        ensure(self.limit.skipped_tag.starts_with(opening) && named, "a tag begins otherwise")?;
        let nothing =
            name_end == 0 && attribute_start == 0 && attributes.is_empty() && truncated_values.is_empty();
        ensure(
            nothing && AttributePhase::of_code(attribute_phase)? == AttributePhase::Nothing,
            "something is known of what is skipped",
        )?;
        let kind = if end_tag { TagFlags::END } else { TagFlags::START };
        self.parts.flags =
            kind.and(TagFlags::SELF_CLOSING, self_closing).and(TagFlags::TRUNCATED, is_truncated);
        self.parts.name = (opening.len() as u32, self.limit.skipped_tag.len() as u32);
        self.construct.attribute_mut().drops_further = drops_attributes;
        Ok(())
    }

    /// Whether what is being read is beyond its limit, or a value of it.
    fn restore_over_limit(
        &mut self,
        over_limit: Option<&OverLimitRegisters>,
        live: Unfinished,
    ) -> Result<bool, Invalid> {
        let construct = match live {
            Unfinished::Tag => Some(Construct::NEW_TAG),
            Unfinished::Comment | Unfinished::Declaration => Some(Construct::NEW_COMMENT),
            Unfinished::Doctype => Some(Construct::new_doctype()),
            Unfinished::ProcessingInstruction => Some(Construct::NEW_PROCESSING_INSTRUCTION),
            _ => None,
        };
        let kind = construct.as_ref().map(Construct::limit_kind);
        if let Some(construct) = construct {
            self.begin(construct);
        }
        let Some(over_limit) = over_limit else { return Ok(false) };
        self.limit.over = Coded::of_code(over_limit.over_limit)?;
        self.limit.missing_bytes = over_limit.missing_bytes;
        ensure(self.limit.missing_bytes <= self.position.token_start, "more was let go than was fed")?;
        let cuts = over_limit.truncates_value || self.limit.over == OverLimit::Truncating;
        ensure(!cuts || !self.position.pending.is_empty(), "nothing is kept of what is cut")?;
        let allowed = match self.limit.over {
            OverLimit::No => {
                live == Unfinished::Tag && (over_limit.truncates_value || over_limit.missing_bytes > 0)
            }
            OverLimit::Truncating => {
                kind.is_some() && live != Unfinished::Declaration && !over_limit.truncates_value
            }
            OverLimit::Skipping(LimitKind::CharacterReference) => {
                live == Unfinished::Reference && !over_limit.truncates_value
            }
            // An instruction may turn out to be a comment.
            OverLimit::Skipping(LimitKind::ProcessingInstruction) => {
                matches!(live, Unfinished::Comment | Unfinished::ProcessingInstruction)
                    && !over_limit.truncates_value
            }
            OverLimit::Skipping(skipped) => {
                kind == Some(skipped) && live != Unfinished::Declaration && !over_limit.truncates_value
            }
        };
        ensure(allowed, "the state and what is let go differ")?;
        self.limit.kept = if cuts { self.pending_bytes()? } else { 0 };
        let is_tag = self.limit.over == OverLimit::Skipping(LimitKind::Tag);
        ensure(is_tag || over_limit.name.0.is_empty(), "there is no tag whose name would be known")?;
        ensure(over_limit.name.0.len() <= NAME_REMEMBERED, "the name is longer than those that are known")?;
        self.limit.skipped_tag.extend_from_slice(&over_limit.name.0);
        if self.limit.over != OverLimit::No {
            self.limit.bound = 0;
        }
        Ok(self.limit.over != OverLimit::No || cuts)
    }

    /// What cannot be found again in the pending bytes.
    fn restore_discarded(
        &mut self,
        over_limit: OverLimitRegisters,
        reference: Option<ReferenceRegisters>,
    ) -> Result<(), Invalid> {
        if self.state == State::AfterDoctypeName {
            self.restore_keyword(Some(Coded::of_code(over_limit.keyword)?), usize::from(over_limit.matched))?;
        }
        let Some(ReferenceRegisters { stopped, .. }) = reference else { return Ok(()) };
        ensure(over_limit.ampersand < self.position.body_start, "the reference begins behind what was fed")?;
        self.reference.ampersand = over_limit.ampersand;
        self.reference.code = NumericCode::of_value(over_limit.code);
        if self.state == State::NamedCharacterReference {
            let read = &over_limit.reference.0;
            let mut matcher = Matcher::new();
            ensure(matcher.advance(read) == read.len(), "other bytes were read than a reference has")?;
            if stopped {
                // No name has a NUL.
                matcher.push(0);
            }
            self.reference.matcher = matcher;
            self.limit.reference_name = over_limit.reference.0;
        }
        Ok(())
    }

    /// A character reference whose `&` stands there in the pending bytes.
    fn restore_reference(
        &mut self,
        ampersand: usize,
        reference: Option<ReferenceRegisters>,
    ) -> Result<(), Invalid> {
        let stopped = reference.is_some_and(|reference| reference.stopped);
        ensure(!stopped || self.state == State::NamedCharacterReference, "no name is being read")?;
        self.reference.ampersand = self.position.token_start + ampersand as u64;
        self.text.mark = ampersand as u64;
        if self.state == State::AmbiguousAmpersand {
            // In text it has been emitted.
            return if self.reference.return_state.is_text() { self.expect_pending(b"") } else { Ok(()) };
        }
        let read = self.position.pending.get(ampersand..).and_then(|read| read.strip_prefix(b"&"));
        let read = read.ok_or(Invalid("a reference begins otherwise"))?;
        let numeric = || read.strip_prefix(b"#");
        let hexadecimal = || numeric().and_then(|read| read.strip_prefix(b"x").or(read.strip_prefix(b"X")));
        let (mut matcher, mut code) = (Matcher::new(), NumericCode::new());
        let fits = match self.state {
            State::CharacterReference => read.is_empty(),
            State::NamedCharacterReference => matcher.advance(read) == read.len(),
            State::NumericCharacterReference | State::DecimalCharacterReferenceStart => read == b"#",
            State::HexadecimalCharacterReferenceStart => hexadecimal().is_some_and(<[u8]>::is_empty),
            State::HexadecimalCharacterReference => {
                hexadecimal().is_some_and(|digits| digits.iter().all(|&digit| code.push_hexadecimal(digit)))
            }
            State::DecimalCharacterReference => {
                numeric().is_some_and(|digits| digits.iter().all(|&digit| code.push_decimal(digit)))
            }
            _ => match (hexadecimal(), numeric()) {
                (Some(digits), _) => {
                    let digits = digits.strip_suffix(b";").unwrap_or(digits);
                    digits.iter().all(|&digit| code.push_hexadecimal(digit))
                }
                (None, Some(digits)) => {
                    let digits = digits.strip_suffix(b";").unwrap_or(digits);
                    digits.iter().all(|&digit| code.push_decimal(digit))
                }
                (None, None) => false,
            },
        };
        ensure(fits, "other bytes are pending than the reference has")?;
        if stopped {
            // No name has a NUL.
            matcher.push(0);
        }
        (self.reference.matcher, self.reference.code) = (matcher, code);
        Ok(())
    }

    fn restore_errors(&mut self, saved: ErrorRegisters) -> Result<(), Invalid> {
        let ErrorRegisters { at, codes, checked } = saved;
        ensure(at <= self.position.body_start, "an error was reported in what was not fed")?;
        ensure(
            checked <= self.position.body_start + LONGEST_CHARACTER,
            "what was not fed was searched for errors",
        )?;
        for code in codes {
            let code = ErrorCode::ALL.iter().find(|known| known.as_str() == code);
            let code = code.ok_or(Invalid("there is no such parse error"))?;
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
