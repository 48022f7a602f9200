//! 12.2.5 Tokenization: what the states work on, and the actions that they are described with.

use super::state::State;
use crate::error_codes::ERROR_CODES;
use crate::event::{Attribute, Doctype, Event, EventKind, Tag};
use crate::input_stream::{InputCharacter, preprocess};
use crate::options::{Context, Edition, Options, TextState};

/// The state machine with its input and its output.
pub(crate) struct Tokenizer {
    input: Vec<InputCharacter>,
    /// The input's length in bytes.
    end: usize,
    /// The index in `input` of the next input character; the input's length stands for EOF.
    next: usize,
    /// The index of the current input character: the last that was consumed.
    current: usize,
    /// The characters before this index have had their input stream error reported.
    reported: usize,

    pub(super) state: State,
    pub(super) return_state: State,
    pub(super) temporary_buffer: String,
    pub(super) character_reference_code: u32,

    /// The current tag token.
    tag: Tag,
    /// The current tag token is an end tag token.
    is_end_tag: bool,
    /// The current attribute, if it was removed from the tag; otherwise it is the tag's last.
    removed_attribute: Option<Attribute>,
    /// The tag name of the last start tag to have been emitted.
    last_start_tag: Option<String>,
    /// The comment token's data.
    comment: String,
    /// The current DOCTYPE token.
    doctype: Doctype,
    /// The processing instruction token's target.
    processing_instruction_target: String,
    /// The processing instruction token's data.
    processing_instruction_data: String,

    edition: Edition,

    /// There is an adjusted current node and it is not an element in the HTML namespace.
    cdata: bool,
    context: Context,
    scripting: bool,

    events: Vec<Event>,
    /// Where the token begins that is emitted next.
    token_start: usize,
    /// Something was emitted since `token_start` was set.
    emitted: bool,
    end_of_file: bool,
}

impl Tokenizer {
    pub(crate) fn new(input: &[u8], options: &Options) -> Self {
        Tokenizer {
            input: preprocess(input),
            end: input.len(),
            next: 0,
            current: 0,
            reported: 0,
            state: match options.initial_state {
                TextState::Data => State::Data,
                TextState::Rcdata => State::Rcdata,
                TextState::Rawtext => State::Rawtext,
                TextState::ScriptData => State::ScriptData,
                TextState::Plaintext => State::Plaintext,
                TextState::CdataSection => State::CdataSection,
            },
            return_state: State::Data,
            temporary_buffer: String::new(),
            character_reference_code: 0,
            tag: Tag::default(),
            is_end_tag: false,
            removed_attribute: None,
            last_start_tag: options.last_start_tag.as_ref().map(|name| name.to_ascii_lowercase()),
            comment: String::new(),
            doctype: Doctype::default(),
            processing_instruction_target: String::new(),
            processing_instruction_data: String::new(),
            edition: options.edition,
            cdata: options.cdata,
            context: options.context,
            scripting: options.scripting,
            events: Vec::new(),
            token_start: 0,
            emitted: false,
            end_of_file: false,
        }
    }

    /// Runs the state machine until the end-of-file token is emitted.
    pub(crate) fn run(mut self) -> Vec<Event> {
        while !self.end_of_file {
            if self.emitted || self.is_between_tokens() {
                self.token_start = self.offset_of(self.next);
                self.emitted = false;
            }
            self.step();
            self.report_input_stream_errors_before(self.next);
        }
        self.events
    }

    /// Whether a token that is emitted from here on begins here: none is half read.
    fn is_between_tokens(&self) -> bool {
        matches!(
            self.state,
            State::Data
                | State::Rcdata
                | State::Rawtext
                | State::ScriptData
                | State::Plaintext
                | State::CdataSection
        )
    }

    // The input.

    /// Consumes the next input character, which is then the current one. `None` is EOF.
    pub(super) fn consume_next_input_character(&mut self) -> Option<char> {
        self.current = self.next;
        let character = self.input.get(self.next)?.character;
        self.next += 1;
        Some(character)
    }

