//! Classes of bytes: whitespace, the ends of names, what begins markup, what may be an error.

/// ASCII whitespace, with CR: the input stream preprocessor turns CR into LF.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Whether the byte ends the name of a tag. `=` does not, but ends that of an attribute.
#[inline(always)]
pub(crate) fn ends_tag_name(byte: u8) -> bool {
    byte == b'>' || is_space(byte) || byte == b'/'
}

/// Whether `<` and the byte begin markup, whatever follows. A lookup in a table needs no branch, and this one could not be
/// predicted.
pub(crate) static BEGINS_MARKUP: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?');
        byte += 1;
    }
    table
};

/// Whether the byte can begin a control character or a noncharacter, which are parse errors of the input stream.
pub(crate) const fn may_begin_input_error(byte: u8) -> bool {
    matches!(byte, 0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F | 0xC2 | 0xEF | 0xF0..=0xF4)
}

/// Whether the byte is a parse error in the value of an attribute that has no quotes.
pub(crate) const fn is_error_in_unquoted_value(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'<' | b'=' | b'`')
}
