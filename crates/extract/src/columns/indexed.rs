//! Records by index: each has a place in a file, and those that lie close are read at once.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use tagspan_warc::ArchiveFile;

use super::found::Loss;

/// The bytes between two records of a file that are read and dropped: that takes less time than another request.
const GAP: u64 = 64 << 10;

/// The records of a window, and their bytes: they are read in the order of the files, and their rows have that of the index.
const RECORDS: usize = 4096;
const BYTES: u64 = 8 << 20;

/// A record that is longer is not kept in memory, but read alone.
const LARGE: u64 = 4 << 20;

/// The place of a record in an archive, as an index has it.
///
/// ```
/// use tagspan_extract::columns::RecordRange;
///
/// let record = RecordRange::new("crawl.warc.gz", 1024, 512);
/// assert_eq!((record.offset, record.length), (1024, 512));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RecordRange {
    /// The name of the file, as in the index.
    pub file: Arc<str>,
    /// The byte of the file at which the record starts, or the compressed member that holds it.
    pub offset: u64,
    /// The bytes of the record, or of the member.
    pub length: u64,
}

impl RecordRange {
    /// The names that indexes have for the file, the offset and the length: in Common Crawl's tables, in CDXJ, and in a
    /// [`Column`](super::Column) of rows.
    ///
    /// ```
    /// use tagspan_extract::columns::RecordRange;
    ///
    /// assert_eq!(RecordRange::COLUMNS.map(|names| names[0]), ["warc_filename", "warc_record_offset", "warc_record_length"]);
    /// ```
    pub const COLUMNS: [[&str; 3]; 3] = [
        ["warc_filename", "filename", "file"],
        ["warc_record_offset", "offset", "record_offset"],
        ["warc_record_length", "length", "record_length"],
    ];

    /// A record at this place.
    ///
    /// ```
    /// use tagspan_extract::columns::RecordRange;
    ///
    /// assert_eq!(&*RecordRange::new("a.warc", 0, 1).file, "a.warc");
    /// ```
    #[must_use]
    pub fn new(file: impl Into<Arc<str>>, offset: u64, length: u64) -> Self {
        RecordRange { file: file.into(), offset, length }
    }

    fn end(&self) -> u64 {
        self.offset.saturating_add(self.length)
    }

    pub(super) fn bytes(&self) -> Range<u64> {
        self.offset..self.end()
    }
}

/// Opens the archive that an index calls so.
pub(super) type OpenArchive = Arc<dyn Fn(&str) -> io::Result<ArchiveFile> + Send + Sync>;

/// Rows of an index that one thread reads, in their order.
pub(super) struct Window {
    rows: Vec<Result<RecordRange, Loss>>,
    open: OpenArchive,
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// Divides an index into windows.
pub(super) fn windows(
    rows: impl Iterator<Item = Result<RecordRange, Loss>>,
    open: OpenArchive,
) -> impl Iterator<Item = Window> {
    let mut rows = rows.peekable();
    std::iter::from_fn(move || {
        let rows = window(&mut rows);
        (!rows.is_empty()).then(|| Window { rows, open: Arc::clone(&open) })
    })
}

fn window(
    rows: &mut Peekable<impl Iterator<Item = Result<RecordRange, Loss>>>,
) -> Vec<Result<RecordRange, Loss>> {
    let (mut window, mut bytes) = (Vec::new(), 0);
    while window.len() < RECORDS
        && let Some(row) = rows.next_if(|row| bytes == 0 || bytes + kept(row) <= BYTES)
    {
        bytes += kept(&row);
        window.push(row);
    }
    window
}

/// How much of a row waits in memory.
fn kept(row: &Result<RecordRange, Loss>) -> u64 {
    row.as_ref().map_or(0, |record| record.length).min(LARGE)
}

/// The bytes of a record.
pub(super) enum Bytes {
    /// There are fewer if the file ends before.
    Kept(Arc<[u8]>),
    /// The record is large: it is read when its turn comes.
    Large(Arc<ArchiveFile>),
}

impl Bytes {
    /// The reader of the record, no further than its end.
    pub(super) fn reader(self, range: Range<u64>) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Bytes::Kept(bytes) => Box::new(Cursor::new(bytes)),
            Bytes::Large(file) => {
                let mut reader = file.reader(range.clone())?;
                // A file that ends before is another loss than a record that is damaged.
                if reader.seek(SeekFrom::End(0))? <= range.start {
                    return Ok(Box::new(io::empty()));
                }
                reader.seek(SeekFrom::Start(range.start))?;
                Box::new(reader.take(range.end - range.start))
            }
        })
    }
}

