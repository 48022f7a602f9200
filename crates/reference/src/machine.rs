//! The variables and actions that the states of all editions share.

use crate::event::{Attribute, Doctype, Event, EventKind, Tag};
use crate::input_stream::InputCharacter;
use crate::options::Options;

/// The parts of an edition: its states, and the data of these that other editions lack.
pub(crate) trait Rules: Sized {
    type State: Copy;

    /// One step of the state machine: runs the current state once.
    fn step(tokenizer: &mut Tokenizer<Self>);

    /// Whether a token that is emitted from this state on begins there: none is half read.
    fn is_between_tokens(state: Self::State) -> bool;
}

/// A state machine with its input and its output.
pub(crate) struct Tokenizer<E: Rules> {
    pub(crate) state: E::State,
    /// The state that only this edition has.
    pub(crate) own: E,

    input: Vec<InputCharacter>,
    /// The input's length in bytes.
    end: usize,
    /// The index in `input` of the next input character; the input's length stands for EOF.
    next: usize,
    /// The index of the current input character: the last that was consumed.
    current: usize,
    /// The characters before this index have had their input stream error reported.
    reported: usize,

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

    events: Vec<Event>,
    /// Where the token begins that is emitted next.
    token_start: usize,
    /// The last token that was emitted in this step.
    emitted: Option<usize>,
    /// How many characters, of those that this step and earlier ones consumed, the last token emitted in this step
    /// is not made of.
    held_back: usize,
    end_of_file: bool,
}

impl<E: Rules> Tokenizer<E> {
    /// A machine at the start of an input of `end` bytes.
    pub(crate) fn new(
        input: Vec<InputCharacter>,
        end: usize,
        options: &Options,
        state: E::State,
        own: E,
    ) -> Self {
        Tokenizer {
            state,
            own,
            input,
            end,
            next: 0,
            current: 0,
            reported: 0,
            tag: Tag::default(),
            is_end_tag: false,
            removed_attribute: None,
            last_start_tag: options.last_start_tag.as_ref().map(|name| name.to_ascii_lowercase()),
            comment: String::new(),
            doctype: Doctype::default(),
            events: Vec::new(),
            token_start: 0,
            emitted: None,
            held_back: 0,
            end_of_file: false,
        }
    }

    /// Runs the state machine until the end-of-file token is emitted.
    pub(crate) fn run(mut self) -> Vec<Event> {
        while !self.end_of_file {
            if self.emitted.take().is_some() || E::is_between_tokens(self.state) {
                self.token_start = self.offset_of(self.next);
            }
            E::step(&mut self);
            if let Some(token) = self.emitted {
                let held_back = std::mem::take(&mut self.held_back);
                self.events[token].span.end = self.offset_of(self.next - held_back);
            }
            self.report_input_stream_errors_before(self.next);
        }
        self.events
    }

    // The input.

    /// Consumes the next input character, which is then the current one. `None` is EOF.
    pub(crate) fn consume_next_input_character(&mut self) -> Option<char> {
        self.current = self.next;
        let character = self.input.get(self.next)?.character;
        self.next += 1;
        Some(character)
    }

    pub(crate) fn switch_to(&mut self, state: E::State) {
        self.state = state;
    }

    pub(crate) fn reconsume_in(&mut self, state: E::State) {
        self.next = self.current;
        self.state = state;
    }

    /// The characters from the next one on, without consuming them.
    pub(crate) fn next_few_characters(&self) -> impl Iterator<Item = char> + Clone {
        self.input[self.next..].iter().map(|input| input.character)
    }

    /// Consumes so many characters. The last of them is then the current one.
    pub(crate) fn consume(&mut self, count: usize) {
        self.next += count;
        self.current = self.next - 1;
    }

    /// Unconsumes so many characters. The last that remains consumed is then the current one.
    #[cfg(feature = "drafts")]
    pub(crate) fn unconsume(&mut self, count: usize) {
        self.next -= count;
        self.current = self.next.saturating_sub(1);
    }

