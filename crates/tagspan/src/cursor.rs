//! What the cursors over a chunk have in common, whoever owns the chunk and the stream.

use std::ops::{ControlFlow, DerefMut, Range};

use tagspan_core::{Control, Dropped, Error, LineColumn, Span, Token};

use crate::reading::Item;
use crate::stream::{Ending, Stream};

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
#[cfg(any(feature = "bytes", feature = "read", feature = "tokio"))]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The tokens of one chunk: what [`StreamTokens`](crate::StreamTokens) tells of itself.
///
/// No function that is not inlined takes the cursor of a loop, so that its fields stay in registers.
#[derive(Debug)]
pub(crate) struct Cursor<S, C, P> {
    pub(crate) stream: S,
    pub(crate) chunk: C,
    /// [`Stream::at_hand`]
    at_hand: P,
    /// Whether the body lies in the decoder's memory and no change of decoders is due.
    elsewhere: bool,
    /// What the last call found. It is resolved against the body of what is read, which is left as it is until then.
    found: Option<Item>,
}

impl<S: DerefMut<Target = Stream>, C: Chunk<P>, P: Copy> Cursor<S, C, P> {
    /// A cursor that was not told to [`start`](Self::start) yet.
    pub(crate) fn idle(stream: S, chunk: C) -> Self {
        let at_hand = chunk.part(0..0);
        Cursor { stream, chunk, at_hand, elsewhere: false, found: None }
    }

    /// Starts on the chunk. Misuse is the first thing that it will say.
    pub(crate) fn start(&mut self, ending: Option<Ending>) {
        self.stream.start_feeding(self.chunk.bytes(), ending);
        self.at_hand = self.chunk.part(0..0);
        (self.elsewhere, self.found) = (false, None);
    }

    #[inline(always)]
    pub(crate) fn next_token(&mut self) -> Result<Option<Token<'_>>, Error> {
        let body = self.chunk.part_bytes(self.at_hand);
        if !body.is_empty() {
            if let Some(found) = self.stream.tokenizer.straight(body) {
                self.found = Some(Item::Found(found));
                let body = self.chunk.part_bytes(self.at_hand);
                return Ok(Some(self.stream.tokenizer.resolve_straight(body, found)));
            }
        } else if self.elsewhere {
            let stream = &mut *self.stream;
            let body = stream.body.bytes(&[], &stream.input);
            if let Some(found) = stream.tokenizer.straight(body) {
                self.found = Some(Item::Found(found));
                let stream = &*self.stream;
                let body = stream.body.bytes(&[], &stream.input);
                return Ok(Some(stream.tokenizer.resolve_straight(body, found)));
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
        let found = self.stream.advance(chunk);
        let (at_hand, elsewhere) = self.stream.at_hand();
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
            Item::Found(found) => self.stream.tokenizer.resolve(self.stream.body(self.chunk.bytes()), found),
            Item::ByteOrderMark => Token::Dropped(Dropped::byte_order_mark(0)),
        }
    }

