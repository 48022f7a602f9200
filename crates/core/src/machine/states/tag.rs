//! Tags up to their name, and the end of self-closing ones: sections 13.2.5.6 to .8, .40 (12.2.5).

use crate::bytes::is_space;
use crate::kernels::name_end;
use crate::machine::{Construct, Input, Machine, Next::*, State, Step};
use crate::parse_error::ErrorCode;
use crate::parse_error::ErrorCode::*;
use crate::token::{DropReason, TagFlags};

impl Machine {
    /// 13.2.5.6 (12.2.5.6) Tag open state
    pub(crate) fn tag_open(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'!') => {
                self.flush_before_mark()?;
                self.begin(Construct::NEW_COMMENT);
                self.keyword.matched = 0;
                self.switch_to(State::MarkupDeclarationOpen)
            }
            Byte(b'/') => {
                self.switch_to(State::EndTagOpen)?;
                self.end_tag_open(input)
            }
            Byte(b'a'..=b'z' | b'A'..=b'Z') => self.start_tag_name(input, false),
            Byte(b'?') => {
                self.flush_before_mark()?;
                if self.options.processing_instructions {
                    self.begin(Construct::NEW_PROCESSING_INSTRUCTION);
                    return self.switch_to(State::ProcessingInstructionOpen);
                }
                self.error(input, UnexpectedQuestionMarkInsteadOfTagName)?;
                self.create_bogus_comment()
            }
            Byte(_) => self.read_as_text(input, InvalidFirstCharacterOfTagName),
            More => self.more(input),
            End => self.read_as_text(input, EofBeforeTagName),
        }
    }

    /// 13.2.5.7 (12.2.5.7) End tag open state
    pub(crate) fn end_tag_open(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'a'..=b'z' | b'A'..=b'Z') => self.start_tag_name(input, true),
            Byte(b'>') => {
                self.flush_before_mark()?;
                self.begin(Construct::NEW_TAG);
                self.error(input, MissingEndTagName)?;
                self.drop_bytes(input, DropReason::MissingEndTagName, 1, State::Data)
            }
            Byte(_) => {
                self.flush_before_mark()?;
                self.error(input, InvalidFirstCharacterOfTagName)?;
                self.create_bogus_comment()
            }
            More => self.more(input),
            End => self.read_as_text(input, EofBeforeTagName),
        }
    }

    /// 13.2.5.8 (12.2.5.8) Tag name state
    pub(crate) fn tag_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => {
                    self.parts.name.1 = self.token_offset()?;
                    self.switch_to(State::BeforeAttributeName)?;
                    return self.before_attribute_name(input);
                }
                Byte(b'/') => {
                    self.parts.name.1 = self.token_offset()?;
                    return self.switch_to(State::SelfClosingStartTag);
                }
                Byte(b'>') => {
                    self.parts.name.1 = self.token_offset()?;
                    return self.emit_tag(input);
                }
                Byte(0) => self.unexpected_null(input)?,
                Byte(_) => self.position.index = name_end::<false>(input.bytes, self.position.index + 1).end,
                More => return self.more(input),
                End => return self.end_in_tag(input),
            }
        }
    }

    /// 13.2.5.40 (12.2.5.40) Self-closing start tag state
    pub(crate) fn self_closing_start_tag(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'>') => {
                self.parts.flags = self.parts.flags.and(TagFlags::SELF_CLOSING, true);
                self.emit_tag(input)
            }
            Byte(_) => {
                self.error(input, UnexpectedSolidusInTag)?;
                self.reconsume(State::BeforeAttributeName)
            }
            More => self.more(input),
            End => self.end_in_tag(input),
        }
    }

    /// The end of input in a tag: an error, and no tag.
    pub(super) fn end_in_tag(&mut self, input: Input<'_>) -> Step {
        self.error(input, EofInTag)?;
        // It may be in a value.
        self.check_value()?;
        self.discard_unkept();
        self.drop_bytes(input, DropReason::UnfinishedTag, 0, State::Data)
    }

    /// A letter begins the name of a tag.
    #[inline(always)]
    fn start_tag_name(&mut self, input: Input<'_>, is_end: bool) -> Step {
        self.flush_before_mark()?;
        self.create_tag(is_end);
        self.reconsume(State::TagName)?;
        self.tag_name(input)
    }

    /// The bytes since the `<` are text, and the error stands after the text before it.
    fn read_as_text(&mut self, input: Input<'_>, code: ErrorCode) -> Step {
        if self.reports() {
            self.flush_before_mark()?;
        }
        self.error(input, code)?;
        self.reconsume(State::Data)
    }
}
