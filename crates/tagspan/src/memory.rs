//! The memory of a tokenizer: how much heap there is, and giving back what holds nothing.

use tagspan_core::unstable::LineCounter;
use tagspan_input::unstable::Piece;

use crate::reading::Current;
use crate::tokenizer::Tokenizer;

impl Tokenizer {
    /// The bytes of heap that it takes now: all its buffers at their capacity, that of hash tables estimated. The tokenizer
    /// itself is `size_of::<Tokenizer>()` bytes besides, and [`Memory`](Tokenizer#memory) says what the buffers are for.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
    /// assert_eq!(tokenizer.allocated(), 0);
    /// tokenizer.feed(b"<p>\xCC\xE8\xF0").for_each(|_| ())?;
    /// // What decodes has a buffer.
    /// assert!(tokenizer.allocated() > 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        let locator =
            self.locator.as_deref().map_or(0, |locator| size_of::<LineCounter>() + locator.allocated());
        self.input.allocated() + self.engine.allocated() + self.insertions.allocated() + locator
    }

    /// Gives back the memory that holds nothing now: the decoder's buffer, and room for tags and for tokens that straddle
    /// chunks. For a connection that waits for its next chunk; what comes next has to allocate again. Nothing else
    /// changes, and no byte is lost.
    ///
    /// Then there is left what is kept: an [unfinished token](Self::pending_bytes), and of the source what may be read again
    /// (the first bytes until the encoding is settled, and those of the [replay limit](crate::TokenizerBuilder::replay_limit)
    /// until it is certain). The decoder's buffer stays while [decoded bytes](Self::decoded_rest) wait in it, so shrink
    /// when all tokens of a chunk were taken.
    ///
    /// # Cost
    ///
    /// A copy of what is kept. A source that is decoded allocates 16 KiB again with its next chunk.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::builder().charset("windows-1251")?.build();
    /// tokenizer.feed(b"<p title=a>\xCC\xE8\xF0<a hr").for_each(|_| ())?;
    /// tokenizer.shrink_to_fit();
    /// assert!(tokenizer.allocated() < 100);
    /// assert_eq!(tokenizer.pending_bytes().0, b"<a hr");
    /// assert!(tokenizer.feed(b"ef=/>").next_token()?.is_some_and(|token| token.raw() == b"<a href=/>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.engine.shrink();
        self.insertions.shrink();
        if let Some(locator) = &mut self.locator {
            locator.shrink();
        }
        let is_decoded = |piece: Piece| matches!(piece, Piece::Buffer { .. });
        let is_left = self.current.as_ref().is_some_and(|Current { piece, .. }| is_decoded(*piece));
        if !is_left && !self.insertions.rests_in(is_decoded) {
            self.input.shrink_to_fit();
        }
    }
}
