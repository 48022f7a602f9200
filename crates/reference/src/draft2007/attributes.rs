//! The names of attributes, and what stands around them.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// Before attribute name state
    pub(super) fn before_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => self.start_attribute_and_switch(lowercase_version(upper)),
            Some('/') => self.parse_error_unless_this_is_a_permitted_slash(),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.start_attribute_and_switch(current),
        }
    }

    /// Starts a new attribute in the current tag token, sets that attribute's name to the character and its
    /// value to the empty string, switches to the attribute name state.
    fn start_attribute_and_switch(&mut self, character: char) {
        self.start_new_attribute("");
        self.append_to_attribute_name(character);
        self.switch_to(State::AttributeName);
    }

    /// Attribute name state
    pub(super) fn attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {
                self.leave_attribute_name_state();
                self.switch_to(State::AfterAttributeName);
            }
            Some('=') => {
                self.leave_attribute_name_state();
                self.switch_to(State::BeforeAttributeValue);
            }
            Some('>') => {
                self.leave_attribute_name_state();
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => self.append_to_attribute_name(lowercase_version(upper)),
            Some('/') => {
                self.parse_error_unless_this_is_a_permitted_slash();
                self.leave_attribute_name_state();
                self.switch_to(State::BeforeAttributeName);
            }
            None => {
                self.parse_error();
                self.leave_attribute_name_state();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_attribute_name(current),
        }
    }

    /// After attribute name state
    pub(super) fn after_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('=') => self.switch_to(State::BeforeAttributeValue),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => self.start_attribute_and_switch(lowercase_version(upper)),
            Some('/') => {
                self.parse_error_unless_this_is_a_permitted_slash();
                self.switch_to(State::BeforeAttributeName);
            }
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.start_attribute_and_switch(current),
        }
    }
}
