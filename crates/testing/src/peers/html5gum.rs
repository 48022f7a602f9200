//! Drives html5gum's tokenizer, whose states are switched as core switches its own.

use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, State, Token as Theirs, Tokenizer};
use tagspan_reference::{ERROR_CODES, TextState};

use super::reading::{Given, Reading, Token, after_start_tag};

/// The default emitter, with the setting of whether `<![CDATA[` opens a section.
struct WithCdata {
    inner: DefaultEmitter,
    cdata: bool,
}

impl ForwardingEmitter for WithCdata {
    type Token = Theirs;

    fn inner(&mut self) -> &mut impl Emitter<Token = Theirs> {
        &mut self.inner
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.cdata
    }
}

pub(super) fn read(given: &Given<'_>) -> Reading {
    let Given { input, options } = given;
    let mut emitter = WithCdata { inner: DefaultEmitter::default(), cdata: options.cdata };
    Emitter::set_last_start_tag(&mut emitter, options.last_start_tag.as_deref().map(str::as_bytes));
    let mut tokenizer = Tokenizer::new_with_emitter(*input, emitter);
    tokenizer.set_state(state(options.initial_state));
    let mut reading = Reading::default();
    while let Some(Ok(token)) = tokenizer.next() {
        reading.push(match token {
            Theirs::StartTag(tag) => {
                let name = string(&tag.name);
                // Its own switching takes `noscript` for raw text in any case, and does not know `noframes`.
                if let Some(next) = after_start_tag(&name, options) {
                    tokenizer.set_state(state(next));
                }
                let attributes = tag.attributes.iter();
                Token::StartTag {
                    name,
                    self_closing: tag.self_closing,
                    attributes: attributes.map(|(name, value)| (string(name), string(value))).collect(),
                }
            }
            Theirs::EndTag(tag) => Token::EndTag(string(&tag.name)),
            Theirs::String(text) => Token::Text(string(&text)),
            Theirs::Comment(data) => Token::Comment(string(&data)),
            Theirs::Doctype(doctype) => Token::Doctype {
                name: string(&doctype.name),
                public_id: doctype.public_identifier.map(|id| string(&id)),
                system_id: doctype.system_identifier.map(|id| string(&id)),
                force_quirks: doctype.force_quirks,
            },
            Theirs::Error(error) => {
                let code = ERROR_CODES.iter().find(|code| **code == error.as_str());
                reading.errors.push(
                    code.unwrap_or_else(|| panic!("html5gum has an error of its own: {:?}", error.value)),
                );
                continue;
            }
        });
    }
    reading.errors.sort_unstable();
    reading
}

fn state(state: TextState) -> State {
    match state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RcData,
        TextState::Rawtext => State::RawText,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::PlainText,
        TextState::CdataSection => State::CdataSection,
    }
}

/// Its strings are bytes, of an input that was a string.
fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
