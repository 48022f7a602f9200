//! The states of the specification.

use crate::error::LimitKind;
use crate::text_mode::TextMode;

/// A state of the machine; its section is 13.2.5.N (12.2.5.N). The states of processing instructions are newer than the
/// transcribed text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum State {
    /// 13.2.5.1 (12.2.5.1) Data state
    #[default]
    Data = 1,
    /// 13.2.5.2 (12.2.5.2) RCDATA state
    Rcdata = 2,
    /// 13.2.5.3 (12.2.5.3) RAWTEXT state
    Rawtext = 3,
    /// 13.2.5.4 (12.2.5.4) Script data state
    ScriptData = 4,
    /// 13.2.5.5 (12.2.5.5) PLAINTEXT state
    Plaintext = 5,
    /// 13.2.5.6 (12.2.5.6) Tag open state
    TagOpen = 6,
    /// 13.2.5.7 (12.2.5.7) End tag open state
    EndTagOpen = 7,
    /// 13.2.5.8 (12.2.5.8) Tag name state
    TagName = 8,
    /// 13.2.5.9 (12.2.5.9) RCDATA less-than sign state
    RcdataLessThanSign = 9,
    /// 13.2.5.10 (12.2.5.10) RCDATA end tag open state
    RcdataEndTagOpen = 10,
    /// 13.2.5.11 (12.2.5.11) RCDATA end tag name state
    RcdataEndTagName = 11,
    /// 13.2.5.12 (12.2.5.12) RAWTEXT less-than sign state
    RawtextLessThanSign = 12,
    /// 13.2.5.13 (12.2.5.13) RAWTEXT end tag open state
    RawtextEndTagOpen = 13,
    /// 13.2.5.14 (12.2.5.14) RAWTEXT end tag name state
    RawtextEndTagName = 14,
    /// 13.2.5.15 (12.2.5.15) Script data less-than sign state
    ScriptDataLessThanSign = 15,
    /// 13.2.5.16 (12.2.5.16) Script data end tag open state
    ScriptDataEndTagOpen = 16,
    /// 13.2.5.17 (12.2.5.17) Script data end tag name state
    ScriptDataEndTagName = 17,
    /// 13.2.5.18 (12.2.5.18) Script data escape start state
    ScriptDataEscapeStart = 18,
    /// 13.2.5.19 (12.2.5.19) Script data escape start dash state
    ScriptDataEscapeStartDash = 19,
    /// 13.2.5.20 (12.2.5.20) Script data escaped state
    ScriptDataEscaped = 20,
    /// 13.2.5.21 (12.2.5.21) Script data escaped dash state
    ScriptDataEscapedDash = 21,
    /// 13.2.5.22 (12.2.5.22) Script data escaped dash dash state
    ScriptDataEscapedDashDash = 22,
    /// 13.2.5.23 (12.2.5.23) Script data escaped less-than sign state
    ScriptDataEscapedLessThanSign = 23,
    /// 13.2.5.24 (12.2.5.24) Script data escaped end tag open state
    ScriptDataEscapedEndTagOpen = 24,
    /// 13.2.5.25 (12.2.5.25) Script data escaped end tag name state
    ScriptDataEscapedEndTagName = 25,
    /// 13.2.5.26 (12.2.5.26) Script data double escape start state
    ScriptDataDoubleEscapeStart = 26,
    /// 13.2.5.27 (12.2.5.27) Script data double escaped state
    ScriptDataDoubleEscaped = 27,
    /// 13.2.5.28 (12.2.5.28) Script data double escaped dash state
    ScriptDataDoubleEscapedDash = 28,
    /// 13.2.5.29 (12.2.5.29) Script data double escaped dash dash state
    ScriptDataDoubleEscapedDashDash = 29,
    /// 13.2.5.30 (12.2.5.30) Script data double escaped less-than sign state
    ScriptDataDoubleEscapedLessThanSign = 30,
    /// 13.2.5.31 (12.2.5.31) Script data double escape end state
    ScriptDataDoubleEscapeEnd = 31,
    /// 13.2.5.32 (12.2.5.32) Before attribute name state
    BeforeAttributeName = 32,
    /// 13.2.5.33 (12.2.5.33) Attribute name state
    AttributeName = 33,
    /// 13.2.5.34 (12.2.5.34) After attribute name state
    AfterAttributeName = 34,
    /// 13.2.5.35 (12.2.5.35) Before attribute value state
    BeforeAttributeValue = 35,
    /// 13.2.5.36 (12.2.5.36) Attribute value (double-quoted) state
    AttributeValueDoubleQuoted = 36,
    /// 13.2.5.37 (12.2.5.37) Attribute value (single-quoted) state
    AttributeValueSingleQuoted = 37,
    /// 13.2.5.38 (12.2.5.38) Attribute value (unquoted) state
    AttributeValueUnquoted = 38,
    /// 13.2.5.39 (12.2.5.39) After attribute value (quoted) state
    AfterAttributeValueQuoted = 39,
    /// 13.2.5.40 (12.2.5.40) Self-closing start tag state
    SelfClosingStartTag = 40,
    /// 13.2.5.41 (12.2.5.41) Bogus comment state
    BogusComment = 41,
    /// 13.2.5.42 (12.2.5.42) Markup declaration open state
    MarkupDeclarationOpen = 42,
    /// 13.2.5.43 (12.2.5.43) Comment start state
    CommentStart = 43,
    /// 13.2.5.44 (12.2.5.44) Comment start dash state
    CommentStartDash = 44,
    /// 13.2.5.45 (12.2.5.45) Comment state
    Comment = 45,
    /// 13.2.5.46 (12.2.5.46) Comment less-than sign state
    CommentLessThanSign = 46,
    /// 13.2.5.47 (12.2.5.47) Comment less-than sign bang state
    CommentLessThanSignBang = 47,
    /// 13.2.5.48 (12.2.5.48) Comment less-than sign bang dash state
    CommentLessThanSignBangDash = 48,
    /// 13.2.5.49 (12.2.5.49) Comment less-than sign bang dash dash state
    CommentLessThanSignBangDashDash = 49,
    /// 13.2.5.50 (12.2.5.50) Comment end dash state
    CommentEndDash = 50,
    /// 13.2.5.51 (12.2.5.51) Comment end state
    CommentEnd = 51,
    /// 13.2.5.52 (12.2.5.52) Comment end bang state
    CommentEndBang = 52,
    /// 13.2.5.53 (12.2.5.53) DOCTYPE state
    Doctype = 53,
    /// 13.2.5.54 (12.2.5.54) Before DOCTYPE name state
    BeforeDoctypeName = 54,
    /// 13.2.5.55 (12.2.5.55) DOCTYPE name state
    DoctypeName = 55,
    /// 13.2.5.56 (12.2.5.56) After DOCTYPE name state
    AfterDoctypeName = 56,
    /// 13.2.5.57 (12.2.5.57) After DOCTYPE public keyword state
    AfterDoctypePublicKeyword = 57,
    /// 13.2.5.58 (12.2.5.58) Before DOCTYPE public identifier state
    BeforeDoctypePublicIdentifier = 58,
    /// 13.2.5.59 (12.2.5.59) DOCTYPE public identifier (double-quoted) state
    DoctypePublicIdentifierDoubleQuoted = 59,
    /// 13.2.5.60 (12.2.5.60) DOCTYPE public identifier (single-quoted) state
    DoctypePublicIdentifierSingleQuoted = 60,
    /// 13.2.5.61 (12.2.5.61) After DOCTYPE public identifier state
    AfterDoctypePublicIdentifier = 61,
    /// 13.2.5.62 (12.2.5.62) Between DOCTYPE public and system identifiers state
    BetweenDoctypePublicAndSystemIdentifiers = 62,
    /// 13.2.5.63 (12.2.5.63) After DOCTYPE system keyword state
    AfterDoctypeSystemKeyword = 63,
    /// 13.2.5.64 (12.2.5.64) Before DOCTYPE system identifier state
    BeforeDoctypeSystemIdentifier = 64,
    /// 13.2.5.65 (12.2.5.65) DOCTYPE system identifier (double-quoted) state
    DoctypeSystemIdentifierDoubleQuoted = 65,
    /// 13.2.5.66 (12.2.5.66) DOCTYPE system identifier (single-quoted) state
    DoctypeSystemIdentifierSingleQuoted = 66,
    /// 13.2.5.67 (12.2.5.67) After DOCTYPE system identifier state
    AfterDoctypeSystemIdentifier = 67,
    /// 13.2.5.68 (12.2.5.68) Bogus DOCTYPE state
    BogusDoctype = 68,
    /// 13.2.5.69 (12.2.5.69) CDATA section state
    CdataSection = 69,
    /// 13.2.5.70 (12.2.5.70) CDATA section bracket state
    CdataSectionBracket = 70,
    /// 13.2.5.71 (12.2.5.71) CDATA section end state
    CdataSectionEnd = 71,
    /// 13.2.5.72 (12.2.5.72) Character reference state
    CharacterReference = 72,
    /// 13.2.5.73 (12.2.5.73) Named character reference state
    NamedCharacterReference = 73,
    /// 13.2.5.74 (12.2.5.74) Ambiguous ampersand state
    AmbiguousAmpersand = 74,
    /// 13.2.5.75 (12.2.5.75) Numeric character reference state
    NumericCharacterReference = 75,
    /// 13.2.5.76 (12.2.5.76) Hexadecimal character reference start state
    HexadecimalCharacterReferenceStart = 76,
    /// 13.2.5.77 (12.2.5.77) Decimal character reference start state
    DecimalCharacterReferenceStart = 77,
    /// 13.2.5.78 (12.2.5.78) Hexadecimal character reference state
    HexadecimalCharacterReference = 78,
    /// 13.2.5.79 (12.2.5.79) Decimal character reference state
    DecimalCharacterReference = 79,
    /// 13.2.5.80 (12.2.5.80) Numeric character reference end state
    NumericCharacterReferenceEnd = 80,
    /// Processing instruction open state
    ProcessingInstructionOpen = 81,
    /// Processing instruction target state
    ProcessingInstructionTarget = 82,
    /// After processing instruction target state
    AfterProcessingInstructionTarget = 83,
    /// Processing instruction data state
    ProcessingInstructionData = 84,
    /// After a `?` in the processing instruction data state
    ProcessingInstructionQuestionMark = 85,
}

