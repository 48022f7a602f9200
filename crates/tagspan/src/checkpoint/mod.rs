//! Checkpoints of streams: another process goes on where this one stopped, decoder and sniffer included.

#[cfg(feature = "serde")]
mod wire;

use tagspan_core::Checkpoint as CoreCheckpoint;
use tagspan_core::unstable::{Engine, LineCounter, SavedLineCounter};
use tagspan_input::unstable::{Input, InputCheckpoint, Piece};

use crate::insertion::{SavedInsertions, SavedRest};
use crate::late::{LateDeclaration, LateDeclarations};
use crate::tokenizer::{Budget, Ending, Phase, Tokenizer};

/// Where a [`Tokenizer`] stopped, and all that it needs to go on: its settings, what is known of the encoding, the decoder's
/// last bytes, and the tokenizer with the bytes of what is unfinished. Small, and opaque.
///
/// Between chunks there is [`Tokenizer::checkpoint`], at any token [`Tokens::checkpoint`](crate::Tokens::checkpoint).
/// [`Tokenizer::from_checkpoint`] goes on, and gives the same tokens, errors and offsets as the tokenizer that stopped, if it is
/// fed the bytes that follow.
///
/// With the feature `serde` it can be written and read in any format. As JSON it takes some 1,200 bytes, to which come the
/// bytes of an unfinished token, of the document's beginning as far as it is kept for reading it again (see
/// [`replay_limit`](crate::TokenizerBuilder::replay_limit)), and up to 16 KiB of decoded text if a tokenizer in another
/// encoding than UTF-8 was left in the middle of a chunk. What is read is checked, as
/// [`Checkpoint`] says.
///
/// # Examples
///
/// ```
/// use tagspan::{Tokenizer, Token};
///
/// // The last character of this chunk, and its last tag, are not complete.
/// let mut tokenizer = Tokenizer::builder().charset("shift_jis")?.build();
/// tokenizer.feed(b"<p>\x93\xFA\x96\x7B<a title='\x93").for_each(|_| ())?;
/// let checkpoint = tokenizer.checkpoint().expect("all that was fed is taken");
///
/// let mut tokenizer = Tokenizer::from_checkpoint(checkpoint);
/// assert_eq!(tokenizer.source_position(), 18);
/// let mut tokens = tokenizer.feed(b"\xFA'>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// assert_eq!(tag.attribute("title").unwrap().value(), "日");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "wire::Wire", into = "wire::Wire"))]
pub struct Checkpoint {
    input: InputCheckpoint,
    engine: CoreCheckpoint,
    locator: Option<SavedLineCounter>,
    insertions: SavedInsertions,
    rest: Option<SavedRest>,
    /// INVARIANT: one in which nothing is left to be taken.
    phase: Phase,
    ending: Option<Ending>,
    late_declarations: LateDeclarations,
    replay_limit: usize,
    watching: bool,
    late: Option<LateDeclaration>,
    budget: Budget,
}

#[cfg(feature = "serde")]
impl Checkpoint {
    /// The version of what is written. Another one is refused.
    pub(crate) const VERSION: u16 = 1;
}

