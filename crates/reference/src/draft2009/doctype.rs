//! Sections 8.2.4.23 to 8.2.4.26 and 8.2.4.35: a DOCTYPE up to its keyword, and a bogus one.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 8.2.4.23 DOCTYPE state
    pub(super) fn doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeName),
            _ => {
                self.parse_error();
                self.reconsume_in(State::BeforeDoctypeName);
            }
        }
    }

    /// 8.2.4.24 Before DOCTYPE name state
    pub(super) fn before_doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.parse_error();
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => {
                self.create_doctype_token();
                self.set_doctype_name(lowercase_version(upper));
                self.switch_to(State::DoctypeName);
            }
            None => {
                self.parse_error();
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.create_doctype_token();
                self.set_doctype_name(current);
                self.switch_to(State::DoctypeName);
            }
        }
    }

    /// 8.2.4.25 DOCTYPE name state
    pub(super) fn doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::AfterDoctypeName),
            Some('>') => {
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => self.append_to_doctype_name(lowercase_version(upper)),
            None => {
                self.parse_error();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_doctype_name(current),
        }
    }

    /// 8.2.4.26 After DOCTYPE name state
    pub(super) fn after_doctype_name_state(&mut self) {
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
                if self.consume_match_from_current("PUBLIC") {
                    self.switch_to(State::BeforeDoctypePublicIdentifier);
                } else if self.consume_match_from_current("SYSTEM") {
                    self.switch_to(State::BeforeDoctypeSystemIdentifier);
                } else {
                    self.parse_error();
                    self.set_force_quirks_flag_on();
                    self.switch_to(State::BogusDoctype);
                }
            }
        }
    }

    /// 8.2.4.35 Bogus DOCTYPE state
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
