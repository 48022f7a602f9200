//! The code that the adapters share: a tokenizer, the chunk that it reads, and the loop that asks a source for chunks.

use std::task::{Poll, ready};

use tagspan_core::{Error, ErrorKind, LineColumn};

use crate::tokenizer::{End, Phase, Tokenizer};
use crate::tokens::{Chunk, Holder, Tokens};

/// A chunk that the adapter owns.
pub trait OwnedChunk: Chunk + std::fmt::Debug {
    /// The bytes that are not tokenized, as `into_parts` returns them.
    type Rest;

    fn clear(&mut self);

    fn into_rest(self) -> Self::Rest;
}

#[cfg(feature = "bytes")]
impl OwnedChunk for bytes::Bytes {
    type Rest = Self;

    fn clear(&mut self) {
        *self = bytes::Bytes::new();
    }

    fn into_rest(self) -> Self {
        self
    }
}

/// Where [`Driver::scan`] stopped.
pub(super) enum Progress {
    Token,
    /// The chunk is used up: the driver needs the next one, or the end of the source.
    NeedsChunk,
    /// The document has ended.
    End,
}

/// The state of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Open,
    /// The source has failed since the last chunk. If it ends now, the document is truncated.
    Failed,
    /// The document ends with the current chunk.
    Ended(End),
}

/// The tokens of chunk after chunk. All state that outlasts a call is here or in the source, so futures can be dropped.
#[derive(Debug)]
pub(super) struct Driver<C: Chunk> {
    pub(super) tokens: Tokens<'static, C>,
    origin: Origin,
    /// Whether the cursor was left, so that the caller can use the tokenizer. The rest of the chunk is fed again before
    /// the cursor is used: the caller may have replaced the tokenizer.
    is_left: bool,
    /// The restart that needs the document from its first byte, which an adapter cannot read again.
    restart: Option<Error>,
}

impl<C: OwnedChunk> Driver<C> {
    pub(super) fn new(tokenizer: Tokenizer, chunk: C) -> Self {
        let tokens = Tokens::idle(Holder::Owned(Box::new(tokenizer)), chunk);
        // The caller may have used the tokenizer before.
        Driver { tokens, origin: Origin::Open, is_left: true, restart: None }
    }

    /// Moves to the next token if it lies in the rest of the chunk.
    #[inline(always)]
    pub(super) fn advance_in_chunk(&mut self) -> Result<bool, Error> {
        Ok(self.tokens.fast_path().is_some() || self.advance_after_fast_path()?)
    }

    /// [`advance_in_chunk`](Self::advance_in_chunk) after the fast path was tried.
    #[inline(always)]
    pub(super) fn advance_after_fast_path(&mut self) -> Result<bool, Error> {
        if self.is_left {
            return Ok(false);
        }
        match self.tokens.advance_after_fast_path() {
            Ok(()) => Ok(self.tokens.has_token()),
            Err(error) => Err(self.note(error)),
        }
    }

    /// Moves to the next token where the chunk is used up or has to be fed first.
    ///
    /// `read` puts the next chunk in place of the one that is used up; `false` means that the source has ended.
    /// `is_passing` tells errors after which an end of the source is the document's.
    pub(super) fn poll_next<E: From<Error>>(
        &mut self,
        mut read: impl FnMut(&mut C) -> Poll<Result<bool, E>>,
        is_passing: impl Fn(&E) -> bool,
    ) -> Poll<Result<bool, E>> {
        loop {
            match self.scan()? {
                Progress::Token => return Poll::Ready(Ok(true)),
                Progress::End => return Poll::Ready(Ok(false)),
                Progress::NeedsChunk => match ready!(read(&mut self.tokens.chunk)) {
                    Ok(true) => self.feed(),
                    Ok(false) => self.source_ended(),
                    Err(error) => {
                        if self.origin == Origin::Open && !is_passing(&error) {
                            self.origin = Origin::Failed;
                        }
                        return Poll::Ready(Err(error));
                    }
                },
            }
        }
    }

    /// Moves to the next token of the chunk, which may have to be fed first, or of the end.
    #[inline(never)]
    pub(super) fn scan(&mut self) -> Result<Progress, Error> {
        loop {
            if let Some(error) = self.restart {
                return Err(error);
            }
            let tokenizer = &mut self.tokens.tokenizer;
            match (tokenizer.phase, self.is_left, self.origin) {
                (Phase::Ended | Phase::Full, false, _)
                | (Phase::Ended | Phase::Full, _, Origin::Ended(_)) => {
                    self.end(End::Complete);
                    return Ok(Progress::End);
                }
                // The tokenizer repeats its error.
                (Phase::Failed, true, _) => {
                    tokenizer.advance(&[])?;
                    return Ok(Progress::End);
                }
                (_, true, _) => {
                    self.is_left = false;
                    self.tokens.start(End::Open);
                }
                // A chunk was fed.
                (Phase::Reading, false, _) => {}
                (_, false, Origin::Ended(end)) => {
                    self.tokens.release(C::clear);
                    self.tokens.start(end);
                }
                (_, false, _) => {
                    self.tokens.release(C::clear);
                    return Ok(Progress::NeedsChunk);
                }
            }
            match self.tokens.advance() {
                Ok(true) => return Ok(Progress::Token),
                Ok(false) => {}
                Err(error) => return Err(self.note(error)),
            }
        }
    }

    fn note(&mut self, error: Error) -> Error {
        if error.kind() == (ErrorKind::Restart { feed_again: true }) {
            self.restart = Some(error);
        }
        error
    }

    /// Starts on the next chunk, which lies in [`Tokens::chunk`].
    pub(super) fn feed(&mut self) {
        if self.origin == Origin::Failed {
            self.origin = Origin::Open;
        }
        self.tokens.start(End::Open);
    }

    /// The source has ended: with the document, or right after a failure.
    pub(super) fn source_ended(&mut self) {
        self.end(if self.origin == Origin::Failed { End::Truncated } else { End::Complete });
    }

    /// The document ends with the current chunk. The first call decides how.
    pub(super) fn end(&mut self, end: End) {
        if !matches!(self.origin, Origin::Ended(_)) {
            self.origin = Origin::Ended(end);
        }
    }

    /// Leaves the chunk, so that the caller can use the tokenizer.
    fn leave(&mut self) {
        if !self.is_left {
            let tokenizer = &self.tokens.tokenizer;
            if tokenizer.is_exhausted() && tokenizer.phase != Phase::Full {
                self.tokens.release(C::clear);
            } else {
                // `into_parts` returns the bytes that are not tokenized.
                let taken = self.tokens.leave();
                self.tokens.release(|chunk| chunk.skip(taken));
            }
            self.is_left = true;
        }
    }

    pub(super) fn tokenizer_mut(&mut self) -> &mut Tokenizer {
        self.leave();
        &mut self.tokens.tokenizer
    }

    /// The tokenizer, and the part of the chunk that has to be fed next.
    pub(super) fn into_parts(mut self) -> (Tokenizer, C::Rest) {
        self.leave();
        let Tokens { tokenizer, chunk, .. } = self.tokens;
        (tokenizer.into_inner(), chunk.into_rest())
    }

    pub(super) fn locate(&self, offset: u64) -> Option<LineColumn> {
        if self.is_left { None } else { self.tokens.locate(offset) }
    }
}
