//! Checkpoints: the state of a tokenizer between two bytes, from which another process can continue.
//!
//! In memory a [`Checkpoint`] is an engine that is between two chunks. Its written form, [`Saved`], has the settings, the
//! offsets, the state in which the unfinished token began, and the token's pending bytes. Reading these again sets every
//! register of the token: see `reread`. Pending bytes that are not the beginning of one token are refused.
//!
//! A token from which a limit has discarded bytes cannot be read again, because the discarded bytes have no bound. Its
//! registers, and no others, are written one by one, and validated so that none can mislead a state.

mod bytes;
mod codes;
mod engine;
mod error;
mod feedback;
mod format;
mod line_counter;
mod open_elements;
#[cfg(feature = "serde")]
mod restore_machine;
mod save_machine;
mod settings;

use core::fmt;

#[cfg(feature = "serde")]
use codes::Invalid;
pub use error::CheckpointError;
use format::Saved;
pub use line_counter::SavedLineCounter;

use crate::tokenizer::{Engine, Tokenizer, Tokens};

/// The state of a tokenizer for another process to continue with: its settings, its offsets, and the bytes of the unfinished
/// token. Small, and opaque.
///
/// [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint) makes one between chunks, and
/// [`Tokens::checkpoint`](crate::Tokens::checkpoint) at any token. The tokenizer of
/// [`Tokenizer::from_checkpoint`](crate::Tokenizer::from_checkpoint) returns the same tokens, parse errors and offsets as the
/// one that stopped, if it is fed the same bytes.
///
/// With the feature `serde` it can be written and read in any format, on another machine too. As JSON it takes some 500 bytes
/// in HTML content, and those of the unfinished token. A checkpoint that is read is checked: one that no tokenizer can have
/// written is refused with a reason, and one that is accepted never leads to a panic. The check does not prove its origin: a
/// crafted checkpoint can choose settings and tokens, as crafted input can.
///
/// Two are equal if their written forms are equal. A comparison costs as much as writing both.
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
    /// INVARIANT: between two chunks, ended, or failed with nothing kept.
    engine: Box<Engine>,
}

impl Checkpoint {
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

    /// As [`Engine::token_start`].
    pub(crate) fn token_start(&self) -> u64 {
        self.engine.token_start()
    }

    /// As [`Tokenizer::pending_bytes`].
    pub(crate) fn pending_bytes(&self) -> (&[u8], &[u8]) {
        self.engine.pending_bytes()
    }

    /// The saved form.
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

impl Tokenizer {
    /// Makes a checkpoint, from which a tokenizer in another process can continue: see [`Checkpoint`].
    ///
    /// There is one whenever a chunk may be fed, and after the end: when all tokens of the last chunk were taken, or its cursor
    /// was left by [`Tokens::into_remaining`](crate::Tokens::into_remaining). `None` if a cursor was dropped within its chunk,
    /// and after an [`Error`](crate::Error).
    ///
    /// Costs a copy of the bytes and attributes of the unfinished token, and of the open elements in svg and math.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<p>one<p cl").for_each(|_| {})?;
    /// assert!(tokenizer.checkpoint().is_some());
    /// let mut tokens = tokenizer.feed(b"ass=a>two<p>three");
    /// tokens.next_token()?;
    /// // The cursor is left without a word about what remains.
    /// assert_eq!(tokenizer.checkpoint(), None);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.engine.checkpoint()
    }

    /// Continues from a checkpoint. The byte at [`Checkpoint::position`] must be fed next.
    ///
    /// Copies nothing. To make several tokenizers of one checkpoint, clone it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<title>a</ti").for_each(|_| {})?;
    /// let checkpoint = tokenizer.checkpoint().expect("all that was fed is taken");
    /// for (rest, is_end) in [("tle>", true), ("lde>", false)] {
    ///     let mut tokenizer = Tokenizer::from_checkpoint(checkpoint.clone());
    ///     let mut tokens = tokenizer.feed_last(rest);
    ///     assert_eq!(matches!(tokens.next_token()?, Some(Token::EndTag(_))), is_end);
    /// }
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Self {
        Tokenizer { engine: Engine::from_checkpoint(checkpoint) }
    }
}

impl<'t, 'c> Tokens<'t, 'c> {
    /// Makes a checkpoint at the current token, as if the cursor had been left here by
    /// [`into_remaining`](Self::into_remaining). Feed what [`remaining`](Self::remaining) returns next, and declare the end of
    /// the input again. There is one at every token, also at the parse errors within one.
    ///
    /// After an [`Error`](crate::Error), the tokenizer of the checkpoint returns errors until it is
    /// [`reset`](crate::Tokenizer::reset).
    ///
    /// Costs what [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint) does, and a copy of the bytes of the unfinished token
    /// in this chunk.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last(b"<title>a</title><p>b");
    /// tokens.next_token()?;
    /// let (checkpoint, rest) = (tokens.checkpoint(), tokens.remaining());
    /// assert_eq!((checkpoint.position(), rest), (7, &b"a</title><p>b"[..]));
    ///
    /// let mut other = Tokenizer::from_checkpoint(checkpoint);
    /// let mut others = other.feed_last(rest);
    /// while let Some(token) = tokens.next_token()? {
    ///     assert_eq!(others.next_token()?, Some(token));
    /// }
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        self.tokenizer.checkpoint_within(self.body)
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
