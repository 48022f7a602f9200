//! Scans: archives and pages that are read in several threads, in order.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::{fmt, fs};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use tagspan::{EncodingOptions, Tokenizer};
use tagspan_warc::{Archive, Counts, Item, Limits, Page};

use super::work::{Batches, Open, Task};
use super::{Column, Origin, Table};
use crate::PageLimits;

/// The bytes of an archive that a task reads: so few that no thread waits long for another, at the start and at the end.
const SPLIT: u64 = 1 << 20;

/// The pages that are one task.
const PAGES: usize = 64;

/// The bytes from which on a batch is passed on.
const BATCH: usize = 4 << 20;

/// What is read of a page at once.
const BUFFER: usize = 64 << 10;

/// Something that a [`Scan`] reads.
pub enum Input {
    /// A WARC archive, of any compression.
    Archive(PathBuf),
    /// A page: what it is called, and how it is opened, which is done when its turn comes.
    Page(String, Open),
}

impl Input {
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
            Input::Archive(path) => f.debug_tuple("Archive").field(path).finish(),
            Input::Page(name, _) => f.debug_tuple("Page").field(name).finish_non_exhaustive(),
        }
    }
}

/// What a [`Scan`] found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Found {
    /// Rows, at least one.
    Batch(RecordBatch),
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
    /// The bytes of the file that are lost; from where reading failed, an empty range.
    pub range: Range<u64>,
    /// A name that does not change: that of a [`GapReason`](tagspan_warc::GapReason), `read` for a file that cannot be read, or
    /// that of an [`ErrorKind`](tagspan::ErrorKind).
    pub code: &'static str,
    /// What happened, where, and what to do.
    pub message: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

/// How far a [`Scan`] is.
///
/// ```
/// use tagspan_extract::columns::Progress;
///
/// assert_eq!(Progress::default().pages, 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The bytes of files that were read to their end.
    pub file_bytes: u64,
    /// The bytes of pages, without encodings of HTTP.
    pub page_bytes: u64,
    /// The pages that have a row.
    pub pages: u64,
    /// What the archives hold.
    pub archives: Counts,
}

/// Reads archives and pages, and gives batches of the columns that were asked for.
///
/// Batches have the order of the inputs, whatever the number of threads. Archives are split at the boundaries of their members.
/// Memory is bounded: each thread holds at most six batches of about 4 MiB, one page more, and what [`Archive`] keeps.
///
/// ```no_run
/// use tagspan_extract::columns::{Column, Found, Input, Scan};
///
/// let scan = Scan::new(&[Column::Uri, Column::Title]).threads(2.try_into()?);
/// for found in scan.read([Input::Archive("CC-MAIN-2025-00000.warc.gz".into())]) {
///     match found {
///         Found::Batch(batch) => println!("{} pages", batch.num_rows()),
///         Found::Loss(loss) => eprintln!("{loss}"),
///         _ => {}
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Scan {
    columns: Vec<Column>,
    threads: Option<NonZeroUsize>,
    limits: PageLimits,
    archive_limits: Limits,
    encoding: EncodingOptions,
}

impl Scan {
    /// A scan for these columns, with a thread for each core.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// assert_eq!(Scan::new(&[Column::Title]).read([]).count(), 0);
    /// ```
    pub fn new(columns: &[Column]) -> Self {
        Scan {
            columns: columns.to_vec(),
            threads: None,
            limits: PageLimits::default(),
            archive_limits: Limits::default(),
            encoding: EncodingOptions::new(),
        }
    }

    /// Sets the number of threads.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Title]).threads(2.try_into()?);
    /// # let _ = scan;
    /// # Ok::<(), std::num::TryFromIntError>(())
    /// ```
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Sets how much is kept of a page, and of an archive while it is read.
    ///
    /// ```
    /// use tagspan_extract::PageLimits;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Title]).limits(PageLimits::default(), tagspan_warc::Limits::default());
    /// # let _ = scan;
    /// ```
    pub fn limits(mut self, page: PageLimits, archive: Limits) -> Self {
        (self.limits, self.archive_limits) = (page, archive);
        self
    }

    /// Sets what is known of the encoding of the pages. The `Content-Type` of an archived page comes on top.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Title]).encoding(EncodingOptions::new().locale("ja"));
    /// # let _ = scan;
    /// ```
    pub fn encoding(mut self, encoding: EncodingOptions) -> Self {
        self.encoding = encoding;
        self
    }

