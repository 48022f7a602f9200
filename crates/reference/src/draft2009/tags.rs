//! Sections 8.2.4.3 to 8.2.4.5: tags up to the end of their name.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 8.2.4.3 Tag open state
    pub(super) fn tag_open_state(&mut self) {
        if self.content_model_flag_is_rcdata_or_cdata() {
            match self.consume_next_input_character() {
                Some('/') => self.switch_to(State::CloseTagOpen),
                _ => {
                    self.emit_character('<');
                    self.reconsume_in(State::Data);
                }
            }
            return;
        }
        match self.consume_next_input_character() {
            Some('!') => self.switch_to(State::MarkupDeclarationOpen),
            Some('/') => self.switch_to(State::CloseTagOpen),
            Some(upper @ 'A'..='Z') => {
                self.create_start_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.switch_to(State::TagName);
            }
            Some(current @ 'a'..='z') => {
                self.create_start_tag_token();
                self.append_to_tag_name(current);
                self.switch_to(State::TagName);
            }
            Some('>') => {
                self.parse_error();
                self.emit_character('<');
                self.emit_character('>');
                self.switch_to(State::Data);
            }
            Some('?') => {
                self.parse_error();
                self.switch_to_bogus_comment_with_current_input_character();
            }
            _ => {
                self.parse_error();
                self.emit_character('<');
                self.reconsume_in(State::Data);
            }
        }
    }

    /// 8.2.4.4 Close tag open state
    pub(super) fn close_tag_open_state(&mut self) {
        if self.content_model_flag_is_rcdata_or_cdata() && !self.next_few_characters_end_the_element() {
            self.emit_character('<');
            self.emit_character('/');
            self.switch_to(State::Data);
            return;
        }
        match self.consume_next_input_character() {
            Some(upper @ 'A'..='Z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(lowercase_version(upper));
                self.switch_to(State::TagName);
            }
            Some(current @ 'a'..='z') => {
                self.create_end_tag_token();
                self.append_to_tag_name(current);
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
                self.switch_to_bogus_comment_with_current_input_character();
            }
        }
    }

    /// Whether a start tag token has been emitted, and the next few characters "match the tag name of the last
    /// start tag token emitted (compared in an ASCII case-insensitive manner)" and are "immediately followed by
    /// one of the following characters".
    fn next_few_characters_end_the_element(&self) -> bool {
        let Some(name) = self.last_start_tag() else {
            return false;
        };
        let mut next = self.next_few_characters();
        name.chars()
            .all(|expected| next.next().is_some_and(|character| character.eq_ignore_ascii_case(&expected)))
            && matches!(next.next(), Some('\t' | '\n' | '\u{C}' | ' ' | '>' | '/') | None)
    }

    /// 8.2.4.5 Tag name state
    pub(super) fn tag_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => {
                self.emit_current_tag_token();
                self.switch_to(State::Data);
            }
            Some(upper @ 'A'..='Z') => self.append_to_tag_name(lowercase_version(upper)),
            None => {
                self.parse_error();
                self.emit_current_tag_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_tag_name(current),
        }
    }
}
