//! What the cursors over a chunk have in common, whoever owns the chunk and the tokenizer.

use std::ops::{ControlFlow, DerefMut, Range};

use tagspan_core::unstable::byte_order_mark;
use tagspan_core::{Error, LineColumn, Span, Token};

use crate::reading::Item;
use crate::tokenizer::{Ending, Tokenizer};

/// The bytes that a cursor reads. They are the same as long as it does.
///
/// `P` is a part of the chunk, as it is found with the least work. Were it an associated type, cursors would be invariant.
pub(crate) trait Chunk<P: Copy> {
    fn bytes(&self) -> &[u8];

    fn part(&self, range: Range<usize>) -> P;

    fn part_bytes(&self, part: P) -> &[u8];
}

impl<'c> Chunk<&'c [u8]> for &'c [u8] {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> &'c [u8] {
        &self[range]
    }

    #[inline(always)]
    fn part_bytes(&self, part: &'c [u8]) -> &[u8] {
        part
    }
}

/// The part of a chunk that is not borrowed, but owned by the cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The tokens of one chunk: what [`Tokens`](crate::Tokens) tells of itself.
///
/// No function that is not inlined takes the cursor of a loop, so that its fields stay in registers.
#[derive(Debug)]
pub(crate) struct Cursor<S, C, P> {
    pub(crate) tokenizer: S,
    pub(crate) chunk: C,
    /// [`Tokenizer::at_hand`]
    at_hand: P,
    /// Whether the body lies in the decoder's memory and no change of decoders is due.
    elsewhere: bool,
    /// What the last call found. It is resolved against the body of what is read, which is left as it is until then.
    found: Option<Item>,
}

impl<S: DerefMut<Target = Tokenizer>, C: Chunk<P>, P: Copy> Cursor<S, C, P> {
    /// A cursor that was not told to [`start`](Self::start) yet.
    pub(crate) fn idle(tokenizer: S, chunk: C) -> Self {
        let at_hand = chunk.part(0..0);
        Cursor { tokenizer, chunk, at_hand, elsewhere: false, found: None }
    }

    /// Starts on the chunk. Misuse is the first thing that it will say.
    pub(crate) fn start(&mut self, ending: Option<Ending>) {
        self.tokenizer.start_feeding(self.chunk.bytes(), ending);
        self.at_hand = self.chunk.part(0..0);
        (self.elsewhere, self.found) = (false, None);
    }

    /// Starts on the chunk as on inserted text. Misuse is the first thing that it will say.
    pub(crate) fn start_inserting(&mut self) {
        let body = self.tokenizer.start_inserting(self.chunk.bytes());
        self.at_hand = self.chunk.part(body);
        (self.elsewhere, self.found) = (false, None);
    }

