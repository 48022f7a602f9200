//! Archives: their pages, gaps and counts, and parts of them for several workers.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use tagspan::{Encoding, EncodingOptions, TextMode, Tokenizer};

use crate::Limits;
use crate::body::{Body, Payload};
use crate::counts::Counts;
use crate::digest::Digest;
use crate::fields::Fields;
use crate::loss::{Error, Gap, GapReason};
use crate::media::{Declared, Types};
use crate::page::Page;
use crate::records::{Next, Records};

/// The HTML pages of a WARC archive, and its damage, in the order of the file.
///
/// The archive may be compressed by gzip or zstd, by record, by block or as a whole, or not at all; its bytes tell.
///
/// # Examples
///
/// ```
/// use tagspan::Token;
/// use tagspan_warc::{Archive, Item};
///
/// # let file = std::env::temp_dir().join(format!("tagspan-{}.warc", std::process::id()));
/// # std::fs::write(&file, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n")?;
/// let mut archive = Archive::open(&file)?;
/// let mut paragraphs = 0;
/// while let Some(item) = archive.next_item()? {
///     match item {
///         Item::Page(mut page) => {
///             let count = |token: Token<'_>| paragraphs += usize::from(token.raw().starts_with(b"<p"));
///             if let Some(truncation) = page.for_each(count)? {
///                 eprintln!("{}: {truncation}", page.uri().unwrap_or("?"));
///             }
///         }
///         Item::Gap(gap) => eprintln!("{gap}"),
///         _ => {}
///     }
/// }
/// assert_eq!((paragraphs, archive.counts().pages), (1, 1));
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[doc(alias = "WarcReader")]
pub struct Archive<R> {
    pub(crate) records: Records<R>,
    pub(crate) record: Fields,
    pub(crate) http: Fields,
    payload: Payload,
    pub(crate) counts: Counts,
    tokenizer: Tokenizer,
    encoding: EncodingOptions,
    checks_digests: bool,
    conversions: bool,
}

/// An item of an archive: a page, or a gap where bytes are lost.
///
/// ```
/// use tagspan_warc::{Archive, Item};
///
/// let mut archive = Archive::new(&b"?"[..]);
/// assert!(matches!(archive.next_item()?, Some(Item::Gap(_))));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
// It lives as long as a page is read.
#[allow(clippy::large_enum_variant)]
pub enum Item<'a, R> {
    /// A page of HTML, or of [text](Page::text_encoding) if that is [wanted](Archive::conversions).
    Page(Page<'a, R>),
    /// Bytes that are lost.
    Gap(Gap),
}

impl Archive<File> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    ///
    /// ```
    /// assert!(tagspan_warc::Archive::open("no such file").is_err());
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        File::open(path).map(Archive::new).map_err(|error| Error::read(0, error))
    }
}

impl<R: Read> Archive<R> {
    /// Reads an archive from a reader, which needs no buffer around it.
    ///
    /// ```
    /// let mut archive = tagspan_warc::Archive::new(&b""[..]);
    /// assert!(archive.next_item()?.is_none());
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn new(reader: R) -> Self {
        Archive {
            records: Records::new(reader),
            record: Fields::default(),
            http: Fields::default(),
            payload: Payload::default(),
            counts: Counts::default(),
            tokenizer: Tokenizer::new(),
            encoding: EncodingOptions::new(),
            checks_digests: false,
            conversions: false,
        }
    }

