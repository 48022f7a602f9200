//! Sections 12.2.4.8 to 12.2.4.10: tags up to the end of their name.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.4.8 Tag open state
    pub(super) fn tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('!') => self.switch_to(State::MarkupDeclarationOpen),
            Some('/') => self.switch_to(State::EndTagOpen),
            Some(upper @ 'A'..='Z') => {
                self.create_start_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.switch_to(State::TagName);
            }
            Some(lower @ 'a'..='z') => {
                self.create_start_tag_token();
                self.append_to_tag_name(lower);
                self.switch_to(State::TagName);
            }
            Some('?') => {
                self.parse_error();
                self.switch_to_bogus_comment_state_from_current_input_character();
            }
            _ => {
                self.parse_error();
                self.emit_character('<');
                self.reconsume_in(State::Data);
            }
        }
    }

    /// 12.2.4.9 End tag open state
    pub(super) fn end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some(upper @ 'A'..='Z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.switch_to(State::TagName);
            }
            Some(lower @ 'a'..='z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lower);
                self.switch_to(State::TagName);
            }
            Some('>') => {
                self.parse_error();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_character('<');
                self.emit_character('/');
                self.reconsume_in(State::Data);
            }
            Some(_) => {
                self.parse_error();
                self.switch_to_bogus_comment_state_from_current_input_character();
            }
        }
    }

    /// 12.2.4.10 Tag name state
    pub(super) fn tag_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => self.emit_current_tag_token_and_switch_to_data_state(),
            Some(upper @ 'A'..='Z') => self.append_to_tag_name(lowercase_version(upper)),
            None => {
                self.parse_error();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_tag_name(current),
        }
    }
}
