//! Measures and releases the memory of a scanner's buffers.

use super::scan::Scanner;

impl Scanner {
    /// Releases the memory of the buffers that holds nothing now, such as the attributes of the tag that was found last. What
    /// comes next has to allocate again. The token that was found last must not be [resolved](Self::resolve) again.
    ///
    /// Costs a copy of the bytes that are kept.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let piece = format!("<p title='{}'><b", "long ".repeat(1000));
    /// let mut scanner = Scanner::default();
    /// for piece in piece.as_bytes().chunks(100) {
    ///     let body = &piece[scanner.enter(piece, false)];
    ///     while scanner.scan(body, false)?.is_some() {}
    /// }
    /// assert!(scanner.allocated() > 5000);
    /// scanner.shrink();
    /// assert!(scanner.allocated() < 100);
    /// assert_eq!(scanner.pending_bytes().0, b"<b");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn shrink(&mut self) {
        self.machine.shrink();
    }

    /// Returns the number of bytes of heap that the scanner uses: all buffers at their capacity, hash tables estimated.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// assert_eq!(scanner.allocated(), 0);
    /// let body = &b"<p title=a>"[scanner.enter(b"<p title=a>", true)];
    /// scanner.scan(body, true)?;
    /// assert!(scanner.allocated() > 0);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn allocated(&self) -> usize {
        self.machine.allocated()
    }
}
