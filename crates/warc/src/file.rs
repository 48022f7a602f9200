//! A file that is divided between threads, and whether it is still the same.

use std::fs::{self, Metadata};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

/// The file of an archive that several threads read, each with an [`Archive`](crate::Archive) of its own.
///
/// Each thread opens the file, so it may be another by then: what is read would be of two archives. So ask
/// [`was_changed`](Self::was_changed) after each part.
///
/// ```
/// use std::sync::Mutex;
/// use std::thread;
///
/// use tagspan_warc::{Archive, ArchiveFile, Counts};
///
/// # let path = std::env::temp_dir().join(format!("tagspan-file-{}.warc", std::process::id()));
/// # std::fs::write(&path, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n".repeat(10))?;
/// let file = ArchiveFile::new(&path);
/// let counts = Mutex::new(Counts::default());
/// thread::scope(|scope| {
///     for part in file.parts(0..u64::MAX, 100) {
///         scope.spawn(|| -> Result<(), tagspan_warc::Error> {
///             let mut archive = Archive::open(file.path())?.split(part)?;
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
    path: PathBuf,
    /// When it was divided.
    version: Option<Version>,
    is_reported: AtomicBool,
}

/// The length, and when the file was written to last.
type Version = (u64, SystemTime);

impl ArchiveFile {
    /// The file of this name, with its current length and time. A file whose metadata cannot be read has no length, and fails when
    /// it is opened.
    ///
    /// ```
    /// use tagspan_warc::{Archive, ArchiveFile};
    ///
    /// let file = ArchiveFile::new("missing.warc.gz");
    /// assert_eq!(file.len(), 0);
    /// assert!(Archive::open(file.path()).is_err());
    /// ```
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        ArchiveFile { version: version(&path), path, is_reported: AtomicBool::new(false) }
    }

    /// The name of the file.
    ///
    /// ```
    /// use tagspan_warc::ArchiveFile;
    ///
    /// assert_eq!(ArchiveFile::new("pages.warc").path().extension().unwrap(), "warc");
    /// ```
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
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
        self.version.map_or(0, |(length, _)| length)
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
        version(&self.path) != self.version && !self.is_reported.swap(true, Ordering::Relaxed)
    }
}

/// None for what is no file: the time of a pipe changes with every write.
fn version(path: &Path) -> Option<Version> {
    let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
}
