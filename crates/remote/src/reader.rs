//! A reader of an object that is ahead of its caller.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use bytes::{Buf, Bytes};

use crate::backend::changed;
use crate::error::{Error, ErrorKind};
use crate::fetch::Fetch;
use crate::inner::{HEAD, Inner, no_ranges};

/// The bytes of a request: enough that the time until the first byte matters little.
const RANGE: u64 = 4 << 20;

/// The requests that are under way, or wait to be read.
const AHEAD: usize = 4;

/// The first request behind the range of a reader, where few bytes are wanted.
const BEHIND: u64 = 256 << 10;

/// Reads an object. The bytes come over the network while the caller works: up to 16 MiB ahead.
///
/// After an error a call tries again at the same byte.
///
/// ```no_run
/// use std::io::{Read, Seek, SeekFrom};
///
/// let mut reader = tagspan_remote::Object::open("s3://bucket/key")?.reader(0..u64::MAX)?;
/// let mut bytes = [0; 10];
/// reader.seek(SeekFrom::Start(1000))?;
/// reader.read_exact(&mut bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader {
    object: Arc<Inner>,
    position: u64,
    /// Where reading ahead ends.
    end: u64,
    /// Bytes from the position on.
    chunk: Bytes,
    /// Requests for the bytes behind the chunk, in order.
    ahead: VecDeque<Fetch>,
    /// The end of the last request.
    requested: u64,
    /// The next request behind `end`.
    step: u64,
}

impl Reader {
    pub(crate) fn new(object: Arc<Inner>, range: Range<u64>) -> Self {
        let (position, end) = (range.start, range.end);
        let (chunk, ahead) = (Bytes::new(), VecDeque::new());
        let mut reader = Reader { object, position, end, chunk, ahead, requested: position, step: BEHIND };
        if reader.object.is_deferred && position < end {
            reader.read_ahead();
        }
        reader
    }

    /// Asks for what is read next.
    fn read_ahead(&mut self) {
        let length = self.object.length().unwrap_or(u64::MAX);
        while self.ahead.len() < AHEAD && self.requested < length {
            let is_within = self.requested < self.end;
            if !is_within && !self.ahead.is_empty() {
                return;
            }
            let end = if is_within {
                self.requested.saturating_add(RANGE).min(self.end)
            } else {
                let end = self.requested.saturating_add(self.step);
                self.step = (2 * self.step).min(RANGE);
                end
            };
            let range = self.requested..end.min(length);
            self.requested = range.end;
            self.ahead.push_back(Fetch::range(&self.object, range));
        }
    }

    /// Waits for bytes from the position on; none at the end.
    fn fill(&mut self) -> Result<(), Error> {
        let inner = &self.object;
        if !inner.has_ranges {
            return self.fill_from_start();
        }
        if inner.length().is_some_and(|length| self.position >= length) {
            return Ok(());
        }
        // Most readers of a part look at the start of the object first.
        if self.position < HEAD && self.ahead.is_empty() && !inner.is_deferred {
            let head = inner.head()?;
            if self.position < head.len() as u64 {
                self.chunk = head.slice(self.position as usize..);
                self.requested = head.len() as u64;
                return Ok(());
            }
        }
        loop {
            self.read_ahead();
            let Some(front) = self.ahead.front_mut() else { return Ok(()) };
            match front.next() {
                Some(Ok(bytes)) if bytes.is_empty() => {}
                Some(Ok(bytes)) => {
                    self.chunk = bytes;
                    return Ok(());
                }
                Some(Err(error)) => {
                    self.restart(self.position);
                    return Err(error);
                }
                None => {
                    let end = front.end.min(self.object.length().unwrap_or(u64::MAX));
                    self.ahead.pop_front();
                    if self.position < end {
                        self.restart(self.position);
                        // The object ends before the range. If it is known to be longer, it was changed in between.
                        return match self.object.length() {
                            None => Ok(()),
                            Some(_) => Err(changed(&self.object.location).at(self.position)),
                        };
                    }
                }
            }
        }
    }

    fn fill_from_start(&mut self) -> Result<(), Error> {
        if self.ahead.is_empty() {
            if self.position > 0 {
                return Err(no_ranges(&self.object.location).at(self.position));
            }
            self.ahead.push_back(Fetch::whole(&self.object));
        }
        loop {
            match self.ahead[0].next() {
                Some(Ok(bytes)) if bytes.is_empty() => {}
                Some(Ok(bytes)) => {
                    self.chunk = bytes;
                    return Ok(());
                }
                Some(Err(error)) => {
                    // From the start it may be tried again.
                    self.ahead.clear();
                    return Err(error);
                }
                None => return Ok(()),
            }
        }
    }

    fn restart(&mut self, position: u64) {
        self.chunk = Bytes::new();
        self.ahead.clear();
        (self.position, self.requested, self.step) = (position, position, BEHIND);
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.chunk.is_empty() && !buffer.is_empty() {
            self.fill()?;
        }
        let read = buffer.len().min(self.chunk.len());
        self.chunk.copy_to_slice(&mut buffer[..read]);
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = || {
            let unknown = "the server does not tell the length of the object: read it from its start";
            self.object.length().ok_or_else(|| self.object.location.error(ErrorKind::NoRanges, unknown))
        };
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
            SeekFrom::End(distance) => length()?.checked_add_signed(distance),
        };
        let position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        if position != self.position {
            match position.checked_sub(self.position).filter(|&distance| distance <= self.chunk.len() as u64)
            {
                Some(distance) => {
                    self.chunk.advance(distance as usize);
                    self.position = position;
                }
                None => self.restart(position),
            }
        }
        Ok(position)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("url", &self.object.shown)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
