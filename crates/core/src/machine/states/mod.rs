//! The states, a function for each or for some that are alike, in files by section of the specification.

mod attribute;
mod cdata;
mod character_reference;
mod comment;
mod doctype;
mod doctype_identifiers;
mod processing_instruction;
mod raw_text;
mod script;
mod tag;
mod text;

use self::doctype_identifiers::Identifier;
use crate::machine::{Input, Machine, Next::*, State, Step};
use crate::parse_error::ErrorCode::*;

impl Machine {
    /// One step of the state that is set.
    #[inline(always)]
    pub(crate) fn step(&mut self, input: Input<'_>) -> Step {
        use State::*;
        match self.state {
            Data => self.data(input),
            Rcdata => self.rcdata(input),
            Rawtext | ScriptData => self.raw_text(input),
            Plaintext => self.plaintext(input),
            TagOpen => self.tag_open(input),
            EndTagOpen => self.end_tag_open(input),
            TagName => self.tag_name(input),
            RcdataLessThanSign => self.text_less_than_sign(input, RcdataEndTagOpen, Rcdata),
            RcdataEndTagOpen => self.text_end_tag_open(input, RcdataEndTagName, Rcdata),
            RcdataEndTagName => self.text_end_tag_name(input, Rcdata),
            RawtextLessThanSign => self.text_less_than_sign(input, RawtextEndTagOpen, Rawtext),
            RawtextEndTagOpen => self.text_end_tag_open(input, RawtextEndTagName, Rawtext),
            RawtextEndTagName => self.text_end_tag_name(input, Rawtext),
            ScriptDataLessThanSign => self.script_data_less_than_sign(input),
            ScriptDataEndTagOpen => self.text_end_tag_open(input, ScriptDataEndTagName, ScriptData),
            ScriptDataEndTagName => self.text_end_tag_name(input, ScriptData),
            ScriptDataEscapeStart => self.look_for(b'-', input, ScriptDataEscapeStartDash, ScriptData),
            ScriptDataEscapeStartDash => self.look_for(b'-', input, ScriptDataEscapedDashDash, ScriptData),
            ScriptDataEscaped => {
                self.script_data_escaped(input, ScriptDataEscapedDash, ScriptDataEscapedLessThanSign)
            }
            ScriptDataEscapedDash => self.look_for(b'-', input, ScriptDataEscapedDashDash, ScriptDataEscaped),
            ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash(input, ScriptDataEscaped),
            ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign(input),
            ScriptDataEscapedEndTagOpen => {
                self.text_end_tag_open(input, ScriptDataEscapedEndTagName, ScriptDataEscaped)
            }
            ScriptDataEscapedEndTagName => self.text_end_tag_name(input, ScriptDataEscaped),
            ScriptDataDoubleEscapeStart => {
                self.script_data_double_escape(input, ScriptDataDoubleEscaped, ScriptDataEscaped)
            }
            ScriptDataDoubleEscaped => self.script_data_escaped(
                input,
                ScriptDataDoubleEscapedDash,
                ScriptDataDoubleEscapedLessThanSign,
            ),
            ScriptDataDoubleEscapedDash => {
                self.look_for(b'-', input, ScriptDataDoubleEscapedDashDash, ScriptDataDoubleEscaped)
            }
            ScriptDataDoubleEscapedDashDash => {
                self.script_data_escaped_dash_dash(input, ScriptDataDoubleEscaped)
            }
            ScriptDataDoubleEscapedLessThanSign => {
                self.text_less_than_sign(input, ScriptDataDoubleEscapeEnd, ScriptDataDoubleEscaped)
            }
            ScriptDataDoubleEscapeEnd => {
                self.script_data_double_escape(input, ScriptDataEscaped, ScriptDataDoubleEscaped)
            }
            BeforeAttributeName => self.before_attribute_name(input),
            AttributeName => self.attribute_name(input),
            AfterAttributeName => self.after_attribute_name(input),
            BeforeAttributeValue => self.before_attribute_value(input),
            AttributeValueDoubleQuoted => self.attribute_value_quoted(input, b'"'),
            AttributeValueSingleQuoted => self.attribute_value_quoted(input, b'\''),
            AttributeValueUnquoted => self.attribute_value_unquoted(input),
            AfterAttributeValueQuoted => self.after_attribute_value_quoted(input),
            SelfClosingStartTag => self.self_closing_start_tag(input),
            BogusComment => self.bogus_comment(input),
            MarkupDeclarationOpen => self.markup_declaration_open(input),
            CommentStart => self.comment_edge(input, CommentStartDash, AbruptClosingOfEmptyComment),
            CommentStartDash => self.comment_edge(input, CommentEnd, AbruptClosingOfEmptyComment),
            Comment => self.comment(input),
            CommentLessThanSign => self.comment_less_than_sign(input),
            CommentLessThanSignBang => self.comment_less_than_sign_bang(input),
            CommentLessThanSignBangDash => {
                self.look_for(b'-', input, CommentLessThanSignBangDashDash, CommentEndDash)
            }
            CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash(input),
            CommentEndDash => self.comment_end_dash(input),
            CommentEnd => self.comment_end(input),
            CommentEndBang => self.comment_edge(input, CommentEndDash, IncorrectlyClosedComment),
            Doctype => self.doctype(input),
            BeforeDoctypeName => self.before_doctype_name(input),
            DoctypeName => self.doctype_name(input),
            AfterDoctypeName => self.after_doctype_name(input),
            AfterDoctypePublicKeyword => self.before_doctype_whitespace(input, BeforeDoctypePublicIdentifier),
            BeforeDoctypePublicIdentifier => self.before_doctype_identifier(input, Identifier::Public),
            DoctypePublicIdentifierDoubleQuoted => self.doctype_identifier(input, Identifier::Public, b'"'),
            DoctypePublicIdentifierSingleQuoted => self.doctype_identifier(input, Identifier::Public, b'\''),
            AfterDoctypePublicIdentifier => {
                self.before_doctype_whitespace(input, BetweenDoctypePublicAndSystemIdentifiers)
            }
            BetweenDoctypePublicAndSystemIdentifiers => {
                self.before_doctype_identifier(input, Identifier::System)
            }
            AfterDoctypeSystemKeyword => self.before_doctype_whitespace(input, BeforeDoctypeSystemIdentifier),
            BeforeDoctypeSystemIdentifier => self.before_doctype_identifier(input, Identifier::System),
            DoctypeSystemIdentifierDoubleQuoted => self.doctype_identifier(input, Identifier::System, b'"'),
            DoctypeSystemIdentifierSingleQuoted => self.doctype_identifier(input, Identifier::System, b'\''),
            AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier(input),
            BogusDoctype => self.bogus_doctype(input),
            CdataSection => self.cdata_section(input),
            CdataSectionBracket => self.look_for(b']', input, CdataSectionEnd, CdataSection),
            CdataSectionEnd => self.cdata_section_end(input),
            CharacterReference => self.character_reference(input),
            NamedCharacterReference => self.named_character_reference(input),
            AmbiguousAmpersand => self.ambiguous_ampersand(input),
            NumericCharacterReference => self.numeric_character_reference(input),
            HexadecimalCharacterReferenceStart => {
                self.numeric_start(input, 16, HexadecimalCharacterReference)
            }
            DecimalCharacterReferenceStart => self.numeric_start(input, 10, DecimalCharacterReference),
            HexadecimalCharacterReference => self.numeric_digits(input, 16),
            DecimalCharacterReference => self.numeric_digits(input, 10),
            NumericCharacterReferenceEnd => self.numeric_character_reference_end(input),
            ProcessingInstructionOpen => self.processing_instruction_open(input),
            ProcessingInstructionTarget => self.processing_instruction_target(input),
            AfterProcessingInstructionTarget => self.after_processing_instruction_target(input),
            ProcessingInstructionData => self.processing_instruction_data(input),
            ProcessingInstructionQuestionMark => self.processing_instruction_question_mark(input),
        }
    }

    /// The states that look for one byte, and leave any other, and the end, to another state:
    ///
    /// - 13.2.5.18 (12.2.5.18) Script data escape start state
    /// - 13.2.5.19 (12.2.5.19) Script data escape start dash state
    /// - 13.2.5.21 (12.2.5.21) Script data escaped dash state
    /// - 13.2.5.28 (12.2.5.28) Script data double escaped dash state
    /// - 13.2.5.48 (12.2.5.48) Comment less-than sign bang dash state
    /// - 13.2.5.70 (12.2.5.70) CDATA section bracket state
    fn look_for(&mut self, wanted: u8, input: Input<'_>, found: State, otherwise: State) -> Step {
        match self.next(input) {
            Byte(byte) if byte == wanted => self.switch_to(found),
            Byte(_) | End => self.reconsume(otherwise),
            More => self.more(input),
        }
    }

    /// A NUL that is an error and is kept.
    #[inline]
    fn unexpected_null(&mut self, input: Input<'_>) -> Step {
        self.error(input, UnexpectedNullCharacter)?;
        self.consume()
    }
}
