//! Character references: sections 13.2.5.72 to .80 (12.2.5).
//!
//! What a reference stands for is decoded on request. These states find where it ends and what is wrong
//! with it, so they run where errors are wanted, and where a chunk may have cut a reference in text.

use tagspan_entities::ReferenceError;
use tagspan_entities::tokenizing::{Matcher, NumericCode};

use crate::error::LimitKind;
use crate::machine::{Input, Machine, Next::*, OverLimit, State, Step};
use crate::parse_error::ErrorCode;
use crate::parse_error::ErrorCode::*;

impl Machine {
    /// The `&` at the position begins a reference, after which the machine is in `state` again.
    pub(super) fn start_reference(&mut self, state: State) -> Step {
        self.reference.return_state = state;
        self.reference.ampersand = self.offset();
        self.limit.reference_name.clear();
        self.mark_and_switch_to(State::CharacterReference)
    }

    /// 13.2.5.72 (12.2.5.72) Character reference state
    pub(crate) fn character_reference(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                self.reference.matcher = Matcher::new();
                self.reconsume(State::NamedCharacterReference)
            }
            Byte(b'#') => self.switch_to(State::NumericCharacterReference),
            Byte(_) | End => self.return_from_reference(),
            More => self.more(input),
        }
    }

    /// 13.2.5.73 (12.2.5.73) Named character reference state
    ///
    /// The specification consumes the longest name and no more. The matcher may have read on for a longer
    /// name that did not come: letters and digits, which mean nothing to the states that follow.
    pub(crate) fn named_character_reference(&mut self, input: Input<'_>) -> Step {
        self.position.index += self.reference.matcher.advance(&input.bytes[self.position.index..]);
        match self.next(input) {
            // No name continues after its `;`, so the next byte is not needed.
            _ if self.reference.matcher.longest().is_some_and(|name| name.terminated) => {
                self.return_from_reference()
            }
            Byte(byte) => self.end_name(input, Some(byte)),
            End => self.end_name(input, None),
            More => self.more(input),
        }
    }

    /// Ends the name before `next`, the current byte.
    fn end_name(&mut self, input: Input<'_>, next: Option<u8>) -> Step {
        let Some(name) = self.reference.matcher.longest() else {
            // Only the error of an unknown name is left to find.
            self.measure_reference()?;
            return self.reconsume(State::AmbiguousAmpersand);
        };
        if !name.terminated {
            let read_on = name.len < self.reference.matcher.consumed();
            let historical = read_on || next.is_some_and(|byte| byte == b'=' || byte.is_ascii_alphanumeric());
            if self.reference.return_state.is_text() || !historical {
                let end = self.reference.ampersand + 1 + name.len as u64;
                self.reference_error_at(input, MissingSemicolonAfterCharacterReference, end)?;
            }
        }
        self.return_from_reference()
    }

    /// 13.2.5.74 (12.2.5.74) Ambiguous ampersand state
    pub(crate) fn ambiguous_ampersand(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => self.advance(),
                Byte(b';') => {
                    if self.reports() && self.reference.return_state.is_text() {
                        self.flush_text()?;
                    }
                    self.error(input, UnknownNamedCharacterReference)?;
                    return self.return_from_ampersand();
                }
                Byte(_) | End => return self.return_from_ampersand(),
                More => return self.more(input),
            }
        }
    }

    /// 13.2.5.75 (12.2.5.75) Numeric character reference state
    pub(crate) fn numeric_character_reference(&mut self, input: Input<'_>) -> Step {
        self.reference.code = NumericCode::new();
        match self.next(input) {
            Byte(b'x' | b'X') => self.switch_to(State::HexadecimalCharacterReferenceStart),
            Byte(_) | End => self.reconsume(State::DecimalCharacterReferenceStart),
            More => self.more(input),
        }
    }

    /// 13.2.5.76 (12.2.5.76) Hexadecimal character reference start state
    /// 13.2.5.77 (12.2.5.77) Decimal character reference start state
    pub(crate) fn numeric_start(&mut self, input: Input<'_>, radix: u32, digits: State) -> Step {
        match self.next(input) {
            Byte(byte) if char::from(byte).is_digit(radix) => self.reconsume(digits),
            Byte(_) | End => {
                self.reference_error_at(input, AbsenceOfDigitsInNumericCharacterReference, self.offset())?;
                self.return_from_reference()
            }
            More => self.more(input),
        }
    }

    /// 13.2.5.78 (12.2.5.78) Hexadecimal character reference state
    /// 13.2.5.79 (12.2.5.79) Decimal character reference state
    pub(crate) fn numeric_digits(&mut self, input: Input<'_>, radix: u32) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) if self.reference.code.push(byte, radix) => self.advance(),
                Byte(b';') => return self.switch_to(State::NumericCharacterReferenceEnd),
                Byte(_) | End => {
                    self.reference_error_at(input, MissingSemicolonAfterCharacterReference, self.offset())?;
                    return self.reconsume(State::NumericCharacterReferenceEnd);
                }
                More => return self.more(input),
            }
        }
    }

    /// 13.2.5.80 (12.2.5.80) Numeric character reference end state
    pub(crate) fn numeric_character_reference_end(&mut self, input: Input<'_>) -> Step {
        let Some(error) = self.reference.code.resolve().1 else { return self.return_from_reference() };
        let code = match error {
            ReferenceError::MissingSemicolon => MissingSemicolonAfterCharacterReference,
            ReferenceError::UnknownNamed => UnknownNamedCharacterReference,
            ReferenceError::AbsenceOfDigits => AbsenceOfDigitsInNumericCharacterReference,
            ReferenceError::Null => NullCharacterReference,
            ReferenceError::OutsideUnicodeRange => CharacterReferenceOutsideUnicodeRange,
            ReferenceError::Surrogate => SurrogateCharacterReference,
            ReferenceError::Noncharacter => NoncharacterCharacterReference,
            ReferenceError::Control => ControlCharacterReference,
        };
        self.reference_error_at(input, code, self.offset())?;
        self.return_from_reference()
    }

    /// An error that the specification has before the reference's character: in text, what came before
    /// the `&` leaves first.
    fn reference_error_at(&mut self, input: Input<'_>, code: ErrorCode, offset: u64) -> Step {
        if self.reports() && self.reference.return_state.is_text() {
            self.flush_before_mark()?;
        }
        self.error_at(input, code, offset)
    }

    fn return_from_reference(&mut self) -> Step {
        self.measure_reference()?;
        self.return_from_ampersand()
    }

    /// Holds the limit to what was read of the reference.
    fn measure_reference(&mut self) -> Step {
        if let OverLimit::Skipping(LimitKind::CharacterReference) = self.limit.over {
            // There is nothing to come back to.
            self.text.references_done = self.position.index;
            self.end_skipping(0, self.reference.return_state)?;
        }
        let bound = self.bound_of(LimitKind::CharacterReference);
        if self.reference.return_state.is_text() && self.offset() - self.reference.ampersand >= bound {
            self.flush_before_mark()?;
        }
        self.check_limit()
    }

    fn return_from_ampersand(&mut self) -> Step {
        self.text.references_done = self.position.index;
        self.reconsume(self.reference.return_state)
    }
}
