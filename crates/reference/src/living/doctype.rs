//! Sections 12.2.5.53 to 12.2.5.56: a DOCTYPE up to its keyword.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.53 DOCTYPE state
    pub(super) fn doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeName),
            Some('>') => self.reconsume_in(State::BeforeDoctypeName),
            None => {
                self.parse_error("eof-in-doctype");
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("missing-whitespace-before-doctype-name");
                self.reconsume_in(State::BeforeDoctypeName);
            }
        }
    }

    /// 12.2.5.54 Before DOCTYPE name state
    pub(super) fn before_doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some(upper @ 'A'..='Z') => {
                self.create_doctype_token();
                self.set_doctype_name(lowercase_version(upper));
                self.switch_to(State::DoctypeName);
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.create_doctype_token();
                self.set_doctype_name('\u{FFFD}');
                self.switch_to(State::DoctypeName);
            }
            Some('>') => {
                self.parse_error("missing-doctype-name");
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => {
                self.create_doctype_token();
                self.set_doctype_name(current);
                self.switch_to(State::DoctypeName);
            }
        }
    }

    /// 12.2.5.55 DOCTYPE name state
    pub(super) fn doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::AfterDoctypeName),
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_doctype_token();
            }
            Some(upper @ 'A'..='Z') => self.append_to_doctype_name(lowercase_version(upper)),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_doctype_name('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-doctype");
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_doctype_name(current),
        }
    }

    /// 12.2.5.56 After DOCTYPE name state
    pub(super) fn after_doctype_name_state(&mut self) {
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
                if self.consume_match_from_current("PUBLIC") {
                    self.switch_to(State::AfterDoctypePublicKeyword);
                } else if self.consume_match_from_current("SYSTEM") {
                    self.switch_to(State::AfterDoctypeSystemKeyword);
                } else {
                    self.parse_error("invalid-character-sequence-after-doctype-name");
                    self.set_force_quirks_flag_on();
                    self.reconsume_in(State::BogusDoctype);
                }
            }
        }
    }
}
