//! One input: what it is called, and how it is opened.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tagspan::Encoding;
use tagspan_extract::Url;

use super::detect::{Content, is_archive};
use super::names::is_called_compressed;
use super::part::Part;
use super::remote::Remote;
use crate::escape;
use crate::report::Failure;

/// Something to read.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Stdin,
    /// A page in a file, or what cannot be opened.
    Path(PathBuf),
    /// A source that is not a file, such as a pipe: it gives its bytes once, and its kind is known when it is read.
    Pipe(PathBuf),
    /// A WARC archive.
    Archive(PathBuf),
    /// A page or an archive of another machine.
    Remote(Remote),
    /// A part of an archive.
    #[cfg_attr(not(feature = "archives"), expect(dead_code, reason = "archives are refused as a whole"))]
    Part(Part),
    /// A page of one, which may be standard input, and its URL. It cannot be opened by itself.
    #[cfg_attr(not(feature = "archives"), expect(dead_code, reason = "archives are refused as a whole"))]
    Record(Box<Source>, String),
}

impl<'a> Opened<'a> {
    /// Bytes whose name is not requested.
    pub(crate) fn unnamed(reader: &'a mut dyn Read) -> Self {
        Opened { source: &Source::Stdin, reader, content_type: None, http_header: Vec::new(), text: None }
    }
}

/// An input that was opened.
pub(crate) struct Opened<'a> {
    pub(crate) source: &'a Source,
    pub(crate) reader: &'a mut dyn Read,
    /// That of HTTP.
    pub(crate) content_type: Option<String>,
    /// The fields of the HTTP header, in an archive.
    pub(crate) http_header: Vec<(String, Vec<u8>)>,
    /// The encoding of a record that is text and not HTML.
    pub(crate) text: Option<&'static Encoding>,
}

/// Which records of an archive are inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Records {
    Pages,
    /// The text of conversions too.
    PagesAndText,
}

impl Records {
    /// Those of a command with the option `--conversions`.
    pub(crate) fn with(conversions: bool) -> Self {
        if conversions { Records::PagesAndText } else { Records::Pages }
    }
}

impl Source {
    /// An archive or a page.
    pub(super) fn of_file(path: PathBuf) -> Self {
        if is_archive(&path) { Source::Archive(path) } else { Source::Path(path) }
    }

    /// The name in messages and headers, on one line.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::Path(path) | Source::Pipe(path) | Source::Archive(path) => display(path),
            Source::Part(part) => display(part.path()),
            Source::Remote(remote) => display(remote.path()),
            Source::Record(archive, uri) => format!("{}: {}", archive.name(), escape::name(uri)),
        }
    }

    /// The URL of a page: that of its record or of the server.
    pub(crate) fn url(&self) -> Option<Url> {
        match self {
            Source::Record(_, uri) => Url::parse(uri).ok(),
            // Those of stores are no addresses of pages.
            Source::Remote(remote) => {
                Url::parse(remote.path().to_str()?).ok().filter(|url| url.scheme().starts_with("http"))
            }
            _ => None,
        }
    }

    /// The name for programs: `-` is standard input.
    pub(crate) fn file(&self) -> Cow<'_, str> {
        self.path().map_or("-".into(), Path::to_string_lossy)
    }

    /// Its file; `None` is standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin => None,
            Source::Path(path) | Source::Pipe(path) | Source::Archive(path) => Some(path),
            Source::Part(part) => Some(part.path()),
            Source::Remote(remote) => Some(remote.path()),
            Source::Record(archive, _) => archive.path(),
        }
    }

    /// Its length; `None` where that is not known before it is read.
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Source::Stdin | Source::Pipe(_) | Source::Record(..) => None,
            Source::Part(part) => Some(part.length()),
            Source::Remote(remote) if !remote.is_archive() && is_called_compressed(remote.path()) => None,
            Source::Remote(remote) => remote.length(),
            // What is read of it is counted once it is inflated.
            Source::Path(path) if is_called_compressed(path) => None,
            Source::Path(path) | Source::Archive(path) => {
                Some(fs::metadata(path).map_or(0, |metadata| metadata.len()))
            }
        }
    }

    /// Whether it is a page of an archive. Output says which one, even if the archive is the only input.
    pub(crate) fn is_record(&self) -> bool {
        matches!(self, Source::Record(..))
    }

    /// Opens it for reading, and reads its first bytes to see what it is.
    pub(crate) fn open(&self) -> Result<Content, Failure> {
        let reader: Box<dyn Read> = match (self, self.path()) {
            (Source::Remote(remote), _) => remote.reader()?,
            (_, None) => Box::new(io::stdin().lock()),
            (_, Some(path)) => Box::new(File::open(path).map_err(Failure::Read)?),
        };
        Content::of(reader).map_err(Failure::Read)
    }
}

/// A path on one line, U+FFFD for what is not Unicode.
pub(crate) fn display(path: &Path) -> String {
    // So that a message has a name to see.
    if path.as_os_str().is_empty() {
        return "\"\"".to_owned();
    }
    escape::name(&path.to_string_lossy())
}
