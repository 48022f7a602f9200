//! Checkpoints: the state of a scanner between two bytes, from which another process can continue.
//!
//! A [`Checkpoint`] has the settings, the offsets, the state in which the unfinished token began, and the token's pending bytes.
//! Reading these again sets every register of the token: see `reread`. Pending bytes that are not the beginning of one token are
//! refused.
//!
//! A token from which a limit has discarded bytes cannot be read again, because the discarded bytes have no bound. Its
//! registers, and no others, are stored one by one, and validated so that none can mislead a state.

mod bytes;
mod feedback;
mod format;
mod line_counter;
mod restore_machine;
mod save_machine;

use bytes::Bytes;
use format::SavedMachine;
pub use line_counter::SavedLineCounter;

use crate::machine::Machine;
use crate::options::Options;
use crate::partial_character::PartialCharacter;
use crate::scanner::Scanner;

/// No input is so long. The sum of two offsets and the length of a chunk does not overflow.
const MAX_OFFSET: u64 = 1 << 62;

/// The state of a scanner between two pieces, for another process to continue with: its settings, its offsets, and the bytes
/// of the unfinished token.
///
/// The checkpoint of the crate `tagspan` contains one, and has the documentation. With the feature `serde` it can be written
/// and read in any format, which a program should mark with a version of its own.
///
/// ```
/// use tagspan_core::scanner::{Checkpoint, Scanner};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<p title='"[scanner.enter(b"<p title='", false)];
/// assert_eq!(scanner.scan(body, false)?, None);
/// let checkpoint: Checkpoint = scanner.checkpoint();
/// let mut other = Scanner::from_checkpoint(checkpoint).unwrap();
/// let body = &b"'>"[other.enter(b"'>", true)];
/// let found = other.scan(body, true)?.unwrap();
/// assert_eq!(other.resolve(body, found).raw(), b"<p title=''>");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Checkpoint {
    position: u64,
    settings: Options,
    /// The bytes of a character that straddles pieces.
    partial: Bytes,
    /// They are known to be complete, and are read before the next piece.
    in_partial: bool,
    machine: SavedMachine,
}

impl Scanner {
    /// Makes a checkpoint, from which a scanner in another process can continue. The last piece that was entered must be used
    /// up or [left](Self::leave), and no call may have failed; this is not checked.
    ///
    /// Costs a copy of the pending bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p title="[scanner.enter(b"<p title=", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// let other = Scanner::from_checkpoint(scanner.checkpoint()).unwrap();
    /// assert_eq!(other.pending_bytes().0, b"<p title=");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Checkpoint {
        // Each field is named, so that a new one is missed here first.
        let Scanner { machine, partial, in_partial, tail: _, seen: _ } = self;
        Checkpoint {
            position: self.position() + partial.bytes().len() as u64,
            settings: machine.options.clone(),
            partial: Bytes::from(partial.bytes()),
            in_partial: *in_partial,
            machine: machine.save(),
        }
    }

    /// Creates the scanner that continues at a checkpoint. The next piece must begin after the bytes that the first scanner was
    /// given, and a caller that [watches](Self::watch_meta) `meta` tags must say so again.
    ///
    /// Takes time in proportion to the pending bytes, which are read again.
    ///
    /// # Errors
    ///
    /// The reason why no scanner has made the checkpoint.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// let other = Scanner::from_checkpoint(scanner.checkpoint()).unwrap();
    /// assert_eq!(other.position(), 7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Result<Scanner, &'static str> {
        let Checkpoint { position, settings, partial: Bytes(partial), in_partial, machine } = checkpoint;
        ensure(position <= MAX_OFFSET, "the position is larger than an input can be")?;
        let partial = PartialCharacter::of(&partial).ok_or("the partial character is too long")?;
        let waits =
            if in_partial { !partial.is_empty() } else { partial.is_empty() || partial.is_unfinished() };
        ensure(waits, "the partial character is complete")?;
        let base = position
            .checked_sub(partial.bytes().len() as u64)
            .ok_or("the partial character is longer than the input")?;
        Ok(Scanner {
            machine: Machine::restore(machine, settings, base)?,
            partial,
            in_partial,
            tail: PartialCharacter::default(),
            seen: None,
        })
    }
}

/// Refuses a checkpoint of which something does not hold.
fn ensure(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}
