//! Sections 12.2.5.20 to 12.2.5.31: script data within `<!--`.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.20 Script data escaped state
    pub(super) fn script_data_escaped_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataEscapedDash);
                self.emit_character('-');
            }
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.21 Script data escaped dash state
    pub(super) fn script_data_escaped_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_character('-');
            }
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.switch_to(State::ScriptDataEscaped);
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_current_input_character();
            }
        }
    }

    /// 12.2.5.22 Script data escaped dash dash state
    pub(super) fn script_data_escaped_dash_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.emit_character('-'),
            Some('<') => self.switch_to(State::ScriptDataEscapedLessThanSign),
            Some('>') => {
                self.switch_to(State::ScriptData);
                self.emit_character('>');
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.switch_to(State::ScriptDataEscaped);
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_current_input_character();
            }
        }
    }

    /// 12.2.5.23 Script data escaped less-than sign state
    pub(super) fn script_data_escaped_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEscapedEndTagOpen);
            }
            Some('A'..='Z' | 'a'..='z') => {
                self.own.temporary_buffer.clear();
                self.emit_character('<');
                self.reconsume_in(State::ScriptDataDoubleEscapeStart);
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.5.24 Script data escaped end tag open state
    pub(super) fn script_data_escaped_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z') => {
                self.create_end_tag_token();
                self.reconsume_in(State::ScriptDataEscapedEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.5.25 Script data escaped end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the specification wants.
    pub(super) fn script_data_escaped_end_tag_name_state(&mut self) {
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
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// 12.2.5.26 Script data double escape start state
    pub(super) fn script_data_double_escape_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '/' | '>') => {
                if self.own.temporary_buffer == "script" {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                } else {
                    self.switch_to(State::ScriptDataEscaped);
                }
                self.emit_current_input_character();
            }
            Some(upper @ 'A'..='Z') => {
                self.own.temporary_buffer.push(lowercase_version(upper));
                self.emit_current_input_character();
            }
            Some(lower @ 'a'..='z') => {
                self.own.temporary_buffer.push(lower);
                self.emit_current_input_character();
            }
            _ => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// 12.2.5.27 Script data double escaped state
    pub(super) fn script_data_double_escaped_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataDoubleEscapedDash);
                self.emit_character('-');
            }
            Some('<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character('<');
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.28 Script data double escaped dash state
    pub(super) fn script_data_double_escaped_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.switch_to(State::ScriptDataDoubleEscapedDashDash);
                self.emit_character('-');
            }
            Some('<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character('<');
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_current_input_character();
            }
        }
    }

    /// 12.2.5.29 Script data double escaped dash dash state
    pub(super) fn script_data_double_escaped_dash_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.emit_character('-'),
            Some('<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character('<');
            }
            Some('>') => {
                self.switch_to(State::ScriptData);
                self.emit_character('>');
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_character('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-script-html-comment-like-text");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_current_input_character();
            }
        }
    }

    /// 12.2.5.30 Script data double escaped less-than sign state
    pub(super) fn script_data_double_escaped_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ScriptDataDoubleEscapeEnd);
                self.emit_character('/');
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// 12.2.5.31 Script data double escape end state
    pub(super) fn script_data_double_escape_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '/' | '>') => {
                if self.own.temporary_buffer == "script" {
                    self.switch_to(State::ScriptDataEscaped);
                } else {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                }
                self.emit_current_input_character();
            }
            Some(upper @ 'A'..='Z') => {
                self.own.temporary_buffer.push(lowercase_version(upper));
                self.emit_current_input_character();
            }
            Some(lower @ 'a'..='z') => {
                self.own.temporary_buffer.push(lower);
                self.emit_current_input_character();
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }
}
