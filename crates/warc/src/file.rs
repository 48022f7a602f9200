//! A file that is divided between threads, and whether it is still the same.

use std::fmt::Debug;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use crate::archive::Archive;
use crate::loss::Error;

/// The place of an archive other than a local file: an object of a store, a page of a server, a file of another language.
///
/// An [`ArchiveFile`] is [made of it](ArchiveFile::of). Offsets are bytes from the start of the archive.
///
/// ```
/// use std::io::{self, Cursor};
/// use std::ops::Range;
/// use std::path::Path;
///
/// use tagspan_warc::{ArchiveFile, ReadSeek, Storage};
///
/// /// An archive in memory.
/// #[derive(Debug)]
/// struct Memory(Vec<u8>);
///
/// impl Storage for Memory {
///     fn path(&self) -> &Path {
///         Path::new("memory.warc")
///     }
///
///     fn length(&self) -> u64 {
///         self.0.len() as u64
///     }
///
///     fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
///         let mut reader = Cursor::new(self.0.clone());
///         reader.set_position(range.start);
///         Ok(Box::new(reader))
///     }
///
///     fn part_size(&self) -> u64 {
///         1 << 20
///     }
/// }
///
/// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// let storage = Memory(record.repeat(3).into());
/// assert_eq!((storage.path(), storage.length(), storage.was_changed()), (Path::new("memory.warc"), 177, false));
/// assert_eq!(storage.reader(0..storage.part_size())?.read_to_end(&mut Vec::new())?, 177);
/// let mut archive = ArchiveFile::of(storage).open(0..u64::MAX)?;
/// while archive.next_item()?.is_some() {}
/// assert_eq!(archive.counts().pages, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Storage: Debug + Send + Sync {
    /// The path or URL of the archive.
    fn path(&self) -> &Path;

    /// The length of the archive in bytes.
    fn length(&self) -> u64;

    /// A reader of the archive that stands at the start of a range.
    ///
    /// The caller reads about the range, and may read and seek anywhere. A reader that fetches bytes before they are requested does so within the
    /// range, and sparingly behind it. The first bytes of the archive are read by every part, so they are worth keeping.
    ///
    /// # Errors
    ///
    /// If the archive cannot be opened.
    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>>;

    /// Whether the archive is not the one any more whose length this is. A storage whose readers fail then is never changed.
    fn was_changed(&self) -> bool {
        false
    }

    /// The bytes that are one part: few, so that threads end at the same time, but enough to be worth a reader.
    fn part_size(&self) -> u64;
}

/// A reader that can go anywhere, and to another thread.
///
/// ```
/// use std::io::{Cursor, SeekFrom};
///
/// let mut reader: Box<dyn tagspan_warc::ReadSeek> = Box::new(Cursor::new(b"WARC/1.0"));
/// assert_eq!(reader.seek(SeekFrom::End(0))?, 8);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait ReadSeek: Read + Seek + Send {}

impl<R: Read + Seek + Send> ReadSeek for R {}

/// A local file.
#[derive(Debug)]
struct LocalFile {
    path: PathBuf,
    /// When it was divided.
    version: Option<Version>,
}

/// The length, and when the file was written to last.
type Version = (u64, SystemTime);

impl Storage for LocalFile {
    fn path(&self) -> &Path {
        &self.path
    }

    fn length(&self) -> u64 {
        self.version.map_or(0, |(length, _)| length)
    }

    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        let mut file = File::open(&self.path)?;
        // A pipe cannot go anywhere, not even to its start.
        if range.start > 0 {
            file.seek(SeekFrom::Start(range.start))?;
        }
        Ok(Box::new(file))
    }

    fn was_changed(&self) -> bool {
        version(&self.path) != self.version
    }

    fn part_size(&self) -> u64 {
        1 << 20
    }
}

/// The file of an archive that several threads read, each with an [`Archive`](crate::Archive) of its own.
///
/// It is a local file, or [in another place](Self::of). Each thread opens it, so it may be another by then: what is read would be
/// of two archives. So ask [`was_changed`](Self::was_changed) after each part.
///
/// ```
/// use std::sync::Mutex;
/// use std::thread;
///
/// use tagspan_warc::{ArchiveFile, Counts};
///
/// # let path = std::env::temp_dir().join(format!("tagspan-file-{}.warc", std::process::id()));
/// # std::fs::write(&path, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n".repeat(10))?;
/// let file = ArchiveFile::new(&path);
/// let counts = Mutex::new(Counts::default());
/// thread::scope(|scope| {
///     for part in file.parts(0..u64::MAX, 100) {
///         scope.spawn(|| -> Result<(), tagspan_warc::Error> {
///             let mut archive = file.open(part.clone())?.split(part)?;
///             while archive.next_item()?.is_some() {}
///             assert!(!file.was_changed());
///             *counts.lock().unwrap() += *archive.counts();
///             Ok(())
///         });
///     }
/// });
/// assert_eq!(counts.into_inner().unwrap().pages, 10);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ArchiveFile {
    storage: Box<dyn Storage>,
    is_reported: AtomicBool,
}

