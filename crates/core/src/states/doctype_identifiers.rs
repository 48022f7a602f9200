//! The identifiers of a DOCTYPE: sections 12.2.5.57 to 12.2.5.67.

use super::is_space;
use crate::input::{Input, Next::*};
use crate::machine::{Machine, Step, Stops};
use crate::parse_error::ErrorCode::{self, *};
use crate::state::State::{self, *};

impl Machine {
    /// 12.2.5.57 After DOCTYPE public keyword state
    pub(crate) fn after_doctype_public_keyword(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.go(BeforeDoctypePublicIdentifier),
            Byte(byte @ (b'"' | b'\'')) => {
                self.error(input, MissingWhitespaceAfterDoctypePublicKeyword)?;
                self.start_public_identifier(byte)
            }
            Byte(b'>') => {
                self.error(input, MissingDoctypePublicIdentifier)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypePublicIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.58 Before DOCTYPE public identifier state
    pub(crate) fn before_doctype_public_identifier(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.skip(),
            Byte(byte @ (b'"' | b'\'')) => self.start_public_identifier(byte),
            Byte(b'>') => {
                self.error(input, MissingDoctypePublicIdentifier)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypePublicIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.59 DOCTYPE public identifier (double-quoted) state
    /// 12.2.5.60 DOCTYPE public identifier (single-quoted) state
    pub(crate) fn doctype_public_identifier(&mut self, input: Input<'_>, quote: u8) -> Step {
        match self.run(input, identifier_stops(quote)) {
            Byte(byte) if byte == quote => {
                let end = self.here()?;
                self.doctype.public_id = self.doctype.public_id.map(|(start, _)| (start, end));
                self.go(AfterDoctypePublicIdentifier)
            }
            Byte(b'>') => {
                self.error(input, AbruptDoctypePublicIdentifier)?;
                self.cut_public_identifier(input, 1)
            }
            Byte(_) => {
                self.error(input, UnexpectedNullCharacter)?;
                self.skip()
            }
            More => self.more(input),
            End => {
                self.error(input, EofInDoctype)?;
                self.cut_public_identifier(input, 0)
            }
        }
    }

    /// 12.2.5.61 After DOCTYPE public identifier state
    pub(crate) fn after_doctype_public_identifier(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.go(BetweenDoctypePublicAndSystemIdentifiers),
            Byte(b'>') => self.emit_doctype(input, 1),
            Byte(byte @ (b'"' | b'\'')) => {
                self.error(input, MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers)?;
                self.start_system_identifier(byte)
            }
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypeSystemIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.62 Between DOCTYPE public and system identifiers state
    pub(crate) fn between_doctype_public_and_system_identifiers(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.skip(),
            Byte(b'>') => self.emit_doctype(input, 1),
            Byte(byte @ (b'"' | b'\'')) => self.start_system_identifier(byte),
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypeSystemIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.63 After DOCTYPE system keyword state
    pub(crate) fn after_doctype_system_keyword(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.go(BeforeDoctypeSystemIdentifier),
            Byte(byte @ (b'"' | b'\'')) => {
                self.error(input, MissingWhitespaceAfterDoctypeSystemKeyword)?;
                self.start_system_identifier(byte)
            }
            Byte(b'>') => {
                self.error(input, MissingDoctypeSystemIdentifier)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypeSystemIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.64 Before DOCTYPE system identifier state
    pub(crate) fn before_doctype_system_identifier(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.skip(),
            Byte(byte @ (b'"' | b'\'')) => self.start_system_identifier(byte),
            Byte(b'>') => {
                self.error(input, MissingDoctypeSystemIdentifier)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => self.missing_quote(input, MissingQuoteBeforeDoctypeSystemIdentifier),
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 12.2.5.65 DOCTYPE system identifier (double-quoted) state
    /// 12.2.5.66 DOCTYPE system identifier (single-quoted) state
    pub(crate) fn doctype_system_identifier(&mut self, input: Input<'_>, quote: u8) -> Step {
        match self.run(input, identifier_stops(quote)) {
            Byte(byte) if byte == quote => {
                let end = self.here()?;
                self.doctype.system_id = self.doctype.system_id.map(|(start, _)| (start, end));
                self.go(AfterDoctypeSystemIdentifier)
            }
            Byte(b'>') => {
                self.error(input, AbruptDoctypeSystemIdentifier)?;
                self.cut_system_identifier(input, 1)
            }
            Byte(_) => {
                self.error(input, UnexpectedNullCharacter)?;
                self.skip()
            }
            More => self.more(input),
            End => {
                self.error(input, EofInDoctype)?;
                self.cut_system_identifier(input, 0)
            }
        }
    }

    /// 12.2.5.67 After DOCTYPE system identifier state
    pub(crate) fn after_doctype_system_identifier(&mut self, input: Input<'_>) -> Step {
        match input.at(self.pos) {
            Byte(byte) if is_space(byte) => self.skip(),
            Byte(b'>') => self.emit_doctype(input, 1),
            Byte(_) => {
                self.error(input, UnexpectedCharacterAfterDoctypeSystemIdentifier)?;
                self.reconsume(BogusDoctype)
            }
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    fn missing_quote(&mut self, input: Input<'_>, code: ErrorCode) -> Step {
        self.error(input, code)?;
        self.doctype.force_quirks = true;
        self.reconsume(BogusDoctype)
    }

    /// The quote at `pos` opens the public identifier: empty from now on, not missing.
    fn start_public_identifier(&mut self, quote: u8) -> Step {
        let start = self.here()? + 1;
        self.doctype.public_id = Some((start, start));
        self.go(by_quote(quote, DoctypePublicIdentifierDoubleQuoted, DoctypePublicIdentifierSingleQuoted))
    }

    /// The quote at `pos` opens the system identifier: empty from now on, not missing.
    fn start_system_identifier(&mut self, quote: u8) -> Step {
        let start = self.here()? + 1;
        self.doctype.system_id = Some((start, start));
        self.go(by_quote(quote, DoctypeSystemIdentifierDoubleQuoted, DoctypeSystemIdentifierSingleQuoted))
    }

    /// The public identifier, and with it the DOCTYPE, ends without its quote.
    fn cut_public_identifier(&mut self, input: Input<'_>, tail: usize) -> Step {
        let end = self.here()?;
        self.doctype.public_id = self.doctype.public_id.map(|(start, _)| (start, end));
        self.emit_quirky_doctype(input, tail)
    }

    /// The system identifier, and with it the DOCTYPE, ends without its quote.
    fn cut_system_identifier(&mut self, input: Input<'_>, tail: usize) -> Step {
        let end = self.here()?;
        self.doctype.system_id = self.doctype.system_id.map(|(start, _)| (start, end));
        self.emit_quirky_doctype(input, tail)
    }
}

fn by_quote(quote: u8, double: State, single: State) -> State {
    if quote == b'"' { double } else { single }
}

fn identifier_stops(quote: u8) -> &'static Stops {
    if quote == b'"' { &Stops::DOUBLE_QUOTED_ID } else { &Stops::SINGLE_QUOTED_ID }
}
