//! Bogus comments, `<!`, comments.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// The data starts "from and including the character that caused the state machine to switch into the
    /// bogus comment state".
    pub(super) fn switch_to_bogus_comment_with_current_input_character(&mut self) {
        self.create_comment_token("");
        self.reconsume_in(State::BogusComment);
    }

    /// Bogus comment state
    ///
    /// "Consume every character up to the first U+003E GREATER-THAN SIGN character (>) or the end of the file
    /// (EOF), whichever comes first. Emit a comment token whose data is the concatenation of all the
    /// characters starting from and including the character that caused the state machine to switch into the
    /// bogus comment state, up to and including the last consumed character before the U+003E character, if
    /// any, or up to the end of the file otherwise. (If the comment was started by the end of the file (EOF),
    /// the token is empty.) Switch to the data state. If the end of the file was reached, reconsume the EOF
    /// character."
    ///
    /// A step is one character. "Up to" is read as 2009 puts it, "up to and including": else the EOF character
    /// could not be reconsumed, and a `>` would follow each such comment as text.
    pub(super) fn bogus_comment_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.emit_comment_token();
                self.switch_to(State::Data);
            }
            None => {
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_comment_data(current),
        }
    }

    /// Markup declaration open state
    pub(super) fn markup_declaration_open_state(&mut self) {
        if self.next_characters_are("--") {
            self.consume("--".len());
            self.create_comment_token("");
            self.switch_to(State::CommentStart);
        } else if self.next_characters_match("DOCTYPE") {
            self.consume("DOCTYPE".len());
            self.switch_to(State::Doctype);
        } else {
            self.report_at_next_input_character(self.state.heading());
            self.create_comment_token("");
            self.switch_to(State::BogusComment);
        }
    }

    /// Comment start state
    pub(super) fn comment_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentStartDash),
            Some('>') => {
                self.parse_error();
                self.emit_comment_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.append_to_comment_data(current);
                self.switch_to(State::Comment);
            }
        }
    }

    /// Comment start dash state
    pub(super) fn comment_start_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentEnd),
            Some('>') => {
                self.parse_error();
                self.emit_comment_token();
                self.switch_to(State::Data);
            }
            None => {
                self.parse_error();
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.append_to_comment_data('-');
                self.append_to_comment_data(current);
                self.switch_to(State::Comment);
            }
        }
    }

    /// Comment state
    pub(super) fn comment_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentEndDash),
            None => {
                self.parse_error();
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => self.append_to_comment_data(current),
        }
    }

    /// Comment end dash state
    pub(super) fn comment_end_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentEnd),
            None => {
                self.parse_error();
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.append_to_comment_data('-');
                self.append_to_comment_data(current);
                self.switch_to(State::Comment);
            }
        }
    }

    /// Comment end state
    pub(super) fn comment_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.emit_comment_token();
                self.switch_to(State::Data);
            }
            Some('-') => {
                self.parse_error();
                self.append_to_comment_data('-');
            }
            None => {
                self.parse_error();
                self.emit_comment_token();
                self.reconsume_in(State::Data);
            }
            Some(current) => {
                self.parse_error();
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.append_to_comment_data(current);
                self.switch_to(State::Comment);
            }
        }
    }
}
