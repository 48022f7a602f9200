//! Hands the buffer of a token that straddled chunks to the caller.

use super::Machine;

/// No memory of so many bytes is too much for a token.
const SMALL: usize = 64;

impl Machine {
    /// Gives up the memory of the token that the last event emitted, and the token with it, if that is all that the
    /// carry holds. `None` with nothing changed otherwise, and where most of the memory is empty, for it would
    /// be kept with the token.
    ///
    /// The pending bytes reaches to the chunk body at least, so that what follows the token lies in the chunk body, and all is as
    /// after [`let_go`](Machine::discard_emitted).
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
