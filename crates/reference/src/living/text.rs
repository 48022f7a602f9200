//! Sections 12.2.5.1 to 12.2.5.5: data, RCDATA, RAWTEXT, script data, PLAINTEXT.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.5.1 Data state
    pub(super) fn data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('&') => {
                self.own.return_state = State::Data;
                self.switch_to(State::CharacterReference);
            }
            Some('<') => self.switch_to(State::TagOpen),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_current_input_character();
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.2 RCDATA state
    pub(super) fn rcdata_state(&mut self) {
        match self.consume_next_input_character() {
            Some('&') => {
                self.own.return_state = State::Rcdata;
                self.switch_to(State::CharacterReference);
            }
            Some('<') => self.switch_to(State::RcdataLessThanSign),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.3 RAWTEXT state
    pub(super) fn rawtext_state(&mut self) {
        match self.consume_next_input_character() {
            Some('<') => self.switch_to(State::RawtextLessThanSign),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.4 Script data state
    pub(super) fn script_data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('<') => self.switch_to(State::ScriptDataLessThanSign),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.5 PLAINTEXT state
    pub(super) fn plaintext_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }
}
