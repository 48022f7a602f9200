//! The tokens of an input in terms that core and its peers share.

use std::collections::BTreeMap;

use tagspan_reference::{Context, Options, TextState};

/// A token as far as the peers have it: text joined, attributes by name, nothing but the name of an end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Text(String),
    StartTag { name: String, attributes: BTreeMap<String, String>, self_closing: bool },
    EndTag(String),
    Comment(String),
    Doctype { name: String, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
}

/// What a tokenizer makes of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) tokens: Vec<Token>,
    /// Codes of parse errors in the order of the alphabet: peers find them at other moments.
    pub(super) errors: Vec<&'static str>,
}

impl Reading {
    pub(super) fn push(&mut self, token: Token) {
        match (self.tokens.last_mut(), token) {
            // html5ever hands out empty ones too.
            (_, Token::Text(text)) if text.is_empty() => {}
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (_, token) => self.tokens.push(token),
        }
    }

    /// How many errors have this code.
    pub(super) fn count(&self, code: &str) -> usize {
        self.errors.iter().filter(|error| **error == code).count()
    }

    /// Takes away one error of this code.
    pub(super) fn forget(&mut self, code: &str) {
        if let Some(at) = self.errors.iter().position(|error| *error == code) {
            self.errors.remove(at);
        }
    }
}

/// What all of them are given.
pub(super) struct Given<'i> {
    pub(super) input: &'i str,
    pub(super) options: Options,
}

/// The state that a start tag leads to, for peers that leave it to their user.
pub(super) fn after_start_tag(name: &str, options: &Options) -> Option<TextState> {
    if options.context == Context::None {
        return None;
    }
    match name {
        "script" => Some(TextState::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(TextState::Rawtext),
        "noscript" if options.scripting => Some(TextState::Rawtext),
        "title" | "textarea" => Some(TextState::Rcdata),
        "plaintext" => Some(TextState::Plaintext),
        _ => None,
    }
}
