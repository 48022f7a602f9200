//! Captures: what an index of an archive says of a record.

use std::io::Read;

use crate::archive::Archive;
use crate::digest::Digest;
use crate::fields::Fields;
use crate::loss::{Error, Gap};
use crate::page::without_brackets;
use crate::records::Next;

/// The result of [`Archive::next_capture`]: a record that an index has, or a gap where bytes are lost.
///
/// ```
/// use tagspan_warc::{Archive, Indexed};
///
/// let mut archive = Archive::new(&b"?"[..]);
/// assert!(matches!(archive.next_capture()?, Some(Indexed::Gap(_))));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Indexed {
    /// A record.
    Capture(Capture),
    /// Bytes that are lost. A record that is not whole is a gap and no capture.
    Gap(Gap),
}

/// The facts of a record that an index has: what was captured, when, and where it stands in the archive.
///
/// Values are those of the headers as UTF-8, or else as ISO-8859-1. `None` is a field that the record does not have, or that is
/// empty.
///
/// ```
/// use tagspan_warc::{Archive, Indexed};
///
/// let record = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/plain; charset=utf-8\r\n\
///     Content-Length: 3\r\n\r\nabc\r\n\r\n";
/// let mut archive = Archive::new(record.as_bytes());
/// let Some(Indexed::Capture(capture)) = archive.next_capture()? else { panic!() };
/// assert_eq!((capture.uri.as_deref(), capture.mime.as_deref()), (Some("http://a.example/"), Some("text/plain")));
/// assert_eq!(capture.digest.as_deref(), Some("sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"));
/// assert_eq!((capture.offset, capture.length), (0, Some(record.len() as u64 - 4)));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capture {
    /// `WARC-Target-URI`, without angle brackets around it, and with `%20` for a space.
    pub uri: Option<String>,
    /// `WARC-Date`.
    pub date: Option<String>,
    /// The media type without parameters: that of HTTP for a response, `warc/revisit` for a revisit, that of the record for others.
    pub mime: Option<String>,
    /// The status of the final HTTP response.
    pub status: Option<String>,
    /// `WARC-Payload-Digest`, or else the SHA-1 digest of the payload as it is stored, but of a revisit.
    pub digest: Option<String>,
    /// The byte of the file at which the member starts that holds the record; without compression, the record.
    pub offset: u64,
    /// The bytes of the file from there to the end of the member; without compression, of the record without the line ends
    /// after it. `None` if the member holds other records too, so that no place in the file leads to this one alone.
    pub length: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Response,
    Revisit,
    Other,
}

impl Kind {
    /// `None` for records that indexes leave out: requests, and what crawlers note as fields, such as outlinks.
    fn of(record: &Fields) -> Option<Self> {
        let kind = record.get("WARC-Type")?.to_ascii_lowercase();
        match &kind[..] {
            b"response" => Some(Kind::Response),
            b"revisit" => Some(Kind::Revisit),
            b"resource" | b"metadata" => {
                (record.get("Content-Type") != Some(b"application/warc-fields")).then_some(Kind::Other)
            }
            _ => None,
        }
    }
}

impl<R: Read> Archive<R> {
    /// The next record of those that an index has, or the next gap; `None` at the end. Those are records of the types `response`,
    /// `revisit`, `resource` and `metadata`, the latter two unless they are `application/warc-fields`.
    ///
    /// # Errors
    ///
    /// As of [`next_item`](Self::next_item), whose pages are other records of the same archive: each record is given by one of
    /// the two.
    ///
    /// ```
    /// use tagspan_warc::{Archive, Indexed};
    ///
    /// let record = "WARC/1.0\r\nWARC-Type: revisit\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut archive = Archive::new(record.as_bytes());
    /// let Some(Indexed::Capture(capture)) = archive.next_capture()? else { panic!() };
    /// assert_eq!(capture.mime.as_deref(), Some("warc/revisit"));
    /// assert_eq!(archive.next_capture()?, None);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    #[doc(alias = "cdx")]
    pub fn next_capture(&mut self) -> Result<Option<Indexed>, Error> {
        loop {
            match self.records.advance(&mut self.record)? {
                Next::End => return Ok(None),
                Next::Gap(gap) => {
                    self.counts.add_gap(&gap);
                    return Ok(Some(Indexed::Gap(gap)));
                }
                Next::Record => {
                    self.counts.add(self.record.get("WARC-Type").unwrap_or_default());
                    if let Some(kind) = Kind::of(&self.record)
                        && let Some(capture) = self.read_capture(kind)?
                    {
                        return Ok(Some(Indexed::Capture(capture)));
                    }
                }
            }
        }
    }

