//! Text, and the entities in it.

use super::state::State;
use super::tokenizer::{ContentModel, Tokenizer};

impl Tokenizer {
    /// Data state
    pub(super) fn data_state(&mut self) {
        match self.consume_next_input_character() {
            Some('&')
                if matches!(self.own.content_model_flag, ContentModel::Pcdata | ContentModel::Rcdata) =>
            {
                self.switch_to(State::EntityData);
            }
            Some('-') => {
                if self.content_model_flag_is_rcdata_or_cdata()
                    && !self.own.escape_flag
                    && self.last_characters_are("<!--")
                {
                    self.own.escape_flag = true;
                }
                self.emit_current_input_character();
            }
            Some('<') if self.own.content_model_flag == ContentModel::Pcdata => {
                self.switch_to(State::TagOpen);
            }
            Some('<') if self.content_model_flag_is_rcdata_or_cdata() && !self.own.escape_flag => {
                self.switch_to(State::TagOpen);
            }
            Some('>') => {
                if self.content_model_flag_is_rcdata_or_cdata()
                    && self.own.escape_flag
                    && self.last_characters_are("-->")
                {
                    self.own.escape_flag = false;
                }
                self.emit_current_input_character();
            }
            None => self.emit_end_of_file_token(),
            Some(_) => self.emit_current_input_character(),
        }
    }

    /// Entity data state
    pub(super) fn entity_data_state(&mut self) {
        match self.consume_an_entity() {
            None => self.emit_character('&'),
            Some(characters) => {
                for character in characters.chars() {
                    self.emit_character(character);
                }
            }
        }
        self.switch_to(State::Data);
    }
}
