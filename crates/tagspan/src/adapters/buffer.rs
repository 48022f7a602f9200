//! The chunk of an adapter, whose memory is used again: a buffer that a reader filled, or an item of an iterator.

use std::fmt;
use std::ops::Range;

use super::driver::OwnedChunk;
use crate::tokens::{Chunk, Part, Parts};

/// The size of the buffers that readers fill, unless the caller chooses another.
const DEFAULT_BUFFER_SIZE: usize = 64 * 1024;

/// The largest size of these buffers. Larger ones are no faster, and an allocation of any size that a caller sets may fail.
const MAX_BUFFER_SIZE: usize = 16 * 1024 * 1024;

/// A part of memory.
#[derive(Default)]
#[allow(unreachable_pub, reason = "a type of a public alias")]
pub struct Buffer<M> {
    memory: M,
    /// Where in the memory the chunk lies.
    chunk: Range<usize>,
    /// The size that the memory is to have; 0 for the default.
    size: usize,
}

impl<M: AsRef<[u8]>> Buffer<M> {
    /// A chunk that is all of the memory.
    pub(super) fn new(memory: M) -> Self {
        let chunk = 0..memory.as_ref().len();
        Buffer { memory, chunk, size: 0 }
    }
}

impl Buffer<Box<[u8]>> {
    /// Sets the size of the memory for the next chunks. It is clamped to one byte and [`MAX_BUFFER_SIZE`].
    pub(super) fn set_size(&mut self, size: usize) {
        self.size = size.clamp(1, MAX_BUFFER_SIZE);
    }

    /// All of the memory, for the next chunk. It is allocated if it does not have the right size.
    pub(super) fn memory(&mut self) -> &mut [u8] {
        let size = if self.size == 0 { DEFAULT_BUFFER_SIZE } else { self.size };
        if self.memory.len() != size {
            self.memory = vec![0; size].into();
        }
        &mut self.memory
    }

    /// Makes the first `length` bytes of the memory the chunk; `false` if there are none. A reader that returns a
    /// greater length than it was given is clamped.
    pub(super) fn fill(&mut self, length: usize) -> bool {
        self.chunk = 0..length.min(self.memory.len());
        length > 0
    }
}

impl<M: AsRef<[u8]>> Chunk for Buffer<M> {}

impl<M: AsRef<[u8]>> Parts for Buffer<M> {
    type Part = Part;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        &self.memory.as_ref()[self.chunk.clone()]
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> Part {
        Part { start: self.chunk.start + range.start, end: self.chunk.start + range.end }
    }

    #[inline(always)]
    fn part_bytes(&self, Part { start, end }: Part) -> &[u8] {
        &self.memory.as_ref()[start..end]
    }

    #[inline(always)]
    fn part_after(&self, part: Part, count: usize) -> Part {
        part.after(count)
    }

    fn skip(&mut self, count: usize) {
        self.chunk.start += count;
    }
}

impl<M: AsRef<[u8]>> OwnedChunk for Buffer<M> {
    type Rest = Vec<u8>;

    fn clear(&mut self) {
        self.chunk = 0..0;
    }

    fn into_rest(self) -> Vec<u8> {
        self.bytes().to_vec()
    }
}

impl<M: AsRef<[u8]>> fmt::Debug for Buffer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.memory.as_ref().len();
        f.debug_struct("Buffer").field("size", &size).field("chunk", &self.chunk).finish()
    }
}
