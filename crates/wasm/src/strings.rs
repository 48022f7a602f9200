//! Strings: escaping, the character references of a token as it is written, and lengths.

#![allow(unsafe_code)]

use tagspan::{escape_attribute, escape_text};
use tagspan_entities::{Decode, tokenizing::references};

use crate::memory::{lent, tagspan_allocate};

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

/// A character reference within bytes: its range, and the one or two characters that it stands for. 0 is no second one.
#[derive(Debug)]
#[repr(C)]
pub struct Reference {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The characters that it stands for.
    pub characters: [u32; 2],
}

/// Finds the first character reference at or after `from`, which is not within one. Whether there is one.
///
/// # Safety
///
/// The bytes are valid, `from` is at most their number, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_reference(
    bytes: *const u8,
    length: usize,
    attribute: bool,
    from: usize,
    to: *mut Reference,
) -> bool {
    // SAFETY: the caller promises as many bytes.
    let bytes = unsafe { lent(bytes, length) };
    let how = if attribute { Decode::ATTRIBUTE } else { Decode::DATA };
    let Some((range, characters)) = bytes.get(from..).and_then(|rest| references(rest, how).next()) else {
        return false;
    };
    let second = characters.second().map_or(0, u32::from);
    let found = Reference {
        start: from + range.start,
        end: from + range.end,
        characters: [characters.first().into(), second],
    };
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(found) }
    true
}

/// The length of a text in units of UTF-16.
pub(crate) fn units(text: &str) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    // A character that takes four bytes is two units; each other one is one.
    text.bytes().map(|byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum()
}
