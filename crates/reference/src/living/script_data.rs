//! Sections 12.2.5.15 to 12.2.5.19: what `<` leads to in script data.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.15 Script data less-than sign state
    pub(super) fn script_data_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEndTagOpen);
            }
            Some('!') => {
                self.switch_to(State::ScriptDataEscapeStart);
                self.emit_character('<');
                self.emit_character('!');
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.5.16 Script data end tag open state
    pub(super) fn script_data_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z') => {
                self.create_end_tag_token();
                self.reconsume_in(State::ScriptDataEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.5.17 Script data end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the specification wants.
    pub(super) fn script_data_end_tag_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') if self.is_appropriate_end_tag_token() => {
                self.switch_to(State::BeforeAttributeName);
            }
            Some('/') if self.is_appropriate_end_tag_token() => {
                self.switch_to(State::SelfClosingStartTag);
            }
            Some('>') if self.is_appropriate_end_tag_token() => {
                self.switch_to(State::Data);
                self.emit_current_tag_token();
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
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.5.18 Script data escape start state
    pub(super) fn script_data_escape_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataEscapeStartDash);
                self.emit_character('-');
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// 12.2.5.19 Script data escape start dash state
    pub(super) fn script_data_escape_start_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_character('-');
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }
}
