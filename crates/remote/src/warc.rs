//! Objects as the storage of archives.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tagspan_warc::{ArchiveFile, ReadSeek, Storage};

use crate::error::Error;
use crate::location::{is_of_server, is_url};
use crate::object::Object;

/// Opens the archive that an index calls by a name, below a folder or a URL if there is one. An object is
/// [deferred](Object::deferred), as the places of its records are known.
///
/// # Errors
///
/// If the URL does not name an object.
///
/// ```
/// let file = tagspan_remote::archive(Some("crawl".as_ref()), "pages.warc.gz")?;
/// assert_eq!(file.path(), std::path::Path::new("crawl").join("pages.warc.gz"));
/// let object = tagspan_remote::archive(Some("https://example.com/crawl".as_ref()), "a#1.warc.gz")?;
/// assert_eq!(object.path(), std::path::Path::new("https://example.com/crawl/a%231.warc.gz"));
/// # Ok::<(), tagspan_remote::Error>(())
/// ```
pub fn archive(prefix: Option<&Path>, name: &str) -> Result<ArchiveFile, Error> {
    let below = prefix.and_then(Path::to_str).filter(|_| !is_url(name));
    match below {
        Some(url) if is_url(url) => Object::deferred(&join(url, name)).map(ArchiveFile::of),
        _ if is_url(name) => Object::deferred(name).map(ArchiveFile::of),
        _ => Ok(ArchiveFile::new(prefix.map_or_else(|| PathBuf::from(name), |prefix| prefix.join(name)))),
    }
}

/// The URL of a name below another one. What is special in the URL of a web server is written by its number.
fn join(url: &str, name: &str) -> String {
    let (url, mut name) = (url.trim_end_matches('/'), name.trim_start_matches('/').to_owned());
    if is_of_server(url) {
        for (special, number) in [("%", "%25"), ("?", "%3F"), ("#", "%23")] {
            name = name.replace(special, number);
        }
    }
    format!("{url}/{name}")
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
