//! Sections 12.2.4.1 to 12.2.4.7: data, RCDATA, RAWTEXT, script data, PLAINTEXT.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.4.1 Data state
    pub(super) fn data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('&') => self.switch_to(State::CharacterReferenceInData),
            Some('<') => self.switch_to(State::TagOpen),
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.2 Character reference in data state
    pub(super) fn character_reference_in_data_state(&mut self) {
        match self.consume_character_reference(None) {
            None => self.emit_character('&'),
            Some(characters) => self.emit_characters(&characters),
        }
        self.switch_to(State::Data);
    }

    /// 12.2.4.3 RCDATA state
    pub(super) fn rcdata_state(&mut self) {
        match self.consume_next_input_character() {
            Some('&') => self.switch_to(State::CharacterReferenceInRcdata),
            Some('<') => self.switch_to(State::RcdataLessThanSign),
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.4 Character reference in RCDATA state
    pub(super) fn character_reference_in_rcdata_state(&mut self) {
        match self.consume_character_reference(None) {
            None => self.emit_character('&'),
            Some(characters) => self.emit_characters(&characters),
        }
        self.switch_to(State::Rcdata);
    }

    /// 12.2.4.5 RAWTEXT state
    pub(super) fn rawtext_state(&mut self) {
        match self.consume_next_input_character() {
            Some('<') => self.switch_to(State::RawtextLessThanSign),
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.6 Script data state
    pub(super) fn script_data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('<') => self.switch_to(State::ScriptDataLessThanSign),
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// 12.2.4.7 PLAINTEXT state
    pub(super) fn plaintext_state(&mut self) {
        match self.consume_next_input_character() {
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// Emits the character token that was returned: two where the name stands for two characters.
    fn emit_characters(&mut self, characters: &str) {
        for character in characters.chars() {
            self.emit_character(character);
        }
    }
}
