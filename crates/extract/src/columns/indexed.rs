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

/// The records of a window, and their bytes: they are read in the order of the files, and their rows have that of the index. So many bytes
/// are asked for ahead, too: over a network, all readers wait for their answers at the same time.
const RECORDS: usize = 4096;
const BYTES: u64 = 8 << 20;

/// A record that is longer is not kept in memory, but read alone. Records that are read at once lie within so many bytes.
const LARGE: u64 = 4 << 20;

/// The readers that are made before the first of them is read. Each may be an open file.
const AHEAD: usize = 16;

/// The failed reads of a file after which a window tries no more of it.
const FAILURES: usize = 3;

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
pub(super) enum RecordBytes {
    /// There are fewer if the file ends before.
    Kept(Arc<[u8]>),
    /// The record is large: it is read when its turn comes.
    Large(Arc<ArchiveFile>),
}

impl RecordBytes {
    /// The reader of the record, no further than its end.
    pub(super) fn reader(self, range: Range<u64>) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            RecordBytes::Kept(bytes) => Box::new(Cursor::new(bytes)),
            RecordBytes::Large(file) => Box::new(file.reader(range.clone())?.take(range.end - range.start)),
        })
    }
}

/// A row of the index with its bytes.
pub(super) type IndexedRow = Result<(RecordRange, io::Result<RecordBytes>), Loss>;

/// Records of one file that lie close, in the order of their offsets, by their numbers in the window.
struct Run {
    /// The number of the file in the window.
    file: usize,
    range: Range<u64>,
    records: Vec<usize>,
}

/// A file of a window.
struct File {
    archive: Arc<ArchiveFile>,
    /// The reads that failed since one did not. After [`FAILURES`], no more are tried: a server that is down would take the time
    /// of all tries for each record.
    failures: usize,
}

impl Window {
    /// Reads the records, those that lie close at once, and returns them in the order of the index, with the archives that were
    /// opened.
    pub(super) fn read(self) -> (Vec<IndexedRow>, Vec<Arc<ArchiveFile>>) {
        let mut found: Vec<Option<io::Result<RecordBytes>>> = self.rows.iter().map(|_| None).collect();
        let (mut runs, mut files) = (Vec::new(), Vec::new());
        for (name, mut records) in self.of_files() {
            match (self.open)(&name) {
                Ok(archive) => {
                    let archive = Arc::new(archive);
                    records.retain(|&record| {
                        let range = self.range(record);
                        let is_large = range.end - range.start > LARGE;
                        found[record] = is_large.then(|| Ok(RecordBytes::Large(Arc::clone(&archive))));
                        !is_large
                    });
                    self.add_runs(files.len(), records, &mut runs);
                    files.push(File { archive, failures: 0 });
                }
                Err(error) => records.iter().for_each(|&record| found[record] = Some(Err(again(&error)))),
            }
        }
        self.read_runs(runs, &mut files, &mut found);
        let rows = self.rows.into_iter().zip(found);
        let missing = || Err(io::Error::other("was not read"));
        let rows = rows.map(|(row, bytes)| row.map(|record| (record, bytes.unwrap_or_else(missing))));
        (rows.collect(), files.into_iter().map(|file| file.archive).collect())
    }

    /// Reads the runs in turn. The readers of the next ones are made before.
    fn read_runs(&self, runs: Vec<Run>, files: &mut [File], found: &mut [Option<io::Result<RecordBytes>>]) {
        let (mut runs, mut ahead, mut bytes) = (runs.into_iter().peekable(), VecDeque::new(), 0);
        loop {
            let size = |run: &Run| run.range.end - run.range.start;
            while ahead.len() < AHEAD
                && let Some(run) = runs.next_if(|run| bytes == 0 || bytes + size(run) <= BYTES)
            {
                bytes += size(&run).max(1);
                let file = &files[run.file];
                let reader = (file.failures < FAILURES).then(|| file.archive.reader(run.range.clone()));
                ahead.push_back((reader, run));
            }
            let Some((reader, run)) = ahead.pop_front() else { return };
            bytes -= size(&run).max(1);
            let given_up = || {
                Err(io::Error::other("was not tried, as records before it could not be read: read it again"))
            };
            self.read_run(reader.unwrap_or_else(given_up), &run, &mut files[run.file].failures, found);
        }
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
    fn add_runs(&self, file: usize, mut records: Vec<usize>, runs: &mut Vec<Run>) {
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
                _ => runs.push(Run { file, range, records: vec![record] }),
            }
        }
    }

    /// Reads records that lie close, by one reader from the first to the last.
    fn read_run(
        &self,
        reader: io::Result<Box<dyn ReadSeek>>,
        run: &Run,
        failures: &mut usize,
        found: &mut [Option<io::Result<RecordBytes>>],
    ) {
        let mut failed = None;
        let mut reader = reader.map_err(|error| failed = Some(error)).ok();
        // The bytes that were read last, which records that overlap share, and where they start.
        let (mut last, mut start): (Arc<[u8]>, u64) = (Arc::default(), run.range.start);
        for &record in &run.records {
            let wanted = self.range(record);
            let read = match (&mut reader, &failed) {
                (Some(reader), None) => take(reader, wanted.clone(), &last, start),
                // Where it stands is not known.
                (Some(reader), Some(_)) if *failures < FAILURES => read_at(reader, wanted.clone()),
                (_, Some(error)) => Err(again(error)),
                (None, None) => unreachable!("without a reader there is an error"),
            };
            match &read {
                Ok(bytes) => {
                    (last, start, failed, *failures) = (Arc::clone(bytes), wanted.start, None, 0);
                }
                Err(error) => (failed, *failures) = (Some(again(error)), *failures + 1),
            }
            found[record] = Some(read.map(RecordBytes::Kept));
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
    if wanted.start < at {
        return read_at(reader, wanted);
    }
    io::copy(&mut reader.by_ref().take(wanted.start - at), &mut io::sink())?;
    read_next(reader, wanted.end - wanted.start)
}

fn read_at(reader: &mut (impl Read + Seek), wanted: Range<u64>) -> io::Result<Arc<[u8]>> {
    reader.seek(SeekFrom::Start(wanted.start))?;
    read_next(reader, wanted.end - wanted.start)
}

fn read_next(reader: &mut impl Read, length: u64) -> io::Result<Arc<[u8]>> {
    let mut bytes = Vec::new();
    reader.take(length).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// An error for another record.
fn again(error: &io::Error) -> io::Error {
    let of_system = error.raw_os_error().map(io::Error::from_raw_os_error);
    of_system.unwrap_or_else(|| io::Error::new(error.kind(), error.to_string()))
}
