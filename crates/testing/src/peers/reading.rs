//! The tokens of an input in terms that core and its peers share.

use std::collections::BTreeMap;

use tagspan_reference::{Context, Options, TextState};

/// A token as far as the peers have it: text joined, attributes by name, nothing but the name of an end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Text.
    Text(String),
    /// A start tag.
    #[allow(missing_docs)]
    StartTag { name: String, attributes: BTreeMap<String, String>, self_closing: bool },
    /// An end tag.
    EndTag(String),
    /// A comment.
    Comment(String),
    /// A DOCTYPE; a name that is missing is empty.
    #[allow(missing_docs)]
    Doctype { name: String, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
}

/// The output of a tokenizer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Codes of parse errors in the order of the alphabet: peers find them at other moments.
    pub errors: Vec<&'static str>,
}

impl Reading {
    /// Adds a token, or joins text with text.
    pub fn push(&mut self, token: Token) {
        match (self.tokens.last_mut(), token) {
            // html5ever returns empty ones too.
            (_, Token::Text(text)) if text.is_empty() => {}
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (_, token) => self.tokens.push(token),
        }
    }

    /// The same without the codes of errors.
    pub fn without_errors(self) -> Self {
        Reading { errors: Vec::new(), ..self }
    }

    /// The next tokens from this index on, and the codes of errors.
    pub(super) fn from(&self, index: usize) -> Self {
        Reading {
            tokens: self.tokens.iter().skip(index).take(3).cloned().collect(),
            errors: self.errors.clone(),
        }
    }

    /// How many errors have this code.
    pub fn count(&self, code: &str) -> usize {
        self.errors.iter().filter(|error| **error == code).count()
    }

    /// Takes away one error of this code.
    pub fn forget(&mut self, code: &str) {
        if let Some(at) = self.errors.iter().position(|error| *error == code) {
            self.errors.remove(at);
        }
    }
}

/// The common input.
pub struct Given<'i> {
    /// The input.
    pub input: &'i str,
    /// The settings.
    pub options: Options,
}

/// The state that a start tag leads to, for peers that leave it to their user.
pub fn after_start_tag(name: &str, options: &Options) -> Option<TextState> {
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
