//! Sections 12.2.4.28 to 12.2.4.33: script data within `<!--` and `<script`.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.28 Script data double escape start state
    pub(super) fn script_data_double_escape_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '/' | '>') => {
                self.emit_current_input_character();
                if self.own.temporary_buffer == "script" {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                } else {
                    self.switch_to(State::ScriptDataEscaped);
                }
            }
            Some(upper @ 'A'..='Z') => {
                self.emit_current_input_character();
                self.own.temporary_buffer.push(lowercase_version(upper));
            }
            Some(lower @ 'a'..='z') => {
                self.emit_current_input_character();
                self.own.temporary_buffer.push(lower);
            }
            _ => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// 12.2.4.29 Script data double escaped state
    pub(super) fn script_data_double_escaped_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataDoubleEscapedDash);
            }
            Some('<') => {
                self.emit_character('<');
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.30 Script data double escaped dash state
    pub(super) fn script_data_double_escaped_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataDoubleEscapedDashDash);
            }
            Some('<') => {
                self.emit_character('<');
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.emit_current_input_character();
                self.switch_to(State::ScriptDataDoubleEscaped);
            }
        }
    }

    /// 12.2.4.31 Script data double escaped dash dash state
    pub(super) fn script_data_double_escaped_dash_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.emit_character('-'),
            Some('<') => {
                self.emit_character('<');
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
            }
            Some('>') => {
                self.emit_character('>');
                self.switch_to(State::ScriptData);
            }
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.emit_current_input_character();
                self.switch_to(State::ScriptDataDoubleEscaped);
            }
        }
    }

    /// 12.2.4.32 Script data double escaped less-than sign state
    pub(super) fn script_data_double_escaped_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.emit_character('/');
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataDoubleEscapeEnd);
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// 12.2.4.33 Script data double escape end state
    pub(super) fn script_data_double_escape_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '/' | '>') => {
                self.emit_current_input_character();
                if self.own.temporary_buffer == "script" {
                    self.switch_to(State::ScriptDataEscaped);
                } else {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                }
            }
            Some(upper @ 'A'..='Z') => {
                self.emit_current_input_character();
                self.own.temporary_buffer.push(lowercase_version(upper));
            }
            Some(lower @ 'a'..='z') => {
                self.emit_current_input_character();
                self.own.temporary_buffer.push(lower);
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }
}
