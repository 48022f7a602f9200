//! Sections 8.2.4.27 to 8.2.4.34: the identifiers of a DOCTYPE.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 8.2.4.27 Before DOCTYPE public identifier state
    pub(super) fn before_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
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
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// 8.2.4.28 DOCTYPE public identifier (double-quoted) state
    pub(super) fn doctype_public_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some('>') => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// 8.2.4.29 DOCTYPE public identifier (single-quoted) state
    pub(super) fn doctype_public_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some('>') => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// 8.2.4.30 After DOCTYPE public identifier state
    pub(super) fn after_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
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
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// 8.2.4.31 Before DOCTYPE system identifier state
    pub(super) fn before_doctype_system_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
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
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// 8.2.4.32 DOCTYPE system identifier (double-quoted) state
    pub(super) fn doctype_system_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some('>') => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// 8.2.4.33 DOCTYPE system identifier (single-quoted) state
    pub(super) fn doctype_system_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some('>') => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// 8.2.4.34 After DOCTYPE system identifier state
    pub(super) fn after_doctype_system_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                // "This does not set the DOCTYPE token's force-quirks flag to on."
                self.switch_to(State::BogusDoctype);
            }
        }
    }
}
