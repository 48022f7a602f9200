//! Saves and restores an engine: life cycle, partial character and settings.

use super::Checkpoint;
use super::bytes::Bytes;
#[cfg(feature = "serde")]
use super::codes::{Invalid, ensure};
use super::format::{Saved, Version};
use super::settings::Settings;
use crate::error::{Error, ErrorKind};
#[cfg(feature = "serde")]
use crate::machine::Machine;
use crate::partial_character::PartialCharacter;
use crate::tokenizer::{Engine, Phase};

/// The numbers of phases.
const READY: u8 = 0;
const ENDED: u8 = 1;
const FAILED: u8 = 2;

/// Offsets are below this, so that adding a chunk to one never overflows.
#[cfg(feature = "serde")]
const HIGHEST_OFFSET: u64 = 1 << 63;

impl Engine {
    /// [`Engine::checkpoint`](crate::Tokenizer::checkpoint)
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        match self.phase {
            Phase::Ready | Phase::Ended => Some(self.clone().park()),
            Phase::Feeding | Phase::Failed => None,
        }
    }

    /// That of a cursor which is left here.
    pub(crate) fn checkpoint_within(&self, body: &[u8]) -> Checkpoint {
        let mut left = self.clone();
        left.pause(body);
        left.park()
    }

    /// Makes it wait. It is between chunks, has ended or failed.
    fn park(mut self) -> Checkpoint {
        self.tail = PartialCharacter::default();
        self.last = false;
        // The pending bytes are read again now.
        self.seen = None;
        match self.phase {
            // As another process would, so that both continue alike.
            Phase::Ready | Phase::Feeding if self.machine.has_whole_token() => {
                let is_unfinished = self.machine.reread();
                debug_assert!(is_unfinished, "the pending bytes are not the beginning of a token");
            }
            Phase::Ready | Phase::Feeding => {}
            Phase::Ended => self.machine.settle_at_end(),
            Phase::Failed => {
                let offset = self.position();
                self = Engine::failed(self.options, offset);
            }
        }
        self.shrink();
        Checkpoint::of_parked(Box::new(self))
    }

    /// One that refuses everything until it is reset.
    fn failed(options: crate::options::Options, offset: u64) -> Engine {
        let mut tokenizer = Engine::with_options(options);
        tokenizer.skip_offset(offset);
        tokenizer.phase = Phase::Failed;
        tokenizer.failure = Error { kind: ErrorKind::FedAfterError, offset };
        tokenizer
    }

    /// The offset of the byte that is to be fed next. Only between chunks.
    pub(crate) fn fed_to(&self) -> u64 {
        self.position() + self.partial.bytes().len() as u64
    }

    /// The saved form of an engine that waits for input.
    pub(crate) fn save(&self) -> Saved {
        // Each field is named, so that a new one is missed here first.
        // The failure is reported as misuse.
        let Engine { machine, options, phase, failure: _, partial, in_partial, tail: _, last: _, seen: _ } =
            self;
        Saved {
            version: Version,
            position: self.fed_to(),
            phase: match phase {
                Phase::Ready | Phase::Feeding => READY,
                Phase::Ended => ENDED,
                Phase::Failed => FAILED,
            },
            settings: Settings::of(options),
            partial: Bytes::from(partial.bytes()),
            in_partial: *in_partial,
            machine: machine.save(),
        }
    }

    /// The tokenizer of which that was written.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(saved: Saved) -> Result<Engine, Invalid> {
        let Saved { version: Version, position, phase, settings, partial, in_partial, machine } = saved;
        ensure(position <= HIGHEST_OFFSET, "the position is larger than an input can be")?;
        let options = settings.restore()?;
        let partial = PartialCharacter::of(&partial.0).ok_or(Invalid("the partial character is too long"))?;
        let waits =
            if in_partial { !partial.is_empty() } else { partial.is_empty() || partial.is_unfinished() };
        ensure(waits, "the partial character is complete")?;
        let base = position.checked_sub(partial.bytes().len() as u64);
        let base = base.ok_or(Invalid("the partial character is longer than the input"))?;
        let machine = Machine::restore(machine, &options, base)?;
        let phase = match phase {
            READY => Phase::Ready,
            ENDED => {
                ensure(
                    machine.position.pending.is_empty() && partial.is_empty(),
                    "something is kept after the end",
                )?;
                Phase::Ended
            }
            FAILED => return Ok(Engine::failed(options, position)),
            _ => return Err(Invalid("unknown phase")),
        };
        let failure = Error { kind: ErrorKind::FedAfterError, offset: 0 };
        Ok(Engine {
            machine,
            options,
            phase,
            failure,
            partial,
            in_partial,
            tail: PartialCharacter::default(),
            last: false,
            seen: None,
        })
    }
}
