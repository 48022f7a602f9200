//! Script data and its escapes: sections 13.2.5.15, .20, .22, .23, .26, .27, .29, .31 (12.2.5).

use crate::bytes::is_space;
use crate::machine::{Input, Machine, Next::*, State, Step, Stops};
use crate::parse_error::ErrorCode::EofInScriptHtmlCommentLikeText;

/// What the temporary buffer is compared with.
const SCRIPT: &[u8] = b"script";

/// `matched` once the temporary buffer can no longer become `script`.
const NO_MATCH: u32 = u32::MAX;

impl Machine {
    /// 13.2.5.15 (12.2.5.15) Script data less-than sign state
    pub(crate) fn script_data_less_than_sign(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'!') => self.switch_to(State::ScriptDataEscapeStart),
            _ => self.text_less_than_sign(input, State::ScriptDataEndTagOpen, State::ScriptData),
        }
    }

    /// 13.2.5.20 (12.2.5.20) Script data escaped state
    /// 13.2.5.27 (12.2.5.27) Script data double escaped state
    pub(crate) fn script_data_escaped(
        &mut self,
        input: Input<'_>,
        dash: State,
        less_than_sign: State,
    ) -> Step {
        match self.run_text(input, &Stops::ESCAPED)? {
            Byte(b'-') => self.switch_to(dash),
            Byte(b'<') => self.mark_and_switch_to(less_than_sign),
            Byte(0) => self.null_in_text(input),
            Byte(_) => self.consume(),
            More => self.more(input),
            End => {
                self.flush_text()?;
                self.error(input, EofInScriptHtmlCommentLikeText)?;
                self.end_of_text()
            }
        }
    }

    /// 13.2.5.22 (12.2.5.22) Script data escaped dash dash state
    /// 13.2.5.29 (12.2.5.29) Script data double escaped dash dash state
    pub(crate) fn script_data_escaped_dash_dash(&mut self, input: Input<'_>, text: State) -> Step {
        match self.next(input) {
            Byte(b'-') => self.consume(),
            Byte(b'>') => self.switch_to(State::ScriptData),
            // `<`, NUL and the end of input do there what they do here.
            Byte(_) | End => self.reconsume(text),
            More => self.more(input),
        }
    }

    /// 13.2.5.23 (12.2.5.23) Script data escaped less-than sign state
    pub(crate) fn script_data_escaped_less_than_sign(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'a'..=b'z' | b'A'..=b'Z') => {
                self.keyword.matched = 0;
                self.reconsume(State::ScriptDataDoubleEscapeStart)
            }
            _ => {
                self.text_less_than_sign(input, State::ScriptDataEscapedEndTagOpen, State::ScriptDataEscaped)
            }
        }
    }

    /// 13.2.5.26 (12.2.5.26) Script data double escape start state
    /// 13.2.5.31 (12.2.5.31) Script data double escape end state
    pub(crate) fn script_data_double_escape(
        &mut self,
        input: Input<'_>,
        after_script: State,
        otherwise: State,
    ) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) || byte == b'/' || byte == b'>' => {
                    return self.switch_to(if self.keyword.matched as usize == SCRIPT.len() {
                        after_script
                    } else {
                        otherwise
                    });
                }
                Byte(byte @ (b'a'..=b'z' | b'A'..=b'Z')) => {
                    let expected =
                        SCRIPT.get(self.keyword.matched as usize) == Some(&byte.to_ascii_lowercase());
                    self.keyword.matched = if expected { self.keyword.matched + 1 } else { NO_MATCH };
                    self.advance();
                }
                Byte(_) | End => return self.reconsume(otherwise),
                More => return self.more(input),
            }
        }
    }
}
