//! A DOCTYPE up to its keyword, and a bogus one.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// DOCTYPE state
    pub(super) fn doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => self.switch_to(State::BeforeDoctypeName),
            _ => {
                self.parse_error();
                self.reconsume_in(State::BeforeDoctypeName);
            }
        }
    }

    /// Before DOCTYPE name state
    pub(super) fn before_doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => {}
            Some('>') => {
                self.parse_error();
                self.create_doctype_token();
                self.set_correctness_flag_to_incorrect();
                self.emit_doctype_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.create_doctype_token();
                self.set_correctness_flag_to_incorrect();
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

    /// DOCTYPE name state
    pub(super) fn doctype_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{B}' | '\u{C}' | ' ') => self.switch_to(State::AfterDoctypeName),
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
            Some(current) => self.append_to_doctype_name(current),
        }
    }

    /// After DOCTYPE name state
    ///
    /// "If the next six characters are a case-insensitive match for the word "PUBLIC" [...]": the current input
    /// character is read as the first of the six, as 2009 puts it. Else it could be anything, as in `xPUBLIC`,
    /// and no DOCTYPE with an identifier would be correct.
    pub(super) fn after_doctype_name_state(&mut self) {
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
                if self.consume_match_from_current("PUBLIC") {
                    self.switch_to(State::BeforeDoctypePublicIdentifier);
                } else if self.consume_match_from_current("SYSTEM") {
                    self.switch_to(State::BeforeDoctypeSystemIdentifier);
                } else {
                    self.parse_error();
                    self.switch_to(State::BogusDoctype);
                }
            }
        }
    }

    /// Bogus DOCTYPE state
    pub(super) fn bogus_doctype_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
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
            Some(_) => {}
        }
    }
}
