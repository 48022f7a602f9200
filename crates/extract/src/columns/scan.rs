//! Scans: archives and pages that are read in several threads, in order.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use tagspan::EncodingOptions;
use tagspan_warc::{ArchiveFile, Limits};

use super::column::Column;
use super::found::Loss;
use super::indexed::{RecordRange, windows};
use super::input::Input;
use super::selected::SelectedColumns;
use super::work::Batches;
use super::worker::{Settings, Task};
use crate::extractor::detecting;
use crate::{Extractor, ExtractorBuilder, PageLimits, Url};

/// The pages that are one task.
const PAGES: usize = 64;

/// Reads archives and pages, and returns batches of the selected columns.
///
/// Batches have the order of the inputs, whatever the number of threads. Archives are split at the boundaries of their members.
/// Memory is bounded: at most six batches of about 4 MiB for each thread and four more, and for each thread one page and what an
/// [`Archive`](tagspan_warc::Archive) keeps.
///
/// ```
/// use tagspan_extract::columns::{Column, Found, Input, Scan};
///
/// # let file = std::env::temp_dir().join(format!("tagspan-scan-{}.warc", std::process::id()));
/// # std::fs::write(&file, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n")?;
/// let scan = Scan::new(&[Column::Uri, Column::Title]).threads(2.try_into()?);
/// let mut pages = 0;
/// for found in scan.read([Input::archive(&file)]) {
///     match found {
///         Found::Batch(batch) => pages += batch.len(),
///         Found::Loss(loss) => eprintln!("{loss}"),
///         _ => {}
///     }
/// }
/// assert_eq!(pages, 1);
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Scan {
    settings: Settings,
    threads: Option<NonZeroUsize>,
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
        let settings = Settings {
            columns: columns.to_vec(),
            extractor: Extractor::builder(),
            archive_limits: Limits::default(),
            encoding: detecting(),
            base_url: None,
            conversions: false,
            selected: None,
        };
        Scan { settings, threads: None }
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

    /// Sets the limits of a page, and of an archive while it is read.
    ///
    /// ```
    /// use tagspan_extract::PageLimits;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Title]).limits(PageLimits::default(), tagspan_warc::Limits::default());
    /// # let _ = scan;
    /// ```
    pub fn limits(mut self, page: PageLimits, archive: Limits) -> Self {
        self.settings.extractor = self.settings.extractor.limits(page);
        self.settings.archive_limits = archive;
        self
    }

    /// Sets how pages are extracted, as by [`Table::with_extractor`](super::Table::with_extractor): the limits of a page, the
    /// attributes that hold URLs, and which text is visible.
    ///
    /// ```
    /// use tagspan_extract::Extractor;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let extractor = Extractor::builder().link_attributes(["img@data-src".parse()?]);
    /// let scan = Scan::new(&[Column::Links]).extractor(extractor);
    /// # let _ = scan;
    /// # Ok::<(), tagspan_extract::InvalidLinkAttribute>(())
    /// ```
    pub fn extractor(mut self, extractor: ExtractorBuilder) -> Self {
        self.settings.extractor = extractor;
        self
    }

    /// Adds columns of selectors, after the others. The text of conversions has none.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, Input, Scan, SelectedColumns, Value};
    ///
    /// let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<p class=price>3"[..]))));
    /// let scan = Scan::new(&[Column::File]).select(SelectedColumns::new([("price", ".price")])?);
    /// let found: Vec<_> = scan.read([page]).collect();
    /// let [Found::Batch(batch)] = &found[..] else { panic!("it has one row") };
    /// assert!(matches!(batch.iter().next().unwrap().get("price"), Some(Value::Text("3"))));
    /// # Ok::<(), tagspan_extract::columns::SelectedColumnError>(())
    /// ```
    pub fn select(mut self, columns: SelectedColumns) -> Self {
        self.settings.selected = Some(columns);
        self
    }

    /// Sets the options for the encoding of the pages; [`EncodingOptions::detecting`] at first. The `Content-Type` of an archived
    /// page is added to them, unless they have an encoding of the transport.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Title]).encoding(EncodingOptions::new().locale("ja"));
    /// # let _ = scan;
    /// ```
    pub fn encoding(mut self, encoding: EncodingOptions) -> Self {
        self.settings.encoding = encoding;
        self
    }

    /// Sets the URL that relative links are resolved against in pages without an address, such as those in files.
    ///
    /// ```
    /// use tagspan_extract::Url;
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// let scan = Scan::new(&[Column::Links]).base_url(Url::parse("https://example.com/")?);
    /// # let _ = scan;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn base_url(mut self, url: Url) -> Self {
        self.settings.base_url = Some(url);
        self
    }

    /// Sets whether the text in records of the type `conversion` has rows too, as in the WET files of Common Crawl; it does not at
    /// first. [`Column::Text`] is the text as it stands, and [`Column::Lang`] is `WARC-Identified-Content-Language` if that is one
    /// language.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, Input, Scan, Stream, Value};
    ///
    /// let record = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n1 < 2\r\n\r\n";
    /// let input = Input::Stream("memory".into(), Box::new(|| Ok(Stream::Archive(Box::new(&record[..])))));
    /// let found: Vec<_> = Scan::new(&[Column::Text]).conversions(true).read([input]).collect();
    /// let [Found::Batch(batch)] = &found[..] else { panic!("it has one row") };
    /// assert!(matches!(batch.iter().next().unwrap().get("text"), Some(Value::Text("1 < 2"))));
    /// ```
    #[doc(alias = "wet")]
    pub fn conversions(mut self, on: bool) -> Self {
        self.settings.conversions = on;
        self
    }

    /// The schema of the record batches that batches become, with the feature `arrow`: see
    /// [`Table::schema`](super::Table::schema).
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Scan};
    ///
    /// assert_eq!(Scan::new(&[Column::Title]).schema().fields().len(), 1);
    /// ```
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn schema(&self) -> arrow_schema::SchemaRef {
        self.settings.table().schema()
    }

    /// Starts reading. Threads end when all is read, or the batches are dropped.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, Input, Scan};
    ///
    /// let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<title>Here</title>"[..]))));
    /// let found: Vec<_> = Scan::new(&[Column::Title]).read([page]).collect();
    /// assert!(matches!(&found[..], [Found::Batch(batch)] if batch.len() == 1));
    /// ```
    pub fn read(self, inputs: impl IntoIterator<Item = Input>) -> Batches {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let tasks = tasks(inputs);
        Batches::start(self.settings, tasks, threads.map_or(1, NonZeroUsize::get))
    }

    /// The bytes of an archive whose pages have their rows: a part of what [`read`](Self::read) does, for engines that
    /// distribute parts themselves. Ranges that partition the file partition its pages.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, Scan};
    ///
    /// # let file = std::env::temp_dir().join(format!("tagspan-part-{}.warc", std::process::id()));
    /// # std::fs::write(&file, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n")?;
    /// let mut pages = 0;
    /// for range in [0..20, 20..63] {
    ///     for found in Scan::new(&[Column::Title]).read_part(file.clone(), range) {
    ///         if let Found::Batch(batch) = found {
    ///             pages += batch.len();
    ///         }
    ///     }
    /// }
    /// assert_eq!(pages, 1);
    /// # std::fs::remove_file(&file)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_part(self, archive: impl Into<ArchiveFile>, range: Range<u64>) -> Batches {
        let threads = self.threads.map_or(1, NonZeroUsize::get);
        Batches::start(self.settings, split(archive.into(), range), threads)
    }
}

