//! 8.2.3. Tokenisation: the variables and actions of the states of 2007 that other editions lack.

use super::state::State;
use crate::input_stream;
use crate::machine::{self, Rules};
use crate::options::{Context, Options, TextState};

/// The state machine of 2007.
pub(super) type Tokenizer = machine::Tokenizer<Draft2007>;

/// "The exact behaviour of certain states depends on a content model flag that is set after certain tokens are
/// emitted. The flag has several states: PCDATA, RCDATA, CDATA, and PLAINTEXT."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentModel {
    Pcdata,
    Rcdata,
    Cdata,
    Plaintext,
}

/// The state that only the draft of 2007 has.
pub(crate) struct Draft2007 {
    pub(super) content_model_flag: ContentModel,
    /// "In the RCDATA and CDATA states, a further escape flag is used to control the behaviour of the
    /// tokeniser. It is either true or false, and initially must be set to the false state."
    pub(super) escape_flag: bool,
    /// The attribute value state that the entity in attribute value state was entered from.
    pub(super) attribute_value_state: State,
    context: Context,
    scripting: bool,
}

impl Rules for Draft2007 {
    type State = State;

    fn step(tokenizer: &mut Tokenizer) {
        tokenizer.step();
    }

    fn is_between_tokens(state: State) -> bool {
        matches!(state, State::Data)
    }
}

pub(super) fn new(input: &[u8], options: &Options) -> Tokenizer {
    let content_model_flag = match options.initial_state {
        // The text has no CDATA sections.
        TextState::Data | TextState::CdataSection => ContentModel::Pcdata,
        TextState::Rcdata => ContentModel::Rcdata,
        TextState::Rawtext | TextState::ScriptData => ContentModel::Cdata,
        TextState::Plaintext => ContentModel::Plaintext,
    };
    let own = Draft2007 {
        content_model_flag,
        escape_flag: false,
        attribute_value_state: State::AttributeValueUnquoted,
        context: options.context,
        scripting: options.scripting,
    };
    Tokenizer::new(input_stream::draft2010(input), input.len(), options, State::Data, own)
}

impl Tokenizer {
    // Parse errors. They have no names: an error is called as the section that it is found in.

    /// A parse error of the current state at the current input character.
    pub(super) fn parse_error(&mut self) {
        self.report(self.state.heading());
    }

    // The input.

    /// Whether the content model flag is set to the RCDATA or CDATA states.
    pub(super) fn content_model_flag_is_rcdata_or_cdata(&self) -> bool {
        matches!(self.own.content_model_flag, ContentModel::Rcdata | ContentModel::Cdata)
    }

    // Emitting.

    pub(super) fn emit_current_tag_token(&mut self) {
        const TOKENISATION: &str = "Tokenisation";
        let is_end_tag = self.current_tag_token_is_an_end_tag();
        // "When an end tag token is emitted with attributes, that is a parse error."
        if is_end_tag && !self.current_tag_token().attributes.is_empty() {
            self.report(TOKENISATION);
        }
        let start_tag_name = self.emit_tag_token();
        // "When an end tag token is emitted, the content model flag must be switched to the PCDATA state."
        if is_end_tag {
            self.own.content_model_flag = ContentModel::Pcdata;
        }
        if let Some(name) = start_tag_name {
            self.tree_construction_handles_start_tag(&name);
        }
    }

    /// "When a token is emitted, it must immediately be handled by the tree construction stage. The tree
    /// construction stage can affect the state of the content model flag [...]."
    ///
    /// Tree construction is not in the text: these are the elements that it sets the flag for.
    fn tree_construction_handles_start_tag(&mut self, name: &str) {
        match self.own.context {
            Context::None => {}
            Context::Document => match name {
                "title" | "textarea" => self.own.content_model_flag = ContentModel::Rcdata,
                "style" | "script" | "xmp" | "iframe" | "noembed" | "noframes" => {
                    self.own.content_model_flag = ContentModel::Cdata;
                }
                "noscript" if self.own.scripting => self.own.content_model_flag = ContentModel::Cdata,
                "plaintext" => self.own.content_model_flag = ContentModel::Plaintext,
                _ => {}
            },
        }
    }

    // Tag tokens.

    /// "Parse error unless this is a permitted slash."
    ///
    /// "A permitted slash is a U+002F SOLIDUS character that is immediately followed by a U+003E GREATER-THAN
    /// SIGN, if, and only if, the current token being processed is a start tag token whose tag name is one of
    /// the following: base, link, meta, hr, br, img, embed, param, area, col, input"
    pub(super) fn parse_error_unless_this_is_a_permitted_slash(&mut self) {
        let is_permitted = self.next_characters_are(">")
            && !self.current_tag_token_is_an_end_tag()
            && matches!(
                self.current_tag_token().name.as_str(),
                "base" | "link" | "meta" | "hr" | "br" | "img" | "embed" | "param" | "area" | "col" | "input"
            );
        if !is_permitted {
            self.parse_error();
        }
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

    // DOCTYPE tokens.

    /// The correctness flag is the opposite of the token's force-quirks flag.
    pub(super) fn set_correctness_flag_to_incorrect(&mut self) {
        self.set_force_quirks_flag_on();
    }
}
