//! Drives html5ever's tokenizer without its tree builder.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token as Theirs, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use tagspan_reference::{Options, TextState};

use super::reading::{Given, Reading, Token, after_start_tag};

struct Sink<'o> {
    reading: RefCell<Reading>,
    options: &'o Options,
}

impl TokenSink for Sink<'_> {
    type Handle = ();

    fn process_token(&self, token: Theirs, _line: u64) -> TokenSinkResult<()> {
        let mut result = TokenSinkResult::Continue;
        let token = match token {
            Theirs::CharacterTokens(text) => Token::Text(text.into()),
            Theirs::NullCharacterToken => Token::Text("\0".to_owned()),
            Theirs::CommentToken(data) => Token::Comment(data.into()),
            Theirs::DoctypeToken(doctype) => Token::Doctype {
                name: doctype.name.map(String::from).unwrap_or_default(),
                public_id: doctype.public_id.map(String::from),
                system_id: doctype.system_id.map(String::from),
                force_quirks: doctype.force_quirks,
            },
            Theirs::TagToken(tag) if tag.kind == TagKind::EndTag => Token::EndTag(tag.name.to_string()),
            Theirs::TagToken(tag) => {
                result = match after_start_tag(&tag.name, self.options) {
                    Some(TextState::Rcdata) => TokenSinkResult::RawData(RawKind::Rcdata),
                    Some(TextState::Rawtext) => TokenSinkResult::RawData(RawKind::Rawtext),
                    Some(TextState::ScriptData) => TokenSinkResult::RawData(RawKind::ScriptData),
                    Some(TextState::Plaintext) => TokenSinkResult::Plaintext,
                    Some(TextState::Data | TextState::CdataSection) | None => TokenSinkResult::Continue,
                };
                let attribute = |attribute: html5ever::Attribute| {
                    (attribute.name.local.to_string(), String::from(attribute.value))
                };
                Token::StartTag {
                    name: tag.name.to_string(),
                    self_closing: tag.self_closing,
                    attributes: tag.attrs.into_iter().map(attribute).collect(),
                }
            }
            Theirs::EOFToken | Theirs::ParseError(_) => return result,
        };
        self.reading.borrow_mut().push(token);
        result
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.options.cdata
    }
}

pub(super) fn read(given: &Given<'_>) -> Reading {
    let Given { input, options } = given;
    let initial_state = match options.initial_state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RawData(RawKind::Rcdata),
        TextState::Rawtext => State::RawData(RawKind::Rawtext),
        TextState::ScriptData => State::RawData(RawKind::ScriptData),
        TextState::Plaintext => State::Plaintext,
        TextState::CdataSection => State::CdataSection,
    };
    let tokenizer = Tokenizer::new(
        Sink { reading: RefCell::default(), options },
        TokenizerOpts {
            // A mark in front is a character here, as it is to core.
            discard_bom: false,
            initial_state: Some(initial_state),
            last_start_tag_name: options.last_start_tag.clone(),
            ..TokenizerOpts::default()
        },
    );
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(input));
    // The sink asks for nothing that could stop it.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.reading.into_inner()
}
