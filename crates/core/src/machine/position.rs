//! The position in the input, and the pending bytes of an unfinished token.

/// The position of the machine and of the token that it is reading.
///
/// ```text
///           pending                    chunk body
///   ┌─────────────────────┐ ┌───────────────────────────┐
///   │ <a href="/index.ht  │ │ ml">text ...              │
///   └─────────────────────┘ └───────────────────────────┘
///   ^ token_start             ^ body_start ^ body_start + index
/// ```
///
/// INVARIANT: `pending` holds the bytes from `token_start` on that came in earlier chunk bodies, and perhaps some of this
/// one. It is empty unless a token is unfinished.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    /// The offset of the first byte of the chunk body.
    pub(crate) body_start: u64,
    /// The index in the chunk body of the next byte to be read: 0 <= index <= length of the body.
    pub(crate) index: usize,
    /// The offset of the first byte that has not been emitted.
    pub(crate) token_start: u64,
    /// The number of bytes from `token_start` on that the last event emitted. They are discarded on re-entry.
    pub(crate) emitted: u64,
    pub(crate) pending: Vec<u8>,
}

/// A larger buffer of pending bytes is given back by a reset.
const PENDING_KEPT: usize = 256 << 10;

impl Position {
    /// Goes back to the start of the input. The buffer is kept, unless it is large.
    pub(crate) fn reset(&mut self) {
        self.pending.clear();
        self.pending.shrink_to(PENDING_KEPT);
        *self = Position { pending: core::mem::take(&mut self.pending), ..Position::default() };
    }

    /// The offset of the next byte to be read.
    #[inline(always)]
    pub(crate) fn offset(&self) -> u64 {
        self.body_start + self.index as u64
    }

    /// The number of bytes that were read and not emitted.
    #[inline(always)]
    pub(crate) fn unfinished(&self) -> u64 {
        self.offset() - self.token_start
    }
}