/// How much of the unfinished bytes is certainly text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextPart {
    /// All of it.
    All,
    /// What lies before the mark; the rest may turn out to be a tag, a reference, an end of a section.
    BeforeMark,
    /// Nothing: a tag, a comment or a DOCTYPE is being read.
    Nothing,
}

impl State {
    /// The state in which text of a mode is read.
    pub(crate) fn of(mode: TextMode) -> State {
        match mode {
            TextMode::Data => State::Data,
            TextMode::Rcdata => State::Rcdata,
            TextMode::Rawtext => State::Rawtext,
            TextMode::ScriptData => State::ScriptData,
            TextMode::Plaintext => State::Plaintext,
            TextMode::CdataSection => State::CdataSection,
        }
    }

    /// What a state of the machine has read as text. `returning` is the return state, which decides for
    /// the states of a character reference.
    pub(crate) fn text_part(self, returning: State) -> TextPart {
        // These are the numbers of sections. An ambiguous ampersand is text already.
        match self as u8 {
            72..=80 if !returning.is_text() => TextPart::Nothing,
            1..=5 | 18..=22 | 26..=31 | 69 | 74 => TextPart::All,
            6 | 7 | 9..=17 | 23..=25 | 70..=80 => TextPart::BeforeMark,
            _ => TextPart::Nothing,
        }
    }

