//! Compares core with the reference's events token by token, without building core's events.

use std::fmt;

use tagspan::{Limits, Span, Tag, Token, Tokenizer, TokenizerBuilder, Tokens};
use tagspan_reference::{Doctype, Event, EventKind, Options, tokenize};

use super::dimension::{Dimension, Feeding};
use super::limited::{Limit, limits};
use crate::checkpoints::written;
use crate::compare::without_errors;
use crate::run::{End, run};
use crate::settings;

/// The reference's verdict on many inputs of the same settings, by tokenizers that are reset between them.
///
/// As strict as [`compare`](crate::compare::compare) and some times as fast.
pub struct Comparison {
    dimension: Dimension,
    options: Options,
    /// Of [`Dimension::Limits`] only.
    limits: Vec<Limit>,
    /// With parse errors and without, for each limit or without one.
    tokenizers: Vec<[Tokenizer; 2]>,
    /// The string and its tail.
    input: Vec<u8>,
}

/// A run of core that differs from the reference.
#[derive(Debug)]
pub struct Wrong {
    /// How core was given the input.
    pub feeding: Feeding,
    /// Whether parse errors were on.
    pub errors: bool,
    /// The limits that were set, in that dimension.
    pub limits: Option<Box<Limits>>,
    /// The output of core, and the expected one.
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { feeding, errors, limits, what } = self;
        write!(f, "{feeding:?}, errors {errors}")?;
        if let Some(limits) = limits {
            write!(f, ", {limits:?}")?;
        }
        write!(f, "\n{what}")
    }
}

impl Comparison {
    /// For these settings.
    ///
    /// # Panics
    ///
    /// When there is an edition or a context that core does not have.
    pub fn new(dimension: Dimension, options: &Options) -> Self {
        let builder = settings::builder(options);
        let pair = |builder: TokenizerBuilder| {
            [true, false].map(|errors| builder.clone().parse_errors(errors).build())
        };
        let limits = if dimension == Dimension::Limits { limits() } else { Vec::new() };
        let tokenizers = if limits.is_empty() {
            vec![pair(builder)]
        } else {
            limits.iter().map(|limit| pair(builder.clone().limits(limit.limits))).collect()
        };
        Comparison { dimension, options: options.clone(), limits, tokenizers, input: Vec::new() }
    }

    /// Compares core with the reference on the string and the tail of the dimension, in each of its feedings, with parse
    /// errors and without: tokens, errors, their order and their spans.
    ///
    /// # Errors
    ///
    /// The first run that differs.
    pub fn check(&mut self, string: &[u8]) -> Result<(), Wrong> {
        self.input.clear();
        self.input.extend_from_slice(string);
        self.input.extend_from_slice(self.dimension.tail());
        let events = tokenize(&self.input, &self.options);
        if self.dimension == Dimension::Limits {
            return self.check_limits(&events);
        }
        let feedings = self.dimension.feedings(self.input.len());
        for (tokenizer, errors) in self.tokenizers.iter_mut().flatten().zip([true, false]) {
            for &feeding in &feedings {
                let expected = Expected::new(&self.input, &events, errors);
                compare(tokenizer, &self.input, feeding, expected).map_err(|what| Wrong {
                    feeding,
                    errors,
                    limits: None,
                    what,
                })?;
            }
        }
        Ok(())
    }

    fn check_limits(&mut self, events: &[Event]) -> Result<(), Wrong> {
        let events = [events.to_vec(), without_errors(events)];
        for (limit, tokenizers) in self.limits.iter().zip(&mut self.tokenizers) {
            for ((tokenizer, errors), events) in tokenizers.iter_mut().zip([true, false]).zip(&events) {
                let limits = limit.limits;
                let wrong =
                    |feeding| move |what| Wrong { feeding, errors, limits: Some(Box::new(limits)), what };
                tokenizer.reset();
                let whole = run(tokenizer, &[&self.input], End::WithChunk).map_err(wrong(Feeding::Whole))?;
                limit.check(&whole, events, &self.input).map_err(wrong(Feeding::Whole))?;
                tokenizer.reset();
                let bytes: Vec<&[u8]> = self.input.chunks(1).collect();
                run(tokenizer, &bytes, End::Apart)
                    .and_then(|outcome| outcome.same_as(&whole))
                    .map_err(wrong(Feeding::Bytes))?;
            }
        }
        Ok(())
    }
}

