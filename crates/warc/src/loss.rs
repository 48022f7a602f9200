//! Losses and their reasons: gaps, truncated bodies, errors.

use std::ops::Range;
use std::{fmt, io};

/// Bytes of the archive that gave no record, or only a part of one.
///
/// Reading continues after it. Its text says what to do.
///
/// ```
/// use tagspan_warc::{Archive, GapReason, Item};
///
/// let mut archive = Archive::new(&b"<html>no archive"[..]);
/// let Some(Item::Gap(gap)) = archive.next_item()? else { panic!() };
/// assert_eq!((gap.range.clone(), gap.reason), (0..16, GapReason::NotWarc));
/// assert_eq!(
///     gap.to_string(),
///     "bytes 0 to 16: no WARC record (not-warc): check that the file is a WARC archive that was copied whole"
/// );
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gap {
    /// The bytes of the file. In a member of several records it is the part of the member that was inflated around the loss,
    /// and may hold parts of neighbours; its end is where the decompressor found the damage, which may be up to eight bytes
    /// after it.
    pub range: Range<u64>,
    /// The reason.
    pub reason: GapReason,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, advice) = self.reason.texts();
        let (Range { start, end }, code) = (&self.range, self.reason.as_str());
        write!(f, "bytes {start} to {end}: {what} ({code}): {advice}")
    }
}

/// The reason of a [`Gap`].
///
/// ```
/// use tagspan_warc::GapReason;
///
/// assert_eq!(GapReason::Corrupt.as_str(), "corrupt");
/// assert_eq!(GapReason::Corrupt.to_string(), "damaged compressed data");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GapReason {
    /// The compressed data is damaged, or its checksum is wrong.
    Corrupt,
    /// The file ends within a compressed member.
    Cut,
    /// A member inflates to more than [`Limits::ratio`](crate::Limits::ratio) allows.
    Bomb,
    /// There is no record where one should start.
    NotWarc,
    /// The file ends within the header of a record, or the header cannot be read.
    BadHeader,
    /// The header of a record is longer than [`Limits::header`](crate::Limits::header).
    HeaderTooLarge,
    /// The header of a record has no `Content-Length` that is a number.
    NoLength,
    /// The record is shorter than its `Content-Length`. If it is a page, what there is of it came before.
    Short,
    /// The record does not end where its `Content-Length` says. If it is a page, it came before.
    WrongLength,
    /// The HTTP header of a page is longer than [`Limits::header`](crate::Limits::header).
    HttpHeaderTooLarge,
}

impl GapReason {
    /// The stable name, for programs.
    ///
    /// ```
    /// assert_eq!(tagspan_warc::GapReason::NoLength.as_str(), "no-length");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            GapReason::Corrupt => "corrupt",
            GapReason::Cut => "cut",
            GapReason::Bomb => "bomb",
            GapReason::NotWarc => "not-warc",
            GapReason::BadHeader => "bad-header",
            GapReason::HeaderTooLarge => "header-too-large",
            GapReason::NoLength => "no-length",
            GapReason::Short => "short",
            GapReason::WrongLength => "wrong-length",
            GapReason::HttpHeaderTooLarge => "http-header-too-large",
        }
    }

    /// The message and the advice.
    const fn texts(self) -> (&'static str, &'static str) {
        const AGAIN: &str = "fetch these bytes again and compare";
        match self {
            GapReason::Corrupt => ("damaged compressed data", AGAIN),
            GapReason::Cut => ("the file ends within a member", "fetch the rest of the file"),
            GapReason::Bomb => ("a member over the inflation ratio", "raise `Limits::ratio` if it is wanted"),
            GapReason::NotWarc => {
                ("no WARC record", "check that the file is a WARC archive that was copied whole")
            }
            GapReason::BadHeader => ("a record header that cannot be read", AGAIN),
            GapReason::HeaderTooLarge => ("a record header that is too long", "raise `Limits::header`"),
            GapReason::NoLength => ("a record without a length", "repair the archive where it was written"),
            GapReason::Short => ("a record that is shorter than its length", AGAIN),
            GapReason::WrongLength => {
                ("a record of another length", "repair the archive where it was written")
            }
            GapReason::HttpHeaderTooLarge => ("an HTTP header that is too long", "raise `Limits::header`"),
        }
    }
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().0)
    }
}

/// The reason why the body of a page is truncated, or left out.
///
/// ```
/// use tagspan_warc::Truncation;
///
/// assert_eq!(Truncation::Declared.to_string(), "the crawler kept only the start");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Truncation {
    /// The record has the field `WARC-Truncated`.
    Declared,
    /// The record is the first segment, by `WARC-Segment-Number`; the others are in records of the type `continuation`.
    Segmented,
    /// The archive is damaged; a [`Gap`] with the same reason follows.
    Gap(GapReason),
    /// HTTP announced more bytes than there are.
    ShortHttp,
    /// The chunks or the compressed data of the HTTP body are truncated or damaged.
    Encoding,
    /// The HTTP body inflates to more than [`Limits::ratio`](crate::Limits::ratio) allows.
    Bomb,
    /// The body is longer than [`Limits::body`](crate::Limits::body).
    Limit,
    /// The body is declared as HTML, but is of this type by its first bytes, or by `WARC-Identified-Payload-Type` where those tell
    /// nothing. No byte of it is given.
    NotHtml(&'static str),
    /// The body has a content coding that cannot be undone. No byte of it is given.
    UnknownEncoding,
}