impl Scan {
    /// The rows of records whose places an index has, in its order. What is no page at its place is a [loss](super::Found::Loss), and so is
    /// a row of the index that is passed as one.
    ///
    /// `open` opens the archive of a name in the index. Records of one archive that lie close are read at once: in each 4,096 rows of
    /// the index, or fewer, whose records have 8 MiB together. Each thread keeps so much more than for archives as a whole, and
    /// asks for so much ahead.
    ///
    /// ```
    /// use tagspan_extract::columns::{Column, Found, RecordRange, Scan};
    ///
    /// # let file = std::env::temp_dir().join(format!("tagspan-records-{}.warc", std::process::id()));
    /// # let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    /// # std::fs::write(&file, record.repeat(2))?;
    /// # let path = file.clone();
    /// let places = [RecordRange::new("a.warc", 59, 55), RecordRange::new("a.warc", 1, 55)];
    /// let found = Scan::new(&[Column::RecordOffset]).read_records(places.map(Ok), move |_| Ok(path.clone()));
    /// let found: Vec<_> = found.collect();
    /// assert!(matches!(&found[..], [Found::Batch(rows), Found::Loss(loss)] if rows.len() == 1 && loss.code == "not-there"));
    /// # std::fs::remove_file(&file)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[doc(alias = "cdx")]
    pub fn read_records<A: Into<ArchiveFile>>(
        self,
        records: impl IntoIterator<Item = Result<RecordRange, Loss>, IntoIter: Send + 'static>,
        open: impl Fn(&str) -> io::Result<A> + Send + Sync + 'static,
    ) -> Batches {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let open = Arc::new(move |name: &str| open(name).map(Into::into));
        let tasks = windows(records.into_iter(), open).map(Task::Records);
        Batches::start(self.settings, tasks, threads.map_or(1, NonZeroUsize::get))
    }
}

/// Archives are split, and pages are joined. A stream may hold an archive or wait for more, so it is alone.
fn tasks(inputs: impl IntoIterator<Item = Input>) -> Vec<Task> {
    let mut tasks = Vec::new();
    for input in inputs {
        match (input, tasks.last_mut()) {
            (Input::Archive(archive), _) => tasks.extend(split(archive, 0..u64::MAX)),
            (Input::Stream(name, open), _) => tasks.push(Task::Stream(name, open)),
            (Input::Page(name, open), Some(Task::Pages(pages))) if pages.len() < PAGES => {
                pages.push((name, open));
            }
            (Input::Page(name, open), _) => tasks.push(Task::Pages(vec![(name, open)])),
        }
    }
    tasks
}

fn split(archive: ArchiveFile, range: Range<u64>) -> Vec<Task> {
    let archive = Arc::new(archive);
    archive.parts(range, archive.part_size()).map(|part| Task::Part(Arc::clone(&archive), part)).collect()
}
