//! A worker thread: it reads parts of archives, or pages, and sends batches and losses.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};

use crate::Url;
use tagspan::{EncodingOptions, Tokenizer};
use tagspan_warc::{Archive, ArchiveFile, Item, Limits, Page, Truncation};

use super::column::Column;
use super::found::{Found, Loss, Progress};
use super::indexed::{RecordBytes, RecordRange, Window};
use super::input::{Open, OpenStream, Stream};
use super::origin::Origin;
use super::selected::SelectedColumns;
use super::table::Table;
use crate::ExtractorBuilder;

/// The bytes from which on a batch is passed on.
const BATCH: usize = 4 << 20;

/// The size of one read of a page.
const BUFFER: usize = 64 << 10;

/// A unit of work for one thread.
pub(super) enum Task {
    /// A part of an archive.
    Part(Arc<ArchiveFile>, Range<u64>),
    /// Pages: what they are called, and how they are opened.
    Pages(Vec<(String, Open)>),
    /// A page or an archive: what it is called, and how it is opened.
    Stream(String, OpenStream),
    /// Records by index.
    Records(Window),
}

/// The settings of a scan.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) columns: Vec<Column>,
    pub(super) extractor: ExtractorBuilder,
    pub(super) archive_limits: Limits,
    pub(super) encoding: EncodingOptions,
    pub(super) base_url: Option<Url>,
    pub(super) conversions: bool,
    pub(super) selected: Option<SelectedColumns>,
}

impl Settings {
    /// An empty table.
    pub(super) fn table(&self) -> Table {
        let table = Table::with_extractor(&self.columns, self.extractor.clone());
        match &self.selected {
            Some(columns) => table.select(columns.clone()),
            None => table,
        }
    }
}

/// The state of a thread.
pub(super) struct Worker<'a> {
    table: Table,
    /// For pages that are not in archives.
    tokenizer: Tokenizer,
    settings: &'a Settings,
    progress: &'a Mutex<Progress>,
    buffer: Vec<u8>,
}

/// Takes what was found.
type Out<'a> = &'a SyncSender<Found>;

/// The receiver went away.
pub(super) struct Unwanted;

impl<'a> Worker<'a> {
    pub(super) fn new(settings: &'a Settings, progress: &'a Mutex<Progress>) -> Self {
        let table = settings.table();
        let tokenizer = table.tokenizer().encoding_options(settings.encoding.clone()).build();
        Worker { table, tokenizer, settings, progress, buffer: Vec::new() }
    }

    pub(super) fn run(&mut self, task: Task, out: Out<'_>) -> Result<(), Unwanted> {
        match task {
            Task::Part(archive, range) => {
                self.part(&archive, range, out)?;
                // No other part is left.
                if Arc::into_inner(archive).is_some() {
                    self.count(|progress| progress.files += 1);
                }
            }
            Task::Pages(pages) => {
                for (name, open) in pages {
                    self.stream(name.into(), open().map(Stream::Page), out)?;
                    self.count(|progress| progress.files += 1);
                    self.flush(BATCH, out)?;
                }
            }
            Task::Stream(name, open) => {
                self.stream(name.into(), open(), out)?;
                self.count(|progress| progress.files += 1);
            }
            Task::Records(window) => self.window(window, out)?,
        }
        self.flush(1, out)
    }

    /// The opened input, from start to end.
    fn stream(&mut self, file: Arc<str>, opened: io::Result<Stream>, out: Out<'_>) -> Result<(), Unwanted> {
        let progress = self.progress;
        match opened {
            Ok(Stream::Page(reader)) => self.page(file, Counted { reader, progress }, out),
            Ok(Stream::Archive(reader)) => {
                let archive = Archive::new(Counted { reader, progress });
                self.archive(&file, archive.limits(self.settings.archive_limits), 0, out)
            }
            Err(error) => self.pass(Found::Loss(of_opening(&file, &error)), out),
        }
    }

