//! A document's way from bytes to tokens: the decoder, the tokenizer behind it, and the piece of UTF-8 between them.
//!
//! ```text
//! chunk --> source (sniffer, decoder) --> piece --> engine --> tokens
//!             ^                             ^
//!             late declarations             inserted text
//! ```
//!
//! [`pull`] decodes the next piece and scans it. [`insertion`] puts text before the rest of the source, and [`late_meta`]
//! replaces the decoder. [`drive`], on top, is what a cursor calls.

mod drive;
mod insertion;
mod insertions;
mod late_meta;
mod piece;
mod pull;

use std::ops::Range;

use tagspan_core::unstable::{Engine, LineCounter};
use tagspan_core::{ErrorKind, LimitAction};
use tagspan_input::unstable::{DECODED_BOM_LEN, Input, Piece};
use tagspan_input::{Encoding, EncodingDecision};

pub(crate) use self::insertions::{Insertions, SavedInsertions, SavedRest};
pub(crate) use self::piece::{Body, Current};
use crate::late_meta::{LateDeclaration, LateDeclarations};

/// The decoder and the tokenizer of one document.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) source: Source,
    pub(crate) piece: PieceState,
    pub(crate) engine: Engine,
    /// Boxed, so that a tokenizer that counts no lines is no larger.
    pub(crate) locator: Option<Box<LineCounter>>,
    pub(crate) insertions: Insertions,
    pub(crate) meta: MetaWatch,
    pub(crate) phase: Phase,
}

/// The bytes that are fed, and the decoder.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) input: Input,
    /// How much of the caller's chunk the decoder has consumed.
    pub(crate) consumed: usize,
    /// How the end of the source was declared, until the decoder reaches it or the cursor is left before it.
    ///
    /// INVARIANT between chunks: it is `Some` if the decoder has ended.
    pub(crate) ending: Option<Ending>,
    pub(crate) budget: Budget,
}

/// The piece that the tokenizer reads.
#[derive(Clone, Debug)]
pub(crate) struct PieceState {
    pub(crate) current: Option<Current>,
    /// The part of `current` that is scanned.
    pub(crate) body: Body,
    /// The offset of the UTF-8 that the next piece begins with.
    pub(crate) next_offset: u64,
    /// Whether a cursor was left before the tokenizer reported everything about its pending bytes.
    pub(crate) is_behind: bool,
}

/// The search for late declarations of the encoding.
#[derive(Clone, Debug)]
pub(crate) struct MetaWatch {
    pub(crate) policy: LateDeclarations,
    /// How many bytes of the source are kept for reading them again.
    pub(crate) replay_limit: usize,
    /// Whether a declaration may still change the encoding, so that tags are looked at; also while a change is due.
    pub(crate) is_watching: bool,
    pub(crate) due: Option<Due>,
    pub(crate) found: Option<LateDeclaration>,
}

/// A change of decoders that waits until the tag that declares it was taken.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    encoding: &'static Encoding,
    bytes: Range<u64>,
    /// The tag's end in the decoded text, without inserted text.
    decoded: u64,
}

/// How the end of a source was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The whole source was fed.
    Complete,
    /// The caller stopped reading before the end of the source.
    Truncated,
    /// The source is longer than the budget.
    Full,
}

/// How many bytes of a source are read, and what happens beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) bytes: u64,
    pub(crate) action: LimitAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All that was fed is taken.
    Ready,
    /// A cursor reads a chunk, or was left in it.
    Feeding,
    /// A cursor reads inserted text, or was left in it.
    Inserting,
    Ended,
    /// The budget is used up, and the rest of the source is ignored.
    Full,
    Failed,
}

impl Pipeline {
    #[inline]
    pub(crate) fn new(
        input: Input,
        engine: Engine,
        locator: Option<LineCounter>,
        policy: LateDeclarations,
        replay_limit: usize,
        budget: Budget,
    ) -> Self {
        let mut pipeline = Pipeline {
            source: Source { input, consumed: 0, ending: None, budget },
            piece: PieceState { current: None, body: Body::NONE, next_offset: 0, is_behind: false },
            engine,
            locator: locator.map(Box::new),
            insertions: Insertions::default(),
            meta: MetaWatch { policy, replay_limit, is_watching: false, due: None, found: None },
            phase: Phase::Ready,
        };
        pipeline.watch(policy != LateDeclarations::Ignore);
        pipeline
    }

