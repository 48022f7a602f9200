//! Checkpoints: the state of the sniffer, the decoder and the tokenizer, for another process to continue with.

#[cfg(feature = "serde")]
mod written;

use tagspan_core::scanner::{
    Checkpoint as SavedScanner, CheckpointError, LineCounter, SavedLineCounter, Scanner,
};
use tagspan_input::decoder::{Input, InputCheckpoint};

use crate::late_meta::{LateDeclaration, LateDeclarations};
use crate::tokenizer::{End, Origin, Phase, SavedInsertions, SavedRest, Tokenizer};

/// The state of a [`Tokenizer`](crate::Tokenizer) for another process to continue with: its settings, the encoding as far as
/// it is known, the decoder's partial character, and the bytes of the unfinished token. Small, and opaque.
///
/// [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint) makes one between chunks, and
/// [`Tokens::checkpoint`](crate::Tokens::checkpoint) at any token. The tokenizer of
/// [`Tokenizer::from_checkpoint`](crate::Tokenizer::from_checkpoint) returns the same tokens, errors and offsets as the one
/// that stopped, if it is fed the bytes that follow.
///
/// With the feature `serde` it can be written and read in any format. As JSON it takes some 1,200 bytes and those of the
/// unfinished token, of the document's beginning as far as it is kept for reading it again (see
/// [`replay_limit`](crate::TokenizerBuilder::replay_limit)), and up to 16 KiB of decoded text if a tokenizer in another
/// encoding than UTF-8 was left in the middle of a chunk. A checkpoint that no tokenizer can have made is refused.
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
#[cfg_attr(feature = "serde", serde(try_from = "Saved", into = "Saved"))]
pub struct Checkpoint(Saved);

/// The state, in memory as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct Saved {
    /// First, so that another version is not taken for a corrupted checkpoint.
    version: Version,
    /// INVARIANT: a phase between two chunks, or an end.
    phase: Phase,
    end: End,
    #[cfg_attr(feature = "serde", serde(with = "written::Policy"))]
    late_declarations: LateDeclarations,
    /// `None` is no limit: readers of JSON with floating numbers could not read the highest of 64 bits.
    replay_limit: Option<u64>,
    watching: bool,
    late: Option<Late>,
    insertions: SavedInsertions,
    rest: Option<SavedRest>,
    locator: Option<SavedLineCounter>,
    input: InputCheckpoint,
    scanner: SavedScanner,
}

/// The version of the written form. Other versions are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u16", into = "u16"))]
struct Version;

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Late(#[cfg_attr(feature = "serde", serde(with = "written::Declaration"))] LateDeclaration);

impl Tokenizer {
    /// Makes a checkpoint, from which a tokenizer in another process can continue: see [`Checkpoint`].
    ///
    /// There is one whenever a chunk may be fed, and after the end: when all tokens of the last chunk were taken, or its cursor
    /// was left by [`into_remaining`](crate::Tokens::into_remaining). `None` if a cursor was dropped within its chunk or within
    /// inserted text, and after an error.
    ///
    /// Costs copies of the kept bytes.
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
            Phase::Ready | Phase::Ended | Phase::Full => Some(self.clone().park()),
            Phase::Reading | Phase::Failed => None,
        }
    }

    /// The checkpoint of a cursor that is left here in its chunk; `None` after an error.
    pub(crate) fn checkpoint_within(&self, chunk: &[u8]) -> Option<Checkpoint> {
        if self.phase == Phase::Failed {
            return None;
        }
        let mut left = self.clone();
        left.pause(chunk);
        Some(left.park())
    }

    /// Continues from a checkpoint. The source must be fed from [`source_position`](Self::source_position) on.
    ///
    /// [`Checkpoint`] has an example.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let checkpoint = Tokenizer::new().checkpoint().expect("nothing was fed");
    /// assert_eq!(Tokenizer::from_checkpoint(checkpoint).position(), 0);
    /// ```
    #[doc(alias = "resume")]
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Tokenizer {
        let Checkpoint(saved) = checkpoint;
        let restored = saved.restore();
        restored.expect("a checkpoint is made by a tokenizer, or checked when it is read")
    }

    /// Keeps only what the next process needs.
    fn park(mut self) -> Checkpoint {
        self.settle_insertion();
        self.rest_piece();
        // Only the source of the unfinished token is saved.
        self.forget_source();
        let (insertions, rest) = self.insertions.save(&self.input);
        Checkpoint(Saved {
            version: Version,
            phase: self.phase,
            end: self.end,
            late_declarations: self.meta.policy,
            replay_limit: (self.meta.replay_limit != usize::MAX).then_some(self.meta.replay_limit as u64),
            watching: self.meta.is_watching,
            late: self.meta.found.map(Late),
            insertions,
            rest,
            locator: self.locator.as_deref().map(LineCounter::save),
            input: self.input.checkpoint(),
            scanner: self.scanner.checkpoint(),
        })
    }
}

