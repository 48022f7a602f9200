//! Sections 12.2.5.12 to 12.2.5.14: what `<` leads to in RAWTEXT.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.12 RAWTEXT less-than sign state
    pub(super) fn rawtext_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some('/') => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::RawtextEndTagOpen);
            }
            _ => {
                self.emit_character('<');
                self.reconsume_in(State::Rawtext);
            }
        }
    }

    /// 12.2.5.13 RAWTEXT end tag open state
    pub(super) fn rawtext_end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z') => {
                self.create_end_tag_token();
                self.reconsume_in(State::RawtextEndTagName);
            }
            _ => {
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::Rawtext);
            }
        }
    }

    /// 12.2.5.14 RAWTEXT end tag name state
    ///
    /// An entry whose condition fails falls through to "anything else", as the specification wants.
    pub(super) fn rawtext_end_tag_name_state(&mut self) {
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
                self.reconsume_in(State::Rawtext);
            }
        }
    }
}
