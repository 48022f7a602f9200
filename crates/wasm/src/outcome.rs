//! The outcome of a call: its bytes, and its error.

use std::ptr;

use tagspan::{Error, RewriteError, RewriteErrorKind};
use tagspan_capi::{Status, Str};

use crate::memory::str_of;

/// The outcome of a call. All of it is valid until the next call with the same handle, or until that is freed.
#[derive(Debug)]
#[repr(C)]
pub struct Outcome {
    /// Bytes or records.
    pub data: *const u8,
    /// How many there are.
    pub length: usize,
    /// The status of the error, if its code is that of a status.
    pub status: u32,
    /// The code of the error, if it is of rewriting or of a selector.
    pub code: Str,
    /// The message of the error.
    pub message: Str,
    /// The offset of the error.
    pub offset: u64,
}

/// The error of a call. The handle keeps it.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) offset: u64,
}

impl From<Status> for Failure {
    fn from(status: Status) -> Failure {
        let message = status.message().to_string_lossy().into_owned();
        Failure { status, message, ..Failure::default() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { status: Status::of(error), code: "", message: error.to_string(), offset: error.offset() }
    }
}

impl From<RewriteError> for Failure {
    fn from(error: RewriteError) -> Failure {
        let (status, code) = match error.kind() {
            RewriteErrorKind::Token(error) => (Status::of(*error), ""),
            RewriteErrorKind::InvalidName(_) => (Status::Ok, "invalid-name"),
            RewriteErrorKind::RawText(_) => (Status::Ok, "raw-text"),
            RewriteErrorKind::Stopped => (Status::Ok, "stopped"),
            _ => (Status::Panic, ""),
        };
        Failure { status, code, message: error.to_string(), offset: error.offset() }
    }
}

impl Outcome {
    /// The outcome of a call that gives these bytes or records, and may have failed.
    pub(crate) fn new<T>(data: &[T], failure: Option<&Failure>) -> Outcome {
        let none = Str { data: ptr::null(), length: 0 };
        let mut outcome = Outcome {
            data: data.as_ptr().cast(),
            length: data.len(),
            status: 0,
            code: none,
            message: none,
            offset: 0,
        };
        if let Some(failure) = failure {
            outcome.status = failure.status as u32;
            outcome.message = Str { data: failure.message.as_ptr().cast(), length: failure.message.len() };
            outcome.offset = failure.offset;
            if !failure.code.is_empty() {
                outcome.code = str_of(failure.code);
            }
        }
        outcome
    }
}
