//! Checks a run under a limit against the events of the reference, which has no limits.

use std::mem::discriminant;

use tagspan_core::{DropReason, ErrorKind, LimitAction, Limits, Span};
use tagspan_reference::{Doctype, Event, EventKind, Tag};

use crate::run::Outcome;
use crate::trace::{Item, Placed, ensure};

/// A limit, and what may come of a construct with more bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) limits: Limits,
    /// A construct of so many bytes is given as if there were no limit.
    max: usize,
    action: LimitAction,
    of: Of,
}

/// The kind of the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Constructs,
    Values,
    /// How many attributes a tag keeps.
    Attributes(usize),
}

/// A character that a limit truncates goes with its first bytes, of which there are so many at most.
const CUT_CHARACTER: u64 = 3;

/// Limits that constructs of a few symbols exceed, and the lowest that truncate and skip, which long prefixes and the tail
/// exceed.
pub(super) fn limits() -> Vec<Limit> {
    // Without one of references, which are parts of text here.
    let all = |max: u32, action| Limit {
        limits: Limits::all(max, action).character_reference(u32::MAX, action),
        max: max as usize,
        action,
        of: Of::Constructs,
    };
    // A shortened value, or a lack of attributes, is found in a tag that has all its other parts.
    let of_tags = |limits, max, of| Limit { limits, max, action: LimitAction::Truncate, of };
    vec![
        all(0, LimitAction::Fail),
        all(4, LimitAction::Fail),
        all(9, LimitAction::Fail),
        all(32, LimitAction::Fail),
        all(32, LimitAction::Truncate),
        all(32, LimitAction::Skip),
        of_tags(Limits::new().attribute_value(32, LimitAction::Truncate), 32, Of::Values),
        of_tags(Limits::new().attribute_value(32, LimitAction::Skip), 32, Of::Values),
        of_tags(Limits::new().attributes(1, LimitAction::Truncate), 0, Of::Attributes(1)),
    ]
}

impl Limit {
    /// Compares a run with the events of the reference, from which errors are taken if the run has none.
    pub(super) fn check(&self, outcome: &Outcome, events: &[Event], input: &[u8]) -> Result<(), String> {
        let mut events = events.iter().peekable();
        let mut end = 0;
        // The fewest bytes that are cut, and the most.
        let (mut fewest, mut most) = (0, 0);
        let items = joined(&outcome.stream.items);
        for (index, (item, span)) in items.iter().cloned().enumerate() {
            let is_error = matches!(item, Item::Event(EventKind::Error(_)));
            if !is_error {
                end = span.end as usize;
            }
            while events.peek().is_some_and(|event| self.is_unseen_duplicate(event, &item)) {
                events.next();
            }
            if outcome.failure.is_some()
                && index + 1 == items.len()
                && events.peek().is_some_and(|event| begins_text(&item, span, event))
            {
                break;
            }
            match item {
                Item::Event(kind) => {
                    if self.is_beyond(&kind, span) && self.action == LimitAction::Truncate {
                        fewest += span.len() - self.max as u64;
                        most += span.len() - self.max as u64 + CUT_CHARACTER;
                    }
                    self.check_event(&kind, span, events.next())?;
                }
                Item::Dropped(_) => self.check_skipped(span, events.next(), input.len())?,
            }
        }
        let Some(failure) = outcome.failure else {
            let next = events.next();
            ensure!(next.is_none(), "{next:?} is missing");
            let cut = outcome.stream.cut;
            let is_exact = self.of != Of::Constructs || (fewest..=most).contains(&cut);
            ensure!(is_exact, "{cut} bytes are cut, and not {fewest} to {most}");
            return Ok(());
        };
        // Errors of the construct may come before the failure or not at all.
        let next = events.find(|event| !matches!(event.kind, EventKind::Error(_)));
        let length = next.map_or(input.len(), |event| event.span.end) - end;
        let is_limit = matches!(failure.kind(), ErrorKind::LimitExceeded { .. });
        ensure!(is_limit && self.action == LimitAction::Fail, "{failure}");
        ensure!(length > self.max, "{failure}, before {next:?}");
        Ok(())
    }

    /// Whether this is the error of a repeated attribute, which may lie among the attributes that the limit leaves out.
    fn is_unseen_duplicate(&self, event: &Event, item: &Item) -> bool {
        let is_duplicate = event.kind == EventKind::Error("duplicate-attribute");
        self.action != LimitAction::Fail && is_duplicate && *item != Item::Event(event.kind.clone())
    }

    fn check_event(&self, kind: &EventKind, span: Span, event: Option<&Event>) -> Result<(), String> {
        let event = event.ok_or_else(|| format!("{kind:?} is not there"))?;
        let difference = || format!("{kind:?} at {span} and not {event:?}");
        ensure!(event.span == (span.start as usize..span.end as usize), "{}", difference());
        if *kind == event.kind && matches!(kind, EventKind::Text(_) | EventKind::Error(_)) {
            return Ok(());
        }
        let is_beyond = self.is_beyond(kind, span);
        let may_differ = is_beyond && self.action == LimitAction::Truncate;
        ensure!(!is_beyond || may_differ, "{} is over the limit", difference());
        ensure!(*kind == event.kind || may_differ && begins(kind, &event.kind), "{}", difference());
        if let (Of::Attributes(most), EventKind::StartTag(found), EventKind::StartTag(all)) =
            (self.of, kind, &event.kind)
        {
            ensure!(found.attributes.len() == all.attributes.len().min(most), "{}", difference());
        }
        Ok(())
    }

