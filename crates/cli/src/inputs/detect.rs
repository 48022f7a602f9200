//! The kind of an input: a page or a WARC archive, by its name or its first bytes.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use super::compressed::{Inflated, read_start};
use super::names::is_called_archive;

/// The kind of an input.
pub(crate) enum Content {
    /// A page, inflated if it is compressed by gzip or zstd.
    Page(Box<dyn Read>),
    /// A WARC archive, compressed as it is.
    Archive(Box<dyn Read>),
}

impl Content {
    /// Reads the first bytes to see what it is. Nothing is read twice, as a pipe gives its bytes once.
    pub(super) fn of(reader: Box<dyn Read>) -> io::Result<Self> {
        let mut recorder = Recorder { reader, bytes: Vec::new() };
        let is_archive = starts_as_archive(&mut recorder)?;
        let whole = Box::new(Cursor::new(recorder.bytes).chain(recorder.reader));
        Ok(if is_archive { Content::Archive(whole) } else { Content::Page(Box::new(Inflated::new(whole))) })
    }
}

/// A reader that keeps what it has read.
struct Recorder {
    reader: Box<dyn Read>,
    bytes: Vec<u8>,
}

impl Read for Recorder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

/// Whether a file is a WARC archive: by its name, else by its first bytes, inflated if they are compressed.
pub(super) fn is_archive(path: &Path) -> bool {
    is_called_archive(path) || File::open(path).is_ok_and(|file| starts_as_archive(file).unwrap_or(false))
}

/// The first bytes of an archive, inflated, are looked for in so many of the file, because there may be any number of empty members
/// in front.
const SEARCHED: u64 = 64 << 10;

/// The skippable frame of zstd that holds the dictionary of an archive, which all its other frames need to be inflated. Pages
/// have none.
const DICTIONARY: &[u8] = b"\x5D\x2A\x4D\x18";

/// Whether the first bytes are those of a dictionary, or, inflated, those of a record, such as `WARC/1.0`. It reads no more bytes
/// than it needs, because a pipe may not have more yet. Fails when reading does; bytes that cannot be inflated are no archive.
fn starts_as_archive(mut reader: impl Read) -> io::Result<bool> {
    let start = read_start(&mut reader, &[DICTIONARY])?;
    if start == DICTIONARY {
        return Ok(true);
    }
    let mut inflated = Inflated::new(Box::new(Cursor::new(start).chain(reader.take(SEARCHED))));
    for expected in b"WARC/0.0" {
        let mut byte = [0];
        match inflated.read_exact(&mut byte) {
            Ok(()) if *expected == b'0' && byte[0].is_ascii_digit() || byte[0] == *expected => {}
            Err(error) if error.raw_os_error().is_some() => return Err(error),
            _ => return Ok(false),
        }
    }
    Ok(true)
}
