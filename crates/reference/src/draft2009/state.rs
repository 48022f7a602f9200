//! The thirty-six states, and what each is called.

/// A state; its section is 8.2.4.N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// 8.2.4.1 Data state
    Data,
    /// 8.2.4.2 Character reference data state
    CharacterReferenceData,
    /// 8.2.4.3 Tag open state
    TagOpen,
    /// 8.2.4.4 Close tag open state
    CloseTagOpen,
    /// 8.2.4.5 Tag name state
    TagName,
    /// 8.2.4.6 Before attribute name state
    BeforeAttributeName,
    /// 8.2.4.7 Attribute name state
    AttributeName,
    /// 8.2.4.8 After attribute name state
    AfterAttributeName,
    /// 8.2.4.9 Before attribute value state
    BeforeAttributeValue,
    /// 8.2.4.10 Attribute value (double-quoted) state
    AttributeValueDoubleQuoted,
    /// 8.2.4.11 Attribute value (single-quoted) state
    AttributeValueSingleQuoted,
    /// 8.2.4.12 Attribute value (unquoted) state
    AttributeValueUnquoted,
    /// 8.2.4.13 Character reference in attribute value state
    CharacterReferenceInAttributeValue,
    /// 8.2.4.14 After attribute value (quoted) state
    AfterAttributeValueQuoted,
    /// 8.2.4.15 Self-closing start tag state
    SelfClosingStartTag,
    /// 8.2.4.16 Bogus comment state
    BogusComment,
    /// 8.2.4.17 Markup declaration open state
    MarkupDeclarationOpen,
    /// 8.2.4.18 Comment start state
    CommentStart,
    /// 8.2.4.19 Comment start dash state
    CommentStartDash,
    /// 8.2.4.20 Comment state
    Comment,
    /// 8.2.4.21 Comment end dash state
    CommentEndDash,
    /// 8.2.4.22 Comment end state
    CommentEnd,
    /// 8.2.4.23 DOCTYPE state
    Doctype,
    /// 8.2.4.24 Before DOCTYPE name state
    BeforeDoctypeName,
    /// 8.2.4.25 DOCTYPE name state
    DoctypeName,
    /// 8.2.4.26 After DOCTYPE name state
    AfterDoctypeName,
    /// 8.2.4.27 Before DOCTYPE public identifier state
    BeforeDoctypePublicIdentifier,
    /// 8.2.4.28 DOCTYPE public identifier (double-quoted) state
    DoctypePublicIdentifierDoubleQuoted,
    /// 8.2.4.29 DOCTYPE public identifier (single-quoted) state
    DoctypePublicIdentifierSingleQuoted,
    /// 8.2.4.30 After DOCTYPE public identifier state
    AfterDoctypePublicIdentifier,
    /// 8.2.4.31 Before DOCTYPE system identifier state
    BeforeDoctypeSystemIdentifier,
    /// 8.2.4.32 DOCTYPE system identifier (double-quoted) state
    DoctypeSystemIdentifierDoubleQuoted,
    /// 8.2.4.33 DOCTYPE system identifier (single-quoted) state
    DoctypeSystemIdentifierSingleQuoted,
    /// 8.2.4.34 After DOCTYPE system identifier state
    AfterDoctypeSystemIdentifier,
    /// 8.2.4.35 Bogus DOCTYPE state
    BogusDoctype,
    /// 8.2.4.36 CDATA section state
    CdataSection,
}

impl State {
    /// The heading of the state's section, without its number. A parse error of the state is called so.
    pub(super) fn heading(self) -> &'static str {
        match self {
            State::Data => "Data state",
            State::CharacterReferenceData => "Character reference data state",
            State::TagOpen => "Tag open state",
            State::CloseTagOpen => "Close tag open state",
            State::TagName => "Tag name state",
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
            State::Doctype => "DOCTYPE state",
            State::BeforeDoctypeName => "Before DOCTYPE name state",
            State::DoctypeName => "DOCTYPE name state",
            State::AfterDoctypeName => "After DOCTYPE name state",
            State::BeforeDoctypePublicIdentifier => "Before DOCTYPE public identifier state",
            State::DoctypePublicIdentifierDoubleQuoted => "DOCTYPE public identifier (double-quoted) state",
            State::DoctypePublicIdentifierSingleQuoted => "DOCTYPE public identifier (single-quoted) state",
            State::AfterDoctypePublicIdentifier => "After DOCTYPE public identifier state",
            State::BeforeDoctypeSystemIdentifier => "Before DOCTYPE system identifier state",
            State::DoctypeSystemIdentifierDoubleQuoted => "DOCTYPE system identifier (double-quoted) state",
            State::DoctypeSystemIdentifierSingleQuoted => "DOCTYPE system identifier (single-quoted) state",
            State::AfterDoctypeSystemIdentifier => "After DOCTYPE system identifier state",
            State::BogusDoctype => "Bogus DOCTYPE state",
            State::CdataSection => "CDATA section state",
        }
    }
}
