//! Chunks that are shared, and tokens that are kept as slices of them.

use std::ops::Range;

use bytes::Bytes;
use tagspan_core::scanner::Found;
use tagspan_core::{DropReason, OwnedToken};

use super::{Chunk, Part, Parts, Tokens, resolve};
use crate::tokenizer::{End, Tokenizer};

impl Tokenizer {
    /// Feeds the next chunk: as [`feed`](Self::feed), with a cursor whose tokens can be [kept](Tokens::keep) as
    /// slices of the chunk. Chunks of both kinds may follow one another.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("utf-8")?.build();
    /// let chunk = Bytes::from_static(b"<p>");
    /// let mut tokens = tokenizer.feed_bytes(chunk.clone());
    /// assert!(tokens.advance()?);
    /// let tag = tokens.keep().unwrap();
    /// // The same memory.
    /// assert_eq!(tag.raw().as_ptr(), chunk.as_ptr());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feed_bytes(&mut self, chunk: Bytes) -> Tokens<'_, Bytes> {
        Tokens::new(self, chunk, End::Open)
    }

    /// Feeds a chunk that is also the last, and may be empty: as [`feed_last`](Self::feed_last), with a cursor whose tokens
    /// can be [kept](Tokens::keep).
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<title>A page"));
    /// let mut kept = Vec::new();
    /// while tokens.advance()? {
    ///     kept.extend(tokens.keep());
    /// }
    /// assert_eq!(kept.len(), 2);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn feed_last_bytes(&mut self, chunk: Bytes) -> Tokens<'_, Bytes> {
        Tokens::new(self, chunk, End::Complete)
    }
}

impl Chunk for Bytes {}

impl Parts for Bytes {
    type Part = Part;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> Part {
        Part { start: range.start, end: range.end }
    }

    #[inline(always)]
    fn part_bytes(&self, Part { start, end }: Part) -> &[u8] {
        &self[start..end]
    }

    #[inline(always)]
    fn part_after(&self, part: Part, count: usize) -> Part {
        part.after(count)
    }

    fn skip(&mut self, count: usize) {
        *self = self.split_off(count);
    }
}

impl Tokens<'_, Bytes> {
    /// Takes the current token out of the cursor, with its bytes: `Send`, `Sync` and `'static`. `None` where
    /// [`token`](Self::token) is `None`, and after it was taken out.
    ///
    /// # Cost
    ///
    /// A token in a chunk of UTF-8 is a slice of it: nothing is copied, and the chunk's memory is kept as long as the token. A
    /// token that straddles chunks takes the buffer with it in which it was joined, unless most of the buffer is empty or
    /// lines are [counted](crate::TokenizerBuilder::locate). Copied are tokens of what is decoded, tokens of the first bytes
    /// that were kept until the encoding was decided, and characters that straddle chunks.
    ///
    /// A slice takes an allocation if it is a tag with attributes or a DOCTYPE, and the chunk takes one when it is shared for
    /// the first time. A token that is copied or straddles chunks takes one more for its bytes. After a buffer was taken, the
    /// next token that straddles chunks allocates another.
    ///
    /// # Examples
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tagspan::{Token, Tokenizer};
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let mut tokens = tokenizer.feed_last_bytes(Bytes::from_static(b"<a href=/>text"));
    /// assert!(tokens.advance()?);
    /// let kept = tokens.keep().unwrap();
    /// assert!(tokens.token().is_none() && tokens.keep().is_none());
    /// let Token::StartTag(link) = kept.as_token() else { panic!() };
    /// assert_eq!(link.attribute_value("href").unwrap(), "/");
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn keep(&mut self) -> Option<OwnedToken<Bytes>> {
        let found = self.progress.found?;
        let token = resolve(&self.tokenizer, &self.chunk, found);
        let (kept, raw) = (OwnedToken::new(token, ()), token.raw());
        let shared = self.chunk.as_ptr_range();
        let range = raw.as_ptr_range();
        let bytes = if shared.start <= range.start && range.end <= shared.end {
            self.chunk.slice_ref(raw)
        } else {
            // Where places are asked for, they are still looked up in the buffer.
            let buffer = match self.tokenizer.tells_places() {
                true => None,
                false => self.tokenizer.scanner.take_buffer(found),
            };
            match buffer {
                Some(buffer) => buffer.into(),
                None => Bytes::copy_from_slice(resolve(&self.tokenizer, &self.chunk, found).raw()),
            }
        };
        // A parse error and a byte order mark have no bytes to take, and their places are still looked up.
        let has_place = matches!(found, Found::Error(_) | Found::Dropped(DropReason::ByteOrderMark));
        self.progress.found = has_place.then_some(found);
        Some(kept.with_bytes(bytes))
    }
}