    /// Reads the record to its end; `None` if it is not whole, and a gap follows.
    fn read_capture(&mut self, kind: Kind) -> Result<Option<Capture>, Error> {
        let uri = text(&self.record, "WARC-Target-URI").map(|uri| without_brackets(&uri).replace(' ', "%20"));
        let (offset, plain_end) = (self.records.place.member, self.records.plain_end());
        let is_web = uri.as_ref().is_some_and(|uri| uri.starts_with("http:") || uri.starts_with("https:"));
        self.http.clear();
        let has_http = kind != Kind::Other && is_web;
        let status = if has_http { self.read_any_http()? } else { None };
        let stored = text(&self.record, "WARC-Payload-Digest");
        self.records.digest = (stored.is_none() && kind != Kind::Revisit).then(Digest::sha1);
        while self.records.block(1)? > 0 {
            self.records.consume(usize::MAX);
        }
        let computed = self.records.digest.take().map(Digest::into_label);
        if self.records.truncation().is_some() {
            return Ok(None);
        }
        let mime = match kind {
            Kind::Response => text(&self.http, "Content-Type"),
            Kind::Revisit => Some("warc/revisit".to_owned()),
            Kind::Other => text(&self.record, "Content-Type"),
        };
        Ok(Some(Capture {
            uri,
            date: text(&self.record, "WARC-Date"),
            mime: mime.map(|mime| essence(&mime).to_owned()),
            status,
            digest: stored.or(computed),
            offset,
            length: plain_end.map(|end| end - offset).or_else(|| self.records.record_length()),
        }))
    }

    /// Reads the header of the final HTTP response, whatever its first line is, and returns its status; `None` if there is no
    /// header. One that is too long, or has no end, is read as far as it goes.
    fn read_any_http(&mut self) -> Result<Option<String>, Error> {
        loop {
            if self.records.block(1)? == 0 {
                return Ok(None);
            }
            let length = self.records.header_length()?;
            let there = length.unwrap_or(self.records.stream.without_end);
            let mut header = self.records.bytes(there).to_vec();
            if length.is_none() {
                header.extend_from_slice(b"\r\n\r\n");
            }
            self.http.parse(&header);
            self.records.consume(there);
            let status = status(header.split(|byte| *byte == b'\n').next().unwrap_or_default());
            let is_interim =
                length.is_some() && status.len() == 3 && status.starts_with('1') && status != "101";
            let there = self.records.block(5)?;
            if !(is_interim && self.records.bytes(there).starts_with(b"HTTP/")) {
                let has_any = !status.is_empty() || self.http.iter().next().is_some();
                return Ok(has_any.then_some(status));
            }
        }
    }
}

/// The word after the first one.
fn status(line: &[u8]) -> String {
    let line = decode(line);
    let rest = line.trim_end().split_once(' ').map_or("", |(_, rest)| rest.trim());
    rest.split(' ').next().unwrap_or_default().to_owned()
}

/// A media type without its parameters.
fn essence(mime: &str) -> &str {
    mime.split(|c: char| c == ';' || c.is_whitespace()).next().unwrap_or_default()
}

/// The first field of this name.
fn text(fields: &Fields, name: &str) -> Option<String> {
    fields.get(name).map(decode)
}

/// As UTF-8, or else as ISO-8859-1.
fn decode(value: &[u8]) -> String {
    str::from_utf8(value).map_or_else(|_| value.iter().map(|&byte| char::from(byte)).collect(), str::to_owned)
}
