//! Compares core with the reference's events token by token, without building core's events.

use tagspan_core::{Span, Tag, Token, Tokenizer, Tokens};
use tagspan_reference::{Doctype, Event, EventKind, Options, tokenize};

use crate::settings;

/// In how many ways core runs on each input: whole and byte by byte, each with parse errors and without.
pub const RUNS: u64 = 4;

/// The reference's verdict on many inputs of the same settings, by two tokenizers that are reset between them.
///
/// As strict as [`compare`](crate::compare::compare) and some times as fast.
pub struct Comparison {
    options: Options,
    reporting: Tokenizer,
    silent: Tokenizer,
}

impl Comparison {
    /// For these settings.
    ///
    /// # Panics
    ///
    /// When there is an edition or a context that core does not have.
    pub fn new(options: &Options) -> Self {
        let tokenizer = |parse_errors| settings::builder(options).parse_errors(parse_errors).build();
        Comparison { options: options.clone(), reporting: tokenizer(true), silent: tokenizer(false) }
    }

    /// Whether core gives what the reference does: tokens, errors, their order and their spans, in each of the
    /// [`RUNS`].
    pub fn holds(&mut self, input: &[u8]) -> bool {
        let events = tokenize(input, &self.options);
        [(&mut self.reporting, true), (&mut self.silent, false)].into_iter().all(|(tokenizer, errors)| {
            whole(tokenizer, input, Expected::new(&events, errors))
                && bytes(tokenizer, input, Expected::new(&events, errors))
        })
    }
}

/// Whether core's tokens are the expected ones when the input is one chunk that is also the last.
fn whole(tokenizer: &mut Tokenizer, input: &[u8], mut expected: Expected<'_>) -> bool {
    tokenizer.reset();
    expected.take_all(tokenizer.feed_last(input)) && expected.end()
}

/// Whether core's tokens are the expected ones when the input comes byte by byte, and the end after it.
fn bytes(tokenizer: &mut Tokenizer, input: &[u8], mut expected: Expected<'_>) -> bool {
    tokenizer.reset();
    input.chunks(1).all(|byte| expected.take_all(tokenizer.feed(byte)))
        && expected.take_all(tokenizer.finish())
        && expected.end()
}

/// The events that are still to come.
struct Expected<'e> {
    events: &'e [Event],
    /// Whether errors are among them. If not, texts with only errors between them are one.
    errors: bool,
    /// How many bytes of the first event's text have come.
    taken: usize,
    /// While text comes: where core's ended, and where the reference's does.
    ends: Option<(usize, usize)>,
}

impl<'e> Expected<'e> {
    fn new(events: &'e [Event], errors: bool) -> Self {
        Expected { events, errors, taken: 0, ends: None }
    }

    fn take_all(&mut self, mut tokens: Tokens<'_, '_>) -> bool {
        loop {
            match tokens.next_token() {
                Ok(Some(token)) if self.take(token) => {}
                Ok(None) => return true,
                Ok(Some(_)) | Err(_) => return false,
            }
        }
    }

    /// Whether the token is what comes next.
    fn take(&mut self, token: Token<'_>) -> bool {
        match token {
            Token::Dropped(_) => true,
            Token::Text(text) => self.take_text(text.value().as_bytes(), text.span()),
            token => {
                self.end_text()
                    && self.events.split_first().is_some_and(|(event, rest)| {
                        self.events = rest;
                        is_at(token.span(), event) && is_same(token, &event.kind)
                    })
            }
        }
    }

    /// Core's text may come in any pieces.
    fn take_text(&mut self, text: &[u8], found: Span) -> bool {
        let mut rest = text;
        while !rest.is_empty() {
            self.skip_errors();
            let Some((Event { span, kind: EventKind::Text(expected) }, events)) = self.events.split_first()
            else {
                return false;
            };
            if self.ends.is_none() && found.start as usize != span.start {
                return false;
            }
            self.ends = Some((found.end as usize, span.end));
            let expected = &expected.as_bytes()[self.taken..];
            let common = rest.len().min(expected.len());
            if rest[..common] != expected[..common] {
                return false;
            }
            rest = &rest[common..];
            self.taken += common;
            if common == expected.len() {
                self.events = events;
                self.taken = 0;
            }
        }
        !text.is_empty()
    }

    /// Something else than text comes, or nothing.
    fn end_text(&mut self) -> bool {
        self.skip_errors();
        self.taken == 0 && self.ends.take().is_none_or(|(found, expected)| found == expected)
    }

    fn end(mut self) -> bool {
        self.end_text() && self.events.is_empty()
    }

    fn skip_errors(&mut self) {
        while let Some((Event { kind: EventKind::Error(_), .. }, rest)) = self.events.split_first()
            && !self.errors
        {
            self.events = rest;
        }
    }
}

fn is_at(found: Span, event: &Event) -> bool {
    found.start as usize == event.span.start && found.end as usize == event.span.end
}

fn is_same(token: Token<'_>, expected: &EventKind) -> bool {
    match (token, expected) {
        (Token::StartTag(found), EventKind::StartTag(expected))
        | (Token::EndTag(found), EventKind::EndTag(expected)) => is_same_tag(found, expected),
        (Token::Comment(found), EventKind::Comment(expected)) => found.value() == *expected,
        (Token::Doctype(found), EventKind::Doctype(expected)) => {
            let Doctype { name, public_id, system_id, force_quirks } = expected;
            found.name().as_deref() == name.as_deref()
                && found.public_id().as_deref() == public_id.as_deref()
                && found.system_id().as_deref() == system_id.as_deref()
                && found.force_quirks() == *force_quirks
        }
        (Token::ProcessingInstruction(found), EventKind::ProcessingInstruction { target, data }) => {
            found.target() == *target && found.value() == *data
        }
        (Token::Error(found), EventKind::Error(expected)) => found.code().as_str() == *expected,
        _ => false,
    }
}

