//! Section 12.2.4.69: CDATA sections.

use super::state::State;
use super::tokenizer::Tokenizer;

impl Tokenizer {
    /// 12.2.4.69 CDATA section state
    ///
    /// "Consume every character up to the next occurrence of the three character sequence U+005D RIGHT SQUARE
    /// BRACKET U+005D RIGHT SQUARE BRACKET U+003E GREATER-THAN SIGN (]]>), or the end of the file (EOF),
    /// whichever comes first. Emit a series of character tokens consisting of all the characters consumed
    /// except the matching three character sequence at the end (if one was found before the end of the
    /// file)."
    ///
    /// A step consumes one of these characters, and emits it.
    pub(super) fn cdata_section_state(&mut self) {
        if self.next_characters_are("]]>") {
            self.consume("]]>".len());
            self.switch_to(State::Data);
        } else {
            match self.consume_next_input_character() {
                None => self.reconsume_in(State::Data),
                Some(_) => self.emit_current_input_character(),
            }
        }
    }
}
