//! Sections 12.2.5.9 to 12.2.5.11: what `<` leads to in RCDATA.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.9 RCDATA less-than sign state
    pub(super) fn rcdata_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::RcdataEndTagOpen);
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::Rcdata);
            }
        }
    }

    /// 12.2.5.10 RCDATA end tag open state
    pub(super) fn rcdata_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z') => {
                self.create_end_tag_token();
                self.reconsume_in(State::RcdataEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::Rcdata);
            }
        }
    }

    /// 12.2.5.11 RCDATA end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the specification wants.
    pub(super) fn rcdata_end_tag_name_state(&mut self) {
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
                self.reconsume_in(State::Rcdata);
            }
        }
    }
}
