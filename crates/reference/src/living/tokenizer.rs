//! 12.2.5 Tokenization: the variables and actions of the living standard that other editions lack.

use super::state::State;
use crate::error_codes::ERROR_CODES;
use crate::event::EventKind;
use crate::input_stream;
use crate::machine::{self, Rules};
use crate::options::{Context, Edition, Options, TextState};

/// The living standard's state machine.
pub(super) type Tokenizer = machine::Tokenizer<Living>;

/// The state that only the living standard has.
pub(crate) struct Living {
    pub(super) return_state: State,
    pub(super) temporary_buffer: String,
    pub(super) character_reference_code: u32,
    /// The processing instruction token's target.
    processing_instruction_target: String,
    /// The processing instruction token's data.
    processing_instruction_data: String,
    /// The edition has processing instructions.
    pub(super) processing_instructions: bool,
    /// There is an adjusted current node and it is not an element in the HTML namespace.
    pub(super) adjusted_current_node_is_foreign: bool,
    context: Context,
    scripting: bool,
}

impl Rules for Living {
    type State = State;

    fn step(tokenizer: &mut Tokenizer) {
        tokenizer.step();
    }

    fn is_between_tokens(state: State) -> bool {
        matches!(
            state,
            State::Data
                | State::Rcdata
                | State::Rawtext
                | State::ScriptData
                | State::Plaintext
                | State::CdataSection
        )
    }
}

pub(super) fn new(input: &[u8], options: &Options) -> Tokenizer {
    let state = match options.initial_state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::Rcdata,
        TextState::Rawtext => State::Rawtext,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::Plaintext,
        TextState::CdataSection => State::CdataSection,
    };
    let living = Living {
        return_state: State::Data,
        temporary_buffer: String::new(),
        character_reference_code: 0,
        processing_instruction_target: String::new(),
        processing_instruction_data: String::new(),
        processing_instructions: options.edition == Edition::LivingProcessingInstructions,
        adjusted_current_node_is_foreign: options.cdata,
        context: options.context,
        scripting: options.scripting,
    };
    Tokenizer::new(input_stream::living(input), input.len(), options, state, living)
}

impl Tokenizer {
    // Parse errors.

    /// A parse error at the current input character.
    pub(super) fn parse_error(&mut self, code: &'static str) {
        debug_assert!(ERROR_CODES.contains(&code), "{code} is not an error of the specification");
        self.report(code);
    }

    /// A parse error of a state that has not consumed the character which it is about.
    pub(super) fn parse_error_at_next_input_character(&mut self, code: &'static str) {
        debug_assert!(ERROR_CODES.contains(&code), "{code} is not an error of the specification");
        self.report_at_next_input_character(code);
    }

    // Emitting.

    /// Emits a character token for each of the characters in the temporary buffer.
    pub(super) fn emit_temporary_buffer(&mut self) {
        for character in std::mem::take(&mut self.own.temporary_buffer).chars() {
            self.emit_character(character);
        }
    }

    pub(super) fn emit_current_tag_token(&mut self) {
        // "When an end tag token is emitted with attributes, that is an end-tag-with-attributes parse error.
        // When an end tag token is emitted with its self-closing flag set, that is an
        // end-tag-with-trailing-solidus parse error."
        if self.current_tag_token_is_an_end_tag() {
            if !self.current_tag_token().attributes.is_empty() {
                self.parse_error("end-tag-with-attributes");
            }
            if self.current_tag_token().self_closing {
                self.parse_error("end-tag-with-trailing-solidus");
            }
        }
        if let Some(name) = self.emit_tag_token() {
            self.tree_construction_handles_start_tag(&name);
        }
    }

    pub(super) fn emit_processing_instruction_token(&mut self) {
        let target = std::mem::take(&mut self.own.processing_instruction_target);
        let data = std::mem::take(&mut self.own.processing_instruction_data);
        self.emit(EventKind::ProcessingInstruction { target, data });
    }

    /// "When a token is emitted, it must immediately be handled by the tree construction stage. The tree
    /// construction stage can affect the state of the tokenization stage."
    fn tree_construction_handles_start_tag(&mut self, name: &str) {
        match self.own.context {
            Context::None => {}
            Context::Document => match name {
                "title" | "textarea" => self.switch_to(State::Rcdata),
                "style" | "xmp" | "iframe" | "noembed" | "noframes" => self.switch_to(State::Rawtext),
                "noscript" if self.own.scripting => self.switch_to(State::Rawtext),
                "script" => self.switch_to(State::ScriptData),
                "plaintext" => self.switch_to(State::Plaintext),
                _ => {}
            },
        }
    }

    // Tag tokens.

    /// "An appropriate end tag token is an end tag token whose tag name matches the tag name of the last
    /// start tag to have been emitted from this tokenizer, if any."
    pub(super) fn is_appropriate_end_tag_token(&self) -> bool {
        self.last_start_tag() == Some(&self.current_tag_token().name)
    }

    /// "When the user agent leaves the attribute name state (and before emitting the tag token, if
    /// appropriate), the complete attribute's name must be compared to the other attributes on the same
    /// token; if there is already an attribute on the token with the exact same name, then this is a
    /// duplicate-attribute parse error and the new attribute must be removed from the token. [...] Removing
    /// the attribute in this way does not change its status as the 'current attribute'."
    pub(super) fn leave_attribute_name_state(&mut self) {
        if self.new_attribute_is_a_duplicate() {
            self.parse_error("duplicate-attribute");
            self.remove_new_attribute();
        }
    }

    // Processing instruction tokens.

    /// Creates a processing instruction token with the temporary buffer as its target and the empty string as
    /// its data.
    pub(super) fn create_processing_instruction_token(&mut self) {
        self.own.processing_instruction_target = std::mem::take(&mut self.own.temporary_buffer);
        self.own.processing_instruction_data.clear();
    }

    pub(super) fn append_to_processing_instruction_data(&mut self, character: char) {
        self.own.processing_instruction_data.push(character);
    }

    // Character references.

    /// "A character reference is said to be consumed as part of an attribute if the return state is either
    /// attribute value (double-quoted) state, attribute value (single-quoted) state or attribute value
    /// (unquoted) state."
    pub(super) fn is_consumed_as_part_of_an_attribute(&self) -> bool {
        matches!(
            self.own.return_state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }

    /// "For each code point in the temporary buffer (in the order they were added to the buffer) user agent
    /// must append the code point from the buffer to the current attribute's value if the character reference
    /// was consumed as part of an attribute, or emit the code point as a character token otherwise."
    pub(super) fn flush_code_points_consumed_as_a_character_reference(&mut self) {
        for character in std::mem::take(&mut self.own.temporary_buffer).chars() {
            if self.is_consumed_as_part_of_an_attribute() {
                self.append_to_attribute_value(character);
            } else {
                self.emit_character(character);
            }
        }
    }
}
