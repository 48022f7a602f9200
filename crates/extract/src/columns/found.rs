//! The results of a scan: batches, losses, and progress.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use tagspan_warc::Counts;

use super::batch::Batch;

/// A result of a [`Scan`](super::Scan).
///
/// ```
/// use tagspan_extract::columns::{Column, Found, Input, Scan};
///
/// let found = Scan::new(&[Column::Title]).read([Input::page("no such file")]).next();
/// assert!(matches!(found, Some(Found::Loss(_))));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Found {
    /// Rows, at least one.
    Batch(Batch),
    /// Something that gave no row.
    Loss(Loss),
}

/// Bytes that gave no row, or a file that cannot be read.
///
/// ```
/// use tagspan_extract::columns::{Column, Found, Input, Scan};
///
/// let mut found = Scan::new(&[Column::Title]).read([Input::page("no such file")]);
/// let Some(Found::Loss(loss)) = found.next() else { panic!() };
/// assert_eq!((&*loss.file, loss.code), ("no such file", "read"));
/// assert!(found.next().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The file.
    pub file: Arc<str>,
    /// The lost bytes of the file, of an archive in parts from a failed read to the end of its part; an empty range at a failed read of another
    /// input; the range of a part that was changed.
    pub range: Range<u64>,
    /// A stable name: that of a [`GapReason`](tagspan_warc::GapReason), `read` for a file that cannot be read,
    /// `changed` for an archive whose length or time differs from when it was divided into parts, which is reported once, `index`
    /// for a row of an index that gives no place, `not-there` and `not-a-page` for a place of an index without a record or without
    /// a page, or that of an [`ErrorKind`](tagspan::ErrorKind).
    pub code: &'static str,
    /// The message: the fault, its place, and advice.
    pub message: String,
}

impl Loss {
    /// A row of an index that gives no place of a record, with the code `index`.
    ///
    /// ```
    /// use tagspan_extract::columns::Loss;
    ///
    /// assert_eq!(Loss::of_index("index.csv", "line 3: no offset").to_string(), "index.csv: line 3: no offset");
    /// ```
    #[must_use]
    pub fn of_index(file: impl Into<Arc<str>>, message: impl Into<String>) -> Self {
        Loss { file: file.into(), range: 0..0, code: "index", message: message.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

/// The progress of a [`Scan`](super::Scan).
///
/// ```
/// use tagspan_extract::columns::Progress;
///
/// assert_eq!(Progress::default().pages, 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The inputs that were read to their ends, or as far as they could be. An archive whose records an index names counts as none.
    pub files: u64,
    /// The bytes of inputs that were read. Those of an archive that is divided into parts count at the end of each part.
    pub file_bytes: u64,
    /// The bytes of pages, without encodings of HTTP.
    pub page_bytes: u64,
    /// The pages that have a row.
    pub pages: u64,
    /// The counts of records in the archives.
    pub archives: Counts,
}