    /// Sets the offset in the file at which the reader starts, such as that of an HTTP range request. Offsets count from there.
    ///
    /// ```
    /// use tagspan_warc::{Archive, Item};
    ///
    /// let mut archive = Archive::new(&b"?"[..]).at(1000);
    /// let Some(Item::Gap(gap)) = archive.next_item()? else { panic!() };
    /// assert_eq!(gap.range, 1000..1001);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.records.stream.source.restart(offset);
        self
    }

    /// Sets the limits of memory and work.
    ///
    /// ```
    /// use tagspan_warc::{Archive, Limits};
    ///
    /// let archive = Archive::new(&b""[..]).limits(Limits::default());
    /// # let _ = archive;
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.records.stream.set_limits(limits);
        self
    }

    /// Sets the tokenizer of all pages, and the options of the encoding for each page. The `Content-Type` of a page is added unless
    /// they have an [encoding](EncodingOptions::encoding) of the transport, and the charset of `WARC-Identified-Payload-Type` as a
    /// [likely](EncodingOptions::likely) encoding.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, Tokenizer, UTF_8};
    /// use tagspan_warc::Archive;
    ///
    /// let encoding = EncodingOptions::new().default_encoding(UTF_8);
    /// let archive = Archive::new(&b""[..]).tokenizer(Tokenizer::builder().parse_errors(true).build(), encoding);
    /// # let _ = archive;
    /// ```
    #[must_use]
    pub fn tokenizer(mut self, tokenizer: Tokenizer, encoding: EncodingOptions) -> Self {
        (self.tokenizer, self.encoding) = (tokenizer, encoding);
        self
    }

    /// Sets whether the digests of payloads are computed, for [`Body::digest_ok`]. Off by default, as it takes about a millisecond
    /// for each megabyte.
    ///
    /// ```
    /// let archive = tagspan_warc::Archive::new(&b""[..]).check_digests(true);
    /// # let _ = archive;
    /// ```
    #[must_use]
    pub fn check_digests(mut self, on: bool) -> Self {
        self.checks_digests = on;
        self
    }

    /// Sets whether records of the type `conversion` whose `Content-Type` is `text/plain` are pages of text, such as those of the
    /// WET files of Common Crawl: see [`Page::text_encoding`]. Off by default: they are skipped.
    ///
    /// ```
    /// use tagspan_warc::{Archive, Item};
    ///
    /// let record = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n1 < 2";
    /// let mut archive = Archive::new(&record[..]).conversions(true);
    /// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// let mut text = Vec::new();
    /// page.for_each(|token| text.extend_from_slice(token.raw()))?;
    /// assert_eq!(text, b"1 < 2");
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "wet")]
    pub fn conversions(mut self, on: bool) -> Self {
        self.conversions = on;
        self
    }

    /// The counts so far.
    ///
    /// ```
    /// let mut archive = tagspan_warc::Archive::new(&b"?"[..]);
    /// archive.next_item()?;
    /// assert_eq!((archive.counts().gaps, archive.counts().gap_bytes), (1, 1));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The next page or gap; `None` at the end. The unread rest of a page is skipped.
    ///
    /// # Errors
    ///
    /// If the input cannot be read. The call may be tried again; the record at the offset of the error is skipped then.
    ///
    /// ```
    /// use tagspan_warc::{Archive, Item};
    ///
    /// let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// let mut archive = Archive::new(&record[..]);
    /// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// let mut names = Vec::new();
    /// page.for_each(|token| names.push(token.raw().to_vec()))?;
    /// assert_eq!(names, [b"<p>"]);
    /// assert!(archive.next_item()?.is_none());
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn next_item(&mut self) -> Result<Option<Item<'_, R>>, Error> {
        let (status, text) = loop {
            match self.records.advance(&mut self.record)? {
                Next::End => return Ok(None),
                Next::Gap(gap) => {
                    self.counts.add_gap(&gap);
                    return Ok(Some(Item::Gap(gap)));
                }
                Next::Record => {
                    let kind = self.record.get("WARC-Type").unwrap_or_default();
                    self.counts.add(kind);
                    let is = |of: &str| kind.eq_ignore_ascii_case(of.as_bytes());
                    let is_conversion = self.conversions && is("conversion");
                    if !is_conversion && !is("response") && !is("resource") {
                        continue;
                    }
                    if let Some(started) = self.start_page(is_conversion)? {
                        break started;
                    }
                }
            }
        };
        Ok(Some(Item::Page(Page {
            record: &self.record,
            http: &self.http,
            place: self.records.place,
            status,
            text,
            tokenizer: &mut self.tokenizer,
            body: Body { records: &mut self.records, payload: &mut self.payload, counts: &mut self.counts },
        })))
    }
}

impl<R: Read> Archive<R> {
    /// Reads up to the body of a page, and returns the status of HTTP, zero if there is none, and the encoding of text; `None` if
    /// it is no page.
    fn start_page(&mut self, is_conversion: bool) -> Result<Option<(u16, Option<&'static Encoding>)>, Error> {
        self.http.clear();
        let mut status = 0;
        let there = self.records.block(5)?;
        let is_http = !is_conversion && self.records.bytes(there).starts_with(b"HTTP/");
        if is_http {
            let Some(line) = self.read_http()? else { return Ok(None) };
            status = line;
        }
        let types = Types::new(&self.record, &self.http, is_http);
        let declared = if is_conversion { types.of_conversion() } else { types.declared() };
        self.payload.start(&self.record, &self.http, declared);
        let label = self.record.get("WARC-Payload-Digest").filter(|_| self.checks_digests);
        self.records.digest = label.and_then(Digest::new);
        let is_page = match declared {
            Declared::Html(_) | Declared::Text(_) => true,
            Declared::Unknown => self.payload.begin(&mut self.records, &mut self.counts)?,
            Declared::Other => false,
        };
        if !is_page {
            self.records.digest = None;
            self.counts.other_media += 1;
            return Ok(None);
        }
        self.counts.pages += 1;
        if let Declared::Text(encoding) = declared {
            self.tokenizer.reset_with(EncodingOptions::new().override_encoding(encoding));
            let set = self.tokenizer.set_text_mode(TextMode::Plaintext);
            set.map_err(|error| Error::token(self.records.place.member, error))?;
            return Ok(Some((0, Some(encoding))));
        }
        let mut encoding = self.encoding.clone().or_content_type(types.content_type());
        if let Some(identified) = types.identified_encoding() {
            encoding = encoding.likely(identified);
        }
        self.tokenizer.reset_with(encoding);
        Ok(Some((status, None)))
    }

