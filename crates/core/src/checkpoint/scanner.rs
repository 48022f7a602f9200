//! Saves and restores a scanner: partial character and settings.

use super::Checkpoint;
use super::bytes::Bytes;
#[cfg(feature = "serde")]
use super::codes::{Invalid, ensure};
use super::format::{Saved, Version};
use super::settings::Settings;
#[cfg(feature = "serde")]
use crate::machine::Machine;
use crate::partial_character::PartialCharacter;
use crate::scanner::Scanner;

/// Offsets are below this, so that adding a chunk to one never overflows.
#[cfg(feature = "serde")]
const HIGHEST_OFFSET: u64 = 1 << 63;

impl Scanner {
    /// Makes a checkpoint, from which a scanner in another process can continue. The last piece that was entered must be used
    /// up or [left](Self::leave), and no call may have failed; this is not checked.
    ///
    /// Costs a copy of the pending bytes, which are also read again.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p title="[scanner.enter(b"<p title=", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// assert_eq!(scanner.checkpoint().position(), 9);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Checkpoint {
        let mut parked = self.clone();
        parked.tail = PartialCharacter::default();
        // The pending bytes are read again now, as another process would, so that both continue alike.
        parked.seen = None;
        if parked.machine.has_whole_token() {
            let is_unfinished = parked.machine.reread();
            debug_assert!(is_unfinished, "the pending bytes are not the beginning of a token");
        }
        parked.shrink();
        Checkpoint::of_parked(Box::new(parked))
    }

    /// The offset of the byte that is to be fed next. Only between chunks.
    pub(crate) fn fed_to(&self) -> u64 {
        self.position() + self.partial.bytes().len() as u64
    }

    /// The saved form of a scanner that waits for input.
    pub(crate) fn save(&self) -> Saved {
        // Each field is named, so that a new one is missed here first.
        let Scanner { machine, options, partial, in_partial, tail: _, seen: _ } = self;
        Saved {
            version: Version,
            position: self.fed_to(),
            settings: Settings::of(options),
            partial: Bytes::from(partial.bytes()),
            in_partial: *in_partial,
            machine: machine.save(),
        }
    }

    /// The scanner of which that was written.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(saved: Saved) -> Result<Scanner, Invalid> {
        let Saved { version: Version, position, settings, partial, in_partial, machine } = saved;
        ensure(position <= HIGHEST_OFFSET, "the position is larger than an input can be")?;
        let options = settings.restore()?;
        let partial = PartialCharacter::of(&partial.0).ok_or(Invalid("the partial character is too long"))?;
        let waits =
            if in_partial { !partial.is_empty() } else { partial.is_empty() || partial.is_unfinished() };
        ensure(waits, "the partial character is complete")?;
        let base = position.checked_sub(partial.bytes().len() as u64);
        let base = base.ok_or(Invalid("the partial character is longer than the input"))?;
        let machine = Machine::restore(machine, &options, base)?;
        Ok(Scanner { machine, options, partial, in_partial, tail: PartialCharacter::default(), seen: None })
    }
}
