//! The payload of a page: chunks and codings of HTTP undone, where the body has those that its header names.

use std::io::Read;

use crate::codings::{self, Coding, Codings, Outcome};
use crate::counts::Counts;
use crate::digest::Digest;
use crate::fields::Fields;
use crate::loss::{Error, Truncation};
use crate::media::{self, Declared};
use crate::records::Records;

/// The next part of a body. A phase whose input fails is tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Before the first bytes, which tell what the body has of what its header names.
    #[default]
    Start,
    Data,
    /// The rest of the block, after a body that ended for this reason.
    Rest(Option<Truncation>),
    Over(Option<Truncation>),
}

/// The state of a body between chunks, whose memory is kept between pages.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    phase: Phase,
    /// Whether the transfer is chunked, by its header. It is not, once the first chunk was looked at.
    is_chunked: bool,
    /// The codings that the header names, and how many of them were looked at.
    named: Vec<Coding>,
    looked_at: usize,
    /// How many of the last ones that were looked at are not those of the body, which is no text either.
    unknown: usize,
    /// Whether the header is not true.
    is_false: bool,
    /// The type by the headers.
    declared: Option<Declared>,
    codings: Codings,
    sample: Vec<u8>,
    /// Bytes that the caller has.
    lent: usize,
    given: u64,
    announced: Option<u64>,
    /// What the record says of what is missing.
    declared_cut: Option<Truncation>,
    digest_ok: Option<bool>,
}

impl Payload {
    /// Prepares for the body that starts here. Nothing is read.
    pub(crate) fn start(&mut self, record: &Fields, http: &Fields, declared: Declared) {
        self.named.clear();
        self.is_chunked = codings::of_header(http, &mut self.named);
        self.codings.reset();
        (self.phase, self.declared) = (Phase::Start, Some(declared));
        (self.looked_at, self.unknown, self.is_false) = (0, 0, false);
        (self.lent, self.given) = (0, 0);
        let says = |field, truncation| record.get(field).map(|_| truncation);
        self.declared_cut = says("WARC-Segment-Number", Truncation::Segmented)
            .or_else(|| says("WARC-Truncated", Truncation::Declared));
        self.digest_ok = None;
        self.announced = http.number("Content-Length");
    }

    /// Looks at the first bytes, unless that was done, and returns whether they are those of HTML. A header that is not true is
    /// counted.
    pub(crate) fn begin<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
    ) -> Result<bool, Error> {
        if self.phase == Phase::Start {
            let is_known = self.undo(records, counts)?;
            self.sample.resize(media::SNIFFED, 0);
            let there = self.codings.look_ahead(records, counts, &mut self.sample)?;
            self.sample.truncate(there);
            counts.false_encodings += u64::from(self.is_false);
            if self.is_false {
                // It may be the length of the compressed body.
                self.announced = None;
            }
            self.phase = match self.declared {
                _ if !is_known => Phase::Rest(Some(Truncation::UnknownEncoding)),
                Some(Declared::Html(identified)) => media::of_no_page(&self.sample, identified)
                    .map_or(Phase::Data, |found| Phase::Rest(Some(Truncation::NotHtml(found)))),
                _ => Phase::Data,
            };
        }
        Ok(self.phase == Phase::Data && media::is_sniffed_as_html(&self.sample))
    }

    /// Finds out which codings the body has, and returns whether all of them can be undone.
    fn undo<R: Read>(&mut self, records: &mut Records<R>, counts: &mut Counts) -> Result<bool, Error> {
        if self.is_chunked {
            match self.codings.transfer.start_chunks(records)? {
                true => self.announced = None,
                false => self.is_false = true,
            }
            self.is_chunked = false;
        }
        while let Some(coding) = self.named.get(self.looked_at) {
            let outcome = self.codings.undo(records, counts, coding)?;
            self.looked_at += 1;
            match outcome {
                // What was not true of an outer coding is true of this one.
                Outcome::Undone => self.is_false |= std::mem::take(&mut self.unknown) > 0,
                Outcome::False => (self.is_false, self.unknown) = (true, 0),
                Outcome::Unknown => self.unknown += 1,
            }
        }
        if self.unknown > 0 {
            let last = &self.named[self.named.len() - self.unknown..];
            if !self.codings.undo_damaged(records.place.member, last)? {
                return Ok(false);
            }
            self.unknown = 0;
        }
        self.is_false |= self.codings.undo_unnamed(records, counts)? == Outcome::False;
        Ok(true)
    }

    fn advance<R: Read>(&mut self, records: &mut Records<R>, counts: &mut Counts) -> Result<usize, Error> {
        let lent = std::mem::take(&mut self.lent);
        self.codings.consume(records, lent);
        loop {
            match self.phase {
                Phase::Start => {
                    self.begin(records, counts)?;
                }
                Phase::Data => {
                    let left = usize::try_from(records.stream.limits.body - self.given).unwrap_or(usize::MAX);
                    // Nothing after these bytes is read, since they would be lost if that failed.
                    self.phase = match self.codings.ready(records, counts, 1)? {
                        Err(end) => Phase::Rest(Some(end)),
                        Ok(0) => Phase::Rest(None),
                        Ok(_) if left == 0 => Phase::Rest(Some(Truncation::Limit)),
                        Ok(there) => {
                            self.lent = there.min(left);
                            self.given += self.lent as u64;
                            return Ok(self.lent);
                        }
                    };
                }
                Phase::Rest(cause) => self.finish(records, counts, cause)?,
                Phase::Over(_) => return Ok(0),
            }
        }
    }

    /// Reads the block to its end, since only there it shows whether it is whole.
    fn finish<R: Read>(
        &mut self,
        records: &mut Records<R>,
        counts: &mut Counts,
        cause: Option<Truncation>,
    ) -> Result<(), Error> {
        // As chunks, so that their data is hashed too.
        let transfer = &mut self.codings.transfer;
        while transfer.is_chunked()
            && let Some(there @ 1..) = transfer.ready(records, 1)?
        {
            transfer.consume(records, there);
        }
        while records.block(1)? > 0 {
            records.consume(usize::MAX);
        }
        // The digest is that of all segments.
        let digest = records.digest.take().filter(|_| self.declared_cut != Some(Truncation::Segmented));
        self.digest_ok = digest.map(Digest::finish);
        let end = match cause {
            Some(Truncation::NotHtml(_)) => {
                counts.not_html += 1;
                cause
            }
            Some(Truncation::UnknownEncoding) => {
                counts.unknown_encodings += 1;
                cause
            }
            Some(Truncation::Limit | Truncation::Bomb) => cause,
            _ => {
                let is_short = !self.codings.transfer.is_chunked()
                    && self.announced.is_some_and(|announced| announced > self.codings.transfer.taken);
                let short = is_short.then_some(Truncation::ShortHttp);
                records.truncation().or(cause).or(self.declared_cut).or(short)
            }
        };
        let is_left_out = matches!(end, Some(Truncation::NotHtml(_) | Truncation::UnknownEncoding));
        counts.truncated += u64::from(end.is_some() && !is_left_out);
        self.phase = Phase::Over(end);
        Ok(())
    }
}