    /// Whether a character reference is being read.
    pub(crate) fn is_reference(self) -> bool {
        let state = self as u8;
        State::CharacterReference as u8 <= state && state <= State::NumericCharacterReferenceEnd as u8
    }

    /// The state of text that a state comes from in which it is open whether there is more of it.
    pub(crate) fn text_state(self, returning: State) -> State {
        use State::*;
        match self {
            TagOpen | EndTagOpen => Data,
            RcdataLessThanSign | RcdataEndTagOpen | RcdataEndTagName => Rcdata,
            RawtextLessThanSign | RawtextEndTagOpen | RawtextEndTagName => Rawtext,
            ScriptDataLessThanSign | ScriptDataEndTagOpen | ScriptDataEndTagName => ScriptData,
            ScriptDataEscapedLessThanSign | ScriptDataEscapedEndTagOpen | ScriptDataEscapedEndTagName => {
                ScriptDataEscaped
            }
            CdataSectionBracket | CdataSectionEnd => CdataSection,
            state if state.is_reference() => returning,
            state => state,
        }
    }

    /// The mode of the text that a state reads: those of escaped script data read it, too.
    pub(crate) fn text_mode(self, returning: State) -> Option<TextMode> {
        Some(match self.text_state(returning) {
            State::Data => TextMode::Data,
            State::Rcdata => TextMode::Rcdata,
            State::Rawtext => TextMode::Rawtext,
            State::Plaintext => TextMode::Plaintext,
            State::CdataSection => TextMode::CdataSection,
            // These are the numbers of sections.
            state if matches!(state as u8, 4 | 18..=31) => TextMode::ScriptData,
            _ => return None,
        })
    }

    /// Whether the state is one that a character reference in text returns to.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, State::Data | State::Rcdata)
    }

    /// The kind of the construct that is certainly being read, and may be over its limit.
    pub(crate) fn limit_kind(self, returning: State) -> Option<LimitKind> {
        // These are the numbers of sections.
        match self as u8 {
            8 | 32..=40 => Some(LimitKind::Tag),
            41 | 43..=52 => Some(LimitKind::Comment),
            53..=68 => Some(LimitKind::Doctype),
            72..=80 if !returning.is_text() => Some(LimitKind::Tag),
            // An ambiguous ampersand in text is text already.
            72 | 73 | 75..=80 => Some(LimitKind::CharacterReference),
            81..=85 => Some(LimitKind::ProcessingInstruction),
            _ => None,
        }
    }
}
