//! Checks a run under a limit against the events of the reference, which has no limits.

use std::mem::discriminant;

use tagspan_core::{DropReason, ErrorKind, LimitAction, Limits, Span};
use tagspan_reference::{Event, EventKind};

use crate::run::Outcome;
use crate::trace::{Item, Placed, ensure};

/// A limit, and what may come of a construct with more bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) limits: Limits,
    /// A construct of so many bytes is given as if there were no limit.
    max: usize,
    action: LimitAction,
}

/// Limits that constructs of a few symbols exceed, and the lowest that truncate and skip, which long prefixes and the tail
/// exceed.
pub(super) fn limits() -> Vec<Limit> {
    // Without one of references, which are parts of text here.
    let all = |max: u32, action| Limit {
        limits: Limits::all(max, action).character_reference(u32::MAX, action),
        max: max as usize,
        action,
    };
    // A shortened value, or a lack of attributes, is found in a tag that has all its other parts.
    let of_tags = |limits, max| Limit { limits, max, action: LimitAction::Truncate };
    vec![
        all(0, LimitAction::Fail),
        all(4, LimitAction::Fail),
        all(9, LimitAction::Fail),
        all(32, LimitAction::Fail),
        all(32, LimitAction::Truncate),
        all(32, LimitAction::Skip),
        of_tags(Limits::new().attribute_value(32, LimitAction::Truncate), 32),
        of_tags(Limits::new().attribute_value(32, LimitAction::Skip), 32),
        of_tags(Limits::new().attributes(1, LimitAction::Truncate), 0),
    ]
}

impl Limit {
    /// Compares a run with the events of the reference, from which errors are taken if the run has none.
    pub(super) fn check(&self, outcome: &Outcome, events: &[Event], input: &[u8]) -> Result<(), String> {
        let mut events = events.iter().peekable();
        let mut end = 0;
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
                Item::Event(kind) => self.check_event(&kind, span, events.next())?,
                Item::Dropped(_) => self.check_skipped(span, events.next(), input.len())?,
            }
        }
        let Some(failure) = outcome.failure else {
            let next = events.next();
            ensure!(next.is_none(), "{next:?} is missing");
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
        let told = || format!("{kind:?} at {span} and not {event:?}");
        ensure!(event.span == (span.start as usize..span.end as usize), "{}", told());
        if *kind == event.kind && matches!(kind, EventKind::Text(_) | EventKind::Error(_)) {
            return Ok(());
        }
        let is_beyond = span.len() as usize > self.max;
        let may_differ = is_beyond && self.action == LimitAction::Truncate;
        ensure!(!is_beyond || may_differ, "{} is over the limit", told());
        let is_truncated = may_differ && discriminant(kind) == discriminant(&event.kind);
        let is_limited = !matches!(kind, EventKind::Text(_) | EventKind::Error(_));
        ensure!(*kind == event.kind || (is_truncated && is_limited), "{}", told());
        Ok(())
    }

    fn check_skipped(&self, span: Span, event: Option<&Event>, length: usize) -> Result<(), String> {
        let is_beyond = span.len() as usize > self.max;
        ensure!(is_beyond && self.action == LimitAction::Skip, "{span} is within the limit");
        match event {
            Some(event) => {
                let is_construct = event.span == (span.start as usize..span.end as usize);
                ensure!(is_construct, "{span} was skipped, and not {event:?}");
            }
            // A tag that the end of the input cuts is no event.
            None => ensure!(span.end as usize == length, "{span} was skipped, and is no construct"),
        }
        Ok(())
    }
}

/// Whether this is the text before a `</>` over the limit, which the reference drops from the text in its middle.
fn begins_text(item: &Item, span: Span, event: &Event) -> bool {
    matches!((item, &event.kind), (Item::Event(EventKind::Text(found)), EventKind::Text(all)) if all.starts_with(found))
        && event.span.start as u64 == span.start
        && span.end < event.span.end as u64
}

/// The items with what was skipped in one piece, behind its errors, and without what is dropped in any case.
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
