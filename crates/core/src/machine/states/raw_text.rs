//! End tags in RCDATA, RAWTEXT and script data: sections 13.2.5.9 to .14, .16, .17, .24, .25, .30 (12.2.5).

use crate::bytes::is_space;
use crate::machine::{Input, Machine, Next::*, State, Step};

impl Machine {
    /// 13.2.5.9 (12.2.5.9) RCDATA less-than sign state
    /// 13.2.5.12 (12.2.5.12) RAWTEXT less-than sign state
    /// 13.2.5.30 (12.2.5.30) Script data double escaped less-than sign state
    ///
    /// The common part of the script data less-than sign states too.
    pub(crate) fn text_less_than_sign(&mut self, input: Input<'_>, open: State, text: State) -> Step {
        match self.next(input) {
            Byte(b'/') => {
                self.keyword.matched = 0;
                self.switch_to(open)
            }
            Byte(_) | End => self.reconsume(text),
            More => self.more(input),
        }
    }

    /// 13.2.5.10 (12.2.5.10) RCDATA end tag open state
    /// 13.2.5.13 (12.2.5.13) RAWTEXT end tag open state
    /// 13.2.5.16 (12.2.5.16) Script data end tag open state
    /// 13.2.5.24 (12.2.5.24) Script data escaped end tag open state
    pub(crate) fn text_end_tag_open(&mut self, input: Input<'_>, name: State, text: State) -> Step {
        match self.next(input) {
            Byte(b'a'..=b'z' | b'A'..=b'Z') => self.reconsume(name),
            Byte(_) | End => self.reconsume(text),
            More => self.more(input),
        }
    }

    /// 13.2.5.11 (12.2.5.11) RCDATA end tag name state
    /// 13.2.5.14 (12.2.5.14) RAWTEXT end tag name state
    /// 13.2.5.17 (12.2.5.17) Script data end tag name state
    /// 13.2.5.25 (12.2.5.25) Script data escaped end tag name state
    ///
    /// The specification collects all letters and then compares. Here the first letter that differs from the last start
    /// tag's name ends the attempt. Letters mean nothing to the states of text, so the rest of them is read there, and the
    /// pending bytes never outgrow the name.
    pub(crate) fn text_end_tag_name(&mut self, input: Input<'_>, text: State) -> Step {
        loop {
            // Of the last start tag's name, what has not matched yet.
            let rest = self
                .last_start_tag
                .name(input.bytes)
                .get(self.keyword.matched as usize..)
                .unwrap_or_default();
            let appropriate = rest.is_empty();
            let expected = rest.first().copied();
            match self.next(input) {
                Byte(byte) if appropriate && (is_space(byte) || byte == b'/' || byte == b'>') => {
                    self.flush_before_mark()?;
                    self.create_tag(true);
                    self.parts.name.1 = self.token_offset()?;
                    return match byte {
                        b'>' => self.emit_tag(input),
                        b'/' => self.switch_to(State::SelfClosingStartTag),
                        _ => self.switch_to(State::BeforeAttributeName),
                    };
                }
                Byte(byte @ (b'a'..=b'z' | b'A'..=b'Z')) if expected == Some(byte.to_ascii_lowercase()) => {
                    self.keyword.matched += 1;
                    self.advance();
                }
                Byte(_) | End => return self.reconsume(text),
                More => return self.more(input),
            }
        }
    }
}
