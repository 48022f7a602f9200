//! What the adapters have in common: a tokenizer of their own, the chunk that it reads, and what comes after the chunk.

use tagspan_core::{Error, ErrorKind, LineColumn};

use crate::cursor::{Chunk, Cursor, Place};
use crate::tokenizer::{Ending, Phase, Tokenizer};

/// A chunk that the adapter owns.
pub(super) trait OwnedChunk: Chunk<Place> {
    /// Lets go of so many bytes, which it has.
    fn drop_front(&mut self, count: usize);

    fn clear(&mut self);
}

#[cfg(feature = "bytes")]
impl OwnedChunk for bytes::Bytes {
    fn drop_front(&mut self, count: usize) {
        *self = self.split_off(count);
    }

    fn clear(&mut self) {
        *self = bytes::Bytes::new();
    }
}

/// How far [`Pump::go_on`] came.
pub(super) enum Progress {
    /// To a token.
    Token,
    /// To the end of the chunk: the next is to be fed, or the end to be said.
    Wanting,
    /// To the end of the document, or to where it was cut.
    End,
}

/// What is known of where the bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Open,
    /// It has failed since the last chunk. A decoder is not told.
    #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
    Failed,
    /// There was an end right after a failure, which says nothing of the document's.
    #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
    Cut,
    /// The document ends with this chunk.
    Ended,
}

/// The tokens of chunk after chunk. It never waits: its adapter reads, and all that lasts is here or in the reader.
#[derive(Debug)]
pub(super) struct Pump<C> {
    pub(super) cursor: Cursor<Box<Tokenizer>, C, Place>,
    origin: Origin,
    /// Whether the cursor was left, so that the caller can use the tokenizer. What the chunk still holds is fed again before
    /// the cursor is used, for the tokenizer may be another one by then.
    is_left: bool,
    /// The restart that nobody can follow here.
    void: Option<Error>,
}

impl<C: OwnedChunk> Pump<C> {
    pub(super) fn new(tokenizer: Tokenizer, chunk: C) -> Self {
        let cursor = Cursor::idle(Box::new(tokenizer), chunk);
        // Somebody has had the tokenizer.
        Pump { cursor, origin: Origin::Open, is_left: true, void: None }
    }

    /// Moves to the next token if it lies in what the chunk has left. The straight line has been tried.
    #[inline(always)]
    pub(super) fn advance_elsewhere(&mut self) -> Result<bool, Error> {
        if self.is_left {
            return Ok(false);
        }
        match self.cursor.advance_elsewhere() {
            Ok(()) => Ok(self.cursor.has_token()),
            Err(error) => Err(self.note(error)),
        }
    }

    /// Moves to the next token where the chunk is used up, or has to be fed first.
    #[inline(never)]
    pub(super) fn go_on(&mut self) -> Result<Progress, Error> {
        loop {
            if let Some(error) = self.void {
                return Err(error);
            }
            let tokenizer = &mut self.cursor.tokenizer;
            match (tokenizer.phase, self.is_left, self.origin) {
                (Phase::Ended | Phase::Full, false, _) | (Phase::Ended | Phase::Full, _, Origin::Ended) => {
                    self.leave();
                    self.origin = Origin::Ended;
                    return Ok(Progress::End);
                }
                // It says why.
                (Phase::Failed, true, _) => {
                    tokenizer.advance(&[])?;
                    return Ok(Progress::End);
                }
                (_, true, _) => {
                    self.is_left = false;
                    self.cursor.start(None);
                }
                // A chunk was fed.
                (Phase::Feeding, false, _) => {}
                (_, false, Origin::Ended) => {
                    self.cursor.release(C::clear);
                    self.cursor.start(Some(Ending::Complete));
                }
                #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
                (_, false, Origin::Cut) => return Ok(Progress::End),
                (_, false, _) => {
                    self.cursor.release(C::clear);
                    return Ok(Progress::Wanting);
                }
            }
            match self.cursor.advance() {
                Ok(true) => return Ok(Progress::Token),
                Ok(false) => {}
                Err(error) => return Err(self.note(error)),
            }
        }
    }