/// Compares core's tokens with the expected ones when it is given the input in this way.
fn compare(
    tokenizer: &mut Tokenizer,
    input: &[u8],
    feeding: Feeding,
    mut expected: Expected<'_>,
) -> Result<(), String> {
    tokenizer.reset();
    let is_same = match feeding {
        Feeding::Whole => expected.take_all(tokenizer.feed_last(input)),
        Feeding::Bytes => {
            input.chunks(1).all(|byte| expected.take_all(tokenizer.feed(byte)))
                && expected.take_all(tokenizer.finish())
        }
        Feeding::CutAt(cut) => {
            expected.take_all(tokenizer.feed(&input[..cut]))
                && expected.take_all(tokenizer.feed_last(&input[cut..]))
        }
        Feeding::ContinuedAt(cut) => {
            expected.take_all(tokenizer.feed(&input[..cut]))
                && tokenizer.checkpoint().and_then(|checkpoint| written(&checkpoint).ok()).is_some_and(
                    |checkpoint| {
                        Tokenizer::from_checkpoint(checkpoint)
                            .is_ok_and(|mut restored| expected.take_all(restored.feed_last(&input[cut..])))
                    },
                )
        }
    };
    if is_same && expected.end() { Ok(()) } else { Err(expected.tell()) }
}

/// The events that are still to come.
struct Expected<'e> {
    /// The whole input, which the bytes of all tokens must be.
    input: &'e [u8],
    /// Where the last token ended.
    position: usize,
    events: &'e [Event],
    /// Whether errors are among them. If not, texts with only errors between them are one.
    errors: bool,
    /// How many bytes of the first event's text have come.
    taken: usize,
    /// While text comes: where core's ended, and where the reference's does.
    ends: Option<(usize, usize)>,
    /// A token or a failure that was not due, and the events that were.
    wrong: Option<(String, &'e [Event])>,
}

impl<'e> Expected<'e> {
    fn new(input: &'e [u8], events: &'e [Event], errors: bool) -> Self {
        Expected { input, position: 0, events, errors, taken: 0, ends: None, wrong: None }
    }

    fn take_all(&mut self, mut tokens: Tokens<'_, &[u8]>) -> bool {
        loop {
            let due = self.events;
            let found = match tokens.next_token() {
                Ok(Some(token)) if self.take(token) => continue,
                Ok(None) => return true,
                Ok(Some(token)) => format!("{token:?} at {}", token.span()),
                Err(failure) => failure.to_string(),
            };
            self.wrong = Some((found, due));
            return false;
        }
    }

    /// Whether the token is what comes next.
    fn take(&mut self, token: Token<'_>) -> bool {
        // The reference has neither dropped bytes nor pieces of text, so that no event tells where these lie.
        if !matches!(token, Token::Error(_)) {
            let span = token.span().range();
            if span.start != self.position || self.input.get(span.clone()) != Some(token.raw()) {
                return false;
            }
            self.position = span.end;
        }
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

    /// The found and the expected output, after a fault.
    fn tell(self) -> String {
        let (found, due) =
            self.wrong.unwrap_or_else(|| ("no more tokens, or no checkpoint".to_owned(), self.events));
        let is_due = |event: &&Event| self.errors || !matches!(event.kind, EventKind::Error(_));
        format!("found      {found}\nreference  {:?}", due.iter().find(is_due))
    }

    fn end(&mut self) -> bool {
        self.end_text() && self.events.is_empty() && self.position == self.input.len()
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
    use crate::compare::{self as event_by_event, Chunking};

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
        for dimension in Dimension::ALL {
            let mut comparison = Comparison::new(dimension, &options());
            for input in INPUTS {
                event_by_event::compare(input.as_bytes(), &options(), &[Chunking::Whole, Chunking::Bytes])
                    .expect("they are equal");
                comparison
                    .check(input.as_bytes())
                    .unwrap_or_else(|wrong| panic!("{dimension:?} {input:?}: {wrong:?}"));
            }
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
            let mut comparison = Comparison::new(Dimension::Alone, &options());
            let feedings = [Feeding::Whole, Feeding::Bytes, Feeding::CutAt(input.len() / 2)];
            let feedings = feedings.into_iter().chain([Feeding::ContinuedAt(input.len() / 3)]);
            for wrong in wrong(&right) {
                for (tokenizer, errors) in comparison.tokenizers.iter_mut().flatten().zip([true, false]) {
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
                    for feeding in feedings.clone() {
                        let expected = Expected::new(input.as_bytes(), &wrong, errors);
                        let outcome = compare(tokenizer, input.as_bytes(), feeding, expected);
                        assert!(outcome.is_err(), "{input:?} {feeding:?} {wrong:?}");
                    }
                }
            }
        }
        assert!(seen > 300, "only {seen}");
    }

    /// Dropped bytes and pieces of text are not events, so only the input shows their place.
    #[test]
    fn sees_bytes_that_lie_elsewhere() {
        for (input, other) in [("a</>b", "a<\0>b"), ("<a", "<b"), ("<a", "<a ")] {
            let events = tokenize(input.as_bytes(), &options());
            let mut tokenizer = settings::builder(&options()).build();
            for (whole, is_right) in [(input, true), (other, false)] {
                let expected = Expected::new(whole.as_bytes(), &events, false);
                let found = compare(&mut tokenizer, input.as_bytes(), Feeding::Bytes, expected);
                assert_eq!(found.is_ok(), is_right, "{input:?} {whole:?}");
            }
        }
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
