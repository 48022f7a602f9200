//! 12.2.4 Tokenization: the variables and actions of the states of 2010 that other editions lack.

use super::state::State;
use crate::input_stream;
use crate::machine::{self, Rules};
use crate::options::{Context, Options, TextState};

/// The state machine of 2010.
pub(super) type Tokenizer = machine::Tokenizer<Draft2010>;

/// The name of a parse error without a state: that of its section.
const TOKENIZATION: &str = "Tokenization";

/// The state that only the draft of 2010 has.
pub(crate) struct Draft2010 {
    pub(super) temporary_buffer: String,
    /// The additional allowed character of the character reference in an attribute value.
    pub(super) additional_allowed_character: Option<char>,
    /// The attribute value state that the character reference in attribute value state was switched to from.
    pub(super) attribute_value_state: State,
    /// The insertion mode is "in foreign content" and the current node is not an element in the HTML
    /// namespace.
    pub(super) in_foreign_content: bool,
    context: Context,
    scripting: bool,
}

impl Rules for Draft2010 {
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
    let draft2010 = Draft2010 {
        temporary_buffer: String::new(),
        additional_allowed_character: None,
        attribute_value_state: State::AttributeValueUnquoted,
        in_foreign_content: options.cdata,
        context: options.context,
        scripting: options.scripting,
    };
    Tokenizer::new(input_stream::draft2010(input), input.len(), options, state, draft2010)
}

impl Tokenizer {
    // Parse errors.

    /// A parse error of the current state, at the current input character.
    pub(super) fn parse_error(&mut self) {
        self.report(self.state.heading());
    }

    // Emitting.

    /// Emits a character token for each of the characters in the temporary buffer.
    pub(super) fn emit_temporary_buffer(&mut self) {
        for character in std::mem::take(&mut self.own.temporary_buffer).chars() {
            self.emit_character(character);
        }
    }

    /// "Emit the current tag token. Switch to the data state."
    ///
    /// In the text's order the switch would undo the one that tree construction makes when it gets the token,
    /// and no text would ever be RCDATA. So the switch comes first, as in later texts.
    pub(super) fn emit_current_tag_token_and_switch_to_data_state(&mut self) {
        self.switch_to(State::Data);
        // "When an end tag token is emitted with attributes, that is a parse error. When an end tag token is
        // emitted with its self-closing flag set, that is a parse error."
        if self.current_tag_token_is_an_end_tag() {
            if !self.current_tag_token().attributes.is_empty() {
                self.report(TOKENIZATION);
            }
            if self.current_tag_token().self_closing {
                self.report(TOKENIZATION);
            }
        }
        if let Some(name) = self.emit_tag_token() {
            self.tree_construction_handles_start_tag(&name);
        }
    }

    /// "When a token is emitted, it must immediately be handled by the tree construction stage. The tree
    /// construction stage can affect the state of the tokenization stage."
    ///
    /// Tree construction is another section of the draft. Of it, here is the state that each element's
    /// content is tokenized in.
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

    /// Starts a new attribute in the current tag token, sets that attribute's name to the character, and its
    /// value to the empty string.
    pub(super) fn start_new_attribute_of_name(&mut self, name: char) {
        self.start_new_attribute("");
        self.append_to_attribute_name(name);
    }

    /// "An appropriate end tag token is an end tag token whose tag name matches the tag name of the last
    /// start tag to have been emitted from this tokenizer, if any. If no start tag has been emitted from this
    /// tokenizer, then no end tag token is appropriate."
    pub(super) fn is_appropriate_end_tag_token(&self) -> bool {
        self.last_start_tag() == Some(&self.current_tag_token().name)
    }

    /// "When the user agent leaves the attribute name state (and before emitting the tag token, if
    /// appropriate), the complete attribute's name must be compared to the other attributes on the same
    /// token; if there is already an attribute on the token with the exact same name, then this is a parse
    /// error and the new attribute must be dropped, along with the value that gets associated with it (if
    /// any)."
    pub(super) fn leave_attribute_name_state(&mut self) {
        if self.new_attribute_is_a_duplicate() {
            self.parse_error();
            self.remove_new_attribute();
        }
    }

    // Comment tokens.

    /// Switches to the bogus comment state: "the character that caused the state machine to switch into the
    /// bogus comment state", with which the comment begins, is the current input character.
    pub(super) fn switch_to_bogus_comment_state_from_current_input_character(&mut self) {
        self.create_comment_token("");
        self.reconsume_in(State::BogusComment);
    }

    /// Switches to the bogus comment state: "The next character that is consumed, if any, is the first
    /// character that will be in the comment."
    pub(super) fn switch_to_bogus_comment_state_from_next_input_character(&mut self) {
        self.create_comment_token("");
        self.switch_to(State::BogusComment);
    }
}
