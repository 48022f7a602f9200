//! The thirty-three states, and what each is called.

use super::tokenizer::Tokenizer;

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

impl Tokenizer {
    /// One step of the state machine.
    pub(super) fn step(&mut self) {
        match self.state {
            State::Data => self.data_state(),
            State::EntityData => self.entity_data_state(),
            State::TagOpen => self.tag_open_state(),
            State::CloseTagOpen => self.close_tag_open_state(),
            State::TagName => self.tag_name_state(),
            State::BeforeAttributeName => self.before_attribute_name_state(),
            State::AttributeName => self.attribute_name_state(),
            State::AfterAttributeName => self.after_attribute_name_state(),
            State::BeforeAttributeValue => self.before_attribute_value_state(),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(),
            State::AttributeValueUnquoted => self.attribute_value_unquoted_state(),
            State::EntityInAttributeValue => self.entity_in_attribute_value_state(),
            State::BogusComment => self.bogus_comment_state(),
            State::MarkupDeclarationOpen => self.markup_declaration_open_state(),
            State::CommentStart => self.comment_start_state(),
            State::CommentStartDash => self.comment_start_dash_state(),
            State::Comment => self.comment_state(),
            State::CommentEndDash => self.comment_end_dash_state(),
            State::CommentEnd => self.comment_end_state(),
            State::Doctype => self.doctype_state(),
            State::BeforeDoctypeName => self.before_doctype_name_state(),
            State::DoctypeName => self.doctype_name_state(),
            State::AfterDoctypeName => self.after_doctype_name_state(),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier_state(),
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_public_identifier_double_quoted_state()
            }
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_public_identifier_single_quoted_state()
            }
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier_state(),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier_state(),
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_system_identifier_double_quoted_state()
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_system_identifier_single_quoted_state()
            }
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier_state(),
            State::BogusDoctype => self.bogus_doctype_state(),
        }
    }
}