impl Tokenizer {
    /// Where the tokenizer stands, for another one to go on from: see [`Checkpoint`].
    ///
    /// There is a checkpoint whenever a chunk may be fed, which is when all that was fed is taken or was given up with
    /// [`into_remaining`](crate::Tokens::into_remaining), and after the end. There is none while a cursor was left
    /// in its chunk or in inserted text, nor after an error.
    ///
    /// Costs a copy of what is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// tokenizer.feed(b"<title>On").for_each(|_| ())?;
    /// let mut other = Tokenizer::from_checkpoint(tokenizer.checkpoint().expect("all is taken"));
    /// for tokenizer in [&mut tokenizer, &mut other] {
    ///     let mut text = String::new();
    ///     tokenizer.feed_last(b"e</title>").for_each(|token| text += &String::from_utf8_lossy(token.raw()))?;
    ///     assert!(text.ends_with("e</title>"));
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        match self.phase {
            Phase::Ready | Phase::Ended | Phase::Full => self.fork().park(),
            Phase::Feeding | Phase::Inserting | Phase::Failed => None,
        }
    }

    /// Goes on where a checkpoint was taken: the source must be fed from [`source_position`](Self::source_position) on.
    ///
    /// [`Checkpoint`] has an example.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let checkpoint = Tokenizer::new().checkpoint().expect("nothing was fed");
    /// assert_eq!(Tokenizer::from_checkpoint(checkpoint).position(), 0);
    /// ```
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Tokenizer {
        let Checkpoint {
            input,
            engine,
            locator,
            insertions,
            rest,
            phase,
            ending,
            late_declarations,
            replay_limit,
            watching,
            late,
            budget,
        } = checkpoint;
        let decoded = engine.position();
        let locator = locator.and_then(|saved| LineCounter::restore(&saved, &engine));
        let mut input = Input::from_checkpoint(input);
        let engine = Engine::from_checkpoint(engine);
        let insertions = insertions.restore(rest, decoded, &mut input);
        let mut tokenizer =
            Tokenizer::new_with(input, engine, locator, late_declarations, replay_limit, budget);
        (tokenizer.insertions, tokenizer.decoded) = (insertions, decoded);
        (tokenizer.phase, tokenizer.ending, tokenizer.late) = (phase, ending, late);
        // Perhaps not, and then nothing comes of it.
        tokenizer.is_behind = true;
        tokenizer.watch(watching);
        tokenizer
    }

    /// The offset in the source of the next byte to be fed: how many bytes of it were consumed, those included that are
    /// kept. For UTF-8 it is [`position`](Self::position) plus what is carried of a character.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-16le")?.build();
    /// tokenizer.feed(b"<\0p\0>").for_each(|_| ())?;
    /// assert_eq!(tokenizer.source_position(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_position(&self) -> u64 {
        self.input.consumed()
    }

    /// The checkpoint of a cursor that is left here in its chunk. `None` after an error.
    pub(crate) fn checkpoint_within(&self, chunk: &[u8]) -> Option<Checkpoint> {
        if self.phase == Phase::Failed {
            return None;
        }
        let mut left = self.fork();
        left.pause(chunk);
        left.park()
    }

    /// Another tokenizer that is as this one.
    fn fork(&self) -> Tokenizer {
        // Each field is named, so that a new one is missed here first.
        let Tokenizer {
            input,
            engine,
            locator,
            current,
            body,
            consumed,
            ending,
            is_behind,
            decoded,
            phase,
            insertions,
            late_declarations,
            replay_limit,
            watching,
            due,
            late,
            budget,
        } = self;
        let mut copy = Input::from_checkpoint(input.checkpoint());
        let waiting = current.as_ref().map(|current| current.piece).or(insertions.waiting());
        if let Some(piece @ Piece::Buffer { .. }) = waiting {
            copy.hold(input.piece(&[], piece));
        }
        Tokenizer {
            input: copy,
            engine: engine.clone(),
            locator: locator.clone(),
            current: current.clone(),
            body: *body,
            consumed: *consumed,
            ending: *ending,
            is_behind: *is_behind,
            decoded: *decoded,
            phase: *phase,
            insertions: insertions.clone(),
            late_declarations: *late_declarations,
            replay_limit: *replay_limit,
            watching: *watching,
            due: due.clone(),
            late: late.clone(),
            budget: *budget,
        }
    }

    /// What there is to tell of it, once it waits.
    fn park(mut self) -> Option<Checkpoint> {
        if !self.settle_insertion() {
            return None;
        }
        self.rest_piece();
        // Of the source only that of the unfinished token goes along.
        self.forget_source();
        let (insertions, rest) = self.insertions.save(&self.input);
        Some(Checkpoint {
            input: self.input.checkpoint(),
            engine: self.engine.checkpoint()?,
            locator: self.locator.as_deref().map(LineCounter::save),
            insertions,
            rest,
            phase: self.phase,
            ending: self.ending,
            late_declarations: self.late_declarations,
            replay_limit: self.replay_limit,
            watching: self.watching,
            late: self.late,
            budget: self.budget,
        })
    }
}
