//! Checkpoints: a tokenizer between two bytes of its input, for another process to go on from.
//!
//! A [`Checkpoint`] in memory is a tokenizer that waits. What is written of it is [`Saved`]: the settings, the
//! carried bytes, and those registers alone that the state reads again. Whatever follows from these is computed when
//! it is read back, and the rest is held to the carried bytes, so that nothing can be told that would mislead a state.

mod bytes;
mod codes;
mod line_counter;
mod saved;
mod settings;

use core::fmt;

pub(crate) use bytes::Bytes;
pub(crate) use codes::{Coded, code_of};
#[cfg(feature = "serde")]
pub(crate) use codes::{Invalid, ensure};
pub use line_counter::SavedLineCounter;
pub(crate) use saved::{
    AttributeRegisters, DoctypeRegisters, ErrorRegisters, ExcessRegisters, ReferenceRegisters, Saved,
    SavedContext, SavedElement, SavedMachine, TagRegisters, Version,
};
pub(crate) use settings::{Settings, allocated as settings_allocated};

use crate::engine::Engine;

/// Where a tokenizer stopped, and all that it needs to go on: its settings, its offsets, and the bytes of what is
/// unfinished. Small, and opaque.
///
/// Between chunks there is [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint), at any token [`Tokens::checkpoint`](crate::Tokens::checkpoint).
/// [`Tokenizer::from_checkpoint`](crate::Tokenizer::from_checkpoint) goes on, and gives the same tokens, parse errors and offsets as the tokenizer that
/// stopped, if it is fed the same bytes.
///
/// With the feature `serde` it can be written and read in any format, by another process on another machine too. As
/// JSON that of a document in HTML content takes some 500 bytes, and the bytes of an unfinished token come on top. What
/// is read is checked: what no tokenizer can have written is refused by an error that says why, and what is
/// accepted leads to no panic, whatever is fed then. It is no proof of where it came from: who can forge one can choose
/// settings and tokens, but could have chosen the input as well.
///
/// Two are equal if they are written alike. Comparing them costs what writing them does.
///
/// # Examples
///
/// ```
/// use tagspan_core::{Token, Tokenizer};
///
/// let mut tokenizer = Tokenizer::new();
/// tokenizer.feed(b"<p>See <a hr").for_each(|_| {})?;
/// let checkpoint = tokenizer.checkpoint().expect("all that was fed is taken");
/// assert_eq!(checkpoint.position(), 12);
///
/// let mut tokenizer = Tokenizer::from_checkpoint(checkpoint);
/// let mut tokens = tokenizer.feed(b"ef='/'>this</a>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// assert_eq!(tag.raw(), b"<a href='/'>");
/// assert_eq!(tag.span().start, 7);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Checkpoint {
    /// INVARIANT: between two segments, ended, or failed with nothing kept.
    engine: Box<Engine>,
}

impl Checkpoint {
    /// The version of what is written. Another one is refused.
    pub(crate) const VERSION: u16 = 1;

    /// That of a tokenizer which waits.
    pub(crate) fn of_parked(engine: Box<Engine>) -> Self {
        Checkpoint { engine }
    }

    /// The offset of the byte that must be fed next: how many bytes of the input were consumed, those included that are
    /// kept for an unfinished token.
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed("<p title='€".as_bytes()).for_each(|_| {})?;
    /// assert_eq!(tokenizer.checkpoint().map(|checkpoint| checkpoint.position()), Some(13));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.engine.fed_to()
    }

    /// As [`Tokenizer::pending_bytes`].
    pub(crate) fn pending_bytes(&self) -> (&[u8], &[u8]) {
        self.engine.pending_bytes()
    }

    /// What is written of it.
    fn saved(&self) -> Saved {
        self.engine.save()
    }
}

impl Engine {
    /// [`Tokenizer::from_checkpoint`](crate::Tokenizer::from_checkpoint)(crate::Tokenizer::from_checkpoint)
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Engine {
        *checkpoint.engine
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
        match Engine::restore(saved) {
            Ok(engine) => Ok(Checkpoint { engine: Box::new(engine) }),
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

/// Why what was read is no checkpoint. Formats of serde put it into an error of their own, with this one's words.
///
/// # Examples
///
/// ```
/// use tagspan_core::unstable::CheckpointError;
///
/// let told = CheckpointError::Version { found: 7 }.to_string();
/// assert!(told.contains("version 7") && told.contains("from its first byte"), "{told}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It was written by another version of this crate, which writes other things.
    Version {
        /// Its version;
        found: u16,
    },
    /// It was damaged or forged: no tokenizer has written it. Says what gave it away.
    Invalid(&'static str),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found } => write!(
                f,
                "a checkpoint of version {found}, where version {} can be read: go on with the release that wrote \
                 it, or tokenize the document again from its first byte",
                Checkpoint::VERSION
            ),
            CheckpointError::Invalid(why) => write!(
                f,
                "no tokenizer has written this checkpoint ({why}): take another one, or tokenize the document \
                 again from its first byte"
            ),
        }
    }
}

impl core::error::Error for CheckpointError {}
