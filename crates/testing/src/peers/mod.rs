//! Compares core with other tokenizers.
//!
//! Where a peer is known to deviate from the standard is listed in `deviations`, with the sentence of the standard that core
//! follows. Any other difference is a fault, of core or of that list.

pub mod deviations;
mod generated;
mod html5ever;
mod html5gum;
pub mod reading;

use tagspan_reference::{EventKind, Tag};

use crate::run::{End, run as run_core};
use crate::settings;
use crate::trace::Item;

use deviations::Deviation;
pub use generated::{Generated, generated};
pub use reading::{Given, Reading, Token};

/// Another tokenizer.
pub struct Peer {
    /// Its name and version.
    pub name: &'static str,
    /// The output of core, as far as the peer has it too.
    pub ours: fn(&Given<'_>) -> Reading,
    /// The output of the peer.
    pub theirs: fn(&Given<'_>) -> Reading,
    /// Where it is known to deviate.
    pub deviations: &'static [Deviation],
}

/// The result of a comparison.
pub enum Verdict {
    /// Both read the same.
    Equal,
    /// They differ, and this deviation is the reason. Of several it is the first that is needed.
    Deviates(&'static Deviation),
    /// They differ, and no deviation of the list is the reason; as text for people.
    Unexplained(String),
}

/// The peers of the fuzz target.
pub const PEERS: [Peer; 2] = [
    // Its errors are sentences without codes.
    Peer {
        name: "html5ever 0.40",
        ours: |given| core(given).without_errors(),
        theirs: html5ever::read,
        deviations: deviations::OF_HTML5EVER,
    },
    Peer { name: "html5gum 0.9", ours: core, theirs: html5gum::read, deviations: deviations::OF_HTML5GUM },
];

impl Peer {
    /// Compares the two readings of an input.
    pub fn compare(&self, given: &Given<'_>) -> Verdict {
        let (ours, theirs) = ((self.ours)(given), (self.theirs)(given));
        if ours == theirs {
            return Verdict::Equal;
        }
        let (mut excused, mut excuses) = (ours.clone(), theirs.clone());
        let mut first = None;
        for deviation in self.deviations {
            let before = (excused.clone(), excuses.clone());
            (deviation.excuse)(given, &mut excused, &mut excuses);
            if before != (excused.clone(), excuses.clone()) {
                first = first.or(Some(deviation));
            }
        }
        match first {
            Some(deviation) if excused == excuses => Verdict::Deviates(deviation),
            _ => {
                let Given { input, options } = given;
                let same = ours.tokens.iter().zip(&theirs.tokens).take_while(|(a, b)| a == b).count();
                let (ours, theirs) = (ours.from(same), theirs.from(same));
                Verdict::Unexplained(format!(
                    "input      {input:?}\noptions    {options:?}\nthe same   {same} tokens\ncore       {ours:?}\n{:10} {theirs:?}",
                    self.name
                ))
            }
        }
    }
}

/// The output of core, with parse errors.
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
