//! Sections 12.2.4.53 to 12.2.4.56: a DOCTYPE up to its keyword.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.53 DOCTYPE state
    pub(super) fn doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeName),
            None => {
                self.parse_error();
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.reconsume_in(State::BeforeDoctypeName);
            }
        }
    }

    /// 12.2.4.54 Before DOCTYPE name state
    pub(super) fn before_doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            Some(upper @ 'A'..='Z') => {
                self.create_doctype_token();
                self.set_doctype_name(lowercase_version(upper));
                self.switch_to(State::DoctypeName);
            }
            Some('>') => {
                self.parse_error();
                self.create_doctype_token();
                self.set_force_quirks_flag_on();
                self.emit_doctype_token();
                self.switch_to(State::Data);
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

    /// 12.2.4.55 DOCTYPE name state
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

    /// 12.2.4.56 After DOCTYPE name state
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
                    self.switch_to(State::AfterDoctypePublicKeyword);
                } else if self.consume_match_from_current("SYSTEM") {
                    self.switch_to(State::AfterDoctypeSystemKeyword);
                } else {
                    self.parse_error();
                    self.set_force_quirks_flag_on();
                    self.switch_to(State::BogusDoctype);
                }
            }
        }
    }
}
