//! Writing a checkpoint with serde, and the checks of one that is read.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tagspan_core::Span;
use tagspan_core::scanner::CheckpointError;
use tagspan_input::Encoding;
use tagspan_input::decoder::encoding;

use super::{Checkpoint, Late, Saved, Version};
use crate::late_meta::{LateDeclaration, LateDeclarations, LateOutcome};
use crate::tokenizer::{End, Phase, SavedRest};

/// The version of the written form, the only one that can be read.
const VERSION: u16 = 1;

#[derive(Serialize, Deserialize)]
#[serde(remote = "LateDeclarations")]
pub(super) enum Policy {
    Follow,
    Report,
    Ignore,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LateOutcome")]
enum Outcome {
    Confirmed,
    Switched,
    Restarted,
    Ignored,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Span")]
struct Offsets {
    start: u64,
    end: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LateDeclaration", deny_unknown_fields)]
pub(super) struct Declaration {
    #[serde(with = "encoding")]
    encoding: &'static Encoding,
    #[serde(with = "Outcome")]
    outcome: LateOutcome,
    #[serde(with = "Offsets")]
    span: Span,
    bytes: Option<Range<u64>>,
}

impl From<Version> for u16 {
    fn from(Version: Version) -> u16 {
        VERSION
    }
}

impl TryFrom<u16> for Version {
    type Error = CheckpointError;

    fn try_from(found: u16) -> Result<Version, CheckpointError> {
        if found == VERSION { Ok(Version) } else { Err(CheckpointError::Version { found, known: VERSION }) }
    }
}

impl From<Checkpoint> for Saved {
    fn from(Checkpoint(saved): Checkpoint) -> Saved {
        saved
    }
}

impl TryFrom<Saved> for Checkpoint {
    type Error = CheckpointError;

    fn try_from(saved: Saved) -> Result<Checkpoint, CheckpointError> {
        saved.check()?;
        Ok(Checkpoint(saved))
    }
}

impl Saved {
    /// Errs if no tokenizer can have made it.
    fn check(&self) -> Result<(), CheckpointError> {
        let Saved { phase, end, replay_limit, late, insertions, rest, input, scanner, .. } = self;
        let decoded = scanner.position();
        let is_between = match phase {
            Phase::Ready => true,
            Phase::Ended => *end != End::Full,
            Phase::Full => *end == End::Full,
            Phase::Reading | Phase::Failed => false,
        };
        let waits = rest.as_ref().map_or(0, SavedRest::len) as u64;
        let rules = [
            (is_between, "the phase and the declared end differ"),
            (*phase == Phase::Ready || *end != End::Open, "the document ended without an end of the source"),
            (
                *phase == Phase::Ready || scanner.keeps_nothing() && rest.is_none(),
                "something is kept after the end",
            ),
            (
                late.as_ref().is_none_or(|Late(late)| is_in_order(late)),
                "the span of a declaration is out of order",
            ),
            ((*end != End::Open) == input.has_ended(), "the declared end and the end of the source differ"),
            (*replay_limit != Some(u64::MAX), "a limit is out of range"),
            (insertions.is_valid(decoded), "text was inserted after the text read"),
            (
                rest.as_ref().is_none_or(|rest| rest.is_valid(input.kept_len())),
                "more text is pending than was decoded",
            ),
            (
                insertions.decoded(decoded).saturating_add(waits) == input.decoded(),
                "the positions of decoder and scanner differ",
            ),
        ];
        input.check().map_err(CheckpointError::Invalid)?;
        match rules.into_iter().find(|(holds, _)| !holds) {
            Some((_, otherwise)) => Err(CheckpointError::Invalid(otherwise)),
            None => self.clone().restore().map(|_| ()),
        }
    }
}

fn is_in_order(LateDeclaration { span, bytes, .. }: &LateDeclaration) -> bool {
    span.start <= span.end && bytes.as_ref().is_none_or(|bytes| bytes.start <= bytes.end)
}
