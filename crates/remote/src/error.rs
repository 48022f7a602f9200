//! Errors of objects, each with advice for the user.

use std::{fmt, io};

/// An object that cannot be read: which one, where, and why.
///
/// The text says what to do. It does not repeat the URL.
///
/// ```
/// use tagspan_remote::{ErrorKind, Object};
///
/// let error = Object::open("ftp://example.com/pages.warc").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Url);
/// assert_eq!(error.url(), "ftp://example.com/pages.warc");
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    url: String,
    offset: Option<u64>,
    message: String,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The URL, or its configuration in the environment, is wrong.
    Url,
    /// There is no such object.
    NotFound,
    /// The credentials are missing, or do not allow to read the object.
    Denied,
    /// The object is another one than when it was opened.
    Changed,
    /// The server gives no ranges, and a part was requested.
    NoRanges,
    /// The certificate of the server is not trusted.
    Certificate,
    /// The server has another answer than the object.
    Status,
    /// The server cannot be reached, or stays silent.
    Connection,
}

impl ErrorKind {
    /// The name of the kind for programs, such as `not-found`.
    ///
    /// ```
    /// assert_eq!(tagspan_remote::ErrorKind::NotFound.as_str(), "not-found");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorKind::Url => "url",
            ErrorKind::NotFound => "not-found",
            ErrorKind::Denied => "denied",
            ErrorKind::Changed => "changed",
            ErrorKind::NoRanges => "no-ranges",
            ErrorKind::Certificate => "certificate",
            ErrorKind::Status => "status",
            ErrorKind::Connection => "connection",
        }
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, url: impl Into<String>, message: impl Into<String>) -> Self {
        Error { kind, url: url.into(), offset: None, message: message.into() }
    }

    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// The kind.
    ///
    /// ```
    /// assert_eq!(tagspan_remote::Object::open("s3://").unwrap_err().kind().as_str(), "url");
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The URL of the object, without a password or a query, which may be a signature.
    ///
    /// ```
    /// assert_eq!(tagspan_remote::Object::open("s3://").unwrap_err().url(), "s3://");
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The offset of the first byte that could not be read, if the object was opened.
    ///
    /// ```
    /// assert_eq!(tagspan_remote::Object::open("s3://").unwrap_err().offset(), None);
    /// ```
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        io::Error::other(error)
    }
}
