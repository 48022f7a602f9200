//! A page of an archive: its header and its tokens.

use std::borrow::Cow;
use std::io::Read;

use tagspan::{Encoding, Token, Tokenizer};

use crate::body::Body;
use crate::fields::Fields;
use crate::loss::{Error, Truncation};
use crate::stream::Place;

/// A page: its record and HTTP headers, its body, and a tokenizer that is ready for it.
///
/// [`for_each`](Self::for_each) joins the last two. To stop early, or to do more with a chunk, do it by hand:
///
/// ```
/// use tagspan_warc::{Archive, Item};
///
/// let record = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: 63\r\n\r\n\
///     HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<p>\r\n\r\n";
/// let mut archive = Archive::new(&record[..]);
/// let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
/// assert_eq!((page.uri(), page.status()), (Some("http://a.example/"), Some(200)));
/// let mut tokens = 0;
/// while let Some(chunk) = page.body.next_chunk()? {
///     page.tokenizer.feed(chunk).for_each(|_| tokens += 1)?;
/// }
/// let mut last = match page.body.truncation() {
///     None => page.tokenizer.finish(),
///     Some(_) => page.tokenizer.finish_truncated(),
/// };
/// last.for_each(|_| tokens += 1)?;
/// assert_eq!(tokens, 1);
/// assert_eq!(page.tokenizer.encoding().unwrap().name(), "KOI8-R");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Page<'a, R> {
    pub(crate) record: &'a Fields,
    pub(crate) http: &'a Fields,
    pub(crate) place: Place,
    pub(crate) status: u16,
    pub(crate) text: Option<&'static Encoding>,
    /// It has the `charset` of the `Content-Type`, and no byte of the page yet.
    pub tokenizer: &'a mut Tokenizer,
    /// The bytes of the page.
    pub body: Body<'a, R>,
}

impl<'a, R> Page<'a, R> {
    /// The byte of the file at which the member starts that holds the record; without compression, the record.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.offset(), 0);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.place.member
    }

    /// The inflated bytes of the member before the record: zero, unless the member holds several.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.offset_in_member(), 0);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn offset_in_member(&self) -> u64 {
        self.place.inflated
    }

    /// `WARC-Target-URI`, without the angle brackets that some archives have around it.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: <http://a.example/>\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.uri(), Some("http://a.example/"));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    #[doc(alias = "url")]
    #[doc(alias = "target_uri")]
    pub fn uri(&self) -> Option<&'a str> {
        self.record.text("WARC-Target-URI").map(without_brackets)
    }

    /// `WARC-Date`, as written.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Date: 2025-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.date(), Some("2025-01-01T00:00:00Z"));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn date(&self) -> Option<&'a str> {
        self.record.text("WARC-Date")
    }

    /// The status of the HTTP response, if it has one.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.status(), None);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn status(&self) -> Option<u16> {
        (self.status != 0).then_some(self.status)
    }

    /// The `Content-Type` of HTTP, or of a record without an HTTP header. Several are joined with commas, as
    /// [`MimeType::extract`](tagspan::input::MimeType::extract) takes them.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.content_type().as_deref(), Some(&b"text/html"[..]));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn content_type(&self) -> Option<Cow<'a, [u8]>> {
        let of_record = || self.record.joined("Content-Type").filter(|_| self.http.is_none());
        self.http.joined("Content-Type").or_else(of_record)
    }

    /// The encoding of a page that is text and not HTML: the charset of its `Content-Type`, else UTF-8. `None` for HTML. There is
    /// text only with [`Archive::conversions`](crate::Archive::conversions).
    ///
    /// The tokenizer is in the [PLAINTEXT state](tagspan::TextMode::Plaintext) then: all tokens are text, whose
    /// [`raw`](tagspan::Text::raw) is the text as it stands, but for a byte order mark, which is dropped and decides the encoding.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]).conversions(true);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.text_encoding(), Some(tagspan::UTF_8));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn text_encoding(&self) -> Option<&'static Encoding> {
        self.text
    }

    /// The first field of the record with this name, in any case.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.record_field("warc-type"), Some(&b"resource"[..]));
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn record_field(&self, name: &str) -> Option<&'a [u8]> {
        self.record.get(name)
    }

    /// The first field of the HTTP header with this name, in any case.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.http_field("Content-Type"), None);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn http_field(&self, name: &str) -> Option<&'a [u8]> {
        self.http.get(name)
    }

    /// The fields of the HTTP header, in their order: names and values. Fields without a value are left out.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(page)) = archive.next_item()? else { panic!() };
    /// assert_eq!(page.http_fields().count(), 0);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn http_fields(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a, R> {
        self.http.iter()
    }
}

/// Some writers put angle brackets around a URL.
pub(crate) fn without_brackets(uri: &str) -> &str {
    uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(uri)
}

impl<R: Read> Page<'_, R> {
    /// Calls a function with each token of the page, and returns why the page is truncated, if it is: its last tokens are
    /// then those of [`Tokenizer::finish_truncated`].
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or the tokenizer stops as its settings ask for.
    ///
    /// ```
    /// # use tagspan_warc::{Archive, Item};
    /// # let record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
    /// # let mut archive = Archive::new(&record[..]);
    /// # let Some(Item::Page(mut page)) = archive.next_item()? else { panic!() };
    /// let mut tokens = 0;
    /// assert_eq!(page.for_each(|_| tokens += 1)?, None);
    /// assert_eq!(tokens, 1);
    /// # Ok::<(), tagspan_warc::Error>(())
    /// ```
    pub fn for_each(&mut self, mut each: impl FnMut(Token<'_>)) -> Result<Option<Truncation>, Error> {
        let failed = |error| Error::token(self.place.member, error);
        while let Some(chunk) = self.body.next_chunk()? {
            self.tokenizer.feed(chunk).for_each(&mut each).map_err(failed)?;
        }
        let truncation = self.body.truncation();
        let mut last = match truncation {
            None => self.tokenizer.finish(),
            Some(_) => self.tokenizer.finish_truncated(),
        };
        last.for_each(each).map_err(failed)?;
        Ok(truncation)
    }
}
