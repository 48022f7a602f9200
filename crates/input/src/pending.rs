//! The pending bytes of an unfinished sequence, at most three.

/// Up to three bytes, without a heap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pending {
    /// Zero beyond the length, so that equal ones are equal.
    bytes: [u8; 3],
    len: u8,
}

impl Pending {
    /// `None` if there are more than three.
    #[cfg(feature = "serde")]
    pub(crate) fn new(bytes: &[u8]) -> Option<Pending> {
        let mut pending = Pending::default();
        pending.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        pending.len = bytes.len() as u8;
        Some(pending)
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn clear(&mut self) {
        *self = Pending::default();
    }

    /// Adds a byte. A fourth one is none of the sequence: it changes nothing.
    pub(crate) fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len += 1;
        }
    }

    /// The decoder gave up on a sequence that ends `after` bytes before the last byte read: only what `step` makes of those
    /// is pending. `None`: it did not.
    pub(crate) fn retain_last(&mut self, after: Option<usize>, mut step: impl FnMut(&mut Pending, u8)) {
        let Some(given_up) = after.and_then(|after| self.len().checked_sub(after)).filter(|&up| up > 0)
        else {
            return;
        };
        let before = *self;
        self.clear();
        for &byte in &before.as_slice()[given_up..] {
            step(self, byte);
        }
    }
}