    fn note(&mut self, error: Error) -> Error {
        if error.kind() == (ErrorKind::Restart { feed_again: true }) {
            self.void = Some(error);
        }
        error
    }

    /// The next chunk lies in [`Cursor::chunk`].
    pub(super) fn feed(&mut self) {
        if self.origin != Origin::Ended {
            self.origin = Origin::Open;
        }
        self.cursor.start(None);
    }

    /// The source has no more.
    pub(super) fn source_ended(&mut self) {
        self.origin = match self.origin {
            Origin::Open | Origin::Ended => Origin::Ended,
            #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
            Origin::Failed | Origin::Cut => Origin::Cut,
        };
    }

    /// The source has failed, and perhaps for good.
    #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
    pub(super) fn source_failed(&mut self) {
        if self.origin == Origin::Open {
            self.origin = Origin::Failed;
        }
    }

    /// The document ends with what was read, whatever the source says.
    pub(super) fn finish_now(&mut self) {
        self.origin = Origin::Ended;
    }

    /// Leaves the chunk, so that somebody else can have the tokenizer.
    fn leave(&mut self) {
        if !self.is_left {
            let tokenizer = &self.cursor.tokenizer;
            if tokenizer.is_exhausted() && !tokenizer.is_full() {
                self.cursor.release(C::clear);
            } else {
                let taken = self.cursor.leave();
                // Bytes that were read and not tokenized stay, for `into_parts`.
                self.cursor.release(|chunk| chunk.drop_front(taken));
            }
            self.is_left = true;
        }
    }

    pub(super) fn tokenizer_mut(&mut self) -> &mut Tokenizer {
        self.leave();
        &mut self.cursor.tokenizer
    }

    /// The tokenizer, and the part of the chunk that has to be fed next.
    pub(super) fn into_parts(mut self) -> (Tokenizer, C) {
        self.leave();
        let Cursor { tokenizer, chunk, .. } = self.cursor;
        (*tokenizer, chunk)
    }

    pub(super) fn locate(&self, offset: u64) -> Option<LineColumn> {
        if self.is_left { None } else { self.cursor.locate(offset) }
    }
}

/// The methods that every adapter with a [`Pump`] in its field `pump` has. Of the code see `controls`.
macro_rules! pump_methods {
    ($example:literal) => {
        crate::controls::controls! { $example, self => self.pump.cursor }

        /// The line and column of an offset from the start of the token or parse error that was just taken: exact or
        /// `None`, as [`Tokens::locate`](crate::Tokens::locate). `None` also right after [`tokenizer_mut`](Self::tokenizer_mut).
        ///
        #[doc = concat!("```\n", $example, "\n// Nobody has asked for lines.\nassert_eq!(tokens.locate(0), None);\n```")]
        pub fn locate(&self, offset: u64) -> Option<LineColumn> {
            self.pump.locate(offset)
        }

        /// The tokenizer that reads.
        ///
        #[doc = concat!("```\n", $example, "\nassert!(tokens.tokenizer().checkpoint().is_some());\n```")]
        pub fn tokenizer(&self) -> &Tokenizer {
            &self.pump.cursor.tokenizer
        }

        /// The tokenizer between two chunks, where text can be [inserted](Tokenizer::insert), say: the chunk is left after the
        /// token that was taken last, and the rest of it is what the next call feeds. If the tokenizer was
        /// [reset](Tokenizer::reset), another document begins with that.
        ///
        #[doc = concat!("```\n", $example, "\ntokens.tokenizer_mut().insert(\"<b>\").for_each(|token| assert_eq!(token.raw(), b\"<b>\")).unwrap();\n```")]
        pub fn tokenizer_mut(&mut self) -> &mut Tokenizer {
            self.pump.tokenizer_mut()
        }

        /// Declares that the document ends with what was read: nothing more is read, and the calls that follow give the
        /// tokens that are left, and those that the end of the input completes. For what is there of a document that was
        /// cut.
        ///
        #[doc = concat!("```\n", $example, "\n// Nothing of the document is wanted.\ntokens.finish_now();\n```")]
        pub fn finish_now(&mut self) {
            self.pump.finish_now();
        }
    };
}

pub(super) use pump_methods;