impl Truncation {
    /// The stable name, for programs: `declared`, `segmented`, that of the [`GapReason`], `http-short`, `http-encoding-damaged`, `http-bomb`,
    /// `body-too-large`, `not-html` or `unknown-encoding`.
    ///
    /// ```
    /// assert_eq!(tagspan_warc::Truncation::Encoding.as_str(), "http-encoding-damaged");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Truncation::Declared => "declared",
            Truncation::Segmented => "segmented",
            Truncation::Gap(reason) => reason.as_str(),
            Truncation::ShortHttp => "http-short",
            Truncation::Encoding => "http-encoding-damaged",
            Truncation::Bomb => "http-bomb",
            Truncation::Limit => "body-too-large",
            Truncation::NotHtml(_) => "not-html",
            Truncation::UnknownEncoding => "unknown-encoding",
        }
    }
}

impl fmt::Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Truncation::Declared => "the crawler kept only the start",
            Truncation::Segmented => "the rest is in other records, as segments",
            Truncation::Gap(reason) => return reason.fmt(f),
            Truncation::ShortHttp => "the server sent less than it announced",
            Truncation::Encoding => "the encoding of the HTTP body is damaged",
            Truncation::Bomb => "the HTTP body is over the inflation ratio",
            Truncation::Limit => "the body is longer than `Limits::body`",
            Truncation::NotHtml(found) => return write!(f, "the body is {found}, not HTML"),
            Truncation::UnknownEncoding => "the body has a content coding that cannot be undone",
        })
    }
}

/// An error that stopped reading, of the input or the tokenizer. Damage of the archive is a [`Gap`] instead.
///
/// After an error of the input, reading may be tried again; [`Archive::next_item`](crate::Archive::next_item) then skips the
/// record at the offset of the error.
///
/// ```
/// use tagspan_warc::{Archive, ErrorKind};
///
/// #[derive(Debug)]
/// struct Unplugged;
/// impl std::io::Read for Unplugged {
///     fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
///         Err(std::io::Error::other("unplugged"))
///     }
/// }
/// let error = Archive::new(Unplugged).next_item().unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Read(_)));
/// assert_eq!(error.offset(), 0);
/// assert_eq!(error.to_string(), "byte 0: unplugged: check the input, then read again from this byte");
/// ```
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    offset: u64,
}

/// The kinds of [`Error`].
///
/// ```
/// use tagspan_warc::ErrorKind;
///
/// let kind = ErrorKind::Read(std::io::Error::other("unplugged"));
/// assert_eq!(kind.as_str(), "read");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input cannot be read.
    Read(io::Error),
    /// The tokenizer stopped, as its settings ask for.
    Token(tagspan::Error),
}

impl ErrorKind {
    /// The stable name, for programs.
    ///
    /// ```
    /// let kind = tagspan_warc::ErrorKind::Read(std::io::Error::other("unplugged"));
    /// assert_eq!(kind.as_str(), "read");
    /// ```
    pub const fn as_str(&self) -> &'static str {
        match self {
            ErrorKind::Read(_) => "read",
            ErrorKind::Token(_) => "token",
        }
    }
}

impl Error {
    pub(crate) fn read(offset: u64, error: io::Error) -> Self {
        Error { kind: ErrorKind::Read(error), offset }
    }

    pub(crate) fn token(offset: u64, error: tagspan::Error) -> Self {
        Error { kind: ErrorKind::Token(error), offset }
    }

    pub(crate) fn would_block(&self) -> bool {
        matches!(&self.kind, ErrorKind::Read(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// The kind of the error.
    ///
    /// ```
    /// # let error = tagspan_warc::Archive::open("no such file").unwrap_err();
    /// assert_eq!(error.kind().as_str(), "read");
    /// ```
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The offset in the file: of the byte that cannot be read, or of the record whose tokens stopped.
    ///
    /// ```
    /// # let error = tagspan_warc::Archive::open("no such file").unwrap_err();
    /// assert_eq!(error.offset(), 0);
    /// ```
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match &self.kind {
            ErrorKind::Read(error) => {
                write!(f, "byte {offset}: {error}: check the input, then read again from this byte")
            }
            ErrorKind::Token(error) => write!(f, "record at byte {offset}: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Read(error) => Some(error),
            ErrorKind::Token(error) => Some(error),
        }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error.kind {
            ErrorKind::Read(error) => error.kind(),
            ErrorKind::Token(_) => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}
