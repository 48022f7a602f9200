//! The module's memory: what JavaScript allocates in it, and what both lend each other.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc};

use tagspan_capi::Str;

use crate::out_of_memory;

/// The alignment of what is allocated: that of the records.
const ALIGNMENT: usize = 8;

/// Allocates bytes, which the caller frees by `tagspan_release`. Null if there is no memory left.
#[unsafe(no_mangle)]
pub extern "C" fn tagspan_allocate(size: usize) -> *mut u8 {
    let Ok(layout) = Layout::from_size_align(size.max(1), ALIGNMENT) else { return std::ptr::null_mut() };
    // SAFETY: the size is not zero.
    let bytes = unsafe { alloc(layout) };
    if bytes.is_null() {
        // The caller hears of it, and goes on.
        out_of_memory::forget();
    }
    bytes
}

/// Frees what `tagspan_allocate` gave for this size.
///
/// # Safety
///
/// It is null or was given, for this size, and not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_release(bytes: *mut u8, size: usize) {
    if bytes.is_null() {
        return;
    }
    if let Ok(layout) = Layout::from_size_align(size.max(1), ALIGNMENT) {
        // SAFETY: the caller promises that it was given for this size, hence for this layout.
        unsafe { dealloc(bytes, layout) }
    }
}

/// A text that stays.
pub(crate) fn str_of(text: &'static str) -> Str {
    Str { data: text.as_ptr().cast(), length: text.len() }
}

/// Bytes that JavaScript lends.
///
/// # Safety
///
/// There are as many bytes, as long as `'a`.
pub(crate) unsafe fn lent<'a>(bytes: *const u8, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: the caller promises as many bytes.
    unsafe { std::slice::from_raw_parts(bytes, length) }
}
