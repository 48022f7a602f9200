//! Sections 12.2.4.44 to 12.2.4.52: comments, and what else `<!` opens.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.4.44 Bogus comment state
    ///
    /// "Consume every character up to and including the first U+003E GREATER-THAN SIGN character (>) or the
    /// end of the file (EOF), whichever comes first. Emit a comment token whose data is the concatenation of
    /// all the characters starting from and including the character that caused the state machine to switch
    /// into the bogus comment state, up to and including the character immediately before the last consumed
    /// character."
    ///
    /// A step consumes one of these characters; the comment token gathers them.
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

    /// 12.2.4.45 Markup declaration open state
    pub(super) fn markup_declaration_open_state(&mut self) {
        if self.next_characters_are("--") {
            self.consume("--".len());
            self.create_comment_token("");
            self.switch_to(State::CommentStart);
        } else if self.next_characters_match("DOCTYPE") {
            self.consume("DOCTYPE".len());
            self.switch_to(State::Doctype);
        } else if self.own.in_foreign_content && self.next_characters_are("[CDATA[") {
            self.consume("[CDATA[".len());
            self.switch_to(State::CdataSection);
        } else {
            self.report_at_next_input_character(self.state.heading());
            self.switch_to_bogus_comment_state_from_next_input_character();
        }
    }

    /// 12.2.4.46 Comment start state
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

    /// 12.2.4.47 Comment start dash state
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

    /// 12.2.4.48 Comment state
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

    /// 12.2.4.49 Comment end dash state
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

    /// 12.2.4.50 Comment end state
    pub(super) fn comment_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.emit_comment_token();
                self.switch_to(State::Data);
            }
            Some(current @ ('\t' | '\n' | '\u{C}' | ' ')) => {
                self.parse_error();
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.append_to_comment_data(current);
                self.switch_to(State::CommentEndSpace);
            }
            Some('!') => {
                self.parse_error();
                self.switch_to(State::CommentEndBang);
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

    /// 12.2.4.51 Comment end bang state
    pub(super) fn comment_end_bang_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.append_to_comment_data('!');
                self.switch_to(State::CommentEndDash);
            }
            Some('>') => {
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
                self.append_to_comment_data('-');
                self.append_to_comment_data('!');
                self.append_to_comment_data(current);
                self.switch_to(State::Comment);
            }
        }
    }

    /// 12.2.4.52 Comment end space state
    pub(super) fn comment_end_space_state(&mut self) {
        match self.consume_next_input_character() {
            Some(current @ ('\t' | '\n' | '\u{C}' | ' ')) => self.append_to_comment_data(current),
            Some('-') => self.switch_to(State::CommentEndDash),
            Some('>') => {
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
}
