//! An object that was opened: its length, its version, and its first bytes.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;

use crate::backend::{Answer, Backend, Refused, Version};
use crate::error::{Error, ErrorKind};
use crate::inner::{HEAD, Inner, no_ranges};
use crate::location::{Location, Scheme};
use crate::reader::Reader;
use crate::transport::{Context, context, count_bytes};

/// An object of a store, or a file of a web server.
///
/// It is cheap to clone. Threads may read it at the same time.
///
/// ```
/// use tagspan_remote::{ErrorKind, Object};
///
/// assert_eq!(Object::open("pages.warc").unwrap_err().kind(), ErrorKind::Url);
/// ```
#[derive(Clone)]
pub struct Object(pub(crate) Arc<Inner>);

impl Object {
    /// Opens the object of a URL, with one request for its first 256 KiB.
    ///
    /// # Errors
    ///
    /// If there is none, or it may not be read.
    ///
    /// ```
    /// use tagspan_remote::Object;
    ///
    /// assert!(Object::open("s3:///no-bucket").is_err());
    /// ```
    pub fn open(url: &str) -> Result<Self, Error> {
        let location = Location::parse(url)?;
        let context = context().map_err(|message| location.error(ErrorKind::Url, message))?;
        let backend = Backend::new(&location, &context)?;
        let (shared, place) = (Arc::clone(&context), (backend.clone(), location.clone()));
        let opened = context.wait(async move { open(&place.0, &place.1, &shared).await })?;
        let Opened { version, has_ranges, content_type, head, whole } = opened;
        let (head, whole, shown) = (Mutex::new(head), Mutex::new(whole), location.shown());
        Ok(Object(Arc::new(Inner {
            location,
            shown,
            context,
            backend,
            version: version.into(),
            has_ranges,
            is_deferred: false,
            content_type,
            head,
            whole,
        })))
    }

    /// Makes an object without sending a request. Each reader asks for its range when it is made, and before it is read: so a caller
    /// that makes several has to wait for one answer only. That there is no such object is an error of its readers.
    ///
    /// The server must give ranges.
    ///
    /// # Errors
    ///
    /// If the URL does not name an object.
    ///
    /// ```no_run
    /// use std::io::Read;
    ///
    /// let object = tagspan_remote::Object::deferred("s3://bucket/crawl.warc.gz")?;
    /// let records = [1024..2048, 90_000..91_500];
    /// let readers: Vec<_> = records.into_iter().map(|range| object.reader(range)).collect();
    /// for reader in readers {
    ///     let mut record = Vec::new();
    ///     reader?.take(1024).read_to_end(&mut record)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deferred(url: &str) -> Result<Self, Error> {
        let location = Location::parse(url)?;
        if location.scheme != Scheme::Http && (location.key.is_empty() || location.key.ends_with('/')) {
            return Err(location.error(ErrorKind::Url, "names no object: write the key of one"));
        }
        let context = context().map_err(|message| location.error(ErrorKind::Url, message))?;
        Object::unread(location, context, None)
    }

    /// The object of a URL in a version that was opened or listed elsewhere, without a request. If the object has another version when it is
    /// read, that is an error of its readers.
    ///
    /// # Errors
    ///
    /// If the URL, or its configuration in the environment, is wrong.
    ///
    /// ```
    /// use tagspan_remote::Object;
    ///
    /// let object = Object::at_version("https://example.com/pages.warc.gz", 1000, "\"v1\"")?;
    /// assert_eq!((object.len(), object.etag()), (Some(1000), Some("\"v1\"")));
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    pub fn at_version(url: &str, length: u64, etag: &str) -> Result<Self, Error> {
        let location = Location::parse(url)?;
        let context = context().map_err(|message| location.error(ErrorKind::Url, message))?;
        Object::listed(location, context, Some(etag.to_owned()), length)
    }

    /// An object of which a list has told the length and the version.
    pub(crate) fn listed(
        location: Location,
        context: Arc<Context>,
        etag: Option<String>,
        length: u64,
    ) -> Result<Self, Error> {
        Object::unread(location, context, Some(Version::listed(etag, length)))
    }

    /// An object of which nothing was read. Without a version it is deferred.
    fn unread(location: Location, context: Arc<Context>, version: Option<Version>) -> Result<Self, Error> {
        let backend = Backend::new(&location, &context)?;
        Ok(Object(Arc::new(Inner {
            shown: location.shown(),
            location,
            context,
            backend,
            has_ranges: true,
            is_deferred: version.is_none(),
            version: version.map(OnceLock::from).unwrap_or_default(),
            content_type: None,
            head: Mutex::default(),
            whole: Mutex::default(),
        })))
    }

    /// The URL, without a password or a query.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// assert_eq!(object.url(), "s3://bucket/key");
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.shown
    }

    /// The length in bytes. `None` if the server does not tell it, or the object is [deferred](Object::deferred) and nothing was read yet.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// println!("{} bytes", object.len().unwrap_or(0));
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the length may be unknown")]
    pub fn len(&self) -> Option<u64> {
        self.0.length()
    }

    /// The ETag of the version that was opened or listed, unless the server gives none.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// println!("{}", object.etag().unwrap_or("unknown"));
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    #[must_use]
    pub fn etag(&self) -> Option<&str> {
        self.0.version.get()?.etag.as_deref()
    }

    /// Whether the server gives ranges: otherwise the object is read from its start to its end. Taken for granted of one that is listed or deferred.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// assert!(object.has_ranges());
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    #[must_use]
    pub fn has_ranges(&self) -> bool {
        self.0.has_ranges
    }

    /// The `Content-Type` that the server has given.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// assert_eq!(object.content_type(), Some("application/warc"));
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    #[must_use]
    pub fn content_type(&self) -> Option<&str> {
        self.0.content_type.as_deref()
    }

    /// A reader that stands at the start of a range, and reads ahead within it. It may read and seek anywhere.
    ///
    /// # Errors
    ///
    /// If the range does not begin at 0, and the server gives no ranges.
    ///
    /// ```no_run
    /// let object = tagspan_remote::Object::open("s3://bucket/key")?;
    /// let reader = object.reader(0..u64::MAX)?;
    /// # let _ = reader;
    /// # Ok::<(), tagspan_remote::Error>(())
    /// ```
    pub fn reader(&self, range: Range<u64>) -> Result<Reader, Error> {
        if range.start > 0 && !self.0.has_ranges {
            return Err(no_ranges(&self.0.location));
        }
        Ok(Reader::new(Arc::clone(&self.0), range))
    }
}

