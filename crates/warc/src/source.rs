//! A buffered input with file offsets, which can go back to a mark.

use std::io::{ErrorKind, Read};

use crate::loss::Error;

/// The buffer at first. A read fills what is free of it.
const BUFFER: usize = 256 << 10;

/// Input that is kept from a mark on, so that a damaged member can be searched again.
///
/// ```text
///        kept        ahead
/// buf: [ .... mark .... at ........ filled |  free  ]
///        ^ file offset `start`
/// ```
///
/// Invariant: `mark <= at <= filled <= buf.len()`.
#[derive(Debug)]
pub(crate) struct Source<R> {
    pub(crate) reader: R,
    buf: Vec<u8>,
    start: u64,
    mark: usize,
    at: usize,
    filled: usize,
    /// So many bytes before `at` are kept after the mark at least, and twice as many at most.
    pub(crate) rewind: usize,
    /// An error that is returned once the bytes before it are used up. It is kept because a reader may fail once and then seem to be at
    /// its end.
    pub(crate) failure: Option<Error>,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(reader: R, rewind: usize) -> Self {
        Source { reader, buf: Vec::new(), start: 0, mark: 0, at: 0, filled: 0, rewind, failure: None }
    }

    /// The input ahead: at least `least` bytes, unless it ends before.
    pub(crate) fn ahead(&mut self, least: usize) -> Result<&[u8], Error> {
        while self.filled - self.at < least {
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            self.make_room(least);
            match self.reader.read(&mut self.buf[self.filled..]) {
                Ok(0) => break,
                // A reader that returns more than it was given is clamped.
                Ok(read) => self.filled = self.filled.saturating_add(read).min(self.buf.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::read(self.offset(), error)),
            }
        }
        Ok(&self.buf[self.at..self.filled])
    }

    /// Frees space after `filled`. Each byte is moved a constant number of times: what is dropped is never less than
    /// what is moved, or the buffer doubles.
    fn make_room(&mut self, least: usize) {
        // Twice as much, so that dropping it costs nothing each time.
        if self.at - self.mark > self.rewind.saturating_mul(2) {
            self.mark = self.at - self.rewind;
        }
        if self.mark >= self.filled - self.mark {
            self.buf.copy_within(self.mark..self.filled, 0);
            self.start += self.mark as u64;
            self.at -= self.mark;
            self.filled -= self.mark;
            self.mark = 0;
        }
        let wanted = (self.at + least).max(self.filled + BUFFER / 4);
        if self.buf.len() < wanted {
            self.buf.resize(wanted.max(2 * self.buf.len()).max(BUFFER), 0);
        }
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.filled);
    }

    /// The offset of the next byte in the file.
    pub(crate) fn offset(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Keeps the input from this offset on, as far as it is still there.
    pub(crate) fn set_mark(&mut self, offset: u64) {
        self.mark = self.index(offset).min(self.at);
    }

    /// Where `go_to` arrives: at this offset, or at the end of the kept input that is closer to it.
    pub(crate) fn nearest(&self, offset: u64) -> u64 {
        self.start + self.index(offset) as u64
    }

    /// Goes to this offset. Where the buffer does not hold it, goes to the mark or to the end of the buffer, whichever is closer.
    pub(crate) fn go_to(&mut self, offset: u64) {
        self.at = self.index(offset);
    }

    fn index(&self, offset: u64) -> usize {
        (offset.saturating_sub(self.start) as usize).clamp(self.mark, self.filled)
    }

    /// Starts again at this offset of the file, where the reader stands.
    pub(crate) fn restart(&mut self, offset: u64) {
        (self.start, self.mark, self.at, self.filled) = (offset, 0, 0, 0);
    }
}
