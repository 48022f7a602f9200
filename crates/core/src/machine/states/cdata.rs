//! CDATA sections: sections 13.2.5.69 and .71 (12.2.5).

use crate::machine::{Input, Machine, Next::*, State, Step, Stops};
use crate::parse_error::ErrorCode::EofInCdata;
use crate::token::DropReason;

impl Machine {
    /// 13.2.5.69 (12.2.5.69) CDATA section state
    pub(crate) fn cdata_section(&mut self, input: Input<'_>) -> Step {
        match self.run_text(input, &Stops::CDATA)? {
            Byte(b']') => self.mark_and_switch_to(State::CdataSectionBracket),
            Byte(_) => self.consume(),
            More => self.more(input),
            End => {
                self.flush_text()?;
                self.error(input, EofInCdata)?;
                self.end_of_text()
            }
        }
    }

    /// 13.2.5.71 (12.2.5.71) CDATA section end state
    pub(crate) fn cdata_section_end(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b']') => {
                self.text.mark += 1;
                self.consume()
            }
            Byte(b'>') => {
                self.flush_before_mark()?;
                self.drop_bytes(input, DropReason::CdataEnd, 1, State::Data)
            }
            Byte(_) | End => self.reconsume(State::CdataSection),
            More => self.more(input),
        }
    }
}
