//! Sections 8.2.4.9 to 8.2.4.15: attribute values, and the end of a self-closing tag.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 8.2.4.9 Before attribute value state
    pub(super) fn before_attribute_value_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('"') => self.switch_to(State::AttributeValueDoubleQuoted),
            Some('&') => self.reconsume_in(State::AttributeValueUnquoted),
            Some('\'') => self.switch_to(State::AttributeValueSingleQuoted),
            Some('>') => {
                self.parse_error();
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(current @ '=') => {
                self.parse_error();
                self.append_to_attribute_value(current);
                self.switch_to(State::AttributeValueUnquoted);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.append_to_attribute_value(current);
                self.switch_to(State::AttributeValueUnquoted);
            }
        }
    }

    /// 8.2.4.10 Attribute value (double-quoted) state
    pub(super) fn attribute_value_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => self.switch_to_character_reference_in_attribute_value(Some('"')),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 8.2.4.11 Attribute value (single-quoted) state
    pub(super) fn attribute_value_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => self.switch_to_character_reference_in_attribute_value(Some('\'')),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 8.2.4.12 Attribute value (unquoted) state
    pub(super) fn attribute_value_unquoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('&') => self.switch_to_character_reference_in_attribute_value(None),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(current @ ('"' | '\'' | '=')) => {
                self.parse_error();
                self.append_to_attribute_value(current);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    fn switch_to_character_reference_in_attribute_value(
        &mut self,
        additional_allowed_character: Option<char>,
    ) {
        self.own.attribute_value_state = self.state;
        self.own.additional_allowed_character = additional_allowed_character;
        self.switch_to(State::CharacterReferenceInAttributeValue);
    }

    /// 8.2.4.13 Character reference in attribute value state
    pub(super) fn character_reference_in_attribute_value_state(&mut self) {
        match self.consume_a_character_reference(self.own.additional_allowed_character) {
            None => self.append_to_attribute_value('&'),
            Some(characters) => {
                for character in characters.chars() {
                    self.append_to_attribute_value(character);
                }
            }
        }
        self.switch_to(self.own.attribute_value_state);
    }

    /// 8.2.4.14 After attribute value (quoted) state
    pub(super) fn after_attribute_value_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }

    /// 8.2.4.15 Self-closing start tag state
    pub(super) fn self_closing_start_tag_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.set_self_closing_flag();
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }
}
