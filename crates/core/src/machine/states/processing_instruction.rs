//! Processing instructions, where they are asked for: the standard has them since June 2026.

use crate::bytes::is_space;
use crate::machine::{Construct, Input, Machine, Next::*, OverLimit, State, Step, Stops};
use crate::parse_error::ErrorCode;
use crate::parse_error::ErrorCode::*;
use crate::token::DropReason;

/// Where the target begins, after `<?`; a bogus comment begins with the `?`.
const TARGET: u32 = 2;

impl Machine {
    /// Processing instruction open state
    pub(super) fn processing_instruction_open(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.construct = Construct::ProcessingInstruction { target: (TARGET, TARGET), data: (0, 0) };
                self.reconsume(State::ProcessingInstructionTarget)
            }
            Byte(_) => self.no_target(input, InvalidFirstCharacterOfProcessingInstructionTarget),
            More => self.more(input),
            End => self.end_in_processing_instruction(input),
        }
    }

    /// Processing instruction target state
    pub(super) fn processing_instruction_target(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_') => self.advance(),
                Byte(byte) if is_space(byte) || byte == b'?' || byte == b'>' => {
                    let end = self.token_offset()?;
                    self.construct = Construct::ProcessingInstruction { target: (TARGET, end), data: (0, 0) };
                    if self.limit.over != OverLimit::No {
                        // Longer than any reserved one.
                        return self.reconsume(State::AfterProcessingInstructionTarget);
                    }
                    let target = &self.tag_bytes(input, end).0[TARGET as usize..];
                    let reserved = [&b"xml"[..], b"xml-stylesheet"];
                    if reserved.iter().any(|name| target.eq_ignore_ascii_case(name)) {
                        return self.no_target(input, DisallowedProcessingInstructionTarget);
                    }
                    return self.reconsume(State::AfterProcessingInstructionTarget);
                }
                Byte(_) => return self.no_target(input, InvalidProcessingInstructionTarget),
                More => return self.more(input),
                End => return self.end_in_processing_instruction(input),
            }
        }
    }

    /// After processing instruction target state
    pub(super) fn after_processing_instruction_target(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.consume(),
            Byte(_) => {
                let start = self.token_offset()?;
                *self.construct.data_mut() = (start, start);
                self.reconsume(State::ProcessingInstructionData)
            }
            More => self.more(input),
            End => self.end_in_processing_instruction(input),
        }
    }

    /// Processing instruction data state
    pub(super) fn processing_instruction_data(&mut self, input: Input<'_>) -> Step {
        match self.run(input, &Stops::INSTRUCTION) {
            Byte(b'>') => {
                self.construct.data_mut().1 = self.token_offset()?;
                self.emit_instruction(input)
            }
            Byte(_) => {
                self.construct.data_mut().1 = self.token_offset()?;
                self.switch_to(State::ProcessingInstructionQuestionMark)
            }
            More => self.more(input),
            End => self.end_in_processing_instruction(input),
        }
    }

    /// After a `?` in the processing instruction data state: it is data unless a `>` follows.
    pub(super) fn processing_instruction_question_mark(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'>') => self.emit_instruction(input),
            Byte(_) | End => self.reconsume(State::ProcessingInstructionData),
            More => self.more(input),
        }
    }

    /// An error that makes all of it from the `?` on a bogus comment. What was read of it is nothing that
    /// the bogus comment state stops at.
    fn no_target(&mut self, input: Input<'_>, code: ErrorCode) -> Step {
        // Before it is known what this is, as where chunks end within the target.
        self.check_limit()?;
        self.error(input, code)?;
        self.begin(Construct::NEW_COMMENT);
        self.construct.data_mut().0 = TARGET - 1;
        self.reconsume(State::BogusComment)
    }

    fn end_in_processing_instruction(&mut self, input: Input<'_>) -> Step {
        self.error(input, EofInProcessingInstruction)?;
        self.drop_bytes(input, DropReason::UnfinishedProcessingInstruction, 0, State::Data)
    }
}