    /// Whether it is a construct with more bytes than the limit.
    fn is_beyond(&self, kind: &EventKind, span: Span) -> bool {
        !matches!(kind, EventKind::Text(_) | EventKind::Error(_)) && span.len() as usize > self.max
    }

    fn check_skipped(&self, span: Span, event: Option<&Event>, length: usize) -> Result<(), String> {
        let is_beyond = span.len() as usize > self.max;
        ensure!(is_beyond && self.action == LimitAction::Skip, "{span} is within the limit");
        match event {
            Some(event) => {
                let is_construct = event.span == (span.start as usize..span.end as usize);
                ensure!(is_construct, "{span} was skipped, and not {event:?}");
            }
            // A tag that the end of the input truncates is no event.
            None => ensure!(span.end as usize == length, "{span} was skipped, and is no construct"),
        }
        Ok(())
    }
}

/// Whether what is found of a construct is the beginning of each of its parts.
fn begins(found: &EventKind, all: &EventKind) -> bool {
    let option = |found: &Option<String>, all: &Option<String>| match (found, all) {
        (Some(found), Some(all)) => all.starts_with(&**found),
        (found, _) => found.is_none(),
    };
    match (found, all) {
        (EventKind::StartTag(found), EventKind::StartTag(all))
        | (EventKind::EndTag(found), EventKind::EndTag(all)) => begins_tag(found, all),
        (EventKind::Comment(found), EventKind::Comment(all)) => all.starts_with(&**found),
        (EventKind::Doctype(found), EventKind::Doctype(all)) => {
            let Doctype { name, public_id, system_id, .. } = found;
            option(name, &all.name) && option(public_id, &all.public_id) && option(system_id, &all.system_id)
        }
        _ => discriminant(found) == discriminant(all),
    }
}

fn begins_tag(found: &Tag, all: &Tag) -> bool {
    all.name.starts_with(&*found.name)
        && found.attributes.iter().all(|found| {
            let mut same = all.attributes.iter().filter(|attribute| attribute.name == found.name);
            same.any(|attribute| attribute.value.starts_with(&*found.value))
        })
}

/// Whether this is the text before a `</>` over the limit, which the reference drops from the text in its middle.
fn begins_text(item: &Item, span: Span, event: &Event) -> bool {
    matches!((item, &event.kind), (Item::Event(EventKind::Text(found)), EventKind::Text(all)) if all.starts_with(found))
        && event.span.start as u64 == span.start
        && span.end < event.span.end as u64
}

/// The items with what was skipped in one piece, after its errors, and without what is dropped in any case.
fn joined(items: &[Placed]) -> Vec<(Item, Span)> {
    let mut joined: Vec<(Item, Span)> = Vec::new();
    let mut skipped: Option<(Item, Span)> = None;
    for Placed { item, span, .. } in items {
        match (item, &mut skipped) {
            (Item::Dropped(DropReason::Skipped(_)), Some((_, whole))) if whole.end == span.start => {
                whole.end = span.end;
            }
            (Item::Dropped(DropReason::Skipped(_)), _) => {
                joined.extend(skipped.replace((item.clone(), *span)));
            }
            (Item::Dropped(_), _) => {}
            (Item::Event(EventKind::Error(_)), _) => joined.push((item.clone(), *span)),
            (Item::Event(kind), _) => {
                joined.extend(skipped.take());
                match (kind, joined.last_mut()) {
                    (EventKind::Text(more), Some((Item::Event(EventKind::Text(text)), whole))) => {
                        text.push_str(more);
                        whole.end = span.end;
                    }
                    _ => joined.push((item.clone(), *span)),
                }
            }
        }
    }
    joined.extend(skipped);
    joined
}

#[cfg(test)]
mod tests {
    use tagspan_reference::{Options, tokenize};

    use super::*;
    use crate::compare::without_errors;
    use crate::run::{End, run};
    use crate::settings;

    #[test]
    fn a_limit_that_is_one_too_high_is_noticed() {
        let input = b"<!-- a comment of more than thirty-two bytes --><p a b c>";
        let options = Options::default();
        let events = without_errors(&tokenize(input, &options));
        for (index, higher) in [
            (4, Limits::all(33, LimitAction::Truncate)),
            (8, Limits::new().attributes(2, LimitAction::Truncate)),
        ] {
            let limit = limits()[index];
            for (limits, is_right) in [(limit.limits, true), (higher, false)] {
                let mut tokenizer = settings::builder(&options).limits(limits).build();
                let outcome = run(&mut tokenizer, &[input], End::WithChunk).expect("the tokens are right");
                let checked = limit.check(&outcome, &events, input);
                assert_eq!(checked.is_ok(), is_right, "{limits:?}: {checked:?}");
            }
        }
    }
}