/// The body of a page, in chunks, without the encodings of HTTP.
///
/// ```
/// use tagspan_warc::{Archive, Item, Truncation};
///
/// let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>cut";
/// let mut archive = Archive::new(&record[..]);
/// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
/// assert_eq!(page.body.next_chunk()?, Some(&b"<p>cut"[..]));
/// assert_eq!(page.body.next_chunk()?, None);
/// assert!(matches!(page.body.truncation(), Some(Truncation::Gap(_))));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Debug)]
pub struct Body<'a, R> {
    pub(crate) records: &'a mut Records<R>,
    pub(crate) payload: &'a mut Payload,
    pub(crate) counts: &'a mut Counts,
}

impl<R: Read> Body<'_, R> {
    /// The next bytes, of at most 128 KiB; `None` at the end. They are a slice of what the archive inflated, unless HTTP
    /// has encoded them too.
    ///
    /// # Errors
    ///
    /// If the input cannot be read. Damage is no error: the body [ends](Self::truncation) there.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// let mut length = 0;
    /// while let Some(chunk) = page.body.next_chunk()? {
    ///     length += chunk.len();
    /// }
    /// assert_eq!(length, 3);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn next_chunk(&mut self) -> Result<Option<&[u8]>, Error> {
        let count = self.payload.advance(self.records, self.counts)?;
        Ok((count > 0).then(|| self.payload.codings.bytes(self.records, count)))
    }

    /// The reason why the body is truncated: `None` if it is complete, or was not yet read to its end.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// while page.body.next_chunk()?.is_some() {}
    /// assert_eq!(page.body.truncation(), None);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn truncation(&self) -> Option<Truncation> {
        match self.payload.phase {
            Phase::Over(end) => end,
            _ => None,
        }
    }
    /// How many bytes of the file are requested from [`Page::offset`](crate::Page::offset) on for this record alone, with the line ends
    /// after it, of which there may be up to 1,024 bytes. They are known once the body was read to its end. `None` if the member holds other records, or is damaged.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    /// let mut archive = Archive::new(&record[..]);
    /// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// while page.body.next_chunk()?.is_some() {}
    /// assert_eq!(page.body.record_length(), Some(record.len() as u64));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn record_length(&self) -> Option<u64> {
        matches!(self.payload.phase, Phase::Over(_)).then(|| self.records.record_length()).flatten()
    }

    /// Whether the body has the digest of `WARC-Payload-Digest`, as it is stored or without the chunks of HTTP: writers differ.
    /// Known once it was read to its end, with [`Archive::check_digests`](crate::Archive::check_digests). `None` if the record has
    /// none, or one that is not of SHA-1, SHA-256 or SHA-512.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\
    ///     WARC-Payload-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n\r\nabc\r\n\r\n";
    /// let mut archive = Archive::new(&record[..]).check_digests(true);
    /// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// while page.body.next_chunk()?.is_some() {}
    /// assert_eq!(page.body.digest_ok(), Some(true));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn digest_ok(&self) -> Option<bool> {
        self.payload.digest_ok
    }
}
