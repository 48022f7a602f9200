//! Sections 12.2.4.57 to 12.2.4.68: the identifiers of a DOCTYPE, and bogus ones.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.4.57 After DOCTYPE public keyword state
    pub(super) fn after_doctype_public_keyword_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypePublicIdentifier),
            Some('"') => {
                self.parse_error();
                self.set_public_identifier_empty();
                self.switch_to(State::DoctypePublicIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error();
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

    /// 12.2.4.58 Before DOCTYPE public identifier state
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

    /// 12.2.4.59 DOCTYPE public identifier (double-quoted) state
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

    /// 12.2.4.60 DOCTYPE public identifier (single-quoted) state
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

    /// 12.2.4.61 After DOCTYPE public identifier state
    pub(super) fn after_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            Some('"') => {
                self.parse_error();
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error();
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
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

    /// 12.2.4.62 Between DOCTYPE public and system identifiers state
    pub(super) fn between_doctype_public_and_system_identifiers_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            Some('"') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
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

    /// 12.2.4.63 After DOCTYPE system keyword state
    pub(super) fn after_doctype_system_keyword_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeSystemIdentifier),
            Some('"') => {
                self.parse_error();
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error();
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

    /// 12.2.4.64 Before DOCTYPE system identifier state
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

    /// 12.2.4.65 DOCTYPE system identifier (double-quoted) state
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

    /// 12.2.4.66 DOCTYPE system identifier (single-quoted) state
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

    /// 12.2.4.67 After DOCTYPE system identifier state
    ///
    /// Anything else "does not set the DOCTYPE token's force-quirks flag to on".
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
                self.switch_to(State::BogusDoctype);
            }
        }
    }

    /// 12.2.4.68 Bogus DOCTYPE state
    pub(super) fn bogus_doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {}
        }
    }
}
