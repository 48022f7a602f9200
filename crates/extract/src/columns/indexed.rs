//! Records by index: each has a place in a file, and those that lie close are read at once.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use tagspan_warc::{ArchiveFile, ReadSeek};

use super::found::Loss;

/// The bytes between two records of a file that are read and dropped: that takes less time than another request.
const GAP: u64 = 64 << 10;

/// The records of a window, and their bytes: they are read in the order of the files, and their rows have that of the index.
const RECORDS: usize = 4096;
const BYTES: u64 = 8 << 20;

/// A record that is longer is not kept in memory, but read alone. Records that are read at once lie within so many bytes.
const LARGE: u64 = 4 << 20;

/// The readers that are made before the first of them is read: over a network each waits for an answer.
const AHEAD: usize = 8;

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
            Bytes::Large(file) => Box::new(file.reader(range.clone())?.take(range.end - range.start)),
        })
    }
}

/// A row of the index with its bytes.
pub(super) type IndexedRow = Result<(RecordRange, io::Result<Bytes>), Loss>;

/// Records of one file that lie close, in the order of their offsets, by their numbers in the window.
struct Run {
    file: Arc<ArchiveFile>,
    range: Range<u64>,
    records: Vec<usize>,
}

impl Window {
    /// Reads the records, those that lie close at once, and returns them in the order of the index, with the archives that were
    /// opened.
    pub(super) fn read(self) -> (Vec<IndexedRow>, Vec<Arc<ArchiveFile>>) {
        let mut found: Vec<Option<io::Result<Bytes>>> = self.rows.iter().map(|_| None).collect();
        let (mut runs, mut files) = (Vec::new(), Vec::new());
        for (name, mut records) in self.of_files() {
            match (self.open)(&name) {
                Ok(file) => {
                    let file = Arc::new(file);
                    records.retain(|&record| {
                        let range = self.range(record);
                        let is_large = range.end - range.start > LARGE;
                        found[record] = is_large.then(|| Ok(Bytes::Large(Arc::clone(&file))));
                        !is_large
                    });
                    self.add_runs(&file, records, &mut runs);
                    files.push(file);
                }
                Err(error) => records.iter().for_each(|&record| found[record] = Some(Err(again(&error)))),
            }
        }
        let mut runs = runs.into_iter().map(|run| (run.file.reader(run.range.clone()), run));
        let mut ahead: VecDeque<_> = runs.by_ref().take(AHEAD).collect();
        while let Some((reader, run)) = ahead.pop_front() {
            match reader {
                Ok(reader) => self.read_run(reader, &run, &mut found),
                Err(error) => run.records.iter().for_each(|&record| found[record] = Some(Err(again(&error)))),
            }
            ahead.extend(runs.next());
        }
        let rows = self.rows.into_iter().zip(found);
        let missing = || Err(io::Error::other("was not read"));
        let rows = rows.map(|(row, bytes)| row.map(|record| (record, bytes.unwrap_or_else(missing))));
        (rows.collect(), files)
    }

    /// The records of each file, by their numbers in the window.
    fn of_files(&self) -> BTreeMap<Arc<str>, Vec<usize>> {
        let mut of_files: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            if let Ok(record) = row {
                of_files.entry(Arc::clone(&record.file)).or_default().push(number);
            }
        }
        of_files
    }

    fn range(&self, record: usize) -> Range<u64> {
        self.rows[record].as_ref().map_or(0..0, RecordRange::bytes)
    }

    /// Adds the runs of records of one file.
    fn add_runs(&self, file: &Arc<ArchiveFile>, mut records: Vec<usize>, runs: &mut Vec<Run>) {
        records.sort_by_key(|&record| self.range(record).start);
        let first = runs.len();
        for record in records {
            let range = self.range(record);
            match runs[first..].last_mut() {
                Some(run)
                    if range.start <= run.range.end.saturating_add(GAP)
                        && range.end.saturating_sub(run.range.start) <= LARGE =>
                {
                    run.range.end = run.range.end.max(range.end);
                    run.records.push(record);
                }
                _ => runs.push(Run { file: Arc::clone(file), range, records: vec![record] }),
            }
        }
    }

    /// Reads records that lie close, by one reader from the first to the last.
    fn read_run(&self, mut reader: Box<dyn ReadSeek>, run: &Run, found: &mut [Option<io::Result<Bytes>>]) {
        // The bytes that were read last, which records that overlap share, and where they start.
        let (mut last, mut start): (Arc<[u8]>, u64) = (Arc::default(), run.range.start);
        for &record in &run.records {
            let wanted = self.range(record);
            let read = take(&mut reader, wanted.clone(), &last, start);
            if let Ok(bytes) = &read {
                (last, start) = (Arc::clone(bytes), wanted.start);
            }
            found[record] = Some(read.map(Bytes::Kept));
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
    let of_system = error.raw_os_error().map(io::Error::from_raw_os_error);
    of_system.unwrap_or_else(|| io::Error::new(error.kind(), error.to_string()))
}