    pub(super) fn switch_to(&mut self, state: State) {
        self.state = state;
    }

    pub(super) fn reconsume_in(&mut self, state: State) {
        self.next = self.current;
        self.state = state;
    }

    /// The characters from the next one on, without consuming them.
    pub(super) fn next_few_characters(&self) -> impl Iterator<Item = char> + Clone {
        self.input[self.next..].iter().map(|input| input.character)
    }

    /// Consumes so many characters. The last of them is then the current one.
    pub(super) fn consume(&mut self, count: usize) {
        self.next += count;
        self.current = self.next - 1;
    }

    /// Whether the next characters are the string.
    pub(super) fn next_characters_are(&self, string: &str) -> bool {
        self.next_few_characters().take(string.len()).eq(string.chars())
    }

    /// Whether the next characters are an ASCII case-insensitive match for the word.
    pub(super) fn next_characters_match(&self, word: &str) -> bool {
        self.next_few_characters()
            .take(word.len())
            .map(|character| character.to_ascii_lowercase())
            .eq(word.chars().map(|character| character.to_ascii_lowercase()))
    }

    /// Whether the characters starting from the current input character are an ASCII case-insensitive match
    /// for the word. When they are, consumes them.
    pub(super) fn consume_match_from_current(&mut self, word: &str) -> bool {
        let after_current = self.next;
        self.next = self.current;
        let matches = self.next_characters_match(word);
        if matches {
            self.consume(word.len());
        } else {
            self.next = after_current;
        }
        matches
    }

    /// The offset of the character of this index, or of EOF.
    fn offset_of(&self, index: usize) -> usize {
        self.input.get(index).map_or(self.end, |input| input.offset)
    }

    // Parse errors.

    /// A parse error at the current input character.
    pub(super) fn parse_error(&mut self, code: &'static str) {
        self.parse_error_at(code, self.current);
    }

    /// A parse error of a state that has not consumed the character which it is about.
    pub(super) fn parse_error_at_next_input_character(&mut self, code: &'static str) {
        self.parse_error_at(code, self.next);
    }

    fn parse_error_at(&mut self, code: &'static str, index: usize) {
        debug_assert!(ERROR_CODES.contains(&code), "{code} is not an error of the specification");
        self.report_input_stream_errors_before(index + 1);
        self.events.push(Event { offset: self.offset_of(index), kind: EventKind::Error(code) });
    }

    fn report_input_stream_errors_before(&mut self, index: usize) {
        while self.reported < index.min(self.input.len()) {
            let InputCharacter { offset, error, .. } = self.input[self.reported];
            self.reported += 1;
            if let Some(code) = error {
                self.events.push(Event { offset, kind: EventKind::Error(code) });
            }
        }
    }

    // Emitting.

    fn emit(&mut self, kind: EventKind) {
        self.emitted = true;
        self.events.push(Event { offset: self.token_start, kind });
    }

    /// Emits a character token.
    pub(super) fn emit_character(&mut self, character: char) {
        if let Some(Event { kind: EventKind::Text(text), .. }) = self.events.last_mut() {
            text.push(character);
            self.emitted = true;
        } else {
            self.emit(EventKind::Text(character.to_string()));
        }
    }

    /// Emits the current input character as a character token.
    pub(super) fn emit_current_input_character(&mut self) {
        self.report_input_stream_errors_before(self.current + 1);
        self.emit_character(self.input[self.current].character);
    }

    /// Emits a character token for each of the characters in the temporary buffer.
    pub(super) fn emit_temporary_buffer(&mut self) {
        for character in std::mem::take(&mut self.temporary_buffer).chars() {
            self.emit_character(character);
        }
    }

