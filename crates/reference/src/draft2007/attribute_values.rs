//! Attribute values, and the entities in them.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// Before attribute value state
    pub(super) fn before_attribute_value_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('"') => self.switch_to(State::AttributeValueDoubleQuoted),
            Some('&') => self.reconsume_in(State::AttributeValueUnquoted),
            Some('\'') => self.switch_to(State::AttributeValueSingleQuoted),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
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

    /// Attribute value (double-quoted) state
    pub(super) fn attribute_value_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::BeforeAttributeName),
            Some('&') => self.switch_to_entity_in_attribute_value(),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// Attribute value (single-quoted) state
    pub(super) fn attribute_value_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::BeforeAttributeName),
            Some('&') => self.switch_to_entity_in_attribute_value(),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// Attribute value (unquoted) state
    pub(super) fn attribute_value_unquoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('&') => self.switch_to_entity_in_attribute_value(),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    fn switch_to_entity_in_attribute_value(&mut self) {
        self.own.attribute_value_state = self.state;
        self.switch_to(State::EntityInAttributeValue);
    }

    /// Entity in attribute value state
    pub(super) fn entity_in_attribute_value_state(&mut self) {
        match self.consume_an_entity() {
            None => self.append_to_attribute_value('&'),
            Some(characters) => {
                for character in characters.chars() {
                    self.append_to_attribute_value(character);
                }
            }
        }
        self.switch_to(self.own.attribute_value_state);
    }
}
