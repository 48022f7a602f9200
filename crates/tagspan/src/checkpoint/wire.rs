//! The written form of a tokenizer's checkpoint, and the checks of one that is read.

use serde::{Deserialize, Serialize};
use tagspan_core::Span;
use tagspan_core::scanner::{Checkpoint as SavedScanner, CheckpointError, LineCounter, SavedLineCounter};
use tagspan_input::Encoding;
use tagspan_input::unstable::InputCheckpoint;

use super::Checkpoint;
use crate::late_meta::{LateDeclaration, LateDeclarations, LateOutcome};
use crate::tokenizer::{End, Phase, SavedInsertions, SavedRest};

/// The written form. All fields are always written, because some formats do not name fields.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wire {
    /// First, so that another version is not taken for a corrupted checkpoint.
    version: Version,
    phase: u8,
    ending: u8,
    late_declarations: u8,
    /// `None` stands for no limit.
    replay_limit: Option<u64>,
    watching: bool,
    late: Option<Late>,
    insertions: SavedInsertions,
    rest: Option<SavedRest>,
    locator: Option<SavedLineCounter>,
    input: InputCheckpoint,
    scanner: SavedScanner,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Late {
    encoding: String,
    outcome: u8,
    span: (u64, u64),
    bytes: Option<(u64, u64)>,
}

/// The number of a value is its index. Values are never removed, and new ones come last.
const PHASES: [Phase; 3] = [Phase::Ready, Phase::Ended, Phase::Full];
const ENDS: [End; 4] = [End::Open, End::Complete, End::Truncated, End::Full];
const POLICIES: [LateDeclarations; 3] =
    [LateDeclarations::Follow, LateDeclarations::Report, LateDeclarations::Ignore];
const OUTCOMES: [LateOutcome; 4] =
    [LateOutcome::Confirmed, LateOutcome::Switched, LateOutcome::Restarted, LateOutcome::Ignored];

fn code_of<T: PartialEq>(value: &T, values: &[T]) -> u8 {
    values.iter().position(|known| known == value).map_or(u8::MAX, |index| index as u8)
}

fn of_code<T: Copy>(code: u8, values: &[T]) -> Result<T, CheckpointError> {
    values.get(usize::from(code)).copied().ok_or(CheckpointError::Invalid("unknown enum value"))
}

fn ensure(holds: bool, otherwise: &'static str) -> Result<(), CheckpointError> {
    if holds { Ok(()) } else { Err(CheckpointError::Invalid(otherwise)) }
}

impl From<Checkpoint> for Wire {
    fn from(checkpoint: Checkpoint) -> Wire {
        let Checkpoint {
            input,
            scanner,
            locator,
            insertions,
            rest,
            phase,
            end,
            late_declarations,
            replay_limit,
            watching,
            late,
        } = checkpoint;
        Wire {
            version: Version,
            phase: code_of(&phase, &PHASES),
            ending: code_of(&end, &ENDS),
            late_declarations: code_of(&late_declarations, &POLICIES),
            replay_limit: (replay_limit != usize::MAX).then_some(replay_limit as u64),
            watching,
            late: late.map(|LateDeclaration { encoding, outcome, span, bytes }| Late {
                encoding: encoding.name().to_owned(),
                outcome: code_of(&outcome, &OUTCOMES),
                span: (span.start, span.end),
                bytes: bytes.map(|bytes| (bytes.start, bytes.end)),
            }),
            insertions,
            rest,
            locator,
            input,
            scanner,
        }
    }
}

impl TryFrom<Wire> for Checkpoint {
    type Error = CheckpointError;

    fn try_from(wire: Wire) -> Result<Checkpoint, CheckpointError> {
        let Wire {
            version: Version,
            phase,
            ending,
            late_declarations,
            replay_limit,
            watching,
            late,
            insertions,
            rest,
            locator,
            input,
            scanner,
        } = wire;
        let decoded = scanner.position();
        let (phase, end) = (of_code(phase, &PHASES)?, of_code(ending, &ENDS)?);
        let is_reached = match phase {
            Phase::Full => end == End::Full,
            Phase::Ended => end != End::Full,
            _ => true,
        };
        ensure(is_reached, "the phase and the declared end differ")?;
        ensure(phase == Phase::Ready || scanner.keeps_nothing(), "something is kept after the end")?;
        ensure((end != End::Open) == input.has_ended(), "the declared end and the end of the source differ")?;
        ensure(replay_limit != Some(u64::MAX), "a limit is out of range")?;
        ensure(insertions.is_valid(decoded), "text was inserted after the text read")?;
        ensure(
            rest.as_ref().is_none_or(|rest| rest.is_valid(input.kept_len())),
            "more text is pending than was decoded",
        )?;
        let waits = rest.as_ref().map_or(0, SavedRest::len) as u64;
        let same = insertions.decoded(decoded) + waits == input.decoded();
        ensure(same, "the positions of decoder and scanner differ")?;
        let located = locator.as_ref().is_none_or(|saved| LineCounter::restore(saved, &scanner).is_some());
        ensure(located, "the line counter and the scanner differ")?;
        let late = late.map(|Late { encoding, outcome, span: (start, end), bytes }| {
            let encoding = Encoding::for_label(encoding.as_bytes());
            Ok(LateDeclaration {
                encoding: encoding.ok_or(CheckpointError::Invalid("unknown encoding"))?,
                outcome: of_code(outcome, &OUTCOMES)?,
                span: Span { start, end },
                bytes: bytes.map(|(start, end)| start..end),
            })
        });
        Ok(Checkpoint {
            input,
            scanner,
            locator,
            insertions,
            rest,
            phase,
            end,
            late_declarations: of_code(late_declarations, &POLICIES)?,
            replay_limit: replay_limit
                .map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)),
            watching,
            late: late.transpose()?,
        })
    }
}

/// The version of the written form, the only one that can be read.
#[derive(Clone, Copy)]
struct Version;

impl Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(Checkpoint::VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u16::deserialize(deserializer)? {
            Checkpoint::VERSION => Ok(Version),
            found => Err(serde::de::Error::custom(CheckpointError::Version { found })),
        }
    }
}