    pub(super) fn emit_current_tag_token(&mut self) {
        let tag = std::mem::take(&mut self.tag);
        if self.is_end_tag {
            // "When an end tag token is emitted with attributes, that is an end-tag-with-attributes parse
            // error. When an end tag token is emitted with its self-closing flag set, that is an
            // end-tag-with-trailing-solidus parse error."
            if !tag.attributes.is_empty() {
                self.parse_error("end-tag-with-attributes");
            }
            if tag.self_closing {
                self.parse_error("end-tag-with-trailing-solidus");
            }
            self.emit(EventKind::EndTag(tag));
        } else {
            let name = tag.name.clone();
            self.emit(EventKind::StartTag(tag));
            self.tree_construction_handles_start_tag(&name);
            self.last_start_tag = Some(name);
        }
    }

    pub(super) fn emit_comment_token(&mut self) {
        let data = std::mem::take(&mut self.comment);
        self.emit(EventKind::Comment(data));
    }

    pub(super) fn emit_doctype_token(&mut self) {
        let doctype = std::mem::take(&mut self.doctype);
        self.emit(EventKind::Doctype(doctype));
    }

    pub(super) fn emit_processing_instruction_token(&mut self) {
        let target = std::mem::take(&mut self.processing_instruction_target);
        let data = std::mem::take(&mut self.processing_instruction_data);
        self.emit(EventKind::ProcessingInstruction { target, data });
    }

    pub(super) fn emit_end_of_file_token(&mut self) {
        self.end_of_file = true;
    }

    /// "When a token is emitted, it must immediately be handled by the tree construction stage. The tree
    /// construction stage can affect the state of the tokenization stage."
    fn tree_construction_handles_start_tag(&mut self, name: &str) {
        match self.context {
            Context::None => {}
            Context::Document => match name {
                "title" | "textarea" => self.switch_to(State::Rcdata),
                "style" | "xmp" | "iframe" | "noembed" | "noframes" => self.switch_to(State::Rawtext),
                "noscript" if self.scripting => self.switch_to(State::Rawtext),
                "script" => self.switch_to(State::ScriptData),
                "plaintext" => self.switch_to(State::Plaintext),
                _ => {}
            },
        }
    }

    /// Whether there is an adjusted current node and it is not an element in the HTML namespace.
    pub(super) fn adjusted_current_node_is_foreign(&self) -> bool {
        self.cdata
    }

    // Tag tokens.

    /// Creates a new start tag token and sets its tag name to the empty string.
    pub(super) fn create_start_tag_token(&mut self) {
        self.tag = Tag::default();
        self.is_end_tag = false;
    }

    /// Creates a new end tag token and sets its tag name to the empty string.
    pub(super) fn create_end_tag_token(&mut self) {
        self.tag = Tag::default();
        self.is_end_tag = true;
    }

    pub(super) fn append_to_tag_name(&mut self, character: char) {
        self.tag.name.push(character);
    }

    pub(super) fn set_self_closing_flag(&mut self) {
        self.tag.self_closing = true;
    }

    /// "An appropriate end tag token is an end tag token whose tag name matches the tag name of the last
    /// start tag to have been emitted from this tokenizer, if any."
    pub(super) fn is_appropriate_end_tag_token(&self) -> bool {
        self.last_start_tag.as_ref() == Some(&self.tag.name)
    }

    /// Starts a new attribute in the current tag token, with this name and the empty string as its value.
    pub(super) fn start_new_attribute(&mut self, name: &str) {
        self.removed_attribute = None;
        self.tag.attributes.push(Attribute { name: name.to_owned(), value: String::new() });
    }

    fn current_attribute(&mut self) -> &mut Attribute {
        match &mut self.removed_attribute {
            Some(attribute) => attribute,
            None => self.tag.attributes.last_mut().expect("an attribute was started"),
        }
    }

    pub(super) fn append_to_attribute_name(&mut self, character: char) {
        self.current_attribute().name.push(character);
    }

    pub(super) fn append_to_attribute_value(&mut self, character: char) {
        self.current_attribute().value.push(character);
    }

