//! Attributes: sections 13.2.5.32 to .39 (12.2.5).
//!
//! A state that nearly always leads to the same one calls it, where others leave that to the loop of steps: a jump by
//! a table that cannot be foreseen costs more than the state.

use crate::bytes::{is_error_in_unquoted_value, is_space};
use crate::error::LimitKind;
use crate::kernels::{name_end, unquoted_end};
use crate::machine::{AttributePhase, Event, Input, Machine, Next::*, OverLimit, State, Step, Stops};
use crate::parse_error::ErrorCode::*;
use crate::token::{NameFingerprint, Quote, TagFlags};

impl Machine {
    /// 13.2.5.32 (12.2.5.32) Before attribute name state
    pub(crate) fn before_attribute_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => self.advance(),
                Byte(b'/' | b'>') | End => return self.reconsume(State::AfterAttributeName),
                Byte(b'=') => {
                    self.error(input, UnexpectedEqualsSignBeforeAttributeName)?;
                    self.construct.attribute_mut().start = self.token_offset()?;
                    return self.switch_to(State::AttributeName);
                }
                Byte(_) => {
                    self.construct.attribute_mut().start = self.token_offset()?;
                    self.reconsume(State::AttributeName)?;
                    return self.attribute_name(input);
                }
                More => return self.more(input),
            }
        }
    }

    /// 13.2.5.33 (12.2.5.33) Attribute name state
    pub(crate) fn attribute_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(b'=') => {
                    self.leave_attribute_name(input)?;
                    self.switch_to(State::BeforeAttributeValue)?;
                    return self.before_attribute_value(input);
                }
                Byte(byte) if is_space(byte) || byte == b'/' || byte == b'>' => {
                    self.leave_attribute_name(input)?;
                    return self.reconsume(State::AfterAttributeName);
                }
                Byte(0) => self.unexpected_null(input)?,
                Byte(_) if !self.reports() => {
                    self.position.index = name_end::<false>(input.bytes, self.position.index + 1).end
                }
                Byte(b'"' | b'\'' | b'<') => {
                    self.error(input, UnexpectedCharacterInAttributeName)?;
                    self.advance();
                }
                Byte(_) => self.advance(),
                More => return self.more(input),
                End => {
                    self.leave_attribute_name(input)?;
                    return self.reconsume(State::AfterAttributeName);
                }
            }
        }
    }

    /// 13.2.5.34 (12.2.5.34) After attribute name state
    pub(crate) fn after_attribute_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => self.advance(),
                Byte(b'/') => return self.switch_to(State::SelfClosingStartTag),
                Byte(b'=') => return self.switch_to(State::BeforeAttributeValue),
                Byte(b'>') => return self.emit_tag(input),
                Byte(_) => {
                    self.construct.attribute_mut().start = self.token_offset()?;
                    return self.reconsume(State::AttributeName);
                }
                More => return self.more(input),
                End => return self.end_in_tag(input),
            }
        }
    }

    /// 13.2.5.35 (12.2.5.35) Before attribute value state
    pub(crate) fn before_attribute_value(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => self.advance(),
                Byte(b'"') => {
                    self.start_value(Quote::Double, 1)?;
                    self.switch_to(State::AttributeValueDoubleQuoted)?;
                    return self.attribute_value_quoted(input, b'"');
                }
                Byte(b'\'') => {
                    self.start_value(Quote::Single, 1)?;
                    return self.switch_to(State::AttributeValueSingleQuoted);
                }
                Byte(b'>') => {
                    self.error(input, MissingAttributeValue)?;
                    self.start_value(Quote::Unquoted, 0)?;
                    self.end_value()?;
                    return self.emit_tag(input);
                }
                Byte(_) | End => {
                    self.start_value(Quote::Unquoted, 0)?;
                    return self.reconsume(State::AttributeValueUnquoted);
                }
                More => return self.more(input),
            }
        }
    }

    /// 13.2.5.36 (12.2.5.36) Attribute value (double-quoted) state
    /// 13.2.5.37 (12.2.5.37) Attribute value (single-quoted) state
    pub(crate) fn attribute_value_quoted(&mut self, input: Input<'_>, quote: u8) -> Step {
        let stops = if quote == b'"' { &Stops::DOUBLE_QUOTED } else { &Stops::SINGLE_QUOTED };
        match self.run(input, stops) {
            Byte(byte) if byte == quote => {
                self.end_value()?;
                self.switch_to(State::AfterAttributeValueQuoted)?;
                self.after_attribute_value_quoted(input)
            }
            Byte(b'&') => self.start_reference(self.state),
            Byte(_) => self.unexpected_null(input),
            More => self.more(input),
            End => self.end_in_tag(input),
        }
    }

    /// 13.2.5.38 (12.2.5.38) Attribute value (unquoted) state
    pub(crate) fn attribute_value_unquoted(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => {
                    self.end_value()?;
                    return self.switch_to(State::BeforeAttributeName);
                }
                Byte(b'>') => {
                    self.end_value()?;
                    return self.emit_tag(input);
                }
                Byte(b'&') if self.reports() => return self.start_reference(self.state),
                Byte(0) => self.unexpected_null(input)?,
                Byte(_) if !self.reports() => {
                    self.position.index = unquoted_end::<false>(input.bytes, self.position.index + 1)
                }
                Byte(byte) if is_error_in_unquoted_value(byte) => {
                    self.error(input, UnexpectedCharacterInUnquotedAttributeValue)?;
                    self.advance();
                }
                Byte(_) => self.advance(),
                More => return self.more(input),
                End => return self.end_in_tag(input),
            }
        }
    }

    /// 13.2.5.39 (12.2.5.39) After attribute value (quoted) state
    pub(crate) fn after_attribute_value_quoted(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.switch_to(State::BeforeAttributeName),
            Byte(b'/') => self.switch_to(State::SelfClosingStartTag),
            Byte(b'>') => self.emit_tag(input),
            Byte(_) => {
                self.error(input, MissingWhitespaceBetweenAttributes)?;
                self.reconsume(State::BeforeAttributeName)
            }
            More => self.more(input),
            End => self.end_in_tag(input),
        }
    }

    /// The name ends before the current byte: now it can be compared with the names before it.
    fn leave_attribute_name(&mut self, input: Input<'_>) -> Step {
        let name = (self.construct.attribute().start, self.token_offset()?);
        // First, for the state comes back here after each of them, and comparing names takes time.
        self.input_errors_before(input, self.offset())?;
        self.construct.attribute_mut().phase = AttributePhase::Nothing;
        let is_full =
            self.attributes.spans().len() >= self.options.limits.of(LimitKind::Attributes).max as usize;
        if self.limit.over != OverLimit::No || self.construct.attribute().drops_further {
            self.parts.flags = self.parts.flags.and(TagFlags::TRUNCATED, true);
            let attribute = self.construct.attribute_mut();
            // Not `drops_further`, which a checkpoint does not have.
            attribute.left_out = attribute.left_out.saturating_add(is_full.into());
            return Step::Continue(());
        }
        if is_full {
            return Step::Break(Event::Limit(LimitKind::Attributes));
        }
        let (tag, attributes) = self.tag_bytes(input, name.1);
        let fingerprint = NameFingerprint::of(&tag[name.0 as usize..]);
        let duplicate = attributes.contains(tag, name, fingerprint);
        if duplicate {
            self.error(input, DuplicateAttribute)?;
        }
        let (tag, attributes) = self.tag_bytes(input, name.1);
        attributes.push(tag, name, fingerprint, duplicate);
        self.construct.attribute_mut().phase = AttributePhase::Value;
        Step::Continue(())
    }

    /// A value begins `skip` bytes after the position.
    fn start_value(&mut self, quote: Quote, skip: u32) -> Step {
        let start = self.token_offset()? + skip;
        if self.construct.attribute().phase == AttributePhase::Nothing || self.drops_last_attribute() {
            return Step::Continue(());
        }
        self.construct.attribute_mut().phase = AttributePhase::ValueEnd;
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.quote = quote;
            attribute.value = (start, start);
        }
        Step::Continue(())
    }

    /// The value ends before the current byte.
    fn end_value(&mut self) -> Step {
        if self.construct.attribute().phase != AttributePhase::ValueEnd || self.drops_last_attribute() {
            return Step::Continue(());
        }
        self.check_value()?;
        self.end_truncated_value();
        let end = self.token_offset()?;
        // The state comes back here only to emit the tag.
        self.construct.attribute_mut().phase = AttributePhase::Nothing;
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value.1 = end;
        }
        Step::Continue(())
    }

    /// Whether the tag is truncated, so that its last attribute is left out.
    fn drops_last_attribute(&mut self) -> bool {
        let out = self.limit.over == OverLimit::Truncating;
        if out && self.construct.attribute().phase != AttributePhase::Nothing {
            self.drop_last_attribute();
        }
        out
    }
}
