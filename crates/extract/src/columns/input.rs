//! Inputs of a scan: archives, pages, and streams that may be either.

use std::io::{self, Read};
use std::path::PathBuf;
use std::{fmt, fs};

use tagspan_warc::ArchiveFile;

/// An input of a [`Scan`](super::Scan).
///
/// ```
/// use tagspan_extract::columns::{Column, Input, Scan};
///
/// let inputs = [Input::archive("no such archive"), Input::page("no such page")];
/// assert_eq!(Scan::new(&[Column::Title]).read(inputs).count(), 2);
/// ```
pub enum Input {
    /// A WARC archive, of any compression.
    Archive(ArchiveFile),
    /// A page: what it is called, and how it is opened, which is done when its turn comes.
    Page(String, Open),
    /// Something that tells whether it is an archive or a page once it is opened, such as a pipe. One thread reads it, from its
    /// start to its end, and makes batches of it alone. Threads read several streams at the same time, but each waits once it is
    /// some results ahead of what was taken: a stream must not depend on the end of a later one, nor share its source with it.
    Stream(String, OpenStream),
}

impl Input {
    /// An archive in a local file.
    ///
    /// ```
    /// use tagspan_extract::columns::Input;
    ///
    /// assert!(matches!(Input::archive("pages.warc"), Input::Archive(file) if file.is_empty()));
    /// ```
    pub fn archive(path: impl Into<PathBuf>) -> Self {
        Input::Archive(ArchiveFile::new(path))
    }

    /// A page in a file.
    ///
    /// ```
    /// use tagspan_extract::columns::Input;
    ///
    /// assert!(matches!(Input::page("index.html"), Input::Page(name, _) if name == "index.html"));
    /// ```
    pub fn page(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let open = move |path: PathBuf| Ok(Box::new(fs::File::open(path)?) as Box<dyn Read>);
        Input::Page(path.to_string_lossy().into_owned(), Box::new(move || open(path)))
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Archive(file) => f.debug_tuple("Archive").field(&file.path()).finish(),
            Input::Page(name, _) => f.debug_tuple("Page").field(name).finish_non_exhaustive(),
            Input::Stream(name, _) => f.debug_tuple("Stream").field(name).finish_non_exhaustive(),
        }
    }
}

/// Opens a page.
pub(super) type Open = Box<dyn FnOnce() -> io::Result<Box<dyn Read>> + Send>;

/// Opens a page or an archive.
pub(super) type OpenStream = Box<dyn FnOnce() -> io::Result<Stream> + Send>;

/// The kind of an [`Input::Stream`], as detected.
///
/// ```
/// use tagspan_extract::columns::{Column, Input, Scan, Stream};
///
/// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// let input = Input::Stream("pipe".into(), Box::new(|| Ok(Stream::Archive(Box::new(record.as_bytes())))));
/// let mut batches = Scan::new(&[Column::Title]).read([input]);
/// while batches.next().is_some() {}
/// assert_eq!((batches.progress().pages, batches.progress().archives.records), (1, 1));
/// ```
pub enum Stream {
    /// A WARC archive, of any compression.
    Archive(Box<dyn Read>),
    /// A page.
    Page(Box<dyn Read>),
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::Archive(_) => "Archive",
            Stream::Page(_) => "Page",
        })
    }
}