    /// "When the user agent leaves the attribute name state (and before emitting the tag token, if
    /// appropriate), the complete attribute's name must be compared to the other attributes on the same
    /// token; if there is already an attribute on the token with the exact same name, then this is a
    /// duplicate-attribute parse error and the new attribute must be removed from the token. [...] Removing
    /// the attribute in this way does not change its status as the 'current attribute'."
    pub(super) fn leave_attribute_name_state(&mut self) {
        let (new, others) = self.tag.attributes.split_last().expect("an attribute was started");
        if others.iter().any(|other| other.name == new.name) {
            self.parse_error("duplicate-attribute");
            self.removed_attribute = self.tag.attributes.pop();
        }
    }

    // Comment and DOCTYPE tokens.

    /// Creates a comment token with this data.
    pub(super) fn create_comment_token(&mut self, data: &str) {
        self.comment = data.to_owned();
    }

    pub(super) fn append_to_comment_data(&mut self, character: char) {
        self.comment.push(character);
    }

    /// Creates a new DOCTYPE token: all is missing, and the force-quirks flag is off.
    pub(super) fn create_doctype_token(&mut self) {
        self.doctype = Doctype::default();
    }

    pub(super) fn set_force_quirks_flag_on(&mut self) {
        self.doctype.force_quirks = true;
    }

    pub(super) fn set_doctype_name(&mut self, character: char) {
        self.doctype.name = Some(character.to_string());
    }

    pub(super) fn append_to_doctype_name(&mut self, character: char) {
        self.doctype.name.get_or_insert_default().push(character);
    }

    /// Sets the DOCTYPE token's public identifier to the empty string (not missing).
    pub(super) fn set_public_identifier_empty(&mut self) {
        self.doctype.public_id = Some(String::new());
    }

    pub(super) fn append_to_public_identifier(&mut self, character: char) {
        self.doctype.public_id.get_or_insert_default().push(character);
    }

    /// Sets the DOCTYPE token's system identifier to the empty string (not missing).
    pub(super) fn set_system_identifier_empty(&mut self) {
        self.doctype.system_id = Some(String::new());
    }

    pub(super) fn append_to_system_identifier(&mut self, character: char) {
        self.doctype.system_id.get_or_insert_default().push(character);
    }

    // Processing instruction tokens.

    /// Whether the edition has them.
    pub(super) fn knows_processing_instructions(&self) -> bool {
        match self.edition {
            Edition::Living => false,
            Edition::LivingProcessingInstructions => true,
        }
    }

    /// Creates a processing instruction token with the temporary buffer as its target and the empty string as
    /// its data.
    pub(super) fn create_processing_instruction_token(&mut self) {
        self.processing_instruction_target = std::mem::take(&mut self.temporary_buffer);
        self.processing_instruction_data.clear();
    }

    pub(super) fn append_to_processing_instruction_data(&mut self, character: char) {
        self.processing_instruction_data.push(character);
    }

    // Character references.

    /// "A character reference is said to be consumed as part of an attribute if the return state is either
    /// attribute value (double-quoted) state, attribute value (single-quoted) state or attribute value
    /// (unquoted) state."
    pub(super) fn is_consumed_as_part_of_an_attribute(&self) -> bool {
        matches!(
            self.return_state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }

    /// "For each code point in the temporary buffer (in the order they were added to the buffer) user agent
    /// must append the code point from the buffer to the current attribute's value if the character reference
    /// was consumed as part of an attribute, or emit the code point as a character token otherwise."
    pub(super) fn flush_code_points_consumed_as_a_character_reference(&mut self) {
        for character in std::mem::take(&mut self.temporary_buffer).chars() {
            if self.is_consumed_as_part_of_an_attribute() {
                self.append_to_attribute_value(character);
            } else {
                self.emit_character(character);
            }
        }
    }
}

/// The lowercase version of an ASCII upper alpha: add 0x0020 to the character's code point.
pub(super) fn lowercase_version(character: char) -> char {
    character.to_ascii_lowercase()
}
