//! Sections 12.2.5.41 to 12.2.5.52: bogus comments, `<!`, comments.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.5.41 Bogus comment state
    pub(super) fn bogus_comment_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_comment_token();
            }
            None => {
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_comment_data('\u{FFFD}');
            }
            Some(current) => self.append_to_comment_data(current),
        }
    }

    /// 12.2.5.42 Markup declaration open state
    pub(super) fn markup_declaration_open_state(&mut self) {
        if self.next_characters_are("--") {
            self.consume("--".len());
            self.create_comment_token("");
            self.switch_to(State::CommentStart);
        } else if self.next_characters_match("DOCTYPE") {
            self.consume("DOCTYPE".len());
            self.switch_to(State::Doctype);
        } else if self.next_characters_are("[CDATA[") {
            self.consume("[CDATA[".len());
            if self.own.adjusted_current_node_is_foreign {
                self.switch_to(State::CdataSection);
            } else {
                self.parse_error("cdata-in-html-content");
                self.create_comment_token("[CDATA[");
                self.switch_to(State::BogusComment);
            }
        } else {
            self.parse_error_at_next_input_character("incorrectly-opened-comment");
            self.create_comment_token("");
            self.switch_to(State::BogusComment);
        }
    }

    /// 12.2.5.43 Comment start state
    pub(super) fn comment_start_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentStartDash),
            Some('>') => {
                self.parse_error("abrupt-closing-of-empty-comment");
                self.switch_to(State::Data);
                self.emit_comment_token();
            }
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// 12.2.5.44 Comment start dash state
    pub(super) fn comment_start_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentEnd),
            Some('>') => {
                self.parse_error("abrupt-closing-of-empty-comment");
                self.switch_to(State::Data);
                self.emit_comment_token();
            }
            None => {
                self.parse_error("eof-in-comment");
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.append_to_comment_data('-');
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// 12.2.5.45 Comment state
    pub(super) fn comment_state(&mut self) {
        match self.consume_next_input_character() {
            Some(current @ '<') => {
                self.append_to_comment_data(current);
                self.switch_to(State::CommentLessThanSign);
            }
            Some('-') => self.switch_to(State::CommentEndDash),
            Some('\0') => {
                self.parse_error("unexpected-null-character");
                self.append_to_comment_data('\u{FFFD}');
            }
            None => {
                self.parse_error("eof-in-comment");
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some(current) => self.append_to_comment_data(current),
        }
    }

    /// 12.2.5.46 Comment less-than sign state
    pub(super) fn comment_less_than_sign_state(&mut self) {
        match self.consume_next_input_character() {
            Some(current @ '!') => {
                self.append_to_comment_data(current);
                self.switch_to(State::CommentLessThanSignBang);
            }
            Some(current @ '<') => self.append_to_comment_data(current),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// 12.2.5.47 Comment less-than sign bang state
    pub(super) fn comment_less_than_sign_bang_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentLessThanSignBangDash),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// 12.2.5.48 Comment less-than sign bang dash state
    pub(super) fn comment_less_than_sign_bang_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentLessThanSignBangDashDash),
            _ => self.reconsume_in(State::CommentEndDash),
        }
    }

    /// 12.2.5.49 Comment less-than sign bang dash dash state
    pub(super) fn comment_less_than_sign_bang_dash_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') | None => self.reconsume_in(State::CommentEnd),
            Some(_) => {
                self.parse_error("nested-comment");
                self.reconsume_in(State::CommentEnd);
            }
        }
    }

    /// 12.2.5.50 Comment end dash state
    pub(super) fn comment_end_dash_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => self.switch_to(State::CommentEnd),
            None => {
                self.parse_error("eof-in-comment");
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.append_to_comment_data('-');
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// 12.2.5.51 Comment end state
    pub(super) fn comment_end_state(&mut self) {
        match self.consume_next_input_character() {
            Some('>') => {
                self.switch_to(State::Data);
                self.emit_comment_token();
            }
            Some('!') => self.switch_to(State::CommentEndBang),
            Some('-') => self.append_to_comment_data('-'),
            None => {
                self.parse_error("eof-in-comment");
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// 12.2.5.52 Comment end bang state
    pub(super) fn comment_end_bang_state(&mut self) {
        match self.consume_next_input_character() {
            Some('-') => {
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.append_to_comment_data('!');
                self.switch_to(State::CommentEndDash);
            }
            Some('>') => {
                self.parse_error("incorrectly-closed-comment");
                self.switch_to(State::Data);
                self.emit_comment_token();
            }
            None => {
                self.parse_error("eof-in-comment");
                self.emit_comment_token();
                self.emit_end_of_file_token();
            }
            Some(_) => {
                self.append_to_comment_data('-');
                self.append_to_comment_data('-');
                self.append_to_comment_data('!');
                self.reconsume_in(State::Comment);
            }
        }
    }
}
