//! The sixty-nine states of section 12.2.4, and what each is called.

/// A state; its section is 12.2.4.N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// 12.2.4.1 Data state
    Data,
    /// 12.2.4.2 Character reference in data state
    CharacterReferenceInData,
    /// 12.2.4.3 RCDATA state
    Rcdata,
    /// 12.2.4.4 Character reference in RCDATA state
    CharacterReferenceInRcdata,
    /// 12.2.4.5 RAWTEXT state
    Rawtext,
    /// 12.2.4.6 Script data state
    ScriptData,
    /// 12.2.4.7 PLAINTEXT state
    Plaintext,
    /// 12.2.4.8 Tag open state
    TagOpen,
    /// 12.2.4.9 End tag open state
    EndTagOpen,
    /// 12.2.4.10 Tag name state
    TagName,
    /// 12.2.4.11 RCDATA less-than sign state
    RcdataLessThanSign,
    /// 12.2.4.12 RCDATA end tag open state
    RcdataEndTagOpen,
    /// 12.2.4.13 RCDATA end tag name state
    RcdataEndTagName,
    /// 12.2.4.14 RAWTEXT less-than sign state
    RawtextLessThanSign,
    /// 12.2.4.15 RAWTEXT end tag open state
    RawtextEndTagOpen,
    /// 12.2.4.16 RAWTEXT end tag name state
    RawtextEndTagName,
    /// 12.2.4.17 Script data less-than sign state
    ScriptDataLessThanSign,
    /// 12.2.4.18 Script data end tag open state
    ScriptDataEndTagOpen,
    /// 12.2.4.19 Script data end tag name state
    ScriptDataEndTagName,
    /// 12.2.4.20 Script data escape start state
    ScriptDataEscapeStart,
    /// 12.2.4.21 Script data escape start dash state
    ScriptDataEscapeStartDash,
    /// 12.2.4.22 Script data escaped state
    ScriptDataEscaped,
    /// 12.2.4.23 Script data escaped dash state
    ScriptDataEscapedDash,
    /// 12.2.4.24 Script data escaped dash dash state
    ScriptDataEscapedDashDash,
    /// 12.2.4.25 Script data escaped less-than sign state
    ScriptDataEscapedLessThanSign,
    /// 12.2.4.26 Script data escaped end tag open state
    ScriptDataEscapedEndTagOpen,
    /// 12.2.4.27 Script data escaped end tag name state
    ScriptDataEscapedEndTagName,
    /// 12.2.4.28 Script data double escape start state
    ScriptDataDoubleEscapeStart,
    /// 12.2.4.29 Script data double escaped state
    ScriptDataDoubleEscaped,
    /// 12.2.4.30 Script data double escaped dash state
    ScriptDataDoubleEscapedDash,
    /// 12.2.4.31 Script data double escaped dash dash state
    ScriptDataDoubleEscapedDashDash,
    /// 12.2.4.32 Script data double escaped less-than sign state
    ScriptDataDoubleEscapedLessThanSign,
    /// 12.2.4.33 Script data double escape end state
    ScriptDataDoubleEscapeEnd,
    /// 12.2.4.34 Before attribute name state
    BeforeAttributeName,
    /// 12.2.4.35 Attribute name state
    AttributeName,
    /// 12.2.4.36 After attribute name state
    AfterAttributeName,
    /// 12.2.4.37 Before attribute value state
    BeforeAttributeValue,
    /// 12.2.4.38 Attribute value (double-quoted) state
    AttributeValueDoubleQuoted,
    /// 12.2.4.39 Attribute value (single-quoted) state
    AttributeValueSingleQuoted,
    /// 12.2.4.40 Attribute value (unquoted) state
    AttributeValueUnquoted,
    /// 12.2.4.41 Character reference in attribute value state
    CharacterReferenceInAttributeValue,
    /// 12.2.4.42 After attribute value (quoted) state
    AfterAttributeValueQuoted,
    /// 12.2.4.43 Self-closing start tag state
    SelfClosingStartTag,
    /// 12.2.4.44 Bogus comment state
    BogusComment,
    /// 12.2.4.45 Markup declaration open state
    MarkupDeclarationOpen,
    /// 12.2.4.46 Comment start state
    CommentStart,
    /// 12.2.4.47 Comment start dash state
    CommentStartDash,
    /// 12.2.4.48 Comment state
    Comment,
    /// 12.2.4.49 Comment end dash state
    CommentEndDash,
    /// 12.2.4.50 Comment end state
    CommentEnd,
    /// 12.2.4.51 Comment end bang state
    CommentEndBang,
    /// 12.2.4.52 Comment end space state
    CommentEndSpace,
    /// 12.2.4.53 DOCTYPE state
    Doctype,
    /// 12.2.4.54 Before DOCTYPE name state
    BeforeDoctypeName,
    /// 12.2.4.55 DOCTYPE name state
    DoctypeName,
    /// 12.2.4.56 After DOCTYPE name state
    AfterDoctypeName,
    /// 12.2.4.57 After DOCTYPE public keyword state
    AfterDoctypePublicKeyword,
    /// 12.2.4.58 Before DOCTYPE public identifier state
    BeforeDoctypePublicIdentifier,
    /// 12.2.4.59 DOCTYPE public identifier (double-quoted) state
    DoctypePublicIdentifierDoubleQuoted,
    /// 12.2.4.60 DOCTYPE public identifier (single-quoted) state
    DoctypePublicIdentifierSingleQuoted,
    /// 12.2.4.61 After DOCTYPE public identifier state
    AfterDoctypePublicIdentifier,
    /// 12.2.4.62 Between DOCTYPE public and system identifiers state
    BetweenDoctypePublicAndSystemIdentifiers,
    /// 12.2.4.63 After DOCTYPE system keyword state
    AfterDoctypeSystemKeyword,
    /// 12.2.4.64 Before DOCTYPE system identifier state
    BeforeDoctypeSystemIdentifier,
    /// 12.2.4.65 DOCTYPE system identifier (double-quoted) state
    DoctypeSystemIdentifierDoubleQuoted,
    /// 12.2.4.66 DOCTYPE system identifier (single-quoted) state
    DoctypeSystemIdentifierSingleQuoted,
    /// 12.2.4.67 After DOCTYPE system identifier state
    AfterDoctypeSystemIdentifier,
    /// 12.2.4.68 Bogus DOCTYPE state
    BogusDoctype,
    /// 12.2.4.69 CDATA section state
    CdataSection,
}

