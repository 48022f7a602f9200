//! Sections 12.2.5.32 to 12.2.5.40: attributes, and the end of a self-closing tag.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.32 Before attribute name state
    pub(super) fn before_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('/' | '>') | None => self.reconsume_in(State::AfterAttributeName),
            Some('=') => {
                self.parse_error("unexpected-equals-sign-before-attribute-name");
                self.start_new_attribute("=");
                self.switch_to(State::AttributeName);
            }
            Some(_) => {
                self.start_new_attribute("");
                self.reconsume_in(State::AttributeName);
            }
        }
    }

    /// 12.2.5.33 Attribute name state
    pub(super) fn attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '/' | '>') | None => {
                self.leave_attribute_name_state();
                self.reconsume_in(State::AfterAttributeName);
            }
            Some('=') => {
                self.leave_attribute_name_state();
                self.switch_to(State::BeforeAttributeValue);
            }
            Some(upper @ 'A'..='Z') => self.append_to_attribute_name(lowercase_version(upper)),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_attribute_name('\u{FFFD}');
            }
            Some(current @ ('"' | '\'' | '<')) => {
                self.parse_error("unexpected-character-in-attribute-name");
                self.append_to_attribute_name(current);
            }
            Some(current) => self.append_to_attribute_name(current),
        }
    }

    /// 12.2.5.34 After attribute name state
    pub(super) fn after_attribute_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('=') => self.switch_to(State::BeforeAttributeValue),
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.start_new_attribute("");
                self.reconsume_in(State::AttributeName);
            }
        }
    }

    /// 12.2.5.35 Before attribute value state
    pub(super) fn before_attribute_value_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('"') => self.switch_to(State::AttributeValueDoubleQuoted),
            Some('\'') => self.switch_to(State::AttributeValueSingleQuoted),
            Some('>') => {
                self.parse_error("missing-attribute-value");
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            _ => self.reconsume_in(State::AttributeValueUnquoted),
        }
    }

    /// 12.2.5.36 Attribute value (double-quoted) state
    pub(super) fn attribute_value_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => {
                self.own.return_state = State::AttributeValueDoubleQuoted;
                self.switch_to(State::CharacterReference);
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_attribute_value('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.5.37 Attribute value (single-quoted) state
    pub(super) fn attribute_value_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterAttributeValueQuoted),
            Some('&') => {
                self.own.return_state = State::AttributeValueSingleQuoted;
                self.switch_to(State::CharacterReference);
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_attribute_value('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.5.38 Attribute value (unquoted) state
    pub(super) fn attribute_value_unquoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('&') => {
                self.own.return_state = State::AttributeValueUnquoted;
                self.switch_to(State::CharacterReference);
            }
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_attribute_value('\u{FFFD}');
            }
            Some(current @ ('"' | '\'' | '<' | '=' | '`')) => {
                self.parse_error("unexpected-character-in-unquoted-attribute-value");
                self.append_to_attribute_value(current);
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_attribute_value(current),
        }
    }

    /// 12.2.5.39 After attribute value (quoted) state
    pub(super) fn after_attribute_value_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-whitespace-between-attributes");
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }

    /// 12.2.5.40 Self-closing start tag state
    pub(super) fn self_closing_start_tag_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.set_self_closing_flag();
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("unexpected-solidus-in-tag");
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }
}
