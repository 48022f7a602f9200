//! The pending bytes of an unfinished sequence, at most three.

use std::ops::Deref;

/// Up to three bytes, without a heap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pending {
    /// Zero beyond the length, so that equal ones are equal.
    bytes: [u8; 3],
    len: u8,
}

impl Pending {
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
        for &byte in &before[given_up..] {
            step(self, byte);
        }
    }
}

impl Deref for Pending {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Vec<u8>> for Pending {
    type Error = &'static str;

    fn try_from(bytes: Vec<u8>) -> Result<Pending, &'static str> {
        let mut pending = Pending { len: bytes.len() as u8, ..Pending::default() };
        let place = pending.bytes.get_mut(..bytes.len()).ok_or("a pending sequence is too long")?;
        place.copy_from_slice(&bytes);
        Ok(pending)
    }
}