impl State {
    /// The heading of its section, without the number. It is what a parse error of the state is called: the
    /// text gives these no names.
    pub(super) fn heading(self) -> &'static str {
        match self {
            State::Data => "Data state",
            State::CharacterReferenceInData => "Character reference in data state",
            State::Rcdata => "RCDATA state",
            State::CharacterReferenceInRcdata => "Character reference in RCDATA state",
            State::Rawtext => "RAWTEXT state",
            State::ScriptData => "Script data state",
            State::Plaintext => "PLAINTEXT state",
            State::TagOpen => "Tag open state",
            State::EndTagOpen => "End tag open state",
            State::TagName => "Tag name state",
            State::RcdataLessThanSign => "RCDATA less-than sign state",
            State::RcdataEndTagOpen => "RCDATA end tag open state",
            State::RcdataEndTagName => "RCDATA end tag name state",
            State::RawtextLessThanSign => "RAWTEXT less-than sign state",
            State::RawtextEndTagOpen => "RAWTEXT end tag open state",
            State::RawtextEndTagName => "RAWTEXT end tag name state",
            State::ScriptDataLessThanSign => "Script data less-than sign state",
            State::ScriptDataEndTagOpen => "Script data end tag open state",
            State::ScriptDataEndTagName => "Script data end tag name state",
            State::ScriptDataEscapeStart => "Script data escape start state",
            State::ScriptDataEscapeStartDash => "Script data escape start dash state",
            State::ScriptDataEscaped => "Script data escaped state",
            State::ScriptDataEscapedDash => "Script data escaped dash state",
            State::ScriptDataEscapedDashDash => "Script data escaped dash dash state",
            State::ScriptDataEscapedLessThanSign => "Script data escaped less-than sign state",
            State::ScriptDataEscapedEndTagOpen => "Script data escaped end tag open state",
            State::ScriptDataEscapedEndTagName => "Script data escaped end tag name state",
            State::ScriptDataDoubleEscapeStart => "Script data double escape start state",
            State::ScriptDataDoubleEscaped => "Script data double escaped state",
            State::ScriptDataDoubleEscapedDash => "Script data double escaped dash state",
            State::ScriptDataDoubleEscapedDashDash => "Script data double escaped dash dash state",
            State::ScriptDataDoubleEscapedLessThanSign => "Script data double escaped less-than sign state",
            State::ScriptDataDoubleEscapeEnd => "Script data double escape end state",
            State::BeforeAttributeName => "Before attribute name state",
            State::AttributeName => "Attribute name state",
            State::AfterAttributeName => "After attribute name state",
            State::BeforeAttributeValue => "Before attribute value state",
            State::AttributeValueDoubleQuoted => "Attribute value (double-quoted) state",
            State::AttributeValueSingleQuoted => "Attribute value (single-quoted) state",
            State::AttributeValueUnquoted => "Attribute value (unquoted) state",
            State::CharacterReferenceInAttributeValue => "Character reference in attribute value state",
            State::AfterAttributeValueQuoted => "After attribute value (quoted) state",
            State::SelfClosingStartTag => "Self-closing start tag state",
            State::BogusComment => "Bogus comment state",
            State::MarkupDeclarationOpen => "Markup declaration open state",
            State::CommentStart => "Comment start state",
            State::CommentStartDash => "Comment start dash state",
            State::Comment => "Comment state",
            State::CommentEndDash => "Comment end dash state",
            State::CommentEnd => "Comment end state",
            State::CommentEndBang => "Comment end bang state",
            State::CommentEndSpace => "Comment end space state",
            State::Doctype => "DOCTYPE state",
            State::BeforeDoctypeName => "Before DOCTYPE name state",
            State::DoctypeName => "DOCTYPE name state",
            State::AfterDoctypeName => "After DOCTYPE name state",
            State::AfterDoctypePublicKeyword => "After DOCTYPE public keyword state",
            State::BeforeDoctypePublicIdentifier => "Before DOCTYPE public identifier state",
            State::DoctypePublicIdentifierDoubleQuoted => "DOCTYPE public identifier (double-quoted) state",
            State::DoctypePublicIdentifierSingleQuoted => "DOCTYPE public identifier (single-quoted) state",
            State::AfterDoctypePublicIdentifier => "After DOCTYPE public identifier state",
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                "Between DOCTYPE public and system identifiers state"
            }
            State::AfterDoctypeSystemKeyword => "After DOCTYPE system keyword state",
            State::BeforeDoctypeSystemIdentifier => "Before DOCTYPE system identifier state",
            State::DoctypeSystemIdentifierDoubleQuoted => "DOCTYPE system identifier (double-quoted) state",
            State::DoctypeSystemIdentifierSingleQuoted => "DOCTYPE system identifier (single-quoted) state",
            State::AfterDoctypeSystemIdentifier => "After DOCTYPE system identifier state",
            State::BogusDoctype => "Bogus DOCTYPE state",
            State::CdataSection => "CDATA section state",
        }
    }
}