    /// Prepares for another document.
    pub(crate) fn reset(&mut self) {
        self.source.input.reset();
        self.begin();
        (self.phase, self.source.ending) = (Phase::Ready, None);
        self.watch(self.meta.policy != LateDeclarations::Ignore);
        self.meta.found = None;
    }

    /// Puts everything behind the decoder before the first byte.
    fn begin(&mut self) {
        self.engine.reset();
        if let Some(locator) = &mut self.locator {
            locator.start_at(0);
        }
        self.piece.current = None;
        self.piece.next_offset = 0;
        self.insertions.clear();
        self.meta.due = None;
    }

    /// Sets whether late declarations are looked for.
    pub(crate) fn watch(&mut self, on: bool) {
        self.meta.is_watching = on;
        self.engine.watch_meta(on);
    }

    pub(crate) fn encoding_decision(&self) -> Option<EncodingDecision> {
        self.source.input.encoding_decision()
    }

    /// Whether all tokens of what was fed are taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Ended | Phase::Full)
    }

    /// Whether lines or source spans are asked for.
    #[cfg(feature = "bytes")]
    pub(crate) fn tells_places(&self) -> bool {
        self.locator.is_some() || self.source.input.maps_source()
    }

    /// Marks the last token as truncated if the source ends before its end.
    pub(crate) fn mark_end(&mut self) {
        self.engine.end_early(matches!(self.source.ending, Some(Ending::Truncated | Ending::Full)));
    }

    /// Reports misuse.
    fn fail(&mut self, kind: ErrorKind) {
        self.engine.refuse(kind);
        self.give_up();
    }

    /// Ends the work after misuse, which the engine reports.
    pub(crate) fn give_up(&mut self) {
        self.phase = Phase::Failed;
        // These may belong to another chunk.
        self.piece.current = None;
        self.meta.due = None;
    }

    /// Lets the decoder forget the source of bytes that no token can hold any more.
    pub(crate) fn forget_source(&mut self) {
        let start = self.insertions.decoded(self.engine.unfinished_start());
        if self.engine.cut_so_far() > 0 {
            // The bytes that a limit has left out may be many: the source of the bytes that are kept is not known then.
            let (token, character) = self.engine.pending_bytes();
            let pending = (token.len() + character.len()) as u64;
            self.source.input.pin(start);
            self.source.input.forget_before(self.insertions.decoded(self.piece.next_offset - pending));
        } else {
            self.source.input.forget_before(start);
        }
    }

    /// Starts offsets after a byte order mark, which no column counts. Returns `false` if text was inserted before the mark:
    /// then it has no offset, because a token may have begun.
    pub(crate) fn skip_byte_order_mark(&mut self) -> bool {
        if self.piece.next_offset > 0 {
            self.insertions.leave_out_byte_order_mark();
            return false;
        }
        self.piece.next_offset = DECODED_BOM_LEN as u64;
        self.engine.skip_offset(self.piece.next_offset);
        if let Some(locator) = &mut self.locator {
            locator.start_at(self.piece.next_offset);
        }
        true
    }

    /// The bytes that the engine scans and resolves.
    #[inline(always)]
    pub(crate) fn body<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        self.piece.body.bytes(chunk, &self.source.input)
    }

    /// The bytes that are decoded and not tokenized, in the decoder's memory.
    pub(crate) fn decoded_rest(&self) -> &[u8] {
        match &self.piece.current {
            None => self.insertions.rest(&self.source.input),
            Some(Current { piece: Piece::Chunk { .. }, .. }) => &[],
            Some(Current { piece, body, .. }) => {
                // The body ends before a CR or a partial character that ends the piece.
                let read = body.start + self.engine.consumed(self.body(&[]));
                &self.source.input.piece(&[], *piece)[read..]
            }
        }
    }

    /// The bytes of heap in use.
    pub(crate) fn allocated(&self) -> usize {
        let locator =
            self.locator.as_deref().map_or(0, |locator| size_of::<LineCounter>() + locator.allocated());
        self.source.input.allocated() + self.engine.allocated() + self.insertions.allocated() + locator
    }

    /// Frees memory that holds nothing.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.engine.shrink();
        self.insertions.shrink();
        if let Some(locator) = &mut self.locator {
            locator.shrink();
        }
        let is_decoded = |piece: Piece| matches!(piece, Piece::Buffer { .. });
        let is_left = self.piece.current.as_ref().is_some_and(|Current { piece, .. }| is_decoded(*piece));
        if !is_left && !self.insertions.rests_in(is_decoded) {
            self.source.input.shrink_to_fit();
        }
    }
}
