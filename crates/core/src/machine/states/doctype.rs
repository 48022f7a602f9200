//! DOCTYPEs but for their identifiers: sections 13.2.5.53 to .56 and .68 (12.2.5).

use crate::bytes::is_space;
use crate::machine::{Construct, Input, Keyword, Machine, Next::*, State, Step, Stops};
use crate::parse_error::ErrorCode::*;

impl Machine {
    /// 13.2.5.53 (12.2.5.53) DOCTYPE state
    pub(crate) fn doctype(&mut self, input: Input<'_>) -> Step {
        self.construct = Construct::new_doctype();
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.switch_to(State::BeforeDoctypeName),
            Byte(b'>') => self.reconsume(State::BeforeDoctypeName),
            Byte(_) => {
                self.error(input, MissingWhitespaceBeforeDoctypeName)?;
                self.reconsume(State::BeforeDoctypeName)
            }
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 13.2.5.54 (12.2.5.54) Before DOCTYPE name state
    pub(crate) fn before_doctype_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => self.advance(),
                Byte(b'>') => {
                    self.error(input, MissingDoctypeName)?;
                    return self.emit_quirky_doctype(input, 1);
                }
                Byte(byte) => {
                    if byte == 0 {
                        self.error(input, UnexpectedNullCharacter)?;
                    }
                    let start = self.token_offset()?;
                    self.construct.doctype_mut().name = Some((start, start));
                    return self.switch_to(State::DoctypeName);
                }
                More => return self.more(input),
                End => return self.end_in_doctype(input),
            }
        }
    }

    /// 13.2.5.55 (12.2.5.55) DOCTYPE name state
    pub(crate) fn doctype_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if is_space(byte) => {
                    self.leave_doctype_name()?;
                    return self.switch_to(State::AfterDoctypeName);
                }
                Byte(b'>') => {
                    self.leave_doctype_name()?;
                    return self.emit_doctype(input, 1);
                }
                Byte(0) => self.unexpected_null(input)?,
                Byte(_) => self.advance(),
                More => return self.more(input),
                End => {
                    self.leave_doctype_name()?;
                    return self.end_in_doctype(input);
                }
            }
        }
    }

    fn leave_doctype_name(&mut self) -> Step {
        let end = self.token_offset()?;
        self.construct.doctype_mut().name = self.construct.doctype().name.map(|(start, _)| (start, end));
        self.keyword.matched = 0;
        Step::Continue(())
    }

    /// 13.2.5.56 (12.2.5.56) After DOCTYPE name state
    pub(crate) fn after_doctype_name(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if self.keyword.matched == 0 && is_space(byte) => self.advance(),
                Byte(b'>') if self.keyword.matched == 0 => return self.emit_doctype(input, 1),
                Byte(byte) => {
                    if self.keyword.matched == 0 {
                        let public = byte.eq_ignore_ascii_case(&b'p');
                        self.keyword.word = if public { Keyword::Public } else { Keyword::System };
                    }
                    if !self.keyword.accepts(byte) {
                        return self.miss_doctype_keyword(input);
                    }
                    if !self.keyword.is_last() {
                        self.keyword.matched += 1;
                        self.advance();
                        continue;
                    }
                    return self.switch_to(match self.keyword.word {
                        Keyword::Public => State::AfterDoctypePublicKeyword,
                        _ => State::AfterDoctypeSystemKeyword,
                    });
                }
                More => return self.more(input),
                End if self.keyword.matched == 0 => return self.end_in_doctype(input),
                End => return self.miss_doctype_keyword(input),
            }
        }
    }

    /// The specification goes back to where the keyword was due. The letters since then mean nothing to
    /// the bogus DOCTYPE state, so there is no need to.
    fn miss_doctype_keyword(&mut self, input: Input<'_>) -> Step {
        let start = self.offset() - u64::from(self.keyword.matched);
        self.error_at(input, InvalidCharacterSequenceAfterDoctypeName, start)?;
        self.construct.doctype_mut().force_quirks = true;
        self.reconsume(State::BogusDoctype)
    }

    /// 13.2.5.68 (12.2.5.68) Bogus DOCTYPE state
    pub(crate) fn bogus_doctype(&mut self, input: Input<'_>) -> Step {
        match self.run(input, &Stops::BOGUS) {
            Byte(b'>') => self.emit_doctype(input, 1),
            Byte(_) => self.unexpected_null(input),
            More => self.more(input),
            End => self.emit_doctype(input, 0),
        }
    }

    /// The end of input in a DOCTYPE: an error, and the DOCTYPE as far as it goes.
    pub(super) fn end_in_doctype(&mut self, input: Input<'_>) -> Step {
        self.error(input, EofInDoctype)?;
        self.emit_quirky_doctype(input, 0)
    }
}
