//! Core against two tokenizers of others: what all of them read is compared.
//!
//! Where a peer is known to deviate from the standard is listed in `deviations`, with the reason; anything else
//! that differs is a finding, in core or for that list.

mod deviations;
mod html5ever;
mod html5gum;

use std::collections::BTreeMap;

use tagspan_reference::{Context, Edition, EventKind, Options, Tag, TextState};

use crate::run::{End, run as run_core};
use crate::settings;
use crate::stream::Item;

use super::layout;
use deviations::Deviation;

/// A token as far as the peers have it: text joined, attributes by name, nothing but the name of an end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Text(String),
    StartTag { name: String, attributes: BTreeMap<String, String>, self_closing: bool },
    EndTag(String),
    Comment(String),
    Doctype { name: String, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
}

/// What a tokenizer makes of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reading {
    tokens: Vec<Token>,
    /// Codes of parse errors in the order of the alphabet: peers find them at other moments.
    errors: Vec<&'static str>,
}

impl Reading {
    fn push(&mut self, token: Token) {
        match (self.tokens.last_mut(), token) {
            // html5ever hands out empty ones too.
            (_, Token::Text(text)) if text.is_empty() => {}
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (_, token) => self.tokens.push(token),
        }
    }
}

impl Reading {
    /// How many errors have this code.
    fn count(&self, code: &str) -> usize {
        self.errors.iter().filter(|error| **error == code).count()
    }

    /// Takes away one error of this code.
    fn forget(&mut self, code: &str) {
        if let Some(at) = self.errors.iter().position(|error| *error == code) {
            self.errors.remove(at);
        }
    }
}

/// What all of them are given.
struct Given<'i> {
    input: &'i str,
    options: Options,
}

/// Peers take strings and not bytes, and no processing instructions; everything else is as the layout says.
pub(super) fn run(data: &[u8]) {
    let (input, mut control) = layout::split(data);
    let options = Options { edition: Edition::Living, ..layout::options(&mut control) };
    let input = String::from_utf8_lossy(input);
    let given = Given { input: &input, options };
    let ours = core(&given);
    // The errors of html5ever are sentences without codes.
    let theirs = Reading { errors: ours.errors.clone(), ..html5ever::read(&given) };
    compare("html5ever", &given, &ours, &theirs, deviations::OF_HTML5EVER);
    compare("html5gum", &given, &ours, &html5gum::read(&given), deviations::OF_HTML5GUM);
}

fn compare(peer: &str, given: &Given<'_>, ours: &Reading, theirs: &Reading, deviations: &[Deviation]) {
    let (mut excused, mut excuses) = (ours.clone(), theirs.clone());
    for deviation in deviations {
        deviation(given, &mut excused, &mut excuses);
    }
    let Given { input, options } = given;
    assert!(
        excused == excuses,
        "input      {input:?}\noptions    {options:?}\ncore       {ours:?}\n{peer:10} {theirs:?}"
    );
}

fn core(given: &Given<'_>) -> Reading {
    let mut tokenizer = settings::builder(&given.options).parse_errors(true).build();
    let outcome = run_core(&mut tokenizer, &[given.input.as_bytes()], End::WithChunk);
    let stream = outcome.and_then(|outcome| outcome.complete()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut reading = Reading::default();
    for placed in stream.items {
        let Item::Event(kind) = placed.item else { continue };
        reading.push(match kind {
            EventKind::Text(text) => Token::Text(text),
            EventKind::StartTag(tag) => Token::StartTag {
                name: tag.name,
                self_closing: tag.self_closing,
                attributes: tag
                    .attributes
                    .into_iter()
                    .map(|attribute| (attribute.name, attribute.value))
                    .collect(),
            },
            EventKind::EndTag(Tag { name, .. }) => Token::EndTag(name),
            EventKind::Comment(data) => Token::Comment(data),
            EventKind::Doctype(doctype) => Token::Doctype {
                name: doctype.name.unwrap_or_default(),
                public_id: doctype.public_id,
                system_id: doctype.system_id,
                force_quirks: doctype.force_quirks,
            },
            EventKind::Error(code) => {
                reading.errors.push(code);
                continue;
            }
            other => panic!("not asked for: {other:?}"),
        });
    }
    reading.errors.sort_unstable();
    reading
}

/// The state that a start tag leads to, for peers that leave it to their user.
fn after_start_tag(name: &str, options: &Options) -> Option<TextState> {
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
