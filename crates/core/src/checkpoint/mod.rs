//! Checkpoints: the state of a scanner between two bytes, from which another process can continue.
//!
//! In memory a [`Checkpoint`] is a scanner that is between two pieces. Its written form, [`Saved`], has the settings, the
//! offsets, the state in which the unfinished token began, and the token's pending bytes. Reading these again sets every
//! register of the token: see `reread`. Pending bytes that are not the beginning of one token are refused.
//!
//! A token from which a limit has discarded bytes cannot be read again, because the discarded bytes have no bound. Its
//! registers, and no others, are written one by one, and validated so that none can mislead a state.

mod bytes;
mod codes;
mod error;
mod feedback;
mod format;
mod line_counter;
mod open_elements;
#[cfg(feature = "serde")]
mod restore_machine;
mod save_machine;
mod scanner;
mod settings;

use core::fmt;

#[cfg(feature = "serde")]
use codes::Invalid;
pub use error::CheckpointError;
use format::Saved;
pub use line_counter::SavedLineCounter;

use crate::scanner::Scanner;

/// The state of a scanner between two pieces, for another process to continue with: its settings, its offsets, and the bytes
/// of the unfinished token.
///
/// The checkpoint of the crate `tagspan` contains one, and has the documentation. With the feature `serde` it can be written
/// and read in any format. A checkpoint that no scanner can have made is refused.
///
/// ```
/// use tagspan_core::scanner::{Checkpoint, Scanner};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<p title='"[scanner.enter(b"<p title='", false)];
/// assert_eq!(scanner.scan(body, false)?, None);
/// let checkpoint: Checkpoint = scanner.checkpoint();
/// let mut other = Scanner::from_checkpoint(checkpoint);
/// let body = &b"'>"[other.enter(b"'>", true)];
/// let found = other.scan(body, true)?.unwrap();
/// assert_eq!(other.resolve(body, found).raw(), b"<p title=''>");
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Checkpoint {
    /// INVARIANT: between two pieces, or at the end.
    scanner: Box<Scanner>,
}

impl Checkpoint {
    /// The checkpoint of a scanner that is between two pieces.
    pub(crate) fn of_parked(scanner: Box<Scanner>) -> Self {
        Checkpoint { scanner }
    }

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
        self.scanner.fed_to()
    }

    /// As [`Scanner::token_start`].
    pub(crate) fn token_start(&self) -> u64 {
        self.scanner.token_start()
    }

    /// As [`Scanner::pending_bytes`].
    pub(crate) fn pending_bytes(&self) -> (&[u8], &[u8]) {
        self.scanner.pending_bytes()
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
        let (token, character) = self.pending_bytes();
        token.is_empty() && character.is_empty()
    }

    /// The saved form.
    fn saved(&self) -> Saved {
        self.scanner.save()
    }
}

impl Scanner {
    /// Creates the scanner that continues at a checkpoint. The next piece must begin at [`Checkpoint::position`].
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", false)];
    /// while scanner.scan(body, false)?.is_some() {}
    /// let other = Scanner::from_checkpoint(scanner.checkpoint());
    /// assert_eq!(other.position(), 7);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Scanner {
        *checkpoint.scanner
    }
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Checkpoint").field(&self.saved()).finish()
    }
}

impl PartialEq for Checkpoint {
    fn eq(&self, other: &Self) -> bool {
        self.saved() == other.saved()
    }
}

impl Eq for Checkpoint {}

#[cfg(feature = "serde")]
impl TryFrom<Saved> for Checkpoint {
    type Error = CheckpointError;

    fn try_from(saved: Saved) -> Result<Self, CheckpointError> {
        match Scanner::restore(saved) {
            Ok(scanner) => Ok(Checkpoint { scanner: Box::new(scanner) }),
            Err(Invalid(why)) => Err(CheckpointError::Invalid(why)),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Checkpoint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.saved().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Checkpoint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Checkpoint::try_from(Saved::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
