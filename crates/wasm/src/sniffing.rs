//! Sniffing: the encoding of a source, and what decided.

#![allow(unsafe_code)]

use tagspan::EncodingOptions;
use tagspan::input::sniff;
use tagspan_capi::Str;

use crate::memory::{lent, str_of};

/// The encoding of a source, and its evidence. The names are valid for ever.
#[derive(Debug)]
#[repr(C)]
pub struct Sniffed {
    /// The name of the encoding, as the Encoding Standard writes it.
    pub encoding: Str,
    /// How sure it is.
    pub confidence: Str,
    /// The evidence that decided.
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