    /// The pages of a part of an archive.
    fn part(&mut self, archive: &ArchiveFile, range: Range<u64>, out: Out<'_>) -> Result<(), Unwanted> {
        let file: Arc<str> = archive.path().to_string_lossy().into();
        let (length, part, end) = (range.end - range.start, range.clone(), range.end.min(archive.len()));
        let limits = self.settings.archive_limits;
        match archive.open(part.clone()).and_then(|archive| archive.limits(limits).split(range)) {
            Ok(records) => self.archive(&file, records, end, out)?,
            Err(error) => return self.pass(Found::Loss(of_archive(file, &error, end)), out),
        }
        self.count(|progress| progress.file_bytes += length);
        // After the part, so that what was written to it while it was read is seen too.
        if archive.was_changed() {
            let message =
                "the file was changed while it was read, so rows may come from both versions: read it again";
            let loss = Loss { file, range: part, code: "changed", message: message.to_owned() };
            self.pass(Found::Loss(loss), out)?;
        }
        Ok(())
    }

    /// The pages of an archive, or of the part that it was split to: then `end` is that of the part, and otherwise 0.
    fn archive<R: Read>(
        &mut self,
        file: &Arc<str>,
        archive: Archive<R>,
        end: u64,
        out: Out<'_>,
    ) -> Result<(), Unwanted> {
        let mut records = self.prepare(archive, self.table.tokenizer().build());
        loop {
            let error = match records.next_item() {
                Ok(None) => break,
                Ok(Some(Item::Page(page))) => self.record(file, page, out)?,
                Ok(Some(Item::Gap(gap))) => {
                    let (range, code, message) = (gap.range.clone(), gap.reason.as_str(), gap.to_string());
                    self.pass(Found::Loss(Loss { file: Arc::clone(file), range, code, message }), out)?;
                    None
                }
                Ok(Some(_)) => None,
                Err(error) => Some(error),
            };
            if let Some(error) = error {
                self.pass(Found::Loss(of_archive(Arc::clone(file), &error, end)), out)?;
                break;
            }
        }
        self.count(|progress| progress.archives += *records.counts());
        Ok(())
    }

    fn prepare<R: Read>(&self, archive: Archive<R>, tokenizer: Tokenizer) -> Archive<R> {
        let checks_digests = self.settings.columns.contains(&Column::DigestOk);
        let archive = archive.tokenizer(tokenizer, self.settings.encoding.clone());
        archive.check_digests(checks_digests).conversions(self.settings.conversions)
    }

    /// The records of rows of an index.
    fn window(&mut self, window: Window, out: Out<'_>) -> Result<(), Unwanted> {
        let (rows, files) = window.read();
        for row in rows {
            match row {
                Ok((place, Ok(bytes))) => self.indexed(&place, bytes, out)?,
                Ok((place, Err(error))) => self.pass(Found::Loss(of_reading(&place, &error)), out)?,
                Err(loss) => self.pass(Found::Loss(loss), out)?,
            }
            self.flush(BATCH, out)?;
        }
        for file in files.iter().filter(|file| file.was_changed()) {
            let message = "the file was changed while its records were read: make the index again";
            let file = file.path().to_string_lossy().into();
            self.pass(
                Found::Loss(Loss { file, range: 0..0, code: "changed", message: message.to_owned() }),
                out,
            )?;
        }
        Ok(())
    }