struct Opened {
    version: Version,
    has_ranges: bool,
    content_type: Option<String>,
    head: Option<Bytes>,
    whole: Option<Answer>,
}

async fn open(backend: &Backend, location: &Location, context: &Context) -> Result<Opened, Error> {
    let none = Version::default();
    let first = backend.get(location, context, Some(0..HEAD), &none).await;
    let answer = match first {
        Ok(answer) => answer,
        Err(Refused::Error(error)) => return Err(error),
        // An object without bytes has no range.
        Err(Refused::BehindEnd) => match backend.get(location, context, None, &none).await {
            Ok(answer) => answer,
            Err(Refused::Error(error)) => return Err(error),
            Err(Refused::BehindEnd) => {
                return Err(
                    location.error(ErrorKind::Status, "the server refuses any range: download the file")
                );
            }
        },
    };
    let (version, content_type) = (answer.version.clone(), answer.content_type.clone());
    if !answer.is_partial || version.length.is_none() {
        let is_empty = version.length == Some(0);
        let whole = if answer.is_partial { None } else { Some(answer) };
        return Ok(Opened {
            version,
            has_ranges: is_empty,
            content_type,
            head: is_empty.then(Bytes::new),
            whole,
        });
    }
    let length = HEAD.min(version.length.unwrap_or(0)) as usize;
    let mut head = BytesMut::with_capacity(length);
    let mut body = answer.body;
    while head.len() < length
        && let Some(Ok(bytes)) = body.next().await
    {
        head.extend_from_slice(&bytes[..bytes.len().min(length - head.len())]);
    }
    count_bytes(head.len());
    // What a connection that broke has left out is read when it is wanted.
    let head = (head.len() == length).then(|| head.freeze());
    Ok(Opened { version, has_ranges: true, content_type, head, whole: None })
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object")
            .field("url", &self.url())
            .field("length", &self.len())
            .finish_non_exhaustive()
    }
}