    /// The schema of the batches.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// assert_eq!(Scan::new(&[Column::Title]).schema().fields().len(), 1);
    /// ```
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Table::new(&self.columns).schema()
    }

    /// Starts reading. Threads end when all is read, or the batches are dropped.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, Input, Scan};
    ///
    /// let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<title>Here</title>"[..]))));
    /// let found: Vec<_> = Scan::new(&[Column::Title]).read([page]).collect();
    /// assert!(matches!(&found[..], [Found::Batch(batch)] if batch.num_rows() == 1));
    /// ```
    pub fn read(self, inputs: impl IntoIterator<Item = Input>) -> Batches {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let tasks = tasks(inputs);
        Batches::start(self, tasks, threads.map_or(1, NonZeroUsize::get))
    }

    /// The bytes of an archive whose pages have their rows: a part of what [`read`](Self::read) does, for engines that
    /// distribute parts themselves. Ranges that partition the file partition its pages.
    ///
    /// ```no_run
    /// use tagspan_extract::columns::{Column, Found, Scan};
    ///
    /// let file = "CC-MAIN-2025-00000.warc.gz".into();
    /// let rows: usize = Scan::new(&[Column::Title])
    ///     .read_part(file, 0..64 << 20)
    ///     .map(|found| if let Found::Batch(batch) = found { batch.num_rows() } else { 0 })
    ///     .sum();
    /// # let _ = rows;
    /// ```
    pub fn read_part(self, archive: PathBuf, range: Range<u64>) -> Batches {
        let threads = self.threads.map_or(1, NonZeroUsize::get);
        Batches::start(self, split(archive, range), threads)
    }
}

/// Archives are split, and pages are joined.
fn tasks(inputs: impl IntoIterator<Item = Input>) -> Vec<Task> {
    let mut tasks = Vec::new();
    for input in inputs {
        match (input, tasks.last_mut()) {
            (Input::Archive(path), _) => {
                let length = fs::metadata(&path).map_or(0, |metadata| metadata.len());
                tasks.extend(split(path, 0..length.max(1)));
            }
            (Input::Page(name, open), Some(Task::Pages(pages))) if pages.len() < PAGES => {
                pages.push((name, open));
            }
            (Input::Page(name, open), _) => tasks.push(Task::Pages(vec![(name, open)])),
        }
    }
    tasks
}

fn split(archive: PathBuf, range: Range<u64>) -> Vec<Task> {
    let starts = range.clone().step_by(SPLIT as usize);
    starts.map(|start| Task::Part(archive.clone(), start..(start + SPLIT).min(range.end))).collect()
}

/// What a thread works with.
pub(super) struct Worker<'a> {
    table: Table,
    /// For pages that are no records.
    tokenizer: Tokenizer,
    scan: &'a Scan,
    progress: &'a Mutex<Progress>,
    buffer: Vec<u8>,
}

/// Takes what was found.
type Out<'a> = &'a SyncSender<Found>;

/// The receiver went away.
pub(super) struct Unwanted;

impl<'a> Worker<'a> {
    pub(super) fn new(scan: &'a Scan, progress: &'a Mutex<Progress>) -> Self {
        let table = Table::with_limits(&scan.columns, scan.limits);
        let tokenizer = table.tokenizer().encoding_options(scan.encoding.clone()).build();
        Worker { table, tokenizer, scan, progress, buffer: Vec::new() }
    }

    pub(super) fn run(&mut self, task: Task, out: Out<'_>) -> Result<(), Unwanted> {
        match task {
            Task::Part(path, range) => self.part(path, range, out)?,
            Task::Pages(pages) => {
                for (name, open) in pages {
                    self.page(name.into(), open, out)?;
                    self.flush(BATCH, out)?;
                }
            }
        }
        self.flush(1, out)
    }

    /// The pages of a part of an archive.
    fn part(&mut self, path: PathBuf, range: Range<u64>, out: Out<'_>) -> Result<(), Unwanted> {
        let file: Arc<str> = path.to_string_lossy().into();
        let length = range.end - range.start;
        let tokenizer = self.table.tokenizer().build();
        let opened = Archive::open(&path).and_then(|archive| {
            let encoding = self.scan.encoding.clone();
            archive.limits(self.scan.archive_limits).tokenizer(tokenizer, encoding).split(range)
        });
        let mut archive = match opened {
            Ok(archive) => archive,
            Err(error) => return self.pass(Found::Loss(of_archive(file, &error)), out),
        };
        loop {
            match archive.next_item() {
                Ok(None) => break,
                Ok(Some(Item::Page(page))) => self.record(&file, page, out)?,
                Ok(Some(Item::Gap(gap))) => {
                    let (range, code, message) = (gap.range.clone(), gap.reason.as_str(), gap.to_string());
                    self.pass(Found::Loss(Loss { file: Arc::clone(&file), range, code, message }), out)?;
                }
                Ok(Some(_)) => {}
                Err(error) => {
                    self.pass(Found::Loss(of_archive(file, &error)), out)?;
                    break;
                }
            }
        }
        self.count(|progress| {
            progress.file_bytes += length;
            progress.archives += *archive.counts();
        });
        Ok(())
    }

