//! The fuzz target that compares core with two other tokenizers.
//!
//! Where a peer is known to deviate from the standard is listed in `deviations`, with the reason; anything else
//! that differs is a finding, in core or for that list.

mod deviations;
mod html5ever;
mod html5gum;
mod reading;

use tagspan_reference::{Edition, EventKind, Options, Tag};

use crate::run::{End, run as run_core};
use crate::settings;
use crate::trace::Item;

use crate::targets::layout;
use deviations::Deviation;
use reading::{Given, Reading, Token};

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
