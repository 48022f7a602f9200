//! Stable numbers for states, text modes and other enums in the written form.
//!
//! A table lists each, so that the order of variants in the code means nothing. A state's number is that of its
//! section in the specification, and that of a text mode is its state's.

use crate::context_element::Namespace;
use crate::machine::State;
use crate::machine::State::*;
use crate::options::Feedback;
use crate::text_mode::TextMode;
use crate::token::Quote;

/// The reason why a value cannot have been written by a tokenizer.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) &'static str);

/// Goes on if something holds.
#[cfg(feature = "serde")]
pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid(otherwise)) }
}

/// Values that have numbers. A number is never given to another value.
pub(crate) trait Coded: Copy + PartialEq + 'static {
    /// The error text for an unknown code.
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str;

    /// All values that can be written.
    const CODES: &'static [(u8, Self)];

    /// The value of a number.
    #[cfg(feature = "serde")]
    fn of_code(code: u8) -> Result<Self, Invalid> {
        let found = Self::CODES.iter().find(|(number, _)| *number == code);
        found.map(|&(_, value)| value).ok_or(Invalid(Self::UNKNOWN))
    }
}

/// The number of a value, that of nothing if it has none.
pub(crate) fn code_of<T: Coded>(value: T) -> u8 {
    const NOTHING: u8 = u8::MAX;
    T::CODES.iter().find(|(_, known)| *known == value).map_or(NOTHING, |&(code, _)| code)
}

impl Coded for Quote {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown attribute quote";
    const CODES: &'static [(u8, Quote)] =
        &[(0, Quote::NoValue), (1, Quote::Unquoted), (2, Quote::Single), (3, Quote::Double)];
}

impl Coded for Namespace {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown namespace";
    const CODES: &'static [(u8, Namespace)] =
        &[(0, Namespace::Html), (1, Namespace::Svg), (2, Namespace::MathMl)];
}

impl Coded for Feedback {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown feedback mode";
    const CODES: &'static [(u8, Feedback)] =
        &[(0, Feedback::Simulated), (1, Feedback::Names), (2, Feedback::None)];
}

impl Coded for TextMode {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown text mode";
    const CODES: &'static [(u8, TextMode)] = &[
        (1, TextMode::Data),
        (2, TextMode::Rcdata),
        (3, TextMode::Rawtext),
        (4, TextMode::ScriptData),
        (5, TextMode::Plaintext),
        (69, TextMode::CdataSection),
    ];
}

impl Coded for State {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown state";
    const CODES: &'static [(u8, State)] = &[
        (1, Data),
        (2, Rcdata),
        (3, Rawtext),
        (4, ScriptData),
        (5, Plaintext),
        (6, TagOpen),
        (7, EndTagOpen),
        (8, TagName),
        (9, RcdataLessThanSign),
        (10, RcdataEndTagOpen),
        (11, RcdataEndTagName),
        (12, RawtextLessThanSign),
        (13, RawtextEndTagOpen),
        (14, RawtextEndTagName),
        (15, ScriptDataLessThanSign),
        (16, ScriptDataEndTagOpen),
        (17, ScriptDataEndTagName),
        (18, ScriptDataEscapeStart),
        (19, ScriptDataEscapeStartDash),
        (20, ScriptDataEscaped),
        (21, ScriptDataEscapedDash),
        (22, ScriptDataEscapedDashDash),
        (23, ScriptDataEscapedLessThanSign),
        (24, ScriptDataEscapedEndTagOpen),
        (25, ScriptDataEscapedEndTagName),
        (26, ScriptDataDoubleEscapeStart),
        (27, ScriptDataDoubleEscaped),
        (28, ScriptDataDoubleEscapedDash),
        (29, ScriptDataDoubleEscapedDashDash),
        (30, ScriptDataDoubleEscapedLessThanSign),
        (31, ScriptDataDoubleEscapeEnd),
        (32, BeforeAttributeName),
        (33, AttributeName),
        (34, AfterAttributeName),
        (35, BeforeAttributeValue),
        (36, AttributeValueDoubleQuoted),
        (37, AttributeValueSingleQuoted),
        (38, AttributeValueUnquoted),
        (39, AfterAttributeValueQuoted),
        (40, SelfClosingStartTag),
        (41, BogusComment),
        (42, MarkupDeclarationOpen),
        (43, CommentStart),
        (44, CommentStartDash),
        (45, Comment),
        (46, CommentLessThanSign),
        (47, CommentLessThanSignBang),
        (48, CommentLessThanSignBangDash),
        (49, CommentLessThanSignBangDashDash),
        (50, CommentEndDash),
        (51, CommentEnd),
        (52, CommentEndBang),
        (53, Doctype),
        (54, BeforeDoctypeName),
        (55, DoctypeName),
        (56, AfterDoctypeName),
        (57, AfterDoctypePublicKeyword),
        (58, BeforeDoctypePublicIdentifier),
        (59, DoctypePublicIdentifierDoubleQuoted),
        (60, DoctypePublicIdentifierSingleQuoted),
        (61, AfterDoctypePublicIdentifier),
        (62, BetweenDoctypePublicAndSystemIdentifiers),
        (63, AfterDoctypeSystemKeyword),
        (64, BeforeDoctypeSystemIdentifier),
        (65, DoctypeSystemIdentifierDoubleQuoted),
        (66, DoctypeSystemIdentifierSingleQuoted),
        (67, AfterDoctypeSystemIdentifier),
        (68, BogusDoctype),
        (69, CdataSection),
        (70, CdataSectionBracket),
        (71, CdataSectionEnd),
        (72, CharacterReference),
        (73, NamedCharacterReference),
        (74, AmbiguousAmpersand),
        (75, NumericCharacterReference),
        (76, HexadecimalCharacterReferenceStart),
        (77, DecimalCharacterReferenceStart),
        (78, HexadecimalCharacterReference),
        (79, DecimalCharacterReference),
        (80, NumericCharacterReferenceEnd),
        (81, ProcessingInstructionOpen),
        (82, ProcessingInstructionTarget),
        (83, AfterProcessingInstructionTarget),
        (84, ProcessingInstructionData),
        (85, ProcessingInstructionQuestionMark),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each_has_one<T: Coded + core::fmt::Debug>(count: usize) {
        let codes: std::collections::BTreeSet<u8> = T::CODES.iter().map(|(code, _)| *code).collect();
        assert_eq!((T::CODES.len(), codes.len()), (count, count));
        for &(code, value) in T::CODES {
            assert_eq!(code_of(value), code, "{value:?}");
            #[cfg(feature = "serde")]
            assert_eq!(T::of_code(code), Ok(value));
        }
        #[cfg(feature = "serde")]
        assert_eq!(T::of_code(u8::MAX), Err(Invalid(T::UNKNOWN)), "an unused number");
    }

    #[test]
    fn each_value_has_a_number_of_its_own() {
        each_has_one::<State>(85);
        each_has_one::<TextMode>(TextMode::ALL.len());
        each_has_one::<Feedback>(3);
        each_has_one::<Namespace>(3);
        each_has_one::<Quote>(4);
    }

    #[test]
    fn the_numbers_of_states_are_those_of_their_sections() {
        for (index, &(code, state)) in State::CODES.iter().enumerate() {
            assert_eq!((usize::from(code), state as u8), (index + 1, code), "{state:?}");
        }
        for mode in TextMode::ALL {
            assert_eq!(code_of(mode), code_of(State::of(mode)), "{mode:?}");
        }
    }
}
