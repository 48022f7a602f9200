//! Where the current token starts, and which of its bytes a limit has left out.

use super::engine::Engine;
use crate::steps::count;

impl Engine {
    /// The offset at which the token that was found last starts, or else the one that is unfinished.
    pub fn token_start(&self) -> u64 {
        self.machine.position.token_start - self.machine.limit.missing_bytes
    }

    /// The offset of the first byte that was not emitted.
    pub fn unfinished_start(&self) -> u64 {
        let emitted = self.machine.position.emitted;
        if emitted > 0 { self.machine.position.token_start + emitted } else { self.token_start() }
    }

    /// Whether a limit has left bytes out of the token that was found last.
    pub fn lacks_bytes(&self) -> bool {
        self.machine.limit.missing_bytes > 0 && self.machine.position.emitted > 0
    }

    /// Whether a limit has left the byte at `offset` out of the token that starts at [`token_start`](Self::token_start).
    ///
    /// Of a tag that is skipped after one of its values was cut, only the start is known to be there. Takes time in
    /// proportion to the logarithm of the number of values that were cut.
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