/// A row of the index with its bytes.
pub(super) type IndexedRow = Result<(RecordRange, io::Result<Bytes>), Loss>;

impl Window {
    /// Reads the records, those that lie close at once, and returns them in the order of the index, with the archives that were
    /// opened.
    pub(super) fn read(self) -> (Vec<IndexedRow>, Vec<Arc<ArchiveFile>>) {
        let mut of_files: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            if let Ok(record) = row {
                of_files.entry(Arc::clone(&record.file)).or_default().push(index);
            }
        }
        let mut found: Vec<Option<io::Result<Bytes>>> = self.rows.iter().map(|_| None).collect();
        let mut files = Vec::new();
        for (name, mut indices) in of_files {
            match (self.open)(&name) {
                Ok(file) => {
                    let file = Arc::new(file);
                    indices.sort_by_key(|&index| self.range(index).start);
                    self.read_file(&file, &indices, &mut found);
                    files.push(file);
                }
                Err(error) => indices.iter().for_each(|&index| found[index] = Some(Err(again(&error)))),
            }
        }
        let rows = self.rows.into_iter().zip(found);
        let missing = || Err(io::Error::other("was not read"));
        let rows = rows.map(|(row, bytes)| row.map(|record| (record, bytes.unwrap_or_else(missing))));
        (rows.collect(), files)
    }

    fn range(&self, index: usize) -> Range<u64> {
        self.rows[index].as_ref().map_or(0..0, RecordRange::bytes)
    }

    /// Reads records of one file, sorted by their offsets.
    fn read_file(&self, file: &Arc<ArchiveFile>, indices: &[usize], found: &mut [Option<io::Result<Bytes>>]) {
        let mut small: Vec<usize> = Vec::new();
        for &index in indices {
            let range = self.range(index);
            if range.end - range.start > LARGE {
                found[index] = Some(Ok(Bytes::Large(Arc::clone(file))));
            } else {
                small.push(index);
            }
        }
        let mut rest = &small[..];
        while let Some(&first) = rest.first() {
            let mut end = self.range(first).end;
            let joins = |&&index: &&usize| {
                let range = self.range(index);
                let is_close = range.start <= end.saturating_add(GAP);
                end = if is_close { end.max(range.end) } else { end };
                is_close
            };
            let count = rest.iter().take_while(joins).count();
            let (run, behind) = rest.split_at(count);
            self.read_run(file, self.range(first).start..end, run, found);
            rest = behind;
        }
    }

    /// Reads records that lie close, by one reader from the first to the last.
    fn read_run(
        &self,
        file: &ArchiveFile,
        range: Range<u64>,
        run: &[usize],
        found: &mut [Option<io::Result<Bytes>>],
    ) {
        let mut reader = match file.reader(range.clone()) {
            Ok(reader) => reader,
            Err(error) => return run.iter().for_each(|&index| found[index] = Some(Err(again(&error)))),
        };
        // The bytes that were read last, which records that overlap share, and where they start.
        let (mut last, mut start): (Arc<[u8]>, u64) = (Arc::default(), range.start);
        for &index in run {
            let wanted = self.range(index);
            let read = take(&mut reader, wanted.clone(), &last, start);
            if let Ok(bytes) = &read {
                (last, start) = (Arc::clone(bytes), wanted.start);
            }
            found[index] = Some(read.map(Bytes::Kept));
        }
    }
}

/// The bytes of a range, of which the reader may have read some already: `last`, from `start` to where it stands.
fn take(
    reader: &mut (impl Read + Seek),
    wanted: Range<u64>,
    last: &Arc<[u8]>,
    start: u64,
) -> io::Result<Arc<[u8]>> {
    let at = start + last.len() as u64;
    if wanted.start == start && wanted.end == at {
        return Ok(Arc::clone(last));
    }
    let mut bytes = Vec::new();
    if wanted.start < at {
        // As long as the index says; it is not needed for archives that are not damaged.
        reader.seek(SeekFrom::Start(wanted.start))?;
    } else {
        io::copy(&mut reader.by_ref().take(wanted.start - at), &mut io::sink())?;
    }
    reader.by_ref().take(wanted.end - wanted.start).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// An error for another record.
fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}
