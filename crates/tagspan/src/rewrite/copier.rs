//! Copies the source to the output, skips parts of it and inserts text.

use std::io::{self, Write};

use super::encode::TextEncoder;
use super::shifts::Shifts;

/// Byte order marks.
const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];

/// Copies source bytes to the output, up to offsets that do not decrease.
#[derive(Debug)]
pub(super) struct Copier<W> {
    pub(super) output: W,
    /// The first bytes of the output, as long as they may become a byte order mark.
    start: Option<Vec<u8>>,
    /// The bytes of the source from `kept_start` to `chunk_start`.
    kept: Vec<u8>,
    kept_start: u64,
    /// The offset in the source of the current chunk.
    chunk_start: u64,
    /// The offset up to which the source was written or skipped.
    done: u64,
    /// The character sets of ISO-2022-JP; `None` in other encodings.
    shifts: Option<Shifts>,
}

impl<W: Write> Copier<W> {
    /// The capacity of `kept` up to which it is not freed.
    const KEEPS: usize = 64 * 1024;

    pub(super) fn new(output: W) -> Self {
        Copier {
            output,
            start: Some(Vec::new()),
            kept: Vec::new(),
            kept_start: 0,
            chunk_start: 0,
            done: 0,
            shifts: None,
        }
    }

    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// Sets the encoding of all bytes that are copied later.
    pub(super) fn set_encoding(&mut self, encoder: TextEncoder) {
        if encoder.is_iso_2022_jp() {
            self.shifts.get_or_insert_default();
        } else {
            self.shifts = None;
        }
    }

    /// The source up to this offset that is neither written nor skipped, in two parts.
    pub(super) fn next<'a>(&'a self, end: u64, chunk: &'a [u8]) -> [&'a [u8]; 2] {
        [part(&self.kept, self.kept_start, self.done, end), part(chunk, self.chunk_start, self.done, end)]
    }

    /// Whether the output may still become one that begins with a byte order mark.
    pub(super) fn may_begin_mark(&self) -> bool {
        self.start.is_some()
    }

    /// Whether the output would begin with a byte order mark, or with the beginning of one, if the bytes of this character were
    /// next.
    pub(super) fn begins_mark(&self, next: &[u8]) -> bool {
        let Some(start) = &self.start else { return false };
        let both = [start, next].concat();
        MARKS.iter().any(|mark| both.starts_with(mark) || mark.starts_with(&both))
    }

    /// Copies the source up to this offset.
    pub(super) fn copy_to(&mut self, end: u64, chunk: &[u8]) -> io::Result<()> {
        if end <= self.done {
            return Ok(());
        }
        let bytes = self.shifts.is_some().then(|| self.next(end, chunk).concat());
        let Copier { output, start, kept, shifts, .. } = self;
        if let (Some(shifts), Some(bytes)) = (shifts, &bytes) {
            write(output, start, shifts.copied(bytes))?;
            write(output, start, bytes)?;
        } else {
            write(output, start, part(kept, self.kept_start, self.done, end))?;
            write(output, start, part(chunk, self.chunk_start, self.done, end))?;
        }
        self.done = end;
        Ok(())
    }

    /// Skips the source up to this offset.
    pub(super) fn skip_to(&mut self, end: u64, chunk: &[u8]) {
        if end <= self.done {
            return;
        }
        let parts = self.shifts.is_some().then(|| self.next(end, chunk).concat());
        if let (Some(shifts), Some(bytes)) = (&mut self.shifts, parts) {
            shifts.skipped(&bytes);
        }
        self.done = end;
    }

    pub(super) fn insert(&mut self, text: &str, encoder: TextEncoder) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let encoded = encoder.encode(text);
        let Copier { output, start, shifts, .. } = self;
        match shifts {
            Some(shifts) => {
                let (before, encoded) = shifts.inserted(&encoded);
                write(output, start, before)?;
                write(output, start, encoded)
            }
            None => write(output, start, &encoded),
        }
    }

    /// Keeps the bytes that are neither written nor skipped, for the next chunk.
    pub(super) fn leave_chunk(&mut self, chunk: &[u8]) {
        let chunk_end = self.chunk_start + chunk.len() as u64;
        if self.done >= self.chunk_start {
            self.kept.clear();
            self.kept.extend_from_slice(&chunk[(self.done.min(chunk_end) - self.chunk_start) as usize..]);
            if self.kept.is_empty() && self.kept.capacity() > Self::KEEPS {
                self.kept = Vec::new();
            }
        } else {
            self.kept.drain(..(self.done - self.kept_start) as usize);
            self.kept.extend_from_slice(chunk);
        }
        (self.kept_start, self.chunk_start) = (self.done, chunk_end);
    }

    /// Copies the source bytes after the last token, and flushes.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.copy_to(self.chunk_start, &[])?;
        if let Some(shifts) = self.shifts {
            self.output.write_all(shifts.ended())?;
        }
        self.output.flush()?;
        Ok(self.output)
    }
}

/// Writes bytes. `start` is the first ones of the output, as long as they may become a byte order mark.
fn write(output: &mut impl Write, start: &mut Option<Vec<u8>>, bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    if let Some(first) = start {
        first.extend_from_slice(&bytes[..bytes.len().min(3)]);
        let is_beginning = MARKS.iter().any(|mark| mark.len() > first.len() && mark.starts_with(first));
        if !is_beginning {
            *start = None;
        }
    }
    output.write_all(bytes)
}

/// The part of `bytes` between two offsets. `base` is the offset of the first byte.
fn part(bytes: &[u8], base: u64, start: u64, end: u64) -> &[u8] {
    let index = |offset: u64| offset.saturating_sub(base).min(bytes.len() as u64) as usize;
    &bytes[index(start)..index(end)]
}
