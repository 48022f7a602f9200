//! The memory that a reader reads into, chunk after chunk.

use std::fmt;
use std::ops::Range;

use super::pump::OwnedChunk;
use crate::cursor::{Chunk, Place};

/// How much is read at once, unless one says otherwise.
pub(super) const DEFAULT_BUFFER_SIZE: usize = 64 * 1024;

/// A chunk in memory that is used again for the next.
pub(super) struct Buffer {
    memory: Box<[u8]>,
    /// Where in the memory the chunk lies.
    chunk: Range<usize>,
}

impl Buffer {
    /// Of one byte at least.
    pub(super) fn new(bytes: usize) -> Self {
        Buffer { memory: vec![0; bytes.max(1)].into(), chunk: 0..0 }
    }

    /// The chunk alone, in the same memory.
    pub(super) fn into_vec(self) -> Vec<u8> {
        let mut bytes = self.memory.into_vec();
        bytes.truncate(self.chunk.end);
        bytes.drain(..self.chunk.start);
        bytes
    }

    /// All of the memory, for the next chunk.
    pub(super) fn memory(&mut self) -> &mut [u8] {
        &mut self.memory
    }

    /// The first bytes of the memory are the chunk. A reader that says it read more than it could did not.
    pub(super) fn filled(&mut self, length: usize) {
        self.chunk = 0..length.min(self.memory.len());
    }
}

impl Chunk<Place> for Buffer {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        &self.memory[self.chunk.clone()]
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> Place {
        Place { start: self.chunk.start + range.start, end: self.chunk.start + range.end }
    }

    #[inline(always)]
    fn part_bytes(&self, Place { start, end }: Place) -> &[u8] {
        &self.memory[start..end]
    }
}

impl OwnedChunk for Buffer {
    fn drop_front(&mut self, count: usize) {
        self.chunk.start += count;
    }

    fn clear(&mut self) {
        self.chunk = 0..0;
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer").field("size", &self.memory.len()).field("chunk", &self.chunk).finish()
    }
}
