//! The bytes at fault for each code, found in the token that the error belongs to.

mod character;
mod doctype;
mod markup;
mod reference;
mod tag;

pub(crate) use reference::{ESCAPE, ESCAPED, UNKNOWN_NAME};

use std::ops::Range;

use tagspan::ErrorCode;

use crate::host::Host;

/// The bytes at fault, as ranges of the host's bytes.
pub(crate) struct Culprit {
    pub(crate) range: Range<usize>,
    pub(crate) label: String,
    pub(crate) related: Vec<(Range<usize>, String)>,
    pub(crate) fix: Option<Draft>,
}

/// A fix: a title, and what takes the place of which bytes.
pub(crate) type Draft = (&'static str, Vec<(Range<usize>, &'static str)>);

impl Culprit {
    fn new(range: Range<usize>, label: impl Into<String>) -> Self {
        Culprit { range, label: label.into(), related: Vec::new(), fix: None }
    }

    /// All ranges whose places are needed.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let related = self.related.iter().map(|(range, _)| range);
        let edits = self.fix.iter().flat_map(|(_, edits)| edits).map(|(range, _)| range);
        std::iter::once(&self.range).chain(related).chain(edits).cloned()
    }

    fn related(mut self, range: Range<usize>, label: impl Into<String>) -> Self {
        self.related.push((range, label.into()));
        self
    }

    /// With the fix that puts `text` in the place of `range`.
    fn fix(mut self, title: &'static str, range: Range<usize>, text: &'static str) -> Self {
        self.fix = Some((title, vec![(range, text)]));
        self
    }
}

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

/// Whether the tokenizer takes the byte for white space in markup.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The name of a tag with its `<` or `</`.
fn opening(raw: &[u8]) -> Range<usize> {
    let end = raw.iter().position(|byte| is_space(byte) || matches!(byte, b'>')).unwrap_or(raw.len());
    let slash = raw[..end].iter().skip(2).position(|&byte| byte == b'/').map_or(end, |at| at + 2);
    0..slash
}
