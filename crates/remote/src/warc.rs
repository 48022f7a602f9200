//! Objects as the storage of archives.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tagspan_warc::{ArchiveFile, ReadSeek, Storage};

use crate::error::Error;
use crate::location::is_url;
use crate::object::Object;

/// The archive at a path or a URL, for records whose places are known: an object is [deferred](Object::deferred).
///
/// # Errors
///
/// If the URL is none of an object.
///
/// ```
/// let file = tagspan_remote::archive("pages.warc.gz")?;
/// assert_eq!(file.path(), std::path::Path::new("pages.warc.gz"));
/// # Ok::<(), tagspan_remote::Error>(())
/// ```
pub fn archive(path: impl Into<PathBuf>) -> Result<ArchiveFile, Error> {
    let path = path.into();
    match path.to_str().filter(|url| is_url(url)) {
        Some(url) => Object::deferred(url).map(ArchiveFile::of),
        None => Ok(ArchiveFile::new(path)),
    }
}

/// The bytes of a part: so many that its first request and its last one matter little.
const PART: u64 = 16 << 20;

impl Storage for Object {
    fn path(&self) -> &Path {
        Path::new(self.url())
    }

    fn length(&self) -> u64 {
        self.len().unwrap_or(0)
    }

    /// An object that changes is an error of its readers.
    fn reader(&self, range: Range<u64>) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(Object::reader(self, range)?))
    }

    fn part_size(&self) -> u64 {
        if self.has_ranges() { PART } else { u64::MAX }
    }
}
