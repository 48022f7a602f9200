//! Text that is lent to C.

use std::ffi::c_char;

/// Text in UTF-8. It does not end with a NUL, and may hold some.
///
/// It is borrowed: the function that returns it says until when.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Str {
    /// The first byte; null if there is no text, which is not the same as an empty one.
    pub data: *const c_char,
    /// How many bytes there are.
    pub length: usize,
}

impl Str {
    pub(crate) const NONE: Str = Str { data: std::ptr::null(), length: 0 };

    pub(crate) fn new(text: &str) -> Str {
        Str { data: text.as_ptr().cast(), length: text.len() }
    }

    pub(crate) fn optional(text: Option<&str>) -> Str {
        text.map_or(Str::NONE, Str::new)
    }
}