impl ArchiveFile {
    /// The local file of this name, with its current length and time. A file whose metadata cannot be read has no length, and fails
    /// when it is opened.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// let file = ArchiveFile::new("missing.warc.gz");
    /// assert_eq!(file.len(), 0);
    /// assert!(file.open(0..1).is_err());
    /// ```
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        ArchiveFile::of(LocalFile { version: version(&path), path })
    }

    /// An archive that is no local file.
    ///
    /// ```
    /// use std::io::{self, Cursor};
    /// use std::ops::Range;
    /// use std::path::Path;
    ///
    /// use tagspan_warc::{ArchiveFile, ReadSeek, Storage};
    ///
    /// #[derive(Debug)]
    /// struct Memory(&'static [u8]);
    ///
    /// impl Storage for Memory {
    ///     fn path(&self) -> &Path {
    ///         Path::new("memory")
    ///     }
    ///
    ///     fn length(&self) -> u64 {
    ///         self.0.len() as u64
    ///     }
    ///
    ///     fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
    ///         let mut reader = Cursor::new(self.0);
    ///         reader.set_position(range.start);
    ///         Ok(Box::new(reader))
    ///     }
    ///
    ///     fn part_size(&self) -> u64 {
    ///         1 << 20
    ///     }
    /// }
    ///
    /// let file = ArchiveFile::of(Memory(b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"));
    /// let mut archive = file.open(0..file.len())?;
    /// while archive.next_item()?.is_some() {}
    /// assert_eq!(archive.counts().pages, 1);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    #[must_use]
    pub fn of(storage: impl Storage + 'static) -> Self {
        ArchiveFile { storage: Box::new(storage), is_reported: AtomicBool::new(false) }
    }

    /// Opens the archive for the records of a range of its bytes. Offsets count from its start, where reading begins: then
    /// [`Archive::split`](crate::Archive::split) goes to the range.
    ///
    /// # Errors
    ///
    /// If the archive cannot be opened.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert!(ArchiveFile::new("missing.warc").open(0..1).is_err());
    /// ```
    pub fn open(&self, range: Range<u64>) -> Result<Archive<Box<dyn ReadSeek>>, Error> {
        let offset = range.start;
        self.storage.reader(range).map(Archive::new).map_err(|error| Error::read(offset, error))
    }

    /// The bytes of the archive from the start of a range on, for single records: see [`Archive::at`](crate::Archive::at). The
    /// reader does not end with the range, but is made for it.
    ///
    /// # Errors
    ///
    /// If the archive cannot be opened.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert!(ArchiveFile::new("missing.warc").reader(100..200).is_err());
    /// ```
    pub fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        self.storage.reader(range)
    }

    /// The bytes of the archive that are best one part: 1 MiB of a local file.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert_eq!(ArchiveFile::new("pages.warc").part_size(), 1 << 20);
    /// ```
    #[must_use]
    pub fn part_size(&self) -> u64 {
        self.storage.part_size()
    }

    /// The path of the file, or its URL.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert_eq!(ArchiveFile::new("pages.warc").path().extension().unwrap(), "warc");
    /// ```
    #[must_use]
    pub fn path(&self) -> &Path {
        self.storage.path()
    }

    /// The length of the file in bytes when it was divided.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert_eq!(ArchiveFile::new("missing.warc").len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> u64 {
        self.storage.length()
    }

    /// Whether the file has no bytes, or its metadata cannot be read.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert!(ArchiveFile::new("missing.warc").is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Divides what lies of a range in the file into parts of this many bytes, the last one shorter, for
    /// [`Archive::split`](crate::Archive::split). Where nothing of it lies in the file, there is a part of one byte, whose reader
    /// tells what is wrong with the file or the range.
    ///
    /// # Panics
    ///
    /// If `size` is 0.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// # let path = std::env::temp_dir().join(format!("tagspan-parts-{}.warc", std::process::id()));
    /// std::fs::write(&path, [0; 250])?;
    /// let file = ArchiveFile::new(&path);
    /// assert!(file.parts(0..u64::MAX, 100).eq([0..100, 100..200, 200..250]));
    /// assert!(file.parts(10..220, 100).eq([10..110, 110..210, 210..220]));
    /// assert!(file.parts(300..400, 100).eq([300..301]));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn parts(&self, range: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> + use<> {
        assert!(size > 0, "parts of no bytes");
        let end = self.len().max(range.start.saturating_add(1)).min(range.end);
        let mut start = range.start;
        std::iter::from_fn(move || {
            let part = start..end.min(start.saturating_add(size));
            start = part.end;
            (part.start < part.end).then_some(part)
        })
    }

    /// Whether the length or time of the file changed since it was divided. True once, so that one of the threads reports it.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// # let path = std::env::temp_dir().join(format!("tagspan-changed-{}.warc", std::process::id()));
    /// std::fs::write(&path, "WARC/1.0")?;
    /// let file = ArchiveFile::new(&path);
    /// assert!(!file.was_changed());
    /// std::fs::write(&path, "WARC/1.1\r\n")?;
    /// assert!(file.was_changed());
    /// assert!(!file.was_changed());
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn was_changed(&self) -> bool {
        self.storage.was_changed() && !self.is_reported.swap(true, Ordering::Relaxed)
    }
}

impl From<PathBuf> for ArchiveFile {
    fn from(path: PathBuf) -> Self {
        ArchiveFile::new(path)
    }
}

/// None for what is no file: the time of a pipe changes with every write.
fn version(path: &Path) -> Option<Version> {
    let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
}
