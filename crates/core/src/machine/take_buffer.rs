//! Hands the buffer of a token that straddled chunks to the caller.

use super::Machine;

/// A buffer of this capacity is taken even if most of it is empty.
const SMALL: usize = 64;

impl Machine {
    /// Takes the buffer of pending bytes with the token that the last event emitted, if the buffer holds nothing else.
    /// Returns `None` otherwise, and if most of the buffer is empty, because the memory would be kept with the token.
    ///
    /// The pending bytes reach to the chunk body at least, so the next token lies in the chunk body, and the state is that
    /// after [`discard_emitted`](Machine::discard_emitted).
    pub(crate) fn take_buffer(&mut self) -> Option<Vec<u8>> {
        let length = self.position.pending.len();
        let is_full = self.position.pending.capacity() <= length.saturating_mul(2).max(SMALL);
        if length == 0 || self.position.emitted != length as u64 || !is_full {
            return None;
        }
        let pending = core::mem::take(&mut self.position.pending);
        self.discard_emitted();
        Some(pending)
    }
}
