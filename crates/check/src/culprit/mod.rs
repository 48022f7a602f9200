//! The bytes at fault for each code, found in the token that the error belongs to.

mod character;
mod doctype;
mod fault;
mod markup;
mod reference;
mod tag;

pub(crate) use fault::Culprit;
pub(crate) use reference::{ESCAPE, ESCAPED, UNKNOWN_NAME};

use tagspan::ErrorCode;

use crate::host::Host;

/// The bytes at fault for an error that the tokenizer notices at `at`. `None` if the token does not have them.
pub(crate) fn of(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    use ErrorCode::*;
    match code {
        code if is_character(code) => character::in_input_stream(host, at),
        AbsenceOfDigitsInNumericCharacterReference
        | CharacterReferenceOutsideUnicodeRange
        | ControlCharacterReference
        | MissingSemicolonAfterCharacterReference
        | NoncharacterCharacterReference
        | NullCharacterReference
        | SurrogateCharacterReference
        | UnknownNamedCharacterReference => reference::of(code, host, at),
        DuplicateAttribute
        | EndTagWithAttributes
        | EndTagWithTrailingSolidus
        | EofInTag
        | MissingAttributeValue
        | MissingWhitespaceBetweenAttributes
        | UnexpectedCharacterInAttributeName
        | UnexpectedCharacterInUnquotedAttributeValue
        | UnexpectedEqualsSignBeforeAttributeName
        | UnexpectedSolidusInTag => tag::of(code, host, at),
        AbruptDoctypePublicIdentifier
        | AbruptDoctypeSystemIdentifier
        | EofInDoctype
        | InvalidCharacterSequenceAfterDoctypeName
        | MissingDoctypeName
        | MissingDoctypePublicIdentifier
        | MissingDoctypeSystemIdentifier
        | MissingQuoteBeforeDoctypePublicIdentifier
        | MissingQuoteBeforeDoctypeSystemIdentifier
        | MissingWhitespaceAfterDoctypePublicKeyword
        | MissingWhitespaceAfterDoctypeSystemKeyword
        | MissingWhitespaceBeforeDoctypeName
        | MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers
        | UnexpectedCharacterAfterDoctypeSystemIdentifier => doctype::of(code, host, at),
        _ => markup::of(code, host, at),
    }
}

/// Whether an error is about the character where it is noticed, whatever the token.
pub(crate) fn is_character(code: ErrorCode) -> bool {
    use ErrorCode::*;
    matches!(code, ControlCharacterInInputStream | NoncharacterInInputStream | UnexpectedNullCharacter)
}
