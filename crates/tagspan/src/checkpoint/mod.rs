//! Checkpoints: the state of the sniffer, the decoder and the tokenizer, for another process to continue with.

mod error;

use std::ops::Range;

use tagspan_core::Span;
use tagspan_core::scanner::{Checkpoint as SavedScanner, LineCounter, SavedLineCounter, Scanner};
use tagspan_input::Encoding;
use tagspan_input::decoder::{Input, InputCheckpoint};

pub use self::error::CheckpointError;
pub(crate) use self::error::ensure;
use crate::late_meta::{LateDeclaration, LateDeclarations, LateOutcome};
use crate::tokenizer::{End, Phase, SavedInsertions, SavedRest, Tokenizer};

/// The state of a [`Tokenizer`](crate::Tokenizer) for another process to continue with: its settings, the encoding as far as
/// it is known, the decoder's partial character, and the bytes of the unfinished token. Small, and opaque.
///
/// [`Tokenizer::checkpoint`](crate::Tokenizer::checkpoint) makes one between chunks, and
/// [`Tokens::checkpoint`](crate::Tokens::checkpoint) at any token. The tokenizer of
/// [`Tokenizer::from_checkpoint`](crate::Tokenizer::from_checkpoint) goes on as the one that stopped, if it is fed the bytes
/// that follow: with the same bytes, errors and offsets. Text may be divided into tokens at other places, as by any division
/// into chunks.
///
/// With the feature `serde` it can be written and read in any format. As JSON it takes some 1,500 bytes and those of the
/// unfinished token, of the document's beginning as far as it is kept for reading it again (see
/// [`replay_limit`](crate::TokenizerBuilder::replay_limit)), and up to 16 KiB of decoded text if a tokenizer in another
/// encoding than UTF-8 was left in the middle of a chunk. It is written with a version, and another version cannot be read.
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
/// let mut tokenizer = Tokenizer::from_checkpoint(checkpoint)?;
/// assert_eq!(tokenizer.source_position(), 18);
/// let mut tokens = tokenizer.feed(b"\xFA'>");
/// let Some(Token::StartTag(tag)) = tokens.next_token()? else { panic!() };
/// assert_eq!(tag.attribute("title").unwrap().value(), "日");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Checkpoint(#[cfg_attr(feature = "serde", serde(deserialize_with = "version"))] u16, Saved);

/// The version of the written form, the only one that can be read. It stands before the rest, so that another version is not
/// taken for a corrupted checkpoint.
const VERSION: u16 = 1;

#[cfg(feature = "serde")]
fn version<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    match serde::Deserialize::deserialize(from)? {
        VERSION => Ok(VERSION),
        found => Err(serde::de::Error::custom(CheckpointError::Version { found, known: VERSION })),
    }
}

/// The state, in memory as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct Saved {
    /// Whether the document has ended, as `end` says.
    ended: bool,
    end: End,
    late_declarations: LateDeclarations,
    /// `None` is no limit: readers of JSON with floating numbers could not read the highest of 64 bits.
    replay_limit: Option<u64>,
    late: Option<SavedLate>,
    insertions: SavedInsertions,
    rest: Option<SavedRest>,
    locator: Option<SavedLineCounter>,
    input: InputCheckpoint,
    scanner: SavedScanner,
}