    #[inline(always)]
    pub(crate) fn token(&self) -> Option<Token<'_>> {
        self.found.map(|found| self.resolve(found))
    }

    #[inline(always)]
    pub(crate) fn for_each(&mut self, mut each: impl FnMut(Token<'_>, &mut Control)) -> Result<(), Error> {
        let flow = self.try_for_each(|token, control| {
            each(token, control);
            ControlFlow::<()>::Continue(())
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn try_for_each<B>(
        &mut self,
        mut each: impl FnMut(Token<'_>, &mut Control) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        let mut control = Control::default();
        loop {
            let stream = &mut *self.stream;
            let body = match self.elsewhere {
                true => stream.body.bytes(&[], &stream.input),
                false => self.chunk.part_bytes(self.at_hand),
            };
            while let Some(found) = stream.tokenizer.straight(body) {
                let flow = each(stream.tokenizer.resolve_straight(body, found), &mut control);
                core::mem::take(&mut control).apply(&mut stream.tokenizer)?;
                if flow.is_break() {
                    self.found = Some(Item::Found(found));
                    return Ok(flow);
                }
            }
            self.advance_elsewhere()?;
            let Some(found) = self.found.take() else { return Ok(ControlFlow::Continue(())) };
            let flow = each(self.resolve(found), &mut control);
            core::mem::take(&mut control).apply(&mut self.stream.tokenizer)?;
            if flow.is_break() {
                self.found = Some(found);
                return Ok(flow);
            }
        }
    }

    /// How much of the chunk is consumed.
    pub(crate) fn taken(&self) -> usize {
        self.stream.taken(self.chunk.bytes())
    }

    /// Leaves the chunk here; how much of it was taken. The cursor lends no token any more.
    pub(crate) fn leave(&mut self) -> usize {
        let chunk = self.chunk.bytes();
        let taken = chunk.len() - self.stream.pause(chunk).len();
        self.at_hand = self.chunk.part(0..0);
        (self.elsewhere, self.found) = (false, None);
        taken
    }

    pub(crate) fn source_span(&mut self, span: Span) -> Option<Span> {
        let Stream { input, insertions, tokenizer, .. } = &mut *self.stream;
        if input.maps_source() && tokenizer.lacks_bytes() && span != tokenizer.current_span() {
            return None;
        }
        let decoded = insertions.decoded_span(span)?;
        Some(Span { start: input.source_offset(decoded.start)?, end: input.source_offset(decoded.end)? })
    }

    pub(crate) fn locate(&mut self, offset: u64) -> Option<LineColumn> {
        self.stream.locate(self.chunk.bytes(), self.found, offset)
    }
}

/// For adapters, which feed chunk after chunk.
#[cfg(any(feature = "read", feature = "tokio", feature = "futures", feature = "codec"))]
mod steps {
    use tagspan_core::Found;

    use super::*;

    impl<S: DerefMut<Target = Stream>, C: Chunk<P>, P: Copy> Cursor<S, C, P> {
        /// The next token, if the straight line finds it. [`next_token`](Self::next_token) does the same in one piece, which
        /// takes fewer instructions; adapters have to stop in between.
        #[inline(always)]
        pub(crate) fn straight(&mut self) -> Option<Found> {
            let stream = &mut *self.stream;
            let body = self.chunk.part_bytes(self.at_hand);
            let found = if !body.is_empty() {
                stream.tokenizer.straight(body)
            } else if self.elsewhere {
                stream.tokenizer.straight(stream.body.bytes(&[], &stream.input))
            } else {
                None
            }?;
            self.found = Some(Item::Found(found));
            Some(found)
        }

        /// The token that [`straight`](Self::straight) found.
        #[inline(always)]
        #[cfg(any(feature = "read", feature = "tokio", feature = "futures"))]
        pub(crate) fn resolve_straight(&self, found: Found) -> Token<'_> {
            let stream = &*self.stream;
            let body = self.chunk.part_bytes(self.at_hand);
            let body = if body.is_empty() { stream.body.bytes(&[], &stream.input) } else { body };
            stream.tokenizer.resolve_straight(body, found)
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

    use super::{Chunk, Cursor, DerefMut, Item, Place, Range, Stream};

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

    impl<S: DerefMut<Target = Stream>> Cursor<S, Bytes, Place> {
        /// The token that was just taken, with bytes of its own, and then no more lent: the chunk's own where it lies in
        /// there, those that were carried where it straddles, and else a copy.
        pub(crate) fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
            let item = self.found?;
            let token = self.resolve(item);
            let (shape, raw) = (token.shape(), token.raw());
            let shared = self.chunk.as_ptr_range();
            let range = raw.as_ptr_range();
            let bytes = if shared.start <= range.start && range.end <= shared.end {
                self.chunk.slice_ref(raw)
            } else {
                let carry = match item {
                    // It is still asked where the token lies.
                    Item::Found(_) if self.stream.tells_places() => None,
                    Item::Found(found) => self.stream.tokenizer.take_carry(found),
                    Item::ByteOrderMark => None,
                };
                match carry {
                    Some(carry) => carry.into(),
                    None => Bytes::copy_from_slice(self.resolve(item).raw()),
                }
            };
            // A parse error and a byte order mark have no bytes to give up, and are still asked where they lie.
            self.found = self.found.filter(|&found| found.has_place());
            Some(shape.with_bytes(bytes))
        }
    }
}
