//! The thirty-three states, and what each is called.

/// A state. Its section has no number; all stand in 8.2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Data state
    Data,
    /// Entity data state
    EntityData,
    /// Tag open state
    TagOpen,
    /// Close tag open state
    CloseTagOpen,
    /// Tag name state
    TagName,
    /// Before attribute name state
    BeforeAttributeName,
    /// Attribute name state
    AttributeName,
    /// After attribute name state
    AfterAttributeName,
    /// Before attribute value state
    BeforeAttributeValue,
    /// Attribute value (double-quoted) state
    AttributeValueDoubleQuoted,
    /// Attribute value (single-quoted) state
    AttributeValueSingleQuoted,
    /// Attribute value (unquoted) state
    AttributeValueUnquoted,
    /// Entity in attribute value state
    EntityInAttributeValue,
    /// Bogus comment state
    BogusComment,
    /// Markup declaration open state
    MarkupDeclarationOpen,
    /// Comment start state
    CommentStart,
    /// Comment start dash state
    CommentStartDash,
    /// Comment state
    Comment,
    /// Comment end dash state
    CommentEndDash,
    /// Comment end state
    CommentEnd,
    /// DOCTYPE state
    Doctype,
    /// Before DOCTYPE name state
    BeforeDoctypeName,
    /// DOCTYPE name state
    DoctypeName,
    /// After DOCTYPE name state
    AfterDoctypeName,
    /// Before DOCTYPE public identifier state
    BeforeDoctypePublicIdentifier,
    /// DOCTYPE public identifier (double-quoted) state
    DoctypePublicIdentifierDoubleQuoted,
    /// DOCTYPE public identifier (single-quoted) state
    DoctypePublicIdentifierSingleQuoted,
    /// After DOCTYPE public identifier state
    AfterDoctypePublicIdentifier,
    /// Before DOCTYPE system identifier state
    BeforeDoctypeSystemIdentifier,
    /// DOCTYPE system identifier (double-quoted) state
    DoctypeSystemIdentifierDoubleQuoted,
    /// DOCTYPE system identifier (single-quoted) state
    DoctypeSystemIdentifierSingleQuoted,
    /// After DOCTYPE system identifier state
    AfterDoctypeSystemIdentifier,
    /// Bogus DOCTYPE state
    BogusDoctype,
}

impl State {
    /// The heading of the state's section. A parse error of the state is called so.
    pub(super) fn heading(self) -> &'static str {
        match self {
            State::Data => "Data state",
            State::EntityData => "Entity data state",
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
            State::EntityInAttributeValue => "Entity in attribute value state",
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
        }
    }
}
