//! Sections 12.2.4.22 to 12.2.4.27: script data within `<!--`.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.22 Script data escaped state
    pub(super) fn script_data_escaped_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataEscapedDash);
            }
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.23 Script data escaped dash state
    pub(super) fn script_data_escaped_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataEscapedDashDash);
            }
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.emit_current_input_character();
                self.switch_to(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.4.24 Script data escaped dash dash state
    pub(super) fn script_data_escaped_dash_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.emit_character('-'),
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
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
                self.switch_to(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.4.25 Script data escaped less-than sign state
    pub(super) fn script_data_escaped_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEscapedEndTagOpen);
            }
            Some(upper @ 'A'..='Z') => {
                self.emit_character('<');
                self.emit_current_input_character();
                self.own.temporary_buffer.clear();
                self.own.temporary_buffer.push(lowercase_version(upper));
                self.switch_to(State::ScriptDataDoubleEscapeStart);
            }
            Some(lower @ 'a'..='z') => {
                self.emit_character('<');
                self.emit_current_input_character();
                self.own.temporary_buffer.clear();
                self.own.temporary_buffer.push(lower);
                self.switch_to(State::ScriptDataDoubleEscapeStart);
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.4.26 Script data escaped end tag open state
    pub(super) fn script_data_escaped_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some(upper @ 'A'..='Z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.own.temporary_buffer.push(upper);
                self.switch_to(State::ScriptDataEscapedEndTagName);
            }
            Some(lower @ 'a'..='z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lower);
                self.own.temporary_buffer.push(lower);
                self.switch_to(State::ScriptDataEscapedEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.4.27 Script data escaped end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the text wants.
    pub(super) fn script_data_escaped_end_tag_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') if self.is_appropriate_end_tag_token() => {
                self.switch_to(State::BeforeAttributeName);
            }
            Some('/') if self.is_appropriate_end_tag_token() => {
                self.switch_to(State::SelfClosingStartTag);
            }
            Some('>') if self.is_appropriate_end_tag_token() => {
                self.emit_current_tag_token_and_switch_to_data_state();
            }
            Some(upper @ 'A'..='Z') => {
                self.append_to_tag_name(lowercase_version(upper));
                self.own.temporary_buffer.push(upper);
            }
            Some(lower @ 'a'..='z') => {
                self.append_to_tag_name(lower);
                self.own.temporary_buffer.push(lower);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.emit_temporary_buffer();
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }
}
