//! Runs core and the reference, and compares core's tokens with the reference's events (I2).

use std::fmt;

use tagspan::{Error, Tokenizer};
use tagspan_reference::{Event, EventKind, Options, tokenize};

use crate::run::End;
use crate::settings;
use crate::trace::{Item, item};

/// How an input is fed to core.
#[derive(Clone, Copy, Debug)]
pub enum Chunking {
    /// All at once, as the last chunk.
    Whole,
    /// Byte by byte, and the end declared after it.
    Bytes,
}

/// Compares in each chunking, with parse errors and without.
///
/// # Errors
///
/// The first difference.
pub fn compare(input: &[u8], options: &Options, chunkings: &[Chunking]) -> Result<(), String> {
    let oracle = Oracle::new(input, options);
    for &chunking in chunkings {
        match chunking {
            Chunking::Whole => oracle.compare(&[input], End::WithChunk, &chunking)?,
            Chunking::Bytes => {
                oracle.compare(&input.chunks(1).collect::<Vec<_>>(), End::Apart, &chunking)?;
            }
        }
    }
    Ok(())
}

/// The reference's events for an input.
pub(crate) struct Oracle<'a> {
    input: &'a [u8],
    options: &'a Options,
    with_errors: Vec<Event>,
    without_errors: Vec<Event>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(input: &'a [u8], options: &'a Options) -> Self {
        let with_errors = tokenize(input, options);
        let without_errors = without_errors(&with_errors);
        Oracle { input, options, with_errors, without_errors }
    }

    /// Compares core on these chunks of the input, with parse errors and without.
    pub(crate) fn compare(&self, chunks: &[&[u8]], end: End, how: &dyn fmt::Debug) -> Result<(), String> {
        for (parse_errors, expected) in [(true, &self.with_errors), (false, &self.without_errors)] {
            let mut tokenizer = settings::builder(self.options).parse_errors(parse_errors).build();
            let found = events(&mut tokenizer, chunks, end)?;
            if found.as_ref() != Ok(expected) {
                return Err(format!(
                    "input      b\"{}\"\noptions    {:?}\nchunking   {how:?}, end {end:?}, errors {parse_errors}\n\
                     core       {found:?}\nreference  {expected:?}",
                    self.input.escape_ascii(),
                    self.options,
                ));
            }
        }
        Ok(())
    }
}

/// The events that are no errors, adjacent text joined.
pub(crate) fn without_errors(events: &[Event]) -> Vec<Event> {
    join(events.iter().filter(|event| !matches!(event.kind, EventKind::Error(_))).cloned())
}

/// Core's events, adjacent text joined, dropped bytes left out.
fn events(
    tokenizer: &mut Tokenizer,
    chunks: &[&[u8]],
    end: End,
) -> Result<Result<Vec<Event>, Error>, String> {
    let mut events = Vec::new();
    let mut unknown = Ok(());
    let mut take = |mut tokens: tagspan::Tokens<'_, &[u8]>| {
        while let Some(token) = tokens.next_token()? {
            match item(token) {
                Ok(Item::Event(kind)) => events.push(Event { span: range(token.span()), kind }),
                Ok(Item::Dropped(_)) => {}
                Err(what) => unknown = Err(what),
            }
        }
        Ok(())
    };
    let mut drive = || {
        for (index, chunk) in chunks.iter().enumerate() {
            let last = end == End::WithChunk && index + 1 == chunks.len();
            take(if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) })?;
        }
        if end == End::Apart || chunks.is_empty() { take(tokenizer.finish()) } else { Ok(()) }
    };
    let outcome = drive();
    unknown?;
    Ok(outcome.map(|()| join(events.into_iter())))
}

fn join(events: impl Iterator<Item = Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        match (joined.last_mut(), event.kind) {
            (Some(Event { span, kind: EventKind::Text(text) }), EventKind::Text(more)) => {
                span.end = event.span.end;
                text.push_str(&more);
            }
            (_, kind) => joined.push(Event { span: event.span, kind }),
        }
    }
    joined
}

fn range(span: tagspan_core::Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}
