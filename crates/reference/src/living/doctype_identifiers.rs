//! Sections 12.2.5.57 to 12.2.5.68: the identifiers of a DOCTYPE, and bogus ones.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.5.57 After DOCTYPE public keyword state
    pub(super) fn after_doctype_public_keyword_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypePublicIdentifier),
            Some('"') => {
                self.parse_error("missing-whitespace-after-doctype-public-keyword");
                self.set_public_identifier_empty();
                self.switch_to(State::DoctypePublicIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error("missing-whitespace-after-doctype-public-keyword");
                self.set_public_identifier_empty();
                self.switch_to(State::DoctypePublicIdentifierSingleQuoted);
            }
            Some('>') => {
                self.parse_error("missing-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.58 Before DOCTYPE public identifier state
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
                self.parse_error("missing-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.59 DOCTYPE public identifier (double-quoted) state
    pub(super) fn doctype_public_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_public_identifier('\u{FFFD}');
            }
            Some('>') => {
                self.parse_error("abrupt-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// 12.2.5.60 DOCTYPE public identifier (single-quoted) state
    pub(super) fn doctype_public_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_public_identifier('\u{FFFD}');
            }
            Some('>') => {
                self.parse_error("abrupt-doctype-public-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_public_identifier(current),
        }
    }

    /// 12.2.5.61 After DOCTYPE public identifier state
    pub(super) fn after_doctype_public_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            Some('"') => {
                self.parse_error("missing-whitespace-between-doctype-public-and-system-identifiers");
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error("missing-whitespace-between-doctype-public-and-system-identifiers");
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.62 Between DOCTYPE public and system identifiers state
    pub(super) fn between_doctype_public_and_system_identifiers_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_doctype_token();
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
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.63 After DOCTYPE system keyword state
    pub(super) fn after_doctype_system_keyword_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeSystemIdentifier),
            Some('"') => {
                self.parse_error("missing-whitespace-after-doctype-system-keyword");
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some('\'') => {
                self.parse_error("missing-whitespace-after-doctype-system-keyword");
                self.set_system_identifier_empty();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            Some('>') => {
                self.parse_error("missing-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.64 Before DOCTYPE system identifier state
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
                self.parse_error("missing-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-quote-before-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.65 DOCTYPE system identifier (double-quoted) state
    pub(super) fn doctype_system_identifier_double_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('"') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_system_identifier('\u{FFFD}');
            }
            Some('>') => {
                self.parse_error("abrupt-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// 12.2.5.66 DOCTYPE system identifier (single-quoted) state
    pub(super) fn doctype_system_identifier_single_quoted_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\'') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_system_identifier('\u{FFFD}');
            }
            Some('>') => {
                self.parse_error("abrupt-doctype-system-identifier");
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_system_identifier(current),
        }
    }

    /// 12.2.5.67 After DOCTYPE system identifier state
    pub(super) fn after_doctype_system_identifier_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("unexpected-character-after-doctype-system-identifier");
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// 12.2.5.68 Bogus DOCTYPE state
    pub(super) fn bogus_doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            Some('\0') => self.parse_error("unexpected-null-character"),
            None => {
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {}
        }
    }
}
