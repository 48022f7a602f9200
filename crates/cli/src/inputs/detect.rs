//! The kind of an input: a page or a WARC archive, by its name or its first bytes.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

#[cfg(feature = "archives")]
use tagspan_warc::is_archive as has_records;

use super::compressed::{GZIP, Inflated, ZSTD, read_start};
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

/// Whether a file is an archive: by its name, else by its first bytes.
pub(super) fn is_archive(path: &Path) -> bool {
    is_called_archive(path) || File::open(path).is_ok_and(is_start_of_archive)
}

/// Whether the first bytes are those of an archive.
pub(super) fn is_start_of_archive(reader: impl Read + 'static) -> bool {
    starts_as_archive(&mut Recorder { reader: Box::new(reader), bytes: vec![] }).unwrap_or(false)
}

/// How much of a start that is damaged is searched for records.
const SEARCHED: u64 = 1 << 20;

/// The skippable frame of zstd that holds the dictionary of an archive, which all its other frames need to be inflated. Pages
/// have none.
const DICTIONARY: &[u8] = b"\x5D\x2A\x4D\x18";

/// The first bytes of WARC, where a zero is any digit, and of ARC.
const STARTS: [&[u8]; 2] = [b"WARC/0.0", b"filedesc:"];

/// The number of first bytes of text that are searched for a line that begins a record: those that are checked for binary data.
const LINES: usize = 1 << 10;

/// The first bytes of such lines.
const LINES_OF_RECORDS: [&[u8]; 3] = [b"\nWARC/", b"\nfiledesc:", b"\nhttp"];

/// Whether the first bytes are those of a dictionary, or, inflated, those of a record, such as `WARC/1.0`. Line ends and a
/// byte order mark may stand before it. Where the start is damaged, binary, or text with a line that begins a record, records are
/// searched for. It reads no more bytes than it needs, because a pipe may not have more yet. Fails when reading does.
fn starts_as_archive(recorder: &mut Recorder) -> io::Result<bool> {
    let start = read_start(recorder, &[DICTIONARY, GZIP, ZSTD])?;
    if start == DICTIONARY {
        return Ok(true);
    }
    let is_compressed = start == GZIP || start == ZSTD;
    let start = Cursor::new(recorder.bytes.clone());
    let mut inflated = Inflated::new(Box::new(start.chain(recorder.by_ref().take(SEARCHED))));
    let (mut bytes, mut inflated_bytes) = (Vec::new(), 0);
    let is_archive = loop {
        let mut byte = [0];
        match inflated.read_exact(&mut byte) {
            Ok(()) => {
                inflated_bytes += 1;
                // However much white space is in front, it is looked at once: more of it tells no more.
                if !is_more_of_the_same(&bytes, byte[0]) {
                    bytes.push(byte[0]);
                }
            }
            Err(error) if error.raw_os_error().is_some() => return Err(error),
            // The end, or damage.
            Err(_) => break None,
        }
        match judge(&bytes) {
            Start::Undecided => {}
            Start::Archive => break Some(true),
            // The first member may be damaged, and inflate to anything.
            Start::Page if is_compressed && !bytes.trim_ascii_start().starts_with(b"<") => break None,
            Start::Page => break Some(false),
            Start::Unclear => break None,
        }
        if inflated_bytes > SEARCHED {
            break None;
        }
    };
    drop(inflated);
    match is_archive {
        Some(is_archive) => Ok(is_archive),
        None => {
            let left = SEARCHED.saturating_sub(recorder.bytes.len() as u64);
            io::copy(&mut recorder.by_ref().take(left), &mut io::sink())?;
            Ok(has_records(&recorder.bytes))
        }
    }
}

/// Whether a byte is another line end behind one, or white space behind more than a start is long.
fn is_more_of_the_same(bytes: &[u8], byte: u8) -> bool {
    match byte {
        b'\r' | b'\n' if matches!(bytes, [b'\r' | b'\n']) => true,
        _ => bytes.len() >= 16 && byte.is_ascii_whitespace() && bytes.trim_ascii_start().is_empty(),
    }
}

/// The beginning of an input, by its first bytes, inflated.
enum Start {
    Undecided,
    Archive,
    Page,
    /// Neither, or what is damaged.
    Unclear,
}

fn judge(bytes: &[u8]) -> Start {
    let start = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let start = &start[start.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()..];
    let text = start.trim_ascii_start();
    let differences = |wanted: &[u8]| {
        let is_same = |wanted: u8, byte: u8| wanted == byte || wanted == b'0' && byte.is_ascii_digit();
        wanted.iter().zip(start).filter(|(wanted, byte)| !is_same(**wanted, **byte)).count()
    };
    let is_whole = |wanted: &[u8]| wanted.len() <= start.len();
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F);
    match STARTS.iter().find(|wanted| differences(wanted) == 0) {
        _ if text.is_empty() => Start::Undecided,
        Some(wanted) if is_whole(wanted) => Start::Archive,
        Some(_) => Start::Undecided,
        // A pipe that gives a page may stay open.
        None if text.starts_with(b"<") => Start::Page,
        None if start.iter().any(is_binary) => Start::Unclear,
        // A byte of it may be damaged, or a line of text stand before it.
        None if STARTS.iter().any(|wanted| differences(wanted) == 1 && is_whole(wanted)) => Start::Unclear,
        None if bytes.len() < LINES => Start::Undecided,
        None if LINES_OF_RECORDS.iter().any(|line| bytes.windows(line.len()).any(|part| part == *line)) => {
            Start::Unclear
        }
        None => Start::Page,
    }
}

/// A start that is damaged is read as a page where archives are not read.
#[cfg(not(feature = "archives"))]
fn has_records(_: &[u8]) -> bool {
    false
}
