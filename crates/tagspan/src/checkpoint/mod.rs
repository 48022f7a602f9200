//! Checkpoints: the state of the sniffer, the decoder and the tokenizer, for another process to continue with.

#[cfg(feature = "serde")]
mod wire;

use tagspan_core::Checkpoint as CoreCheckpoint;
use tagspan_core::unstable::{Engine, LineCounter, SavedLineCounter};
use tagspan_input::unstable::{Input, InputCheckpoint, Piece};

use crate::late_meta::{LateDeclaration, LateDeclarations};
use crate::pipeline::{Budget, Ending, Phase, Pipeline, SavedInsertions, SavedRest, Source};

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
#[cfg_attr(feature = "serde", serde(try_from = "wire::Wire", into = "wire::Wire"))]
pub struct Checkpoint {
    input: InputCheckpoint,
    engine: CoreCheckpoint,
    locator: Option<SavedLineCounter>,
    insertions: SavedInsertions,
    rest: Option<SavedRest>,
    /// INVARIANT: a phase between two chunks, or an end.
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
    /// The version of the written form. Other versions are refused.
    pub(crate) const VERSION: u16 = 1;
}

impl Pipeline {
    /// The checkpoint between two chunks; `None` in the middle of one, and after an error.
    pub(crate) fn checkpoint(&self) -> Option<Checkpoint> {
        match self.phase {
            Phase::Ready | Phase::Ended | Phase::Full => self.fork().park(),
            Phase::Feeding | Phase::Inserting | Phase::Failed => None,
        }
    }

    /// The checkpoint of a cursor that is left here in its chunk; `None` after an error.
    pub(crate) fn checkpoint_within(&self, chunk: &[u8]) -> Option<Checkpoint> {
        if self.phase == Phase::Failed {
            return None;
        }
        let mut left = self.fork();
        left.pause(chunk);
        left.park()
    }

    /// The pipeline that continues at a checkpoint.
    pub(crate) fn from_checkpoint(checkpoint: Checkpoint) -> Pipeline {
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
        let mut pipeline = Pipeline::new(input, engine, locator, late_declarations, replay_limit, budget);
        (pipeline.insertions, pipeline.piece.next_offset) = (insertions, decoded);
        (pipeline.phase, pipeline.source.ending, pipeline.meta.found) = (phase, ending, late);
        // If nothing is pending, nothing is reported.
        pipeline.piece.is_behind = true;
        pipeline.watch(watching);
        pipeline
    }

    /// A copy of this pipeline.
    fn fork(&self) -> Pipeline {
        // Each field is named, so that a new one is missed here first.
        let Pipeline { source, piece, engine, locator, insertions, meta, phase } = self;
        let Source { input, consumed, ending, budget } = source;
        let mut copy = Input::from_checkpoint(input.checkpoint());
        let waiting = piece.current.as_ref().map(|current| current.piece).or(insertions.waiting());
        if let Some(piece @ Piece::Buffer { .. }) = waiting {
            copy.hold(input.piece(&[], piece));
        }
        Pipeline {
            source: Source { input: copy, consumed: *consumed, ending: *ending, budget: *budget },
            piece: piece.clone(),
            engine: engine.clone(),
            locator: locator.clone(),
            insertions: insertions.clone(),
            meta: meta.clone(),
            phase: *phase,
        }
    }

    /// Keeps only what the next process needs.
    fn park(mut self) -> Option<Checkpoint> {
        if !self.settle_insertion() {
            return None;
        }
        self.rest_piece();
        // Only the source of the unfinished token is saved.
        self.forget_source();
        let Pipeline {
            source: Source { input, ending, budget, .. }, engine, insertions, meta, phase, ..
        } = &self;
        let (insertions, rest) = insertions.save(input);
        Some(Checkpoint {
            input: input.checkpoint(),
            engine: engine.checkpoint()?,
            locator: self.locator.as_deref().map(LineCounter::save),
            insertions,
            rest,
            phase: *phase,
            ending: *ending,
            late_declarations: meta.policy,
            replay_limit: meta.replay_limit,
            watching: meta.is_watching,
            late: meta.found.clone(),
            budget: *budget,
        })
    }
}
