//! The memory of a tokenizer: how much there is, and giving back what holds nothing.

use super::Tokenizer;

impl Tokenizer {
    /// Gives back the memory that holds nothing now, such as the attributes of the last tag and room for tokens that
    /// straddle chunks. For a connection that goes idle; what comes next has to allocate again. Nothing else changes.
    ///
    /// Costs a copy of what is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// let page = format!("<p title='{}'><b c", "long ".repeat(1000));
    /// for chunk in page.as_bytes().chunks(100) {
    ///     tokenizer.feed(chunk).for_each(|_, _| {})?;
    /// }
    /// assert!(tokenizer.allocated() > 5000);
    /// tokenizer.shrink();
    /// assert!(tokenizer.allocated() < 100);
    /// assert_eq!(tokenizer.carried().0, b"<b c");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn shrink(&mut self) {
        self.machine.shrink();
    }

    /// The bytes of heap that it takes now: all its buffers at their capacity, that of hash tables estimated. A tokenizer
    /// takes less than 800 bytes besides.
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_core::Tokenizer;
    ///
    /// let mut tokenizer = Tokenizer::new();
    /// assert_eq!(tokenizer.allocated(), 0);
    /// tokenizer.feed(b"<p title='a'>text").for_each(|_, _| {})?;
    /// assert!(tokenizer.allocated() > 0);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn allocated(&self) -> usize {
        // Each field is named, so that a new one is missed here first.
        let Tokenizer { machine, options, phase: _, failure: _, held: _, in_held: _, tail: _, last: _ } =
            self;
        machine.allocated() + crate::checkpoint::settings_allocated(options)
    }
}