    /// Whether the next characters are the string.
    pub(crate) fn next_characters_are(&self, string: &str) -> bool {
        self.next_few_characters().take(string.len()).eq(string.chars())
    }

    /// Whether the next characters are an ASCII case-insensitive match for the word.
    pub(crate) fn next_characters_match(&self, word: &str) -> bool {
        self.next_few_characters()
            .take(word.len())
            .map(|character| character.to_ascii_lowercase())
            .eq(word.chars().map(|character| character.to_ascii_lowercase()))
    }

    /// Whether the characters starting from the current input character are an ASCII case-insensitive match
    /// for the word. When they are, consumes them.
    pub(crate) fn consume_match_from_current(&mut self, word: &str) -> bool {
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

    /// Whether the last characters of the input stream that were consumed, the current one included, are the
    /// string.
    #[cfg(feature = "drafts")]
    pub(crate) fn last_characters_are(&self, string: &str) -> bool {
        let consumed = self.input[..self.next].iter().rev().map(|input| input.character);
        consumed.take(string.len()).eq(string.chars().rev())
    }

    /// The offset of the character of this index, or of EOF.
    fn offset_of(&self, index: usize) -> usize {
        self.input.get(index).map_or(self.end, |input| input.offset)
    }

    // Parse errors.

    /// A parse error at the current input character.
    pub(crate) fn report(&mut self, name: &'static str) {
        self.report_at(name, self.current);
    }

    /// A parse error of a state that has not consumed the character which it is about.
    pub(crate) fn report_at_next_input_character(&mut self, name: &'static str) {
        self.report_at(name, self.next);
    }

    fn report_at(&mut self, name: &'static str, index: usize) {
        self.report_input_stream_errors_before(index + 1);
        let offset = self.offset_of(index);
        self.events.push(Event { span: offset..offset, kind: EventKind::Error(name) });
    }

    fn report_input_stream_errors_before(&mut self, index: usize) {
        while self.reported < index.min(self.input.len()) {
            let InputCharacter { offset, error, .. } = self.input[self.reported];
            self.reported += 1;
            if let Some(code) = error {
                self.events.push(Event { span: offset..offset, kind: EventKind::Error(code) });
            }
        }
    }

    // Emitting.

    pub(crate) fn emit(&mut self, kind: EventKind) {
        self.emitted = Some(self.events.len());
        // Its end is known when the step is done: the character that is current may yet be reconsumed.
        self.events.push(Event { span: self.token_start..self.token_start, kind });
    }

    /// Emits a character token.
    pub(crate) fn emit_character(&mut self, character: char) {
        if let Some(Event { kind: EventKind::Text(text), .. }) = self.events.last_mut() {
            text.push(character);
            self.emitted = Some(self.events.len() - 1);
        } else {
            self.emit(EventKind::Text(character.to_string()));
        }
    }

    /// So many of the characters before the next one are not part of the text that this step emits.
    pub(crate) fn hold_back_from_text(&mut self, count: usize) {
        self.held_back = count;
    }

    /// Emits the current input character as a character token.
    pub(crate) fn emit_current_input_character(&mut self) {
        self.report_input_stream_errors_before(self.current + 1);
        self.emit_character(self.input[self.current].character);
    }

    /// Emits the current tag token. Gives the tag name if it is a start tag's.
    pub(crate) fn emit_tag_token(&mut self) -> Option<String> {
        let tag = std::mem::take(&mut self.tag);
        if self.is_end_tag {
            self.emit(EventKind::EndTag(tag));
            None
        } else {
            self.last_start_tag = Some(tag.name.clone());
            self.emit(EventKind::StartTag(tag));
            self.last_start_tag.clone()
        }
    }

    pub(crate) fn emit_comment_token(&mut self) {
        let data = std::mem::take(&mut self.comment);
        self.emit(EventKind::Comment(data));
    }

    pub(crate) fn emit_doctype_token(&mut self) {
        let doctype = std::mem::take(&mut self.doctype);
        self.emit(EventKind::Doctype(doctype));
    }

    pub(crate) fn emit_end_of_file_token(&mut self) {
        self.end_of_file = true;
    }

    // Tag tokens.

    /// Creates a new start tag token and sets its tag name to the empty string.
    pub(crate) fn create_start_tag_token(&mut self) {
        self.tag = Tag::default();
        self.is_end_tag = false;
    }

    /// Creates a new end tag token and sets its tag name to the empty string.
    pub(crate) fn create_end_tag_token(&mut self) {
        self.tag = Tag::default();
        self.is_end_tag = true;
    }

    pub(crate) fn append_to_tag_name(&mut self, character: char) {
        self.tag.name.push(character);
    }

    /// The current tag token.
    pub(crate) fn current_tag_token(&self) -> &Tag {
        &self.tag
    }

    pub(crate) fn current_tag_token_is_an_end_tag(&self) -> bool {
        self.is_end_tag
    }

    /// The tag name of the last start tag token to have been emitted, if any.
    pub(crate) fn last_start_tag(&self) -> Option<&str> {
        self.last_start_tag.as_deref()
    }

    pub(crate) fn set_self_closing_flag(&mut self) {
        self.tag.self_closing = true;
    }

    /// Starts a new attribute in the current tag token, with this name and the empty string as its value.
    pub(crate) fn start_new_attribute(&mut self, name: &str) {
        self.removed_attribute = None;
        self.tag.attributes.push(Attribute { name: name.to_owned(), value: String::new() });
    }

    fn current_attribute(&mut self) -> &mut Attribute {
        match &mut self.removed_attribute {
            Some(attribute) => attribute,
            None => self.tag.attributes.last_mut().expect("an attribute was started"),
        }
    }

    pub(crate) fn append_to_attribute_name(&mut self, character: char) {
        self.current_attribute().name.push(character);
    }

    pub(crate) fn append_to_attribute_value(&mut self, character: char) {
        self.current_attribute().value.push(character);
    }

    /// Whether another attribute of the current tag token has the exact name of the new one.
    pub(crate) fn new_attribute_is_a_duplicate(&self) -> bool {
        let (new, others) = self.tag.attributes.split_last().expect("an attribute was started");
        others.iter().any(|other| other.name == new.name)
    }

    /// Removes the new attribute from the token. It remains the current attribute.
    pub(crate) fn remove_new_attribute(&mut self) {
        self.removed_attribute = self.tag.attributes.pop();
    }

    // Comment and DOCTYPE tokens.

    /// Creates a comment token with this data.
    pub(crate) fn create_comment_token(&mut self, data: &str) {
        self.comment = data.to_owned();
    }

    pub(crate) fn append_to_comment_data(&mut self, character: char) {
        self.comment.push(character);
    }

    /// Creates a new DOCTYPE token: all is missing, and the force-quirks flag is off.
    pub(crate) fn create_doctype_token(&mut self) {
        self.doctype = Doctype::default();
    }

    pub(crate) fn set_force_quirks_flag_on(&mut self) {
        self.doctype.force_quirks = true;
    }

    pub(crate) fn set_doctype_name(&mut self, character: char) {
        self.doctype.name = Some(character.to_string());
    }

    pub(crate) fn append_to_doctype_name(&mut self, character: char) {
        self.doctype.name.get_or_insert_default().push(character);
    }

    /// Sets the DOCTYPE token's public identifier to the empty string (not missing).
    pub(crate) fn set_public_identifier_empty(&mut self) {
        self.doctype.public_id = Some(String::new());
    }

    pub(crate) fn append_to_public_identifier(&mut self, character: char) {
        self.doctype.public_id.get_or_insert_default().push(character);
    }

    /// Sets the DOCTYPE token's system identifier to the empty string (not missing).
    pub(crate) fn set_system_identifier_empty(&mut self) {
        self.doctype.system_id = Some(String::new());
    }

    pub(crate) fn append_to_system_identifier(&mut self, character: char) {
        self.doctype.system_id.get_or_insert_default().push(character);
    }
}

/// The lowercase version of an ASCII upper alpha: add 0x0020 to the character's code point.
pub(crate) fn lowercase_version(character: char) -> char {
    character.to_ascii_lowercase()
}