fn is_same_tag(found: Tag<'_>, expected: &tagspan_reference::Tag) -> bool {
    let mut attributes = found.attributes();
    found.name() == expected.name
        && found.self_closing() == expected.self_closing
        && expected.attributes.iter().all(|expected| {
            attributes
                .next()
                .is_some_and(|found| found.name() == expected.name && found.value() == expected.value)
        })
        && attributes.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Chunking, compare};

    const INPUTS: &[&str] = &[
        "",
        "a",
        "a&b\0c</>d&ampe",
        "<p a=1 b='2' A=3>x</p q/><br/>",
        "a<!DOCTYPE html PUBLIC 'x' \"y\">b<!DOCTYPE><!DOCTYPE a SYSTEM ''>",
        "<!-- a --!><!--",
        "a<?b c?>d<?xml?>",
        "\0<\0\u{1}",
        "<a",
    ];

    fn options() -> Options {
        Options { edition: tagspan_reference::Edition::LivingProcessingInstructions, ..Options::default() }
    }

    #[test]
    fn says_what_compare_says() {
        let mut comparison = Comparison::new(&options());
        for input in INPUTS {
            compare(input.as_bytes(), &options(), &[Chunking::Whole, Chunking::Bytes])
                .expect("they are equal");
            assert!(comparison.holds(input.as_bytes()), "{input:?}");
        }
    }

    /// Events that are not quite those of the reference.
    fn wrong(events: &[Event]) -> Vec<Vec<Event>> {
        let mut all = Vec::new();
        let mut with = |change: &dyn Fn(&mut Vec<Event>)| {
            let mut events = events.to_vec();
            change(&mut events);
            all.push(events);
        };
        let extra = |kind| Event { span: 0..0, kind };
        for index in 0..=events.len() {
            with(&|events| events.insert(index, extra(EventKind::Comment(String::new()))));
            with(&|events| events.insert(index, extra(EventKind::Text("z".to_owned()))));
        }
        for index in 0..events.len() {
            with(&|events| drop(events.remove(index)));
            with(&|events| events[index].span.start += 1);
            with(&|events| events[index].span.end += 1);
            with(&|events| match &mut events[index].kind {
                EventKind::Text(text) | EventKind::Comment(text) => text.push('z'),
                EventKind::StartTag(tag) | EventKind::EndTag(tag) => tag.name.push('z'),
                EventKind::Doctype(doctype) => doctype.force_quirks ^= true,
                EventKind::ProcessingInstruction { target, .. } => target.push('z'),
                EventKind::Error(code) => *code = "z",
                other => panic!("{other:?} is new"),
            });
            with(&|events| match &mut events[index].kind {
                EventKind::Text(text) => drop(text.pop()),
                EventKind::Comment(text) => text.insert(0, 'z'),
                EventKind::StartTag(tag) | EventKind::EndTag(tag) => tag.self_closing ^= true,
                EventKind::Doctype(doctype) => doctype.name = Some("z".to_owned()),
                EventKind::ProcessingInstruction { data, .. } => data.push('z'),
                EventKind::Error(code) => *code = "",
                other => panic!("{other:?} is new"),
            });
            with(&|events| match &mut events[index].kind {
                EventKind::StartTag(tag) | EventKind::EndTag(tag) => match tag.attributes.last_mut() {
                    Some(last) => last.value.push('z'),
                    None => tag.attributes.push(Default::default()),
                },
                EventKind::Doctype(doctype) => doctype.public_id = Some("z".to_owned()),
                _ => events.truncate(index),
            });
            with(&|events| match &mut events[index].kind {
                EventKind::StartTag(tag) | EventKind::EndTag(tag) if !tag.attributes.is_empty() => {
                    tag.attributes.pop();
                }
                EventKind::Doctype(doctype) => doctype.system_id = Some("z".to_owned()),
                _ => events.truncate(index),
            });
        }
        all
    }

    #[test]
    fn sees_every_difference() {
        let mut seen = 0;
        for input in INPUTS {
            let right = tokenize(input, &options());
            let without = |events: &[Event]| {
                let is_token = |event: &&Event| !matches!(event.kind, EventKind::Error(_));
                events.iter().filter(is_token).cloned().collect::<Vec<_>>()
            };
            let mut comparison = Comparison::new(&options());
            for wrong in wrong(&right) {
                let errors = [(&mut comparison.reporting, true), (&mut comparison.silent, false)];
                for (tokenizer, errors) in errors {
                    // With the errors gone, an error that is wrong is none, nor is one between two texts, of which
                    // only the outer ends then show.
                    let (right, wrong) = if errors {
                        (right.clone(), wrong.clone())
                    } else {
                        (without(&right), without(&wrong))
                    };
                    if join(right) == join(wrong.clone()) {
                        continue;
                    }
                    seen += 1;
                    let input = input.as_bytes();
                    assert!(!whole(tokenizer, input, Expected::new(&wrong, errors)), "{input:?} {wrong:?}");
                    assert!(!bytes(tokenizer, input, Expected::new(&wrong, errors)), "{input:?} {wrong:?}");
                }
            }
        }
        assert!(seen > 300, "only {seen}");
    }

    fn join(events: Vec<Event>) -> Vec<Event> {
        let mut joined: Vec<Event> = Vec::new();
        for event in events {
            match (joined.last_mut(), &event.kind) {
                (Some(Event { span, kind: EventKind::Text(text) }), EventKind::Text(more)) => {
                    span.end = event.span.end;
                    text.push_str(more);
                }
                _ => joined.push(event),
            }
        }
        joined
    }
}
