//! Sections 12.2.4.11 to 12.2.4.13: what `<` leads to in RCDATA.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.11 RCDATA less-than sign state
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

    /// 12.2.4.12 RCDATA end tag open state
    pub(super) fn rcdata_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some(upper @ 'A'..='Z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.own.temporary_buffer.push(upper);
                self.switch_to(State::RcdataEndTagName);
            }
            Some(lower @ 'a'..='z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lower);
                self.own.temporary_buffer.push(lower);
                self.switch_to(State::RcdataEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::Rcdata);
            }
        }
    }

    /// 12.2.4.13 RCDATA end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the text wants.
    pub(super) fn rcdata_end_tag_name_state(&mut self) {
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
                self.reconsume_in(State::Rcdata);
            }
        }
    }
}
