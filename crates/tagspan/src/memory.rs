//! The memory of a stream: how much heap there is, and giving back what holds nothing.

use tagspan_core::Locator;
use tagspan_input::Piece;

use crate::reading::Current;
use crate::stream::Stream;

impl Stream {
    /// The bytes of heap that it takes now: all its buffers at their capacity, that of hash tables estimated. The stream
    /// itself is `size_of::<Stream>()` bytes besides, and [`Memory`](Stream#memory) says what the buffers are for.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan::Stream;
    ///
    /// let mut stream = Stream::builder().charset("windows-1251")?.build();
    /// assert_eq!(stream.allocated(), 0);
    /// stream.feed(b"<p>\xCC\xE8\xF0").for_each(|_, _| ())?;
    /// // What decodes has a buffer.
    /// assert!(stream.allocated() > 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allocated(&self) -> usize {
        let locator = self.locator.as_deref().map_or(0, |locator| size_of::<Locator>() + locator.allocated());
        self.input.allocated() + self.tokenizer.allocated() + self.insertions.allocated() + locator
    }

    /// Gives back the memory that holds nothing now: the decoder's buffer, and room for tags and for tokens that straddle
    /// chunks. For a connection that waits for its next chunk; what comes next has to allocate again. Nothing else
    /// changes, and no byte is lost.
    ///
    /// Then there is left what is kept: an [unfinished token](Self::carried), and of the source what may be read again
    /// (the first bytes until the encoding is settled, and those of the [replay limit](crate::StreamBuilder::replay_limit)
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
    /// use tagspan::Stream;
    ///
    /// let mut stream = Stream::builder().charset("windows-1251")?.build();
    /// stream.feed(b"<p title=a>\xCC\xE8\xF0<a hr").for_each(|_, _| ())?;
    /// stream.shrink();
    /// assert!(stream.allocated() < 100);
    /// assert_eq!(stream.carried().0, b"<a hr");
    /// assert!(stream.feed(b"ef=/>").next_token()?.is_some_and(|token| token.raw() == b"<a href=/>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink(&mut self) {
        self.tokenizer.shrink();
        self.insertions.shrink();
        if let Some(locator) = &mut self.locator {
            locator.shrink();
        }
        let is_decoded = |piece: Piece| matches!(piece, Piece::Buffer { .. });
        let is_left = self.current.as_ref().is_some_and(|Current { piece, .. }| is_decoded(*piece));
        if !is_left && !self.insertions.rests_in(is_decoded) {
            self.input.shrink();
        }
    }
}
