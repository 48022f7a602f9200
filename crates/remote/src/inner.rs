//! The state of an object that its readers share.

use std::sync::{Arc, Mutex, OnceLock};

use bytes::Bytes;

use crate::backend::{Answer, Backend, Version};
use crate::error::{Error, ErrorKind};
use crate::location::Location;
use crate::transport::Context;

/// The first bytes of an object that are kept: all that a page has, and what tells the format of an archive.
pub(crate) const HEAD: u64 = 256 << 10;

/// An object.
pub(crate) struct Inner {
    pub(crate) location: Location,
    /// The URL without secrets.
    pub(crate) shown: String,
    pub(crate) context: Arc<Context>,
    pub(crate) backend: Backend,
    /// What opening, a list or the first answer has told. Each later answer is of this version.
    pub(crate) version: OnceLock<Version>,
    pub(crate) has_ranges: bool,
    /// Whether it is not opened: its readers ask for their ranges at once, and for nothing else.
    pub(crate) is_deferred: bool,
    pub(crate) content_type: Option<String>,
    pub(crate) head: Mutex<Option<Bytes>>,
    /// The answer with the whole object, which the first reader takes.
    pub(crate) whole: Mutex<Option<Answer>>,
}

impl Inner {
    /// The length in bytes, if it is known.
    pub(crate) fn length(&self) -> Option<u64> {
        self.version.get()?.length
    }
}

pub(crate) fn no_ranges(location: &Location) -> Error {
    let message = "the server gives no ranges, so parts cannot be read: read the whole, or download the file";
    location.error(ErrorKind::NoRanges, message)
}