/// A declaration that was found late.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedLate {
    encoding: &'static Encoding,
    outcome: LateOutcome,
    span: Range<u64>,
    bytes: Option<Range<u64>>,
}

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
    /// let mut other = Tokenizer::from_checkpoint(tokenizer.checkpoint().expect("all is taken"))?;
    /// for tokenizer in [&mut tokenizer, &mut other] {
    ///     let mut text = String::new();
    ///     tokenizer.feed_last(b"e</title>").for_each(|token| text += &String::from_utf8_lossy(token.raw()))?;
    ///     assert!(text.ends_with("e</title>"));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// # Errors
    ///
    /// [`CheckpointError::Invalid`] if no tokenizer can have made the checkpoint, because it was changed while it was stored.
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let checkpoint = Tokenizer::new().checkpoint().expect("nothing was fed");
    /// assert_eq!(Tokenizer::from_checkpoint(checkpoint)?.position(), 0);
    /// # Ok::<(), tagspan::CheckpointError>(())
    /// ```
    #[doc(alias = "resume")]
    pub fn from_checkpoint(checkpoint: Checkpoint) -> Result<Tokenizer, CheckpointError> {
        let Checkpoint(_, saved) = checkpoint;
        saved.restore().map_err(CheckpointError::Invalid)
    }

    /// Keeps only what the next process needs.
    fn park(mut self) -> Checkpoint {
        self.settle_insertion();
        self.rest_piece();
        // Only the source of the unfinished token is saved.
        self.forget_source();
        let (insertions, rest) = self.insertions.save(&self.input);
        Checkpoint(
            VERSION,
            Saved {
                ended: self.phase != Phase::Ready,
                end: self.end,
                late_declarations: self.meta.policy,
                replay_limit: (self.meta.replay_limit != usize::MAX).then_some(self.meta.replay_limit as u64),
                late: self.meta.found.map(SavedLate::save),
                insertions,
                rest,
                locator: self.locator.as_deref().map(LineCounter::save),
                input: self.input.checkpoint(),
                scanner: self.scanner.checkpoint(),
            },
        )
    }
}

impl Saved {
    /// The tokenizer that continues. Errs if no tokenizer can be like this.
    fn restore(self) -> Result<Tokenizer, &'static str> {
        let Saved {
            ended,
            end,
            late_declarations,
            replay_limit,
            late,
            insertions,
            rest,
            locator,
            input,
            scanner,
        } = self;
        let scanner = Scanner::from_checkpoint(scanner)?;
        let locator = locator.map(|lines| LineCounter::restore(lines, &scanner)).transpose()?;
        let mut input = Input::from_checkpoint(input)?;
        ensure(
            (end != End::Open) == input.is_finished(),
            "the declared end and the end of the source differ",
        )?;
        if ended {
            ensure(end != End::Open, "the document ended without an end of the source")?;
            let nothing = scanner.pending_bytes() == (b"", b"") && rest.is_none();
            ensure(nothing, "something is kept after the end")?;
        }
        let next_offset = scanner.position() + scanner.pending_bytes().1.len() as u64;
        let mut insertions = insertions.restore(next_offset)?;
        let rest = rest.map(|rest| rest.restore(next_offset, &mut input)).transpose()?;
        let waiting = rest.as_ref().map_or(0, |piece| piece.end - piece.start) as u64;
        let is_same_place = insertions.decoded(next_offset) + waiting == input.decoded();
        ensure(is_same_place, "the positions of decoder and scanner differ")?;
        insertions.rest = rest;
        let replay_limit = replay_limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let mut tokenizer = Tokenizer::with_parts(input, scanner, locator, late_declarations, replay_limit);
        tokenizer.stop_watching_if_certain();
        (tokenizer.insertions, tokenizer.next_offset, tokenizer.end) = (insertions, next_offset, end);
        tokenizer.phase = match end {
            _ if !ended => Phase::Ready,
            End::Full => Phase::Full,
            _ => Phase::Ended,
        };
        tokenizer.meta.found = late.map(SavedLate::restore).transpose()?;
        // If nothing is pending, nothing is reported.
        tokenizer.is_behind = true;
        Ok(tokenizer)
    }
}

impl SavedLate {
    fn save(LateDeclaration { encoding, outcome, span, bytes }: LateDeclaration) -> SavedLate {
        SavedLate { encoding, outcome, span: span.into(), bytes }
    }

    fn restore(self) -> Result<LateDeclaration, &'static str> {
        let SavedLate { encoding, outcome, span: Range { start, end }, bytes } = self;
        let is_in_order = start <= end && bytes.as_ref().is_none_or(|bytes| bytes.start <= bytes.end);
        ensure(is_in_order, "the span of a declaration is out of order")?;
        Ok(LateDeclaration { encoding, outcome, span: Span { start, end }, bytes })
    }
}
