//! Sections 12.2.4.17 to 12.2.4.21: what `<` leads to in script data.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.17 Script data less-than sign state
    pub(super) fn script_data_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEndTagOpen);
            }
            Some('!') => {
                self.emit_character('<');
                self.emit_character('!');
                self.switch_to(State::ScriptDataEscapeStart);
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.4.18 Script data end tag open state
    pub(super) fn script_data_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some(upper @ 'A'..='Z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.own.temporary_buffer.push(upper);
                self.switch_to(State::ScriptDataEndTagName);
            }
            Some(lower @ 'a'..='z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lower);
                self.own.temporary_buffer.push(lower);
                self.switch_to(State::ScriptDataEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.4.19 Script data end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the text wants.
    pub(super) fn script_data_end_tag_name_state(&mut self) {
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
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// 12.2.4.20 Script data escape start state
    pub(super) fn script_data_escape_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataEscapeStartDash);
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// 12.2.4.21 Script data escape start dash state
    pub(super) fn script_data_escape_start_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.emit_character('-');
                self.switch_to(State::ScriptDataEscapedDashDash);
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }
}
