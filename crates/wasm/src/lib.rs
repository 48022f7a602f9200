//! The exports of the npm package's module: those of the C interface, and what JavaScript needs beside them.
//!
//! The module has one thread, and its caller is the code of `npm/src` alone, which passes places in the module's memory only.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc};

use tagspan::input::sniff;
use tagspan::{EncodingOptions, escape_attribute, escape_text};
use tagspan_capi::Str;

/// What `npm/src` knows of the records and options. On a machine of 64 bits they are laid out in another way.
#[cfg(target_pointer_width = "32")]
const _: () = {
    use std::mem::{offset_of, size_of};

    use tagspan_capi::{AttributeRecord, Declaration, Limit, Link, Options, PageOptions, TokenRecord};

    // token.js
    assert!(size_of::<TokenRecord>() == 56 && offset_of!(TokenRecord, start) == 8);
    assert!(offset_of!(TokenRecord, name_start) == 24 && offset_of!(TokenRecord, first_attribute) == 40);
    assert!(offset_of!(TokenRecord, kind) == 52 && offset_of!(TokenRecord, flags) == 54);
    assert!(size_of::<AttributeRecord>() == 20 && offset_of!(AttributeRecord, value_start) == 8);
    assert!(offset_of!(AttributeRecord, quote) == 16 && offset_of!(AttributeRecord, flags) == 17);
    // options.js
    assert!(size_of::<Options>() == 200 && offset_of!(Options, content_type) == 4);
    assert!(offset_of!(Options, fragment) == 28 && offset_of!(Options, detect_within) == 36);
    assert!(offset_of!(Options, utf8) == 40 && offset_of!(Options, late_declarations) == 51);
    assert!(size_of::<Limit>() == 16 && offset_of!(Limit, action) == 8);
    assert!(offset_of!(Options, tag) == 56 && offset_of!(Options, source) == 184);
    assert!(size_of::<PageOptions>() == 24 && offset_of!(PageOptions, base_url) == 8);
    assert!(offset_of!(PageOptions, attribute_count) == 16 && offset_of!(PageOptions, css) == 20);
    // page.js
    assert!(size_of::<Link>() == 88 && offset_of!(Link, text) == 56 && offset_of!(Link, start) == 64);
    assert!(offset_of!(Link, truncated) == 80);
    assert!(size_of::<Sniffed>() == 40 && offset_of!(Sniffed, start) == 24);
    // tokenizer.js
    assert!(size_of::<Declaration>() == 32 && offset_of!(Declaration, start) == 16);
};

/// The alignment of what is allocated: that of the records.
const ALIGNMENT: usize = 8;

/// Allocates bytes, which the caller frees by `tagspan_release`. Null if there is no memory left.
#[unsafe(no_mangle)]
pub extern "C" fn tagspan_allocate(size: usize) -> *mut u8 {
    match Layout::from_size_align(size.max(1), ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { alloc(layout) },
        Err(_) => std::ptr::null_mut(),
    }
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

/// What is found out about the encoding of a source. The names are valid for ever.
#[derive(Debug)]
#[repr(C)]
pub struct Sniffed {
    /// The name of the encoding, as the Encoding Standard writes it.
    pub encoding: Str,
    /// How sure it is.
    pub confidence: Str,
    /// What decided.
    pub source: Str,
    /// Where the bytes begin that decided.
    pub start: u64,
    /// Where they end.
    pub end: u64,
}

/// Finds out the encoding of a source. `content_type` is the value of a header field, and may be null.
///
/// # Safety
///
/// The bytes are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_sniff(
    bytes: *const u8,
    length: usize,
    content_type: *const u8,
    content_type_length: usize,
    to: *mut Sniffed,
) {
    let mut options = EncodingOptions::detecting();
    if !content_type.is_null() {
        // SAFETY: the caller promises as many bytes.
        options = options.content_type(unsafe { lent(content_type, content_type_length) });
    }
    // SAFETY: the caller promises as many bytes.
    let decision = sniff(unsafe { lent(bytes, length) }, &options);
    let place = decision.bytes();
    let sniffed = Sniffed {
        encoding: str_of(decision.encoding().name()),
        confidence: str_of(decision.confidence().as_str()),
        source: str_of(decision.source().as_str()),
        start: place.start,
        end: place.end,
    };
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(sniffed) }
}

/// Escapes UTF-8, for an attribute or for text. The length of the result is written to `to`, and the caller frees it by
/// `tagspan_release`. Null if there is no memory left.
///
/// # Safety
///
/// The bytes are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_escape(
    bytes: *const u8,
    length: usize,
    attribute: bool,
    to: *mut usize,
) -> *mut u8 {
    // SAFETY: the caller promises as many bytes.
    let text = String::from_utf8_lossy(unsafe { lent(bytes, length) });
    let escaped = if attribute { escape_attribute(&text) } else { escape_text(&text) };
    let copy = tagspan_allocate(escaped.len());
    if !copy.is_null() {
        // SAFETY: there is room for as many bytes, and the caller promises that `to` may be written.
        unsafe {
            std::ptr::copy_nonoverlapping(escaped.as_ptr(), copy, escaped.len());
            to.write(escaped.len());
        }
    }
    copy
}

fn str_of(text: &'static str) -> Str {
    Str { data: text.as_ptr().cast(), length: text.len() }
}

/// # Safety
///
/// There are as many bytes, as long as `'a`.
unsafe fn lent<'a>(bytes: *const u8, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: the caller promises as many bytes.
    unsafe { std::slice::from_raw_parts(bytes, length) }
}
