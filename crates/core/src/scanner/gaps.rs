//! Where the current token starts, and which of its bytes a limit has left out.

use super::scan::Scanner;
use crate::steps::count;

impl Scanner {
    /// Returns the offset at which the token that was found last starts, or else the unfinished token. After a parse error it
    /// is that of the unfinished token, and after the end of a piece too. Bytes that a limit has left out count.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"text<p"[scanner.enter(b"text<p", false)];
    /// scanner.scan(body, false)?;
    /// assert_eq!(scanner.token_start(), 0);
    /// assert_eq!(scanner.scan(body, false)?, None);
    /// assert_eq!(scanner.token_start(), 4);
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn token_start(&self) -> u64 {
        self.machine.position.token_start - self.machine.limit.missing_bytes
    }

    /// Returns the offset of the first byte that was not emitted: the end of the token that was found last, where the
    /// unfinished token starts.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"text<p"[scanner.enter(b"text<p", false)];
    /// scanner.scan(body, false)?;
    /// assert_eq!((scanner.token_start(), scanner.unfinished_start()), (0, 4));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn unfinished_start(&self) -> u64 {
        let emitted = self.machine.position.emitted;
        if emitted > 0 { self.machine.position.token_start + emitted } else { self.token_start() }
    }

    /// Returns whether a limit has left bytes out of the token that was found last.
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{LimitAction, Limits};
    ///
    /// let mut options = Options::default();
    /// options.limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut scanner = Scanner::with_options(options);
    /// let page = b"<!-- a comment of more than thirty-two bytes -->";
    /// let body = &page[scanner.enter(page, true)];
    /// scanner.scan(body, true)?;
    /// assert!(scanner.lacks_bytes());
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn lacks_bytes(&self) -> bool {
        self.machine.limit.missing_bytes > 0 && self.machine.position.emitted > 0
    }

    /// Returns whether a limit has left the byte at `offset` out of the token that starts at
    /// [`token_start`](Self::token_start).
    ///
    /// Of a tag that is skipped after one of its values was truncated, only the first byte is known to be there.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of truncated values.
    ///
    /// ```
    /// use tagspan_core::scanner::{Options, Scanner};
    /// use tagspan_core::{LimitAction, Limits};
    ///
    /// let mut options = Options::default();
    /// options.limits = Limits::new().comment(32, LimitAction::Truncate);
    /// let mut scanner = Scanner::with_options(options);
    /// let page = b"<!-- a comment of more than thirty-two bytes -->";
    /// let body = &page[scanner.enter(page, true)];
    /// scanner.scan(body, true)?;
    /// assert!(!scanner.leaves_out(31) && scanner.leaves_out(32));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    pub fn leaves_out(&self, offset: u64) -> bool {
        let machine = &self.machine;
        if machine.limit.missing_bytes == 0 {
            return false;
        }
        let cuts = machine.attributes.truncated_values();
        let (mut first, mut behind) = (0, cuts.len() + usize::from(machine.limit.kept > 0));
        while first < behind {
            let middle = first + (behind - first) / 2;
            if self.gap(middle).is_some_and(|gap| gap.end <= offset) {
                first = middle + 1
            } else {
                behind = middle
            }
        }
        if let Some(gap) = self.gap(first) {
            return gap.start <= offset;
        }
        let through = cuts.last().map_or(0, |&(_, through)| through);
        let is_told = machine.limit.kept > 0 || through == machine.limit.missing_bytes;
        let dropped = self.token_start() + 1..machine.position.token_start + machine.position.emitted;
        !is_told && dropped.contains(&offset)
    }

    /// The gap with this index that a limit has left in the token.
    pub(crate) fn gap(&self, index: usize) -> Option<Gap> {
        count(1);
        let machine = &self.machine;
        if machine.limit.missing_bytes == 0 {
            return None;
        }
        let (cuts, start) = (machine.attributes.truncated_values(), self.token_start());
        let before =
            index.checked_sub(1).and_then(|before| cuts.get(before)).map_or(0, |&(_, through)| through);
        let (kept, through) = match cuts.get(index) {
            Some(&(attribute, through)) => {
                (machine.attributes.spans().get(attribute as usize)?.value.1, through)
            }
            None if index == cuts.len() && machine.limit.kept > 0 => {
                (machine.limit.kept, machine.limit.missing_bytes)
            }
            None => return None,
        };
        let offset = start + u64::from(kept);
        Some(Gap { kept: kept as usize, start: offset + before, end: offset + through })
    }
}

/// Bytes that a limit has left out of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// How many bytes of the token are kept before them.
    pub(crate) kept: usize,
    /// The offset of the first of them.
    pub(crate) start: u64,
    /// The offset of the byte after them.
    pub(crate) end: u64,
}
