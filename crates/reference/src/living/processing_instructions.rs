//! Processing instructions, which came to the living standard in June 2026: five states without a number.
//!
//! The text that the other files are numbered by is older and has no section for them. These are transcribed from
//! the WHATWG's review draft of July 2026.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// Processing instruction open state (no section number: see the file's first lines)
    pub(super) fn processing_instruction_open_state(&mut self) {
        match self.consume_next_input_character() {
            Some('A'..='Z' | 'a'..='z' | '_') => self.reconsume_in(State::ProcessingInstructionTarget),
            None => {
                self.parse_error("eof-in-processing-instruction");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("invalid-first-character-of-processing-instruction-target");
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// Processing instruction target state (no section number)
    pub(super) fn processing_instruction_target_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ' | '?' | '>') => {
                if self.temporary_buffer_is_a_disallowed_target() {
                    self.parse_error("disallowed-processing-instruction-target");
                    self.convert_temporary_buffer_to_comment();
                    self.reconsume_in(State::BogusComment);
                } else {
                    self.create_processing_instruction_token();
                    self.reconsume_in(State::AfterProcessingInstructionTarget);
                }
            }
            Some(current @ ('0'..='9' | 'A'..='Z' | 'a'..='z' | '-' | '_')) => {
                self.own.temporary_buffer.push(current);
            }
            None => {
                self.parse_error("eof-in-processing-instruction");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.parse_error("invalid-processing-instruction-target");
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// After processing instruction target state (no section number)
    pub(super) fn after_processing_instruction_target_state(&mut self) {
        match self.consume_next_input_character() {
            Some('\t' | '\n' | '\u{C}' | ' ') => {}
            _ => self.reconsume_in(State::ProcessingInstructionData),
        }
    }

    /// Processing instruction data state (no section number)
    pub(super) fn processing_instruction_data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('?') => self.switch_to(State::ProcessingInstructionQuestionable),
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_processing_instruction_token();
            }
            None => {
                self.parse_error("eof-in-processing-instruction");
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_processing_instruction_data(current),
        }
    }

    /// Processing instruction questionable state (no section number)
    pub(super) fn processing_instruction_questionable_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_processing_instruction_token();
            }
            None => {
                self.parse_error("eof-in-processing-instruction");
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.append_to_processing_instruction_data('?');
                self.reconsume_in(State::ProcessingInstructionData);
            }
        }
    }

    /// Whether the temporary buffer is an ASCII case-insensitive match for `xml` or `xml-stylesheet`.
    fn temporary_buffer_is_a_disallowed_target(&self) -> bool {
        ["xml", "xml-stylesheet"].iter().any(|name| self.own.temporary_buffer.eq_ignore_ascii_case(name))
    }

    /// Creates a comment token whose data is `?` and the temporary buffer.
    fn convert_temporary_buffer_to_comment(&mut self) {
        let data = format!("?{}", self.own.temporary_buffer);
        self.create_comment_token(&data);
    }
}