impl Saved {
    /// The tokenizer that continues.
    fn restore(self) -> Result<Tokenizer, CheckpointError> {
        let Saved {
            version: Version,
            phase,
            end,
            late_declarations,
            replay_limit,
            watching,
            late,
            insertions,
            rest,
            locator,
            input,
            scanner: saved,
        } = self;
        let scanner = Scanner::from_checkpoint(&saved)?;
        let decoded = saved.position();
        let locator = locator.map(|lines| {
            LineCounter::restore(&lines, &saved)
                .ok_or(CheckpointError::Invalid("the line counter and the scanner differ"))
        });
        let mut input = Input::from_checkpoint(input);
        let insertions = insertions.restore(rest, decoded, &mut input);
        let replay_limit = replay_limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let mut tokenizer =
            Tokenizer::with_parts(input, scanner, locator.transpose()?, late_declarations, replay_limit);
        (tokenizer.insertions, tokenizer.next_offset) = (insertions, decoded);
        (tokenizer.phase, tokenizer.end, tokenizer.meta.found) = (phase, end, late.map(|Late(late)| late));
        // If nothing is pending, nothing is reported.
        tokenizer.is_behind = true;
        tokenizer.watch(watching);
        Ok(tokenizer)
    }
}

/// A second tokenizer at the same place: it takes the rest of the input, or another one, by itself.
///
/// ```
/// use tagspan::Tokenizer;
///
/// let mut tokenizer = Tokenizer::utf8();
/// tokenizer.feed(b"<p title=").for_each(|_| ())?;
/// let mut other = tokenizer.clone();
/// assert!(tokenizer.feed(b"a>").next_token()?.is_some_and(|token| token.raw() == b"<p title=a>"));
/// assert!(other.feed(b"b>").next_token()?.is_some_and(|token| token.raw() == b"<p title=b>"));
/// # Ok::<(), tagspan::Error>(())
/// ```
impl Clone for Tokenizer {
    fn clone(&self) -> Tokenizer {
        // Each field is named, so that a new one is missed here first.
        let Tokenizer {
            input,
            consumed,
            is_drained,
            end,
            piece,
            next_offset,
            is_behind,
            scanner,
            locator,
            insertions,
            meta,
            phase,
            failure,
        } = self;
        let mut copy = Input::from_checkpoint(input.checkpoint());
        let waiting = piece.as_ref().filter(|piece| piece.is_decoded()).or(insertions.rest.as_ref());
        if let Some(piece) = waiting.filter(|piece| piece.origin == Origin::Buffer) {
            copy.hold(piece.bytes(&[], input));
        }
        Tokenizer {
            input: copy,
            consumed: *consumed,
            is_drained: *is_drained,
            end: *end,
            piece: piece.clone(),
            next_offset: *next_offset,
            is_behind: *is_behind,
            scanner: scanner.clone(),
            locator: locator.clone(),
            insertions: insertions.clone(),
            meta: meta.clone(),
            phase: *phase,
            failure: *failure,
        }
    }
}