    /// The record at a place of an index.
    fn indexed(&mut self, place: &RecordRange, bytes: RecordBytes, out: Out<'_>) -> Result<(), Unwanted> {
        let reader = match bytes.reader(place.bytes()) {
            Ok(reader) => Counted { reader, progress: self.progress },
            Err(error) => return self.pass(Found::Loss(of_reading(place, &error)), out),
        };
        let archive = Archive::new(reader).limits(self.settings.archive_limits).at(place.offset);
        let mut records = self.prepare(archive, self.table.tokenizer().build());
        let is_there = |page: &Page<'_, _>| page.offset() == place.offset && page.offset_in_member() == 0;
        match records.next_item() {
            Ok(Some(Item::Page(page))) if is_there(&page) => {
                if let Some(error) = self.record(&place.file, page, out)? {
                    self.pass(Found::Loss(of_archive(Arc::clone(&place.file), &error, 0)), out)?;
                } else if let Ok(Some(Item::Gap(gap))) = records.next_item() {
                    // A record that is longer than the index says is truncated there.
                    self.pass(Found::Loss(of_place(place, gap.reason.as_str(), &gap.reason)), out)?;
                }
            }
            Ok(Some(Item::Gap(gap))) => {
                let what = format_args!("no record starts there, but {}", gap.reason);
                self.pass(Found::Loss(of_place(place, "not-there", &what)), out)?;
            }
            Ok(None) => {
                let (code, what) = match records.counts().records {
                    0 => ("not-there", "the file ends before it"),
                    _ => ("not-a-page", "the record is no page"),
                };
                self.pass(Found::Loss(of_place(place, code, &what)), out)?;
            }
            Ok(Some(_)) => {
                self.pass(Found::Loss(of_place(place, "not-there", &"no record starts there")), out)?
            }
            Err(error) => self.pass(Found::Loss(of_archive(Arc::clone(&place.file), &error, 0)), out)?,
        }
        self.count(|progress| progress.archives += *records.counts());
        Ok(())
    }

    /// A page of an archive. Returns the error if it cannot be read to its end.
    fn record<R: Read>(
        &mut self,
        file: &Arc<str>,
        mut page: Page<'_, R>,
        out: Out<'_>,
    ) -> Result<Option<tagspan_warc::Error>, Unwanted> {
        let mut origin = origin(file, self.settings, &page);
        if self.table.wants_http_headers() {
            origin.http_headers =
                page.http_fields().map(|(name, value)| (lossy(name), lossy(value))).collect();
        }
        self.table.begin(origin);
        let offset = page.offset();
        let is_text = page.text_encoding().is_some();
        let take = if is_text { Table::read_text } else { Table::read };
        if is_text && let Some(languages) = page.record_field("WARC-Identified-Content-Language") {
            self.table.set_language(languages);
        }
        let mut bytes = 0;
        let read = loop {
            let tokens = match page.body.next_chunk() {
                Err(error) => return Ok(Some(error)),
                Ok(Some(chunk)) => {
                    bytes += chunk.len() as u64;
                    self.table.push_payload(chunk);
                    page.tokenizer.feed(chunk)
                }
                Ok(None) => {
                    let truncation = page.body.truncation();
                    let last = if truncation.is_none() {
                        page.tokenizer.finish()
                    } else {
                        page.tokenizer.finish_truncated()
                    };
                    break take(&mut self.table, last)
                        .map(|()| truncation)
                        .map_err(|error| of_tokens(file, offset, &error));
                }
            };
            if let Err(error) = take(&mut self.table, tokens) {
                break Err(of_tokens(file, offset, &error));
            }
        };
        match read {
            Ok(truncation) => {
                let origin = self.table.origin_mut();
                (origin.record_length, origin.digest_ok) = (page.body.record_length(), page.body.digest_ok());
                if let Some(Truncation::NotHtml(found)) = truncation {
                    origin.identified_type = Some(found.to_owned());
                }
                let truncated = truncation.map(|truncation| (truncation.as_str(), truncation.to_string()));
                self.end(bytes, truncated.as_ref().map(|(code, message)| (*code, &**message)));
                self.flush(BATCH, out)?;
            }
            Err(loss) => self.pass(Found::Loss(loss), out)?,
        }
        Ok(None)
    }

    /// A page that is not in an archive.
    fn page(&mut self, file: Arc<str>, mut reader: Counted<'_>, out: Out<'_>) -> Result<(), Unwanted> {
        self.tokenizer.reset();
        let base_url = self.settings.base_url.clone();
        self.table.begin(Origin { file: Some(Arc::clone(&file)), base_url, ..Origin::default() });
        self.buffer.resize(BUFFER, 0);
        let mut bytes = 0;
        let read = loop {
            let tokens = match reader.read(&mut self.buffer) {
                Ok(0) => {
                    let read = self.table.read(self.tokenizer.finish());
                    break read.map_err(|error| of_tokens(&file, 0, &error));
                }
                Ok(read) => {
                    bytes += read as u64;
                    self.table.push_payload(&self.buffer[..read]);
                    self.tokenizer.feed(&self.buffer[..read])
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    let loss = of_reader(&file, bytes, &error);
                    // As of a record that is cut, there is a row of what was read.
                    if bytes > 0 && self.table.read(self.tokenizer.finish_truncated()).is_ok() {
                        self.end(bytes, Some(("read", &error.to_string())));
                    }
                    break Err(loss);
                }
            };
            if let Err(error) = self.table.read(tokens) {
                break Err(of_tokens(&file, 0, &error));
            }
        };
        match read {
            Ok(()) => {
                self.end(bytes, None);
                Ok(())
            }
            Err(loss) => self.pass(Found::Loss(loss), out),
        }
    }

