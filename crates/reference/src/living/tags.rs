//! Sections 12.2.5.6 to 12.2.5.8: tags up to the end of their name.

use super::state::State;
use super::tokenizer::Tokenizer;
use crate::machine::lowercase_version;

impl Tokenizer {
    /// 12.2.5.6 Tag open state
    pub(super) fn tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('!') => self.switch_to(State::MarkupDeclarationOpen),
            Some('/') => self.switch_to(State::EndTagOpen),
            Some('A'..='Z' | 'a'..='z') => {
                self.create_start_tag_token();
                self.reconsume_in(State::TagName);
            }
            Some('?') if self.own.processing_instructions => {
                self.own.temporary_buffer.clear();
                self.switch_to(State::ProcessingInstructionOpen);
            }
            Some('?') => {
                self.parse_error("unexpected-question-mark-instead-of-tag-name");
                self.create_comment_token("");
                self.reconsume_in(State::BogusComment);
            }
            None => {
                self.parse_error("eof-before-tag-name");
                self.emit_character('<');
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("invalid-first-character-of-tag-name");
                self.emit_character('<');
                self.reconsume_in(State::Data);
            }
        }
    }

    /// 12.2.5.7 End tag open state
    pub(super) fn end_tag_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z') => {
                self.create_end_tag_token();
                self.reconsume_in(State::TagName);
            }
            Some('>') => {
                self.parse_error("missing-end-tag-name");
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error("eof-before-tag-name");
                self.emit_character('<');
                self.emit_character('/');
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("invalid-first-character-of-tag-name");
                self.create_comment_token("");
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// 12.2.5.8 Tag name state
    pub(super) fn tag_name_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => self.switch_to(State::BeforeAttributeName),
            Some('/') => self.switch_to(State::SelfClosingStartTag),
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_current_tag_token();
            }
            Some(upper @ 'A'..='Z') => self.append_to_tag_name(lowercase_version(upper)),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_tag_name('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-tag");
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_tag_name(current),
        }
    }
}
