//! Copies the source to the output, skips parts of it and inserts text.

use std::io::{self, Write};

use super::encode::TextEncoder;
use super::shifts::Shifts;

/// Copies source bytes to the output, up to offsets that do not decrease.
#[derive(Debug)]
pub(super) struct Copier<W> {
    pub(super) output: W,
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
        Copier { output, kept: Vec::new(), kept_start: 0, chunk_start: 0, done: 0, shifts: None }
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

    /// Copies the source up to this offset.
    pub(super) fn copy_to(&mut self, end: u64, chunk: &[u8]) -> io::Result<()> {
        if end <= self.done {
            return Ok(());
        }
        let parts = [
            part(&self.kept, self.kept_start, self.done, end),
            part(chunk, self.chunk_start, self.done, end),
        ];
        if let Some(shifts) = &mut self.shifts {
            let bytes = parts.concat();
            self.output.write_all(shifts.copied(&bytes))?;
            self.output.write_all(&bytes)?;
        } else {
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                self.output.write_all(part)?;
            }
        }
        self.done = end;
        Ok(())
    }

    /// Skips the source up to this offset.
    pub(super) fn skip_to(&mut self, end: u64, chunk: &[u8]) {
        if end <= self.done {
            return;
        }
        if let Some(shifts) = &mut self.shifts {
            let kept = part(&self.kept, self.kept_start, self.done, end);
            shifts.skipped(&[kept, part(chunk, self.chunk_start, self.done, end)].concat());
        }
        self.done = end;
    }

    pub(super) fn insert(&mut self, text: &str, encoder: TextEncoder) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let encoded = encoder.encode(text);
        match &mut self.shifts {
            Some(shifts) => {
                let (before, encoded) = shifts.inserted(&encoded);
                self.output.write_all(before)?;
                self.output.write_all(encoded)
            }
            None => self.output.write_all(&encoded),
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

/// The part of `bytes` between two offsets. `base` is the offset of the first byte.
fn part(bytes: &[u8], base: u64, start: u64, end: u64) -> &[u8] {
    let index = |offset: u64| offset.saturating_sub(base).min(bytes.len() as u64) as usize;
    &bytes[index(start)..index(end)]
}