    /// A page of an archive.
    fn record(
        &mut self,
        file: &Arc<str>,
        mut page: Page<'_, fs::File>,
        out: Out<'_>,
    ) -> Result<(), Unwanted> {
        self.table.begin(Origin {
            file: Some(Arc::clone(file)),
            record_offset: Some(page.offset()),
            uri: page.uri().map(str::to_owned),
            date: page.date().map(str::to_owned),
            status: page.status(),
        });
        let offset = page.offset();
        let mut bytes = 0;
        let read = loop {
            let tokens = match page.body.next_chunk() {
                Err(error) => break Err(of_archive(Arc::clone(file), &error)),
                Ok(Some(chunk)) => {
                    bytes += chunk.len() as u64;
                    page.tokenizer.feed(chunk)
                }
                Ok(None) => {
                    let truncation = page.body.truncation();
                    let last = if truncation.is_none() {
                        page.tokenizer.finish()
                    } else {
                        page.tokenizer.finish_truncated()
                    };
                    break self
                        .table
                        .read(last)
                        .map(|()| truncation)
                        .map_err(|error| of_tokens(file, offset, &error));
                }
            };
            if let Err(error) = self.table.read(tokens) {
                break Err(of_tokens(file, offset, &error));
            }
        };
        match read {
            Ok(truncation) => {
                self.end(bytes, truncation.map(|truncation| truncation.to_string()));
                self.flush(BATCH, out)
            }
            Err(loss) => self.pass(Found::Loss(loss), out),
        }
    }

    /// A page that is no record.
    fn page(&mut self, file: Arc<str>, open: Open, out: Out<'_>) -> Result<(), Unwanted> {
        self.tokenizer.reset();
        self.table.begin(Origin { file: Some(Arc::clone(&file)), ..Origin::default() });
        self.buffer.resize(BUFFER, 0);
        let mut bytes = 0;
        let read = open().map_err(|error| of_reader(&file, 0, &error)).and_then(|mut reader| {
            loop {
                let tokens = match reader.read(&mut self.buffer) {
                    Ok(0) => {
                        break self
                            .table
                            .read(self.tokenizer.finish())
                            .map_err(|error| of_tokens(&file, 0, &error));
                    }
                    Ok(read) => {
                        bytes += read as u64;
                        self.tokenizer.feed(&self.buffer[..read])
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => break Err(of_reader(&file, bytes, &error)),
                };
                if let Err(error) = self.table.read(tokens) {
                    break Err(of_tokens(&file, 0, &error));
                }
            }
        });
        match read {
            Ok(()) => {
                self.count(|progress| progress.file_bytes += bytes);
                self.end(bytes, None);
                Ok(())
            }
            Err(loss) => self.pass(Found::Loss(loss), out),
        }
    }

    fn end(&mut self, bytes: u64, truncated: Option<String>) {
        self.table.end(truncated.as_deref());
        self.count(|progress| {
            progress.page_bytes += bytes;
            progress.pages += 1;
        });
    }

    /// Passes a batch of at least so many bytes on.
    fn flush(&mut self, least: usize, out: Out<'_>) -> Result<(), Unwanted> {
        if self.table.rows() == 0 || self.table.bytes() < least {
            return Ok(());
        }
        let batch = self.table.take();
        self.pass(Found::Batch(batch), out)
    }

    /// Passes on what was found; rows before a loss come before it.
    fn pass(&mut self, found: Found, out: Out<'_>) -> Result<(), Unwanted> {
        if matches!(found, Found::Loss(_)) {
            self.flush(1, out)?;
        }
        out.send(found).map_err(|_| Unwanted)
    }

    fn count(&self, add: impl FnOnce(&mut Progress)) {
        add(&mut self.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    }
}

fn of_archive(file: Arc<str>, error: &tagspan_warc::Error) -> Loss {
    let offset = error.offset();
    Loss { file, range: offset..offset, code: error.kind().as_str(), message: error.to_string() }
}

fn of_tokens(file: &Arc<str>, record: u64, error: &tagspan::Error) -> Loss {
    let code = error.kind().as_str();
    Loss { file: Arc::clone(file), range: record..record, code, message: error.to_string() }
}

fn of_reader(file: &Arc<str>, offset: u64, error: &io::Error) -> Loss {
    let message = format!("byte {offset}: {error}: check the file, then read it again");
    Loss { file: Arc::clone(file), range: offset..offset, code: "read", message }
}