    /// Reads the header of the final HTTP response, and returns its status; `None` if a header is too long or has no end.
    fn read_http(&mut self) -> Result<Option<u16>, Error> {
        loop {
            let status = self.read_http_header()?;
            // Behind 101 the connection has another protocol, so no other response follows.
            if !status.is_some_and(|status| (100..200).contains(&status) && status != 101) {
                return Ok(status);
            }
            let there = self.records.block(5)?;
            if !self.records.bytes(there).starts_with(b"HTTP/") {
                return Ok(status);
            }
        }
    }

    fn read_http_header(&mut self) -> Result<Option<u16>, Error> {
        let Some(length) = self.records.header_length()? else {
            let is_long = self.records.is_header_too_large();
            let reason = if is_long { GapReason::HttpHeaderTooLarge } else { GapReason::BadHeader };
            self.records.refused = Some(reason);
            return Ok(None);
        };
        let header = self.records.bytes(length);
        self.http.parse(header);
        let status = header.split(|byte| byte.is_ascii_whitespace()).nth(1).unwrap_or_default();
        let status = str::from_utf8(status).ok().and_then(|status| status.parse().ok()).unwrap_or(0);
        self.records.consume(length);
        Ok(Some(status))
    }
}

impl<R: Read + Seek> Archive<R> {
    /// Reads only the records whose member starts in this range of the file, so that threads share it: ranges that partition
    /// the file partition its records and gaps, such as those of [`ArchiveFile`](crate::ArchiveFile). A member is what was
    /// compressed as one; without compression it is the record.
    ///
    /// A record belongs to the part before if only what precedes it tells that it is one: without compression if its first field
    /// begins neither with `WARC-` nor with `Content-`, with compression if more than 4 KiB of gzip or 130 KiB of zstd precede
    /// its first bytes in the member.
    ///
    /// The start of a member is known by what it holds, so an archive within an archive that compression left as it is, or a
    /// page that quotes the header of a record in a file without compression, may be taken for records of the outer one.
    ///
    /// Each reader learns the format of the file from its start. Where no record starts within the first [`Limits::rewind`] bytes,
    /// the part with the first byte reads the whole file, and the other parts read nothing.
    ///
    /// Damage is searched again only as far as work stays linear. A reader of the whole file that has met many records with far
    /// too large lengths leaves the records within them in gaps. A reader that starts after those may find them, so parts can
    /// give more records than the whole file in one reading.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or ends before the range: it is not the file any more whose length was divided.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tagspan_warc::Archive;
    ///
    /// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    /// let file = record.repeat(10);
    /// let half = file.len() as u64 / 2 + 7;
    /// for (range, records) in [(0..half, 6), (half..file.len() as u64, 4)] {
    ///     let mut archive = Archive::new(Cursor::new(&file)).split(range)?;
    ///     while archive.next_item()?.is_some() {}
    ///     assert_eq!(archive.counts().records, records);
    /// }
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn split(mut self, range: Range<u64>) -> Result<Self, Error> {
        let stream = &mut self.records.stream;
        let seek = |reader: &mut R, offset| {
            reader.seek(SeekFrom::Start(offset)).map(|_| ()).map_err(|error| Error::read(offset, error))
        };
        if range.start > 0 {
            let end = stream.source.reader.seek(SeekFrom::End(0));
            let end = end.map_err(|error| Error::read(range.start, error))?;
            if end <= range.start && !range.is_empty() {
                let message = format!("the file ends before this part, at byte {end}, as it was changed");
                return Err(Error::read(range.start, io::Error::new(io::ErrorKind::UnexpectedEof, message)));
            }
        }
        seek(&mut stream.source.reader, 0)?;
        stream.source.restart(0);
        let is_known = stream.learn()?;
        if range.start > 0 && is_known {
            seek(&mut stream.source.reader, range.start)?;
            stream.source.restart(range.start);
            stream.skip_to_start(range.end)?;
        }
        // Where no member starts in the range, another reader has it.
        let is_behind = range.start > 0 && (!is_known || stream.ceiling() >= range.end);
        self.records.is_over = range.is_empty() || is_behind;
        self.records.end = if is_known { range.end } else { u64::MAX };
        Ok(self)
    }
}

/// Whether an archive starts with these bytes: a [`Limits::rewind`] of them tell as much as an [`Archive`] learns of any start.
///
/// Its first member may be damaged, and other bytes may stand before it. Then a record must be found in another member; without
/// compression, two of them, as a page may quote one.
///
/// ```
/// use tagspan_warc::is_archive;
///
/// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// assert!(is_archive(record.as_bytes()));
/// assert!(is_archive(format!("{record}?{record}").as_bytes()));
/// assert!(!is_archive(format!("a page that quotes: {record}").as_bytes()));
/// ```
#[must_use]
pub fn is_archive(start: &[u8]) -> bool {
    let mut records = Records::new(start);
    let (mut found, mut has_gap, mut fields) = (0, false, Fields::default());
    loop {
        match records.advance(&mut fields) {
            Ok(Next::Gap(_)) => has_gap = true,
            Ok(Next::Record) => found += 1,
            _ => return false,
        }
        if found > usize::from(has_gap && records.stream.is_plain()) {
            return true;
        }
    }
}
