//! Checkpoints of streams: another process goes on where this one stopped, decoder and sniffer included.

#[cfg(feature = "serde")]
mod wire;

use tagspan_core::{Checkpoint, Locator, SavedLocator, Tokenizer};
use tagspan_input::{Input, InputCheckpoint, Piece};

use crate::insertion::{SavedInsertions, SavedRest};
use crate::late::{LateDeclaration, LateDeclarations};
use crate::stream::{Budget, Ending, Phase, Stream};

/// Where a [`Stream`] stopped, and all that it needs to go on: its settings, what is known of the encoding, the decoder's
/// last bytes, and the tokenizer with the bytes of what is unfinished. Small, and opaque.
///
/// Between chunks there is [`Stream::checkpoint`], at any token [`StreamTokens::checkpoint`](crate::StreamTokens::checkpoint).
/// [`Stream::from_checkpoint`] goes on, and gives the same tokens, errors and offsets as the stream that stopped, if it is
/// fed the bytes that follow.
///
/// With the feature `serde` it can be written and read in any format. As JSON it takes some 1,200 bytes, to which come the
/// bytes of an unfinished token, of the document's beginning as far as it is kept for reading it again (see
/// [`replay_limit`](crate::StreamBuilder::replay_limit)), and up to 16 KiB of decoded text if a stream in another
/// encoding than UTF-8 was left in the middle of a chunk. What is read is checked, as
/// [`Checkpoint`] says.
///
/// # Examples
///
/// ```
/// use tagspan::{Stream, Token};
///
/// // The last character of this chunk, and its last tag, are not complete.
/// let mut stream = Stream::builder().charset("shift_jis")?.build();
/// stream.feed(b"<p>\x93\xFA\x96\x7B<a title='\x93").for_each(|_, _| ())?;
/// let checkpoint = stream.checkpoint().expect("all that was fed is taken");
///
/// let mut stream = Stream::from_checkpoint(checkpoint);
/// assert_eq!(stream.source_position(), 18);
/// let mut tokens = stream.feed(b"\xFA'>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// assert_eq!(tag.attribute("title").unwrap().value(), "日");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "wire::Wire", into = "wire::Wire"))]
pub struct StreamCheckpoint {
    input: InputCheckpoint,
    tokenizer: Checkpoint,
    locator: Option<SavedLocator>,
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

impl StreamCheckpoint {
    /// The version of what is written. Another one is refused.
    ///
    /// ```
    /// assert_eq!(tagspan::StreamCheckpoint::VERSION, 1);
    /// ```
    pub const VERSION: u16 = 1;
}

impl Stream {
    /// Where the stream stands, for another one to go on from: see [`StreamCheckpoint`].
    ///
    /// There is a checkpoint whenever a chunk may be fed, which is when all that was fed is taken or was given up with
    /// [`into_remaining`](crate::StreamTokens::into_remaining), and after the end. There is none while a cursor was left
    /// in its chunk or in inserted text, nor after an error.
    ///
    /// Costs a copy of what is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Stream;
    ///
    /// let mut stream = Stream::new();
    /// stream.feed(b"<title>On").for_each(|_, _| ())?;
    /// let mut other = Stream::from_checkpoint(stream.checkpoint().expect("all is taken"));
    /// for stream in [&mut stream, &mut other] {
    ///     let mut text = String::new();
    ///     stream.tokenize(b"e</title>").for_each(|token, _| text += &String::from_utf8_lossy(token.raw()))?;
    ///     assert!(text.ends_with("e</title>"));
    /// }
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn checkpoint(&self) -> Option<StreamCheckpoint> {
        match self.phase {
            Phase::Ready | Phase::Ended | Phase::Full => self.fork().park(),
            Phase::Feeding | Phase::Failed => None,
        }
    }

    /// Goes on where a checkpoint was taken: the source must be fed from [`source_position`](Self::source_position) on.
    ///
    /// [`StreamCheckpoint`] has an example.
    ///
    /// ```
    /// use tagspan::Stream;
    ///
    /// let checkpoint = Stream::new().checkpoint().expect("nothing was fed");
    /// assert_eq!(Stream::from_checkpoint(checkpoint).position(), 0);
    /// ```
    pub fn from_checkpoint(checkpoint: StreamCheckpoint) -> Stream {
        let StreamCheckpoint {
            input,
            tokenizer,
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
        let decoded = tokenizer.position();
        let locator = locator.and_then(|saved| Locator::restore(&saved, &tokenizer));
        let mut input = Input::from_checkpoint(input);
        let tokenizer = Tokenizer::from_checkpoint(tokenizer);
        let insertions = insertions.restore(rest, decoded, &mut input);
        let mut stream = Stream::new_with(input, tokenizer, locator, late_declarations, replay_limit, budget);
        (stream.insertions, stream.decoded) = (insertions, decoded);
        (stream.phase, stream.ending, stream.late) = (phase, ending, late);
        // Perhaps not, and then nothing comes of it.
        stream.is_behind = true;
        stream.watch(watching);
        stream
    }

    /// The offset in the source of the next byte to be fed: how many bytes of it were consumed, those included that are
    /// kept. For UTF-8 it is [`position`](Self::position) plus what is carried of a character.
    ///
    /// ```
    /// use tagspan::Stream;
    ///
    /// let mut stream = Stream::builder().charset("utf-16le")?.build();
    /// stream.feed(b"<\0p\0>").for_each(|_, _| ())?;
    /// assert_eq!(stream.source_position(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source_position(&self) -> u64 {
        self.input.consumed()
    }

    /// The checkpoint of a cursor that is left here in its chunk. `None` after an error.
    pub(crate) fn checkpoint_within(&self, chunk: &[u8]) -> Option<StreamCheckpoint> {
        if self.phase == Phase::Failed {
            return None;
        }
        let mut left = self.fork();
        left.pause(chunk);
        left.park()
    }

    /// Another stream that is as this one.
    fn fork(&self) -> Stream {
        // Each field is named, so that a new one is missed here first.
        let Stream {
            input,
            tokenizer,
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
        Stream {
            input: copy,
            tokenizer: tokenizer.clone(),
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
    fn park(mut self) -> Option<StreamCheckpoint> {
        if !self.settle_insertion() {
            return None;
        }
        self.rest_piece();
        // Of the source only that of the unfinished token goes along.
        self.forget_source();
        let (insertions, rest) = self.insertions.save(&self.input);
        Some(StreamCheckpoint {
            input: self.input.checkpoint(),
            tokenizer: self.tokenizer.checkpoint()?,
            locator: self.locator.as_deref().map(Locator::save),
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
