//! html5gum with its two emitters, text modes switched by tag names as it offers.

use benches::Sum;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{DefaultEmitter, Span, Token, Tokenizer};

use super::{Contender, Work};

pub(super) fn contenders() -> Vec<Contender> {
    let gum = |name, does, start| Contender {
        name,
        package: Some("html5gum"),
        work: Work::Decoded,
        does,
        omits: "spans; text modes in SVG and MathML; takes noscript for raw text",
        exact: false,
        on_request: false,
        start,
    };
    vec![
        gum("html5gum callback", "all decoded, as bytes borrowed from its buffers; parse errors", || {
            Box::new(callback)
        }),
        gum("html5gum default", "all decoded, as owned bytes; parse errors", || Box::new(default)),
    ]
}

/// A tokenizer owns its emitter and is for one document.
fn callback(page: &str) -> Sum {
    let mut sum = Sum::default();
    // Attributes are reported before the kind of the tag is known: end tags have them too.
    let mut pending = 0;
    let see = |event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                sum.tokens += 1;
                sum.start_tags += 1;
                pending = 0;
                sum.touch(name);
            }
            CallbackEvent::AttributeName { name } => {
                pending += 1;
                sum.touch(name);
            }
            CallbackEvent::AttributeValue { value } => sum.touch(value),
            CallbackEvent::CloseStartTag { .. } => sum.attributes += std::mem::take(&mut pending),
            CallbackEvent::EndTag { name } => {
                sum.tokens += 1;
                sum.touch(name);
            }
            CallbackEvent::String { value } => {
                sum.tokens += 1;
                sum.text_bytes += value.len() as u64;
                sum.touch(value);
            }
            CallbackEvent::Comment { value } => {
                sum.tokens += 1;
                sum.touch(value);
            }
            CallbackEvent::Doctype { name, public_identifier, system_identifier, .. } => {
                sum.tokens += 1;
                sum.touch(name);
                sum.touch(public_identifier.unwrap_or_default());
                sum.touch(system_identifier.unwrap_or_default());
            }
            CallbackEvent::Error(error) => sum.mix(error as u64),
        }
        None
    };
    let mut emitter = CallbackEmitter::new(see);
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(()) = token;
    }
    sum
}

fn default(page: &str) -> Sum {
    let mut sum = Sum::default();
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(token) = token;
        sum.tokens += 1;
        match token {
            Token::StartTag(tag) => {
                sum.start_tags += 1;
                sum.attributes += tag.attributes.len() as u64;
                sum.touch(&tag.name);
                for (name, value) in &tag.attributes {
                    sum.touch(name);
                    sum.touch(value);
                }
            }
            Token::EndTag(tag) => sum.touch(&tag.name),
            Token::String(text) => {
                sum.text_bytes += text.len() as u64;
                sum.touch(&text);
            }
            Token::Comment(data) => sum.touch(&data),
            Token::Doctype(doctype) => {
                sum.touch(&doctype.name);
                sum.touch(doctype.public_identifier.as_deref().map_or(&[], Vec::as_slice));
                sum.touch(doctype.system_identifier.as_deref().map_or(&[], Vec::as_slice));
            }
            Token::Error(error) => {
                sum.tokens -= 1;
                sum.mix(*error as u64);
            }
        }
    }
    sum
}
