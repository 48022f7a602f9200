//! The identifiers of a DOCTYPE: sections 13.2.5.57 to .67 (12.2.5).

use crate::bytes::is_space;
use crate::machine::{Input, Machine, Next::*, State, State::*, Step, Stops};
use crate::parse_error::ErrorCode::*;
use crate::token::TokenRange;

/// Which of the two identifiers a state is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Identifier {
    Public,
    System,
}

impl Machine {
    /// 13.2.5.57 (12.2.5.57) After DOCTYPE public keyword state
    /// 13.2.5.61 (12.2.5.61) After DOCTYPE public identifier state
    /// 13.2.5.63 (12.2.5.63) After DOCTYPE system keyword state
    ///
    /// Without the whitespace, everything does here what it does in the state after it.
    pub(super) fn before_doctype_whitespace(&mut self, input: Input<'_>, after: State) -> Step {
        let missing_whitespace = match after {
            BeforeDoctypePublicIdentifier => MissingWhitespaceAfterDoctypePublicKeyword,
            BeforeDoctypeSystemIdentifier => MissingWhitespaceAfterDoctypeSystemKeyword,
            _ => MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
        };
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.switch_to(after),
            Byte(b'"' | b'\'') => {
                self.error(input, missing_whitespace)?;
                self.reconsume(after)
            }
            Byte(_) | End => self.reconsume(after),
            More => self.more(input),
        }
    }

    /// 13.2.5.58 (12.2.5.58) Before DOCTYPE public identifier state
    /// 13.2.5.62 (12.2.5.62) Between DOCTYPE public and system identifiers state
    /// 13.2.5.64 (12.2.5.64) Before DOCTYPE system identifier state
    pub(super) fn before_doctype_identifier(&mut self, input: Input<'_>, which: Identifier) -> Step {
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.consume(),
            Byte(byte @ (b'"' | b'\'')) => self.start_identifier(which, byte),
            // After a public identifier, none has to follow.
            Byte(b'>') if self.construct.doctype().public_id.is_some() => self.emit_doctype(input, 1),
            Byte(b'>') => {
                let missing = match which {
                    Identifier::Public => MissingDoctypePublicIdentifier,
                    Identifier::System => MissingDoctypeSystemIdentifier,
                };
                self.error(input, missing)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => {
                let missing_quote = match which {
                    Identifier::Public => MissingQuoteBeforeDoctypePublicIdentifier,
                    Identifier::System => MissingQuoteBeforeDoctypeSystemIdentifier,
                };
                self.error(input, missing_quote)?;
                self.construct.doctype_mut().force_quirks = true;
                self.reconsume(BogusDoctype)
            }
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// 13.2.5.59 (12.2.5.59) DOCTYPE public identifier (double-quoted) state
    /// 13.2.5.60 (12.2.5.60) DOCTYPE public identifier (single-quoted) state
    /// 13.2.5.65 (12.2.5.65) DOCTYPE system identifier (double-quoted) state
    /// 13.2.5.66 (12.2.5.66) DOCTYPE system identifier (single-quoted) state
    pub(super) fn doctype_identifier(&mut self, input: Input<'_>, which: Identifier, quote: u8) -> Step {
        let stops = if quote == b'"' { &Stops::DOUBLE_QUOTED_ID } else { &Stops::SINGLE_QUOTED_ID };
        match self.run(input, stops) {
            Byte(byte) if byte == quote => {
                self.end_identifier(which)?;
                self.switch_to(match which {
                    Identifier::Public => AfterDoctypePublicIdentifier,
                    Identifier::System => AfterDoctypeSystemIdentifier,
                })
            }
            Byte(b'>') => {
                self.error(
                    input,
                    match which {
                        Identifier::Public => AbruptDoctypePublicIdentifier,
                        Identifier::System => AbruptDoctypeSystemIdentifier,
                    },
                )?;
                self.end_identifier(which)?;
                self.emit_quirky_doctype(input, 1)
            }
            Byte(_) => self.unexpected_null(input),
            More => self.more(input),
            End => {
                self.end_identifier(which)?;
                self.end_in_doctype(input)
            }
        }
    }

    /// 13.2.5.67 (12.2.5.67) After DOCTYPE system identifier state
    pub(super) fn after_doctype_system_identifier(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(byte) if is_space(byte) => self.consume(),
            Byte(b'>') => self.emit_doctype(input, 1),
            Byte(_) => {
                self.error(input, UnexpectedCharacterAfterDoctypeSystemIdentifier)?;
                self.reconsume(BogusDoctype)
            }
            More => self.more(input),
            End => self.end_in_doctype(input),
        }
    }

    /// The quote at the position opens the identifier: empty from now on, not missing.
    fn start_identifier(&mut self, which: Identifier, quote: u8) -> Step {
        let start = self.token_offset()? + 1;
        *self.identifier(which) = Some((start, start));
        let state: State = match (which, quote) {
            (Identifier::Public, b'"') => DoctypePublicIdentifierDoubleQuoted,
            (Identifier::Public, _) => DoctypePublicIdentifierSingleQuoted,
            (Identifier::System, b'"') => DoctypeSystemIdentifierDoubleQuoted,
            (Identifier::System, _) => DoctypeSystemIdentifierSingleQuoted,
        };
        self.switch_to(state)
    }

    /// The identifier ends before the current byte.
    fn end_identifier(&mut self, which: Identifier) -> Step {
        let end = self.token_offset()?;
        let identifier = self.identifier(which);
        *identifier = identifier.map(|(start, _)| (start, end));
        Step::Continue(())
    }

    fn identifier(&mut self, which: Identifier) -> &mut Option<TokenRange> {
        match which {
            Identifier::Public => &mut self.construct.doctype_mut().public_id,
            Identifier::System => &mut self.construct.doctype_mut().system_id,
        }
    }
}
