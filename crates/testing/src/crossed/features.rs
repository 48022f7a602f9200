//! The features that a case reaches: settings, effects of limits, and steps of the schedule.

use tagspan::{DropReason, Feedback, LimitAction, Validation};
use tagspan_reference::EventKind;

use super::case::{Act, Case, Ending};
use super::observed::{Observed, Seen};
use super::schedule::{Feeding, Stop};
use super::settings::{Known, LIMITS};
use crate::trace::Item;

/// How many there are.
pub const COUNT: usize = NAMES.len();

/// Their names, in the order of the bits of [`Features`].
pub const NAMES: [&str; 48] = [
    "limit: tag",
    "limit: attribute value",
    "limit: attributes",
    "limit: comment",
    "limit: DOCTYPE",
    "limit: processing instruction",
    "limit: character reference",
    "limit: depth",
    "a limit that fails",
    "a limit that truncates",
    "a limit that skips",
    "parse errors",
    "encoding: unknown",
    "encoding: legacy, known",
    "encoding: legacy by default",
    "late declarations: a policy",
    "max_bytes: truncates",
    "max_bytes: fails",
    "validation: counts",
    "validation: strict",
    "source offsets",
    "lines and columns",
    "feedback: names only",
    "feedback: none",
    "scripting",
    "CDATA allowed at first",
    "processing instructions",
    "a text mode at first",
    "a fragment",
    "ends truncated",
    "ends with the last chunk",
    "empty chunks",
    "one byte a chunk",
    "shared chunks",
    "an adapter",
    "pauses",
    "checkpoints at tokens",
    "checkpoints between chunks",
    "inserting nothing",
    "gives memory back",
    "a used stream",
    "a script that writes",
    "a script that changes modes",
    "reached: a tag lacks bytes",
    "reached: another token lacks bytes",
    "reached: something is skipped",
    "reached: a failure",
    "reached: full",
];

/// A set of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u64);

impl Features {
    /// Those of a case, and of what was observed of it in one chunk, if it was.
    pub(super) fn of(case: &Case, observed: Option<&Observed>) -> Features {
        let Case { settings, schedule, script, ending, .. } = case;
        let acts = |wanted| settings.limits.iter().flatten().any(|&(_, action)| action == wanted);
        let stops = |wanted: &[Stop]| schedule.stops.iter().any(|(.., stop)| wanted.contains(stop));
        let between = |wanted: &[Stop]| schedule.between.iter().flatten().any(|stop| wanted.contains(stop));
        let checkpoints = [Stop::CursorCheckpoint, Stop::StreamCheckpoint];
        let seen =
            |wanted: fn(&Seen) -> bool| observed.is_some_and(|observed| observed.seen.iter().any(wanted));
        let mut all: Vec<bool> = (0..LIMITS.len()).map(|index| settings.limits[index].is_some()).collect();
        all.extend([
            acts(LimitAction::Fail),
            acts(LimitAction::Truncate),
            acts(LimitAction::Skip),
            settings.parse_errors,
            settings.known == Known::Nothing,
            matches!(settings.known, Known::Declared(_)),
            matches!(settings.known, Known::Default(_)),
            settings.late.is_some(),
            settings.max_bytes.is_some_and(|(_, action)| action == LimitAction::Truncate),
            settings.max_bytes.is_some_and(|(_, action)| action == LimitAction::Fail),
            settings.validation == Validation::Count,
            settings.validation == Validation::Strict,
            settings.source_offsets,
            settings.locate.is_some(),
            settings.feedback == Feedback::Names,
            settings.feedback == Feedback::None,
            settings.scripting,
            settings.cdata,
            settings.processing_instructions,
            settings.mode.is_some(),
            settings.fragment,
            *ending == Ending::Truncated,
            schedule.ends_with_chunk,
            schedule.chunks.contains(&0),
            schedule.chunks == [1],
            schedule.feeding == Feeding::Bytes,
            schedule.feeding > Feeding::Bytes,
            stops(&[Stop::Pause]),
            stops(&checkpoints),
            between(&checkpoints),
            stops(&[Stop::InsertNothing]) || between(&[Stop::InsertNothing]),
            stops(&[Stop::Shrink]) || between(&[Stop::Shrink]),
            schedule.reused,
            script.iter().any(|(_, act)| matches!(act, Act::Write(_))),
            script.iter().any(|(_, act)| !matches!(act, Act::Write(_))),
            seen(|seen| seen.missing > 0 && is_tag(seen)),
            seen(|seen| seen.missing > 0 && !is_tag(seen)),
            seen(|seen| matches!(seen.item, Item::Dropped(DropReason::Skipped(_)))),
            observed.is_some_and(|observed| observed.end.failure.is_some()),
            observed.is_some_and(|observed| observed.end.full),
        ]);
        debug_assert_eq!(all.len(), COUNT);
        Features(all.into_iter().rev().fold(0, |bits, is_set| bits << 1 | u64::from(is_set)))
    }

    /// Whether the one at this place of [`NAMES`] is there.
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
}

fn is_tag(seen: &Seen) -> bool {
    matches!(seen.item, Item::Event(EventKind::StartTag(_) | EventKind::EndTag(_)))
}