    #[inline(always)]
    pub(crate) fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        let body = self.chunk.part_bytes(self.at_hand);
        if !body.is_empty() {
            if let Some(found) = self.tokenizer.engine.fast_path(body) {
                self.found = Some(Item::Found(found));
                let body = self.chunk.part_bytes(self.at_hand);
                return Ok(Some(self.tokenizer.engine.resolve_fast_path(body, found)));
            }
        } else if self.elsewhere {
            let tokenizer = &mut *self.tokenizer;
            let body = tokenizer.body.bytes(&[], &tokenizer.input);
            if let Some(found) = tokenizer.engine.fast_path(body) {
                self.found = Some(Item::Found(found));
                let tokenizer = &*self.tokenizer;
                let body = tokenizer.body.bytes(&[], &tokenizer.input);
                return Ok(Some(tokenizer.engine.resolve_fast_path(body, found)));
            }
        }
        self.advance_elsewhere()?;
        Ok(self.found.map(|found| self.resolve(found)))
    }

    /// [`advance`](Self::advance) for all that is not at hand, or for that which the straight line gives up.
    #[inline(always)]
    pub(crate) fn advance_elsewhere(&mut self) -> Result<(), Error> {
        self.found = None;
        let chunk = self.chunk.bytes();
        let found = self.tokenizer.advance(chunk);
        let (at_hand, elsewhere) = self.tokenizer.at_hand();
        (self.at_hand, self.elsewhere) = (self.chunk.part(at_hand), elsewhere);
        self.found = found?;
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        Ok(self.next_token()?.is_some())
    }

    #[inline(always)]
    fn resolve(&self, found: Item) -> Token<'_> {
        match found {
            Item::Found(found) => {
                self.tokenizer.engine.resolve(self.tokenizer.body(self.chunk.bytes()), found)
            }
            Item::ByteOrderMark => Token::Dropped(byte_order_mark(0)),
        }
    }

    #[inline(always)]
    pub(crate) fn token(&self) -> Option<Token<'_>> {
        self.found.map(|found| self.resolve(found))
    }

    #[inline(always)]
    pub(crate) fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<(), Error> {
        let flow = self.try_for_each(|token| {
            each(token);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn try_for_each<B>(
        &mut self,
        mut each: impl FnMut(Token<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        loop {
            let tokenizer = &mut *self.tokenizer;
            let body = match self.elsewhere {
                true => tokenizer.body.bytes(&[], &tokenizer.input),
                false => self.chunk.part_bytes(self.at_hand),
            };
            while let Some(found) = tokenizer.engine.fast_path(body) {
                let flow = each(tokenizer.engine.resolve_fast_path(body, found));
                if flow.is_break() {
                    self.found = Some(Item::Found(found));
                    return Ok(flow);
                }
            }
            self.advance_elsewhere()?;
            let Some(found) = self.found.take() else { return Ok(ControlFlow::Continue(())) };
            let flow = each(self.resolve(found));
            if flow.is_break() {
                self.found = Some(found);
                return Ok(flow);
            }
        }
    }

    /// How much of the chunk is consumed.
    pub(crate) fn taken(&self) -> usize {
        self.tokenizer.taken(self.chunk.bytes())
    }

    /// Leaves the chunk here; how much of it was taken. The cursor lends no token any more.
    pub(crate) fn leave(&mut self) -> usize {
        let chunk = self.chunk.bytes();
        let taken = chunk.len() - self.tokenizer.pause(chunk).len();
        self.at_hand = self.chunk.part(0..0);
        (self.elsewhere, self.found) = (false, None);
        taken
    }

    pub(crate) fn source_span(&self, span: Span) -> Option<Span> {
        let Tokenizer { input, insertions, engine, decoded, .. } = &*self.tokenizer;
        if input.maps_source() && engine.lacks_bytes() && span != engine.current_span() {
            return None;
        }
        if self.tokenizer.is_inserting() {
            // The text that is being inserted is not noted yet. It continues the text that was inserted right before it.
            let continues = insertions.ends_at(*decoded) && engine.position() > *decoded;
            if span.end > *decoded || (span.start == *decoded && continues) {
                return None;
            }
        }
        let decoded = insertions.decoded_span(span)?;
        Some(Span { start: input.source_offset(decoded.start)?, end: input.source_offset(decoded.end)? })
    }

    pub(crate) fn locate(&self, offset: u64) -> Option<LineColumn> {
        self.tokenizer.locate(self.chunk.bytes(), self.found, offset)
    }
}

/// For adapters, which feed chunk after chunk.
mod steps {
    use tagspan_core::unstable::Found;

    use super::*;

    impl<S: DerefMut<Target = Tokenizer>, C: Chunk<P>, P: Copy> Cursor<S, C, P> {
        /// The next token, if the straight line finds it. [`next_token`](Self::next_token) does the same in one piece, which
        /// takes fewer instructions; adapters have to stop in between.
        #[inline(always)]
        pub(crate) fn straight(&mut self) -> Option<Found> {
            let tokenizer = &mut *self.tokenizer;
            let body = self.chunk.part_bytes(self.at_hand);
            let found = if !body.is_empty() {
                tokenizer.engine.fast_path(body)
            } else if self.elsewhere {
                tokenizer.engine.fast_path(tokenizer.body.bytes(&[], &tokenizer.input))
            } else {
                None
            }?;
            self.found = Some(Item::Found(found));
            Some(found)
        }

        /// The token that [`straight`](Self::straight) found.
        #[inline(always)]
        pub(crate) fn resolve_straight(&self, found: Found) -> Token<'_> {
            let tokenizer = &*self.tokenizer;
            let body = self.chunk.part_bytes(self.at_hand);
            let body = if body.is_empty() { tokenizer.body.bytes(&[], &tokenizer.input) } else { body };
            tokenizer.engine.resolve_fast_path(body, found)
        }

        pub(crate) fn has_token(&self) -> bool {
            self.found.is_some()
        }

        /// Lets go of a chunk that is used up.
        pub(crate) fn release(&mut self, clear: impl FnOnce(&mut C)) {
            clear(&mut self.chunk);
            self.at_hand = self.chunk.part(0..0);
            (self.elsewhere, self.found) = (false, None);
        }
    }
}

/// For chunks that are shared.
#[cfg(feature = "bytes")]
mod shared {
    use bytes::Bytes;
    use tagspan_core::OwnedToken;
    use tagspan_core::unstable::{with_bytes, without_bytes};

    use super::{Chunk, Cursor, DerefMut, Item, Place, Range, Tokenizer};

    impl Chunk<Place> for Bytes {
        #[inline(always)]
        fn bytes(&self) -> &[u8] {
            self
        }

        #[inline(always)]
        fn part(&self, range: Range<usize>) -> Place {
            Place { start: range.start, end: range.end }
        }

        #[inline(always)]
        fn part_bytes(&self, Place { start, end }: Place) -> &[u8] {
            &self[start..end]
        }
    }

    impl<S: DerefMut<Target = Tokenizer>> Cursor<S, Bytes, Place> {
        /// The token that was just taken, with bytes of its own, and then no more lent: the chunk's own where it lies in
        /// there, those that were carried where it straddles, and else a copy.
        pub(crate) fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
            let item = self.found?;
            let token = self.resolve(item);
            let (kept, raw) = (without_bytes(token), token.raw());
            let shared = self.chunk.as_ptr_range();
            let range = raw.as_ptr_range();
            let bytes = if shared.start <= range.start && range.end <= shared.end {
                self.chunk.slice_ref(raw)
            } else {
                let carry = match item {
                    // It is still asked where the token lies.
                    Item::Found(_) if self.tokenizer.tells_places() => None,
                    Item::Found(found) => self.tokenizer.engine.take_buffer(found),
                    Item::ByteOrderMark => None,
                };
                match carry {
                    Some(carry) => carry.into(),
                    None => Bytes::copy_from_slice(self.resolve(item).raw()),
                }
            };
            // A parse error and a byte order mark have no bytes to give up, and are still asked where they lie.
            self.found = self.found.filter(|&found| found.has_place());
            Some(with_bytes(kept, bytes))
        }
    }
}
