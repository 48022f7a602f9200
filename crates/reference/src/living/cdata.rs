//! Sections 12.2.5.69 to 12.2.5.71: CDATA sections.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.5.69 CDATA section state
    ///
    /// U+0000 NULL characters are handled in the tree construction stage.
    pub(super) fn cdata_section_state(&mut self) {
        match self.consume_next_input_character() {
            Some(']') => self.switch_to(State::CdataSectionBracket),
            None => {
                self.parse_error("eof-in-cdata");
                self.emit_end_of_file_token();
            }
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.5.70 CDATA section bracket state
    pub(super) fn cdata_section_bracket_state(&mut self) {
        match self.consume_next_input_character() {
            Some(']') => self.switch_to(State::CdataSectionEnd),
            _ => {
                self.emit_character(']');
                self.reconsume_in(State::CdataSection);
            }
        }
    }

    /// 12.2.5.71 CDATA section end state
    pub(super) fn cdata_section_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some(']') => {
                self.emit_character(']');
                // It is the first of three; the other two may end the section.
                self.hold_back_from_text(2);
            }
            Some('>') => self.switch_to(State::Data),
            _ => {
                self.emit_character(']');
                self.emit_character(']');
                self.reconsume_in(State::CdataSection);
            }
        }
    }
}