    fn end(&mut self, bytes: u64, truncated: Option<(&str, &str)>) {
        self.table.end(truncated);
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
        count(self.progress, add);
    }
}

fn lossy(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

/// The values of a row that come from the header of its record, and the status and type of HTTP.
fn origin<R: Read>(file: &Arc<str>, settings: &Settings, page: &Page<'_, R>) -> Origin {
    let field = |name: &str| page.record_field(name).map(lossy);
    Origin {
        file: Some(Arc::clone(file)),
        record_offset: Some(page.offset()),
        record_length: None,
        record_id: field("WARC-Record-ID"),
        uri: page.uri().map(str::to_owned),
        base_url: settings.base_url.clone(),
        date: page.date().map(str::to_owned),
        ip: field("WARC-IP-Address"),
        status: page.status(),
        http_headers: Vec::new(),
        content_type: page.content_type().map(|value| lossy(&value)),
        identified_type: field("WARC-Identified-Payload-Type"),
        payload_digest: field("WARC-Payload-Digest"),
        digest_ok: None,
    }
}

fn count(progress: &Mutex<Progress>, add: impl FnOnce(&mut Progress)) {
    add(&mut progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}

/// Counts what is read as it is read, because a stream may be long, and never returns more bytes than were requested.
struct Counted<'a> {
    reader: Box<dyn Read>,
    progress: &'a Mutex<Progress>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        // What such a reader gave is not known.
        if read > buffer.len() {
            return Err(io::Error::other("the reader claims more bytes than it was asked for"));
        }
        count(self.progress, |progress| progress.file_bytes += read as u64);
        Ok(read)
    }
}

/// The loss of a record that is not at its place of an index.
fn of_place(place: &RecordRange, code: &'static str, what: &dyn std::fmt::Display) -> Loss {
    let range = place.bytes();
    let (start, end) = (range.start, range.end);
    let message = format!(
        "bytes {start} to {end}, by the index: {what} ({code}): check that the index is of this file"
    );
    Loss { file: Arc::clone(&place.file), range, code, message }
}

/// The loss of a record that cannot be read. An error that is not the system's says what to do.
fn of_reading(place: &RecordRange, error: &io::Error) -> Loss {
    let Range { start, end } = place.bytes();
    let advice =
        if error.raw_os_error().is_some() { ": check that the file is there and can be read" } else { "" };
    let message = format!("bytes {start} to {end}, by the index: {error}{advice}");
    Loss { file: Arc::clone(&place.file), range: start..end, code: "read", message }
}

/// The error of an archive, of which nothing is read from there to the end.
fn of_archive(file: Arc<str>, error: &tagspan_warc::Error, end: u64) -> Loss {
    let offset = error.offset();
    Loss { file, range: offset..end.max(offset), code: error.kind().as_str(), message: error.to_string() }
}

fn of_tokens(file: &Arc<str>, record: u64, error: &tagspan::Error) -> Loss {
    let code = error.kind().as_str();
    Loss { file: Arc::clone(file), range: record..record, code, message: error.to_string() }
}

/// The error of opening a page says what to do.
fn of_opening(file: &Arc<str>, error: &io::Error) -> Loss {
    Loss { file: Arc::clone(file), range: 0..0, code: "read", message: error.to_string() }
}

fn of_reader(file: &Arc<str>, offset: u64, error: &io::Error) -> Loss {
    let message = format!("byte {offset}: {error}: check the file, then read it again");
    Loss { file: Arc::clone(file), range: offset..offset, code: "read", message }
}
