//! Shares decoded text with the caller's chunk where it is a part of it, and copies it elsewhere.

use html5ever::tendril::{ByteTendril, StrTendril};
use memchr::{memchr, memchr2};

/// Up to here a tendril holds its bytes itself.
const INLINE: usize = 8;

/// Bytes that tokens are slices of.
pub(crate) trait Chunk {
    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// A part of them as text that shares their memory. `None` if they cannot be shared.
    fn share(&self, start: u32, length: u32) -> Option<StrTendril>;
}

impl Chunk for &[u8] {
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn share(&self, _: u32, _: u32) -> Option<StrTendril> {
        None
    }
}

impl Chunk for StrTendril {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn share(&self, start: u32, length: u32) -> Option<StrTendril> {
        self.try_subtendril(start, length).ok()
    }
}

impl Chunk for ByteTendril {
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline]
    fn share(&self, start: u32, length: u32) -> Option<StrTendril> {
        self.try_subtendril(start, length).ok()?.try_reinterpret().ok()
    }
}

/// A chunk with its bytes at hand: a tendril has to find them anew whenever it is asked.
pub(crate) struct View<'c, C> {
    pub(crate) bytes: &'c [u8],
    chunk: &'c C,
}

impl<'c, C: Chunk> View<'c, C> {
    pub(crate) fn new(chunk: &'c C) -> Self {
        View { bytes: chunk.bytes(), chunk }
    }

    /// A tendril of decoded text. Shares the chunk's memory if the text lies in the chunk and is not short.
    #[inline]
    pub(crate) fn tendril(&self, text: &str) -> StrTendril {
        if text.len() > INLINE
            && let Some(start) = start_within(self.bytes, text.as_bytes())
            && let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(text.len()))
            && let Some(shared) = self.chunk.share(start, length)
        {
            return shared;
        }
        StrTendril::from_slice(text)
    }
}

/// Where a part starts in the bytes that it may be a slice of. `None` if it is not, or empty at their end.
#[inline(always)]
pub(crate) fn start_within(whole: &[u8], part: &[u8]) -> Option<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    (start < whole.len() && part.len() <= whole.len() - start).then_some(start)
}

/// The special bytes seen in the input so far, which require a check of each token.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rarities {
    pub(crate) cr: bool,
    pub(crate) nul: bool,
}

impl Rarities {
    /// Looks for them in the source, of whatever encoding: there is none in the text without such a byte in the source.
    pub(crate) fn look(&mut self, bytes: &[u8]) {
        // Most input has neither, so that they are sought at once.
        let Some(first) = memchr2(b'\r', 0, bytes) else { return };
        self.cr = self.cr || memchr(b'\r', &bytes[first..]).is_some();
        self.nul = self.nul || memchr(0, &bytes[first..]).is_some();
    }
}
