//! The identifiers of a DOCTYPE.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// Before DOCTYPE public identifier state
    pub(super) fn before_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('"') => {
                self.set_public_identifier_empty();
                self.switch_to(State::DoctypePublicIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.set_public_identifier_empty();
                self.switch_to(State::DoctypePublicIdentifierSingleQuoted);
            }
            Some('>') => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// DOCTYPE public identifier (double-quoted) state
    pub(super) fn doctype_public_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypePublicIdentifier),
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// DOCTYPE public identifier (single-quoted) state
    pub(super) fn doctype_public_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypePublicIdentifier),
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// After DOCTYPE public identifier state
    pub(super) fn after_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('"') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// Before DOCTYPE system identifier state
    pub(super) fn before_doctype_system_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('"') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            Some('>') => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// DOCTYPE system identifier (double-quoted) state
    pub(super) fn doctype_system_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// DOCTYPE system identifier (single-quoted) state
    pub(super) fn doctype_system_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// After DOCTYPE system identifier state
    pub(super) fn after_doctype_system_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.switch_to(State::BogusDoctype);
            }
        }
    }
}
