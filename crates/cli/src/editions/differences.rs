//! Where editions differ: stretches of the input, and what each edition makes of them.

use std::collections::BTreeSet;

use tagspan::{ColumnUnit, LineColumn};
use tagspan_reference::{Event, EventKind};

use crate::args::EditionArg;
use crate::shown::Shown;
use crate::whole::Whole;

/// A stretch at whose ends a token begins in every edition, and which they do not all read alike.
#[derive(Debug)]
pub(super) struct Difference<'a> {
    /// Byte offsets, half-open.
    pub(super) span: [u64; 2],
    pub(super) place: LineColumn,
    /// The bytes of the stretch.
    pub(super) source: &'a [u8],
    /// The editions and their tokens, those that have the same ones together.
    pub(super) readings: Vec<Reading<'a>>,
}

#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) editions: Vec<EditionArg>,
    pub(super) tokens: Vec<Shown<'a>>,
}

/// The differences between readings of an input, in order. Errors, if there are any, count by their offsets.
pub(super) fn differences<'a>(
    readings: &'a [(EditionArg, Vec<Event>)],
    whole: &'a Whole,
) -> Vec<Difference<'a>> {
    let mut starts = common_starts(readings);
    starts.insert(0);
    // Errors at the end of the input belong to the last stretch.
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    let mut left: Vec<&[Event]> = readings.iter().map(|(_, events)| &events[..]).collect();
    let mut locator = whole.locator(ColumnUnit::CodePoints);
    let mut found = Vec::new();
    for (&start, end) in starts.iter().zip(ends) {
        let mut grouped: Vec<(&[Event], Vec<EditionArg>)> = Vec::new();
        for (left, &(edition, _)) in left.iter_mut().zip(readings) {
            let (events, rest) = left.split_at(inside(left, end));
            *left = rest;
            match grouped.iter_mut().find(|(others, _)| alike(others, events)) {
                Some((others, editions)) => {
                    // Of errors that lie alike, the newest names are shown: they say more.
                    *others = events;
                    editions.push(edition);
                }
                None => grouped.push((events, vec![edition])),
            }
        }
        let place = whole.locate(&mut locator, start as u64 + whole.origin);
        if let (Some(place), true) = (place, grouped.len() > 1) {
            let end = end.min(whole.bytes.len());
            let span = [start as u64 + whole.origin, end as u64 + whole.origin];
            let readings = grouped
                .into_iter()
                .map(|(events, editions)| Reading {
                    editions,
                    tokens: events.iter().map(|event| Shown::of_event(event, whole.origin)).collect(),
                })
                .collect();
            found.push(Difference { span, place, source: &whole.bytes[start..end], readings });
        }
    }
    found
}

/// The offsets at which a token begins in every reading.
fn common_starts(readings: &[(EditionArg, Vec<Event>)]) -> BTreeSet<usize> {
    readings
        .iter()
        .map(|(_, events)| {
            let tokens = events.iter().filter(|event| !is_error(event));
            tokens.map(|event| event.span.start).collect::<BTreeSet<_>>()
        })
        .reduce(|common, starts| common.intersection(&starts).copied().collect())
        .unwrap_or_default()
}

/// How many events belong to what lies before `end`: tokens that begin there, the errors between them, and those
/// after the last of them that lie there. An error may come before a text at whose end it lies.
fn inside(events: &[Event], end: usize) -> usize {
    // Events are in order. To look from the last one on would take quadratic time.
    let next = events.iter().position(|event| !is_error(event) && event.span.start >= end);
    let before = &events[..next.unwrap_or(events.len())];
    let tokens = before.iter().rposition(|event| !is_error(event)).map_or(0, |last| last + 1);
    tokens + before[tokens..].iter().take_while(|event| event.span.start < end).count()
}

fn is_error(event: &Event) -> bool {
    matches!(event.kind, EventKind::Error(_))
}

fn alike(some: &[Event], others: &[Event]) -> bool {
    some.len() == others.len()
        && some.iter().zip(others).all(|(some, other)| {
            some.span == other.span && (some.kind == other.kind || is_error(some) && is_error(other))
        })
}
