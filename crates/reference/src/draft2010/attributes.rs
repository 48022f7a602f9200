//! Sections 12.2.4.34 to 12.2.4.43: attributes, and the end of a self-closing tag.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.34 Before attribute name state
    pub(super) fn before_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => self.emit_current_tag_token_and_switch_to_data_state(),
            Some(upper @ 'A'..='Z') => {
                self.start_new_attribute_of_name(lowercase_version(upper));
                self.switch_to(State::AttributeName);
            }
            Some(current @ ('"' | '\'' | '<' | '=')) => {
                self.parse_error();
                self.start_new_attribute_of_name(current);
                self.switch_to(State::AttributeName);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.start_new_attribute_of_name(current);
                self.switch_to(State::AttributeName);
            }
        }
    }

    /// 12.2.4.35 Attribute name state
    pub(super) fn attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {
                self.leave_attribute_name_state();
                self.switch_to(State::AfterAttributeName);
            }
            Some('/') => {
                self.leave_attribute_name_state();
                self.switch_to(State::SelfClosingStartTag);
            }
            Some('=') => {
                self.leave_attribute_name_state();
                self.switch_to(State::BeforeAttributeValue);
            }
            Some('>') => {
                self.leave_attribute_name_state();
                self.emit_current_tag_token_and_switch_to_data_state();
            }
            Some(upper @ 'A'..='Z') => self.append_to_attribute_name(lowercase_version(upper)),
            Some(current @ ('"' | '\'' | '<')) => {
                self.parse_error();
                self.append_to_attribute_name(current);
            }
            None => {
                self.parse_error();
                self.leave_attribute_name_state();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_name(current),
        }
    }

    /// 12.2.4.36 After attribute name state
    pub(super) fn after_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('=') => self.switch_to(State::BeforeAttributeValue),
            Some('>') => self.emit_current_tag_token_and_switch_to_data_state(),
            Some(upper @ 'A'..='Z') => {
                self.start_new_attribute_of_name(lowercase_version(upper));
                self.switch_to(State::AttributeName);
            }
            Some(current @ ('"' | '\'' | '<')) => {
                self.parse_error();
                self.start_new_attribute_of_name(current);
                self.switch_to(State::AttributeName);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.start_new_attribute_of_name(current);
                self.switch_to(State::AttributeName);
            }
        }
    }

    /// 12.2.4.37 Before attribute value state
    pub(super) fn before_attribute_value_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('"') => self.switch_to(State::AttributeValueDoubleQuoted),
            Some('&') => self.reconsume_in(State::AttributeValueUnquoted),
            Some('\'') => self.switch_to(State::AttributeValueSingleQuoted),
            Some('>') => {
                self.parse_error();
                self.emit_current_tag_token_and_switch_to_data_state();
            }
            Some(current @ ('<' | '=' | '`')) => {
                self.parse_error();
                self.append_to_attribute_value(current);
                self.switch_to(State::AttributeValueUnquoted);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.append_to_attribute_value(current);
                self.switch_to(State::AttributeValueUnquoted);
            }
        }
    }

    /// 12.2.4.38 Attribute value (double-quoted) state
    pub(super) fn attribute_value_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => self.switch_to_character_reference_in_attribute_value_state('"'),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.4.39 Attribute value (single-quoted) state
    pub(super) fn attribute_value_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => self.switch_to_character_reference_in_attribute_value_state('\''),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.4.40 Attribute value (unquoted) state
    pub(super) fn attribute_value_unquoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('&') => self.switch_to_character_reference_in_attribute_value_state('>'),
            Some('>') => self.emit_current_tag_token_and_switch_to_data_state(),
            Some(current @ ('"' | '\'' | '<' | '=' | '`')) => {
                self.parse_error();
                self.append_to_attribute_value(current);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.4.41 Character reference in attribute value state
    pub(super) fn character_reference_in_attribute_value_state(&mut self) {
        match self.consume_character_reference(self.own.additional_allowed_character) {
            None => self.append_to_attribute_value('&'),
            Some(characters) => {
                for character in characters.chars() {
                    self.append_to_attribute_value(character);
                }
            }
        }
        self.switch_to(self.own.attribute_value_state);
    }

    /// 12.2.4.42 After attribute value (quoted) state
    pub(super) fn after_attribute_value_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => self.emit_current_tag_token_and_switch_to_data_state(),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }

    /// 12.2.4.43 Self-closing start tag state
    pub(super) fn self_closing_start_tag_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.set_self_closing_flag();
                self.emit_current_tag_token_and_switch_to_data_state();
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }

    /// "Switch to the character reference in attribute value state, with the additional allowed character
    /// being" this one. The state switches back to "the attribute value state that you were in".
    fn switch_to_character_reference_in_attribute_value_state(&mut self, additional_allowed_character: char) {
        self.own.additional_allowed_character = Some(additional_allowed_character);
        self.own.attribute_value_state = self.state;
        self.switch_to(State::CharacterReferenceInAttributeValue);
    }
}
