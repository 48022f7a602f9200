//! The results of calls, and the message of a handle.

use std::ffi::{CStr, CString};

use tagspan::{Error, ErrorKind};

/// The result of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// All is well.
    #[default]
    Ok = 0,
    /// A pointer is null where that is not allowed. Nothing has changed.
    NullPointer = 1,
    /// The field `size` is not that of a known version of the struct, or an array has no elements.
    InvalidSize = 2,
    /// A number among the options is unknown, a text is not UTF-8, or two options exclude each other.
    InvalidOption = 3,
    /// An encoding among the options is unknown.
    UnknownEncoding = 4,
    /// A URL among the options cannot be parsed.
    InvalidUrl = 5,
    /// `tagspan_next` has not returned 0 for the chunk before, but for `TAGSPAN_RESTART`. Nothing has changed.
    ChunkNotTaken = 6,
    /// The source has ended. Nothing has changed. `tagspan_reset` prepares for another document.
    FedAfterEnd = 7,
    /// The next token has more attributes than the array has elements. Call `tagspan_next` again with an array of
    /// `tagspan_attributes_needed` elements, or without one.
    AttributesFull = 8,
    /// A token is not of the last batch of this tokenizer. The string is not available.
    StaleToken = 9,
    /// A construct is longer than a limit that fails. The tokenizer has failed.
    LimitExceeded = 10,
    /// The source has ill-formed bytes, and the options refuse them. The tokenizer has failed.
    IllFormed = 11,
    /// A declaration changed the encoding. All tokens of the document so far are void. It starts again by itself.
    Restart = 12,
    /// A declaration changed the encoding. All tokens of the document so far are void. It must be fed again from its first
    /// byte.
    FeedAgain = 13,
    /// A defect of the library was caught. The tokenizer has failed, for good.
    Panic = 14,
    /// The text mode cannot be set here: in the middle of a token, such as after a parse error within a tag, or before a token
    /// for whose attributes the array had no room. Nothing has changed.
    ModeChangeWithinToken = 15,
}

impl Status {
    /// The status that an error of a tokenizer leads to.
    pub fn of(error: Error) -> Status {
        match error.kind() {
            ErrorKind::FedAfterEnd => Status::FedAfterEnd,
            ErrorKind::ChunkNotTaken => Status::ChunkNotTaken,
            ErrorKind::LimitExceeded { .. } => Status::LimitExceeded,
            ErrorKind::IllFormed => Status::IllFormed,
            ErrorKind::ModeChangeWithinToken => Status::ModeChangeWithinToken,
            ErrorKind::Restart { feed_again: false } => Status::Restart,
            ErrorKind::Restart { feed_again: true } => Status::FeedAgain,
            // The others cannot be caused by this interface.
            _ => Status::Panic,
        }
    }

    /// A sentence about it, which is empty if all is well.
    pub fn message(self) -> &'static CStr {
        match self {
            Status::Ok => c"",
            Status::NullPointer => c"a pointer is null",
            Status::InvalidSize => c"a size is not that of a known version, or is 0",
            Status::InvalidOption => {
                c"a number among the options is unknown, a text is not UTF-8, or two options exclude each other"
            }
            Status::UnknownEncoding => c"an encoding among the options is unknown",
            Status::InvalidUrl => c"a URL among the options cannot be parsed",
            Status::ChunkNotTaken => {
                c"the chunk before is not taken: call `tagspan_next` until it returns 0"
            }
            Status::FedAfterEnd => {
                c"the source has ended: call `tagspan_reset` before feeding another document"
            }
            Status::AttributesFull => {
                c"the array of attributes is too small: `tagspan_attributes_needed` says how many there are"
            }
            Status::StaleToken => c"the token is not of the last batch",
            Status::LimitExceeded => c"a construct is longer than a limit",
            Status::IllFormed => c"the source has ill-formed bytes",
            Status::Restart => c"the encoding has changed: discard all tokens of the document, then continue",
            Status::FeedAgain => {
                c"the encoding has changed: discard all tokens of the document, then feed it again from its first byte"
            }
            Status::ModeChangeWithinToken => c"the text mode cannot be set in the middle of a token",
            Status::Panic => c"a defect of the library: please report it",
        }
    }
}

/// The status of a handle, with its message and its offset.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) status: Status,
    /// A failure stays until the handle is reset.
    pub(crate) has_failed: bool,
    pub(crate) offset: u64,
    message: Option<CString>,
}

impl Report {
    /// Sets the status of a call. A failure stays.
    #[inline]
    pub(crate) fn set(&mut self, status: Status) -> Status {
        if !self.has_failed {
            if self.status != status {
                (self.offset, self.message) = (0, None);
            }
            self.status = status;
        }
        self.status
    }

    /// Sets a status that stays.
    pub(crate) fn fail(&mut self, status: Status) -> Status {
        self.set(status);
        self.has_failed = true;
        self.status
    }

    /// Sets the status of an error, which stays unless the document starts again.
    pub(crate) fn set_error(&mut self, error: Error) {
        let status = Status::of(error);
        self.set(status);
        self.has_failed |= !matches!(status, Status::Restart | Status::FeedAgain);
        self.offset = error.offset();
        self.message = CString::new(error.to_string()).ok();
    }

    pub(crate) fn message(&self) -> &CStr {
        self.message.as_deref().unwrap_or(self.status.message())
    }
}
