//! The decoded text as the source map reads it: characters of UTF-8, and the replacement for errors.

/// The character that a decoder writes for an error.
pub(super) const REPLACEMENT: &[u8; 3] = b"\xEF\xBF\xBD";

/// Whether a byte of UTF-8 is not the first of its character.
pub(super) fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The first character of non-empty, well-formed UTF-8.
pub(super) fn first_character(decoded: &[u8]) -> &[u8] {
    let len = match decoded[0] {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    };
    &decoded[..len.min(decoded.len())]
}
