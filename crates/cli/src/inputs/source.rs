//! One input: what it is called, and how it is opened.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tagspan_warc::ArchiveFile;

use super::compressed::Inflated;
use crate::escape;
use crate::report::Failure;

/// Something to read.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Stdin,
    Path(PathBuf),
    /// A WARC archive.
    Archive(PathBuf),
    /// A part of one: the records whose members start in this range.
    Part(Arc<ArchiveFile>, Range<u64>),
    /// A page of one, which may be standard input, and its URL. It cannot be opened by itself.
    Record(Box<Source>, String),
}

impl<'a> Opened<'a> {
    /// Bytes whose name is not asked for.
    pub(crate) fn unnamed(reader: &'a mut dyn Read) -> Self {
        Opened { source: &Source::Stdin, reader, content_type: None }
    }
}

/// The bytes of an archive that are one part, which one core reads.
const PART: u64 = 1 << 20;

/// An input that was opened.
pub(crate) struct Opened<'a> {
    pub(crate) source: &'a Source,
    pub(crate) reader: &'a mut dyn Read,
    /// That of HTTP.
    pub(crate) content_type: Option<String>,
}

impl Source {
    /// What messages and headers call it, on one line.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::Path(path) | Source::Archive(path) => display(path),
            Source::Part(file, _) => display(file.path()),
            Source::Record(archive, uri) => format!("{}: {}", archive.name(), escape::name(uri)),
        }
    }

    /// What programs call it: `-` is standard input.
    pub(crate) fn file(&self) -> Cow<'_, str> {
        self.path().map_or("-".into(), Path::to_string_lossy)
    }

    /// Its file; `None` is standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin => None,
            Source::Path(path) | Source::Archive(path) => Some(path),
            Source::Part(file, _) => Some(file.path()),
            Source::Record(archive, _) => archive.path(),
        }
    }

    /// The parts of an archive, for several cores; any other input is one.
    pub(crate) fn parts(&self) -> Vec<Source> {
        let Source::Archive(path) = self else { return vec![self.clone()] };
        let file = Arc::new(ArchiveFile::new(path));
        let parts = file.parts(0..u64::MAX, PART);
        parts.map(|part| Source::Part(Arc::clone(&file), part)).collect()
    }

    /// Its length, or 0 where that is not known before it is read.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Source::Stdin | Source::Record(..) => 0,
            Source::Part(_, range) => range.end - range.start,
            Source::Path(path) | Source::Archive(path) => {
                fs::metadata(path).map_or(0, |metadata| metadata.len())
            }
        }
    }

    /// Whether it is a page of an archive. Output says which one, even if the archive is the only input.
    pub(crate) fn is_record(&self) -> bool {
        matches!(self, Source::Record(..))
    }

    /// Opens it for reading, and reads its first bytes to see what it is. Nothing is read twice, as a pipe gives its bytes once.
    pub(crate) fn open(&self) -> Result<Content, Failure> {
        let reader: Box<dyn Read> = match self.path() {
            None => Box::new(io::stdin().lock()),
            Some(path) => Box::new(File::open(path).map_err(Failure::Read)?),
        };
        let mut recorder = Recorder { reader, bytes: Vec::new() };
        let is_archive = starts_as_archive(&mut recorder).map_err(Failure::Read)?;
        let whole = Box::new(Cursor::new(recorder.bytes).chain(recorder.reader));
        Ok(if is_archive { Content::Archive(whole) } else { Content::Page(Box::new(Inflated::new(whole))) })
    }
}

/// What an input holds.
pub(crate) enum Content {
    /// A page, inflated if it is compressed by gzip or zstd.
    Page(Box<dyn Read>),
    /// A WARC archive, compressed as it is.
    Archive(Box<dyn Read>),
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
    // What is no file, such as a pipe, may give its bytes only once: they tell when its turn comes.
    fs::metadata(path).map_or(true, |metadata| metadata.is_file())
        && (is_called_archive(path)
            || File::open(path).is_ok_and(|file| starts_as_archive(file).unwrap_or(false)))
}

/// Whether the name ends with `.warc`, as it is or compressed.
pub(super) fn is_called_archive(path: &Path) -> bool {
    let ends = |path: &Path, ends: &[&str]| {
        path.extension().is_some_and(|found| ends.iter().any(|end| found.eq_ignore_ascii_case(end)))
    };
    ends(path, &["warc"]) || ends(path, &["gz", "zst"]) && ends(&path.with_extension(""), &["warc"])
}

/// In so many bytes an archive has its first ones, inflated: empty members and what may stand behind them have no end.
const SEARCHED: u64 = 64 << 10;

/// Whether the first bytes, inflated, are those of a record, such as `WARC/1.0`. No more is read than what tells, because a pipe
/// may let one wait. Fails when reading does; what cannot be inflated is none.
fn starts_as_archive(reader: impl Read) -> io::Result<bool> {
    let mut inflated = Inflated::new(Box::new(reader.take(SEARCHED)));
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

/// A path on one line, U+FFFD for what is not Unicode.
pub(crate) fn display(path: &Path) -> String {
    // So that a message has a name to see.
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    escape::name(&path.to_string_lossy())
}
