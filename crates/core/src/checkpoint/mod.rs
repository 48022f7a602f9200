//! Checkpoints: the state of a scanner between two bytes, from which another process can continue.
//!
//! A [`Checkpoint`] has the settings, the offsets, the state in which the unfinished token began, and the token's pending bytes.
//! Reading these again sets every register of the token: see `reread`. Pending bytes that are not the beginning of one token are
//! refused.
//!
//! A token from which a limit has discarded bytes cannot be read again, because the discarded bytes have no bound. Its
//! registers, and no others, are stored one by one, and validated so that none can mislead a state.

mod codec;
mod error;
mod feedback;
mod format;
mod line_counter;
mod restore_machine;
mod save_machine;
#[cfg(feature = "serde")]
mod settings;

use codec::Bytes;
pub use error::CheckpointError;
use format::SavedMachine;
pub use line_counter::SavedLineCounter;

use crate::machine::Machine;
use crate::options::Options;
use crate::partial_character::PartialCharacter;
use crate::scanner::Scanner;

/// Offsets are below this, so that adding a chunk to one never overflows.
const HIGHEST_OFFSET: u64 = 1 << 63;

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
/// let mut other = Scanner::from_checkpoint(&checkpoint).unwrap();
/// let body = &b"'>"[other.enter(b"'>", true)];
/// let found = other.scan(body, true)?.unwrap();
/// assert_eq!(other.resolve(body, found).raw(), b"<p title=''>");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Checkpoint {
    position: u64,
    #[cfg_attr(feature = "serde", serde(with = "settings::Settings"))]
    settings: Options,
    /// The bytes of a character that straddles pieces.
    partial: Bytes,
    /// They are known to be complete, and are read before the next piece.
    in_partial: bool,
    machine: SavedMachine,
}

impl Checkpoint {
    /// Returns the offset of the byte that must be fed next. All bytes of the input before it are consumed, or kept for an
    /// unfinished token or character.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>caf\xC3"[scanner.enter(b"<p>caf\xC3", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// assert_eq!((scanner.checkpoint().position(), scanner.position()), (7, 6));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.position
    }

    /// As [`Scanner::token_start`].
    pub(crate) fn token_start(&self) -> u64 {
        let (token, character) = self.pending_bytes();
        let missing = self.machine.over_limit.as_ref().map_or(0, |over_limit| over_limit.missing_bytes);
        self.position.saturating_sub((token.len() + character.len()) as u64).saturating_sub(missing)
    }

    /// As [`Scanner::pending_bytes`].
    pub(crate) fn pending_bytes(&self) -> (&[u8], &[u8]) {
        (&self.machine.pending.0, &self.partial.0)
    }

    /// Returns whether no bytes are pending: those of an unfinished token, or of a partial character. So it is at the end of
    /// the input.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// assert!(scanner.checkpoint().keeps_nothing());
    /// let body = &b"<p"[scanner.enter(b"<p", false)];
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// assert!(!scanner.checkpoint().keeps_nothing());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn keeps_nothing(&self) -> bool {
        self.pending_bytes() == (b"", b"")
    }
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
    /// assert_eq!(scanner.checkpoint().position(), 9);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Checkpoint {
        // Each field is named, so that a new one is missed here first.
        let Scanner { machine, options, partial, in_partial, tail: _, seen: _ } = self;
        Checkpoint {
            position: self.position() + partial.bytes().len() as u64,
            settings: options.clone(),
            partial: Bytes::from(partial.bytes()),
            in_partial: *in_partial,
            machine: machine.save(),
        }
    }

    /// Creates the scanner that continues at a checkpoint. The next piece must begin at [`Checkpoint::position`].
    ///
    /// Takes time in proportion to the pending bytes, which are read again.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Invalid`] if the checkpoint was changed since a scanner made it.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// let other = Scanner::from_checkpoint(&scanner.checkpoint()).unwrap();
    /// assert_eq!(other.position(), 7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn from_checkpoint(checkpoint: &Checkpoint) -> Result<Scanner, CheckpointError> {
        let Checkpoint { position, settings, partial: Bytes(partial), in_partial, machine } = checkpoint;
        ensure(*position <= HIGHEST_OFFSET, "the position is larger than an input can be")?;
        let partial = PartialCharacter::of(partial)
            .ok_or(CheckpointError::Invalid("the partial character is too long"))?;
        let waits =
            if *in_partial { !partial.is_empty() } else { partial.is_empty() || partial.is_unfinished() };
        ensure(waits, "the partial character is complete")?;
        let base = position
            .checked_sub(partial.bytes().len() as u64)
            .ok_or(CheckpointError::Invalid("the partial character is longer than the input"))?;
        Ok(Scanner {
            machine: Machine::restore(machine.clone(), settings, base)?,
            options: settings.clone(),
            partial,
            in_partial: *in_partial,
            tail: PartialCharacter::default(),
            seen: None,
        })
    }
}

/// Refuses a checkpoint of which something does not hold.
fn ensure(holds: bool, otherwise: &'static str) -> Result<(), CheckpointError> {
    if holds { Ok(()) } else { Err(CheckpointError::Invalid(otherwise)) }
}
