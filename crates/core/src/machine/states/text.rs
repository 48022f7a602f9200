//! The data, RCDATA, RAWTEXT, script data and PLAINTEXT states: sections 13.2.5.1 to .5 (12.2.5).

use crate::machine::{Input, Machine, Next::*, State, Step, Stops, unfinished_reference};
use crate::parse_error::ErrorCode::UnexpectedNullCharacter;

impl Machine {
    /// 13.2.5.1 (12.2.5.1) Data state
    pub(crate) fn data(&mut self, input: Input<'_>) -> Step {
        // Tags often follow one another without text between them.
        let next = match self.next(input) {
            Byte(b'<') => Byte(b'<'),
            _ => self.run_text(input, &Stops::DATA)?,
        };
        match next {
            Byte(b'<') => {
                // What surely begins markup ends the text: then there is no need to come back to it.
                if let Byte(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?') =
                    input.at(self.position.index + 1)
                {
                    self.flush_text()?;
                }
                self.mark_and_switch_to(State::TagOpen)?;
                self.tag_open(input)
            }
            Byte(b'&') => self.start_reference(State::Data),
            Byte(0) => self.null_in_text(input),
            Byte(_) => self.consume(),
            More => self.more_with_references(input, State::Data),
            End => self.end_of_text(),
        }
    }

    /// 13.2.5.2 (12.2.5.2) RCDATA state
    pub(crate) fn rcdata(&mut self, input: Input<'_>) -> Step {
        match self.run_text(input, &Stops::DATA)? {
            Byte(b'<') => self.mark_and_switch_to(State::RcdataLessThanSign),
            Byte(b'&') => self.start_reference(State::Rcdata),
            Byte(0) => self.null_in_text(input),
            Byte(_) => self.consume(),
            More => self.more_with_references(input, State::Rcdata),
            End => self.end_of_text(),
        }
    }

    /// 13.2.5.3 (12.2.5.3) RAWTEXT state
    /// 13.2.5.4 (12.2.5.4) Script data state
    pub(crate) fn raw_text(&mut self, input: Input<'_>) -> Step {
        match self.run_text(input, &Stops::RAWTEXT)? {
            Byte(b'<') if self.state == State::Rawtext => self.mark_and_switch_to(State::RawtextLessThanSign),
            Byte(b'<') => self.mark_and_switch_to(State::ScriptDataLessThanSign),
            Byte(0) => self.null_in_text(input),
            Byte(_) => self.consume(),
            More => self.more(input),
            End => self.end_of_text(),
        }
    }

    /// 13.2.5.5 (12.2.5.5) PLAINTEXT state
    pub(crate) fn plaintext(&mut self, input: Input<'_>) -> Step {
        match self.run_text(input, &Stops::PLAINTEXT)? {
            Byte(0) => self.null_in_text(input),
            Byte(_) => self.consume(),
            More => self.more(input),
            End => self.end_of_text(),
        }
    }

    /// The NUL at the position stays in the text; decoding does with it what the state wants.
    pub(super) fn null_in_text(&mut self, input: Input<'_>) -> Step {
        if self.reports() {
            self.flush_text()?;
            self.error(input, UnexpectedNullCharacter)?;
        }
        self.consume()
    }

    /// References are left to decoding, and the machine looks at one only where errors are wanted. But the
    /// end of a chunk may cut one, and decoding needs it whole: so the last `&` is read as the
    /// specification has it, until it is known where the reference ends.
    fn more_with_references(&mut self, input: Input<'_>, state: State) -> Step {
        match unfinished_reference(&input.bytes[self.text.references_done..]) {
            Some(index)
                if self.position.body_start + (self.text.references_done + index) as u64
                    >= self.position.token_start =>
            {
                self.position.index = self.text.references_done + index;
                self.start_reference(state)
            }
            _ => self.more(input),
        }
    }
}
