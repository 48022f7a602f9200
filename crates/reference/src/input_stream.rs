//! Preprocessing the input stream: bytes to characters that remember where they came from.

/// A character of the input stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InputCharacter {
    pub(crate) character: char,
    /// The offset of its first byte in the input.
    pub(crate) offset: usize,
    /// The parse error that its mere presence is.
    pub(crate) error: Option<&'static str>,
}

/// The living standard: decodes the bytes, normalises newlines, and finds the errors of the input stream. NUL is
/// left to the states.
pub(crate) fn living(bytes: &[u8]) -> Vec<InputCharacter> {
    normalize_newlines(&utf8_decode_without_bom(bytes))
        .into_iter()
        .map(|(offset, character)| InputCharacter { character, offset, error: input_stream_error(character) })
        .collect()
}

/// The draft of 2010, 12.2.2.3 Preprocessing the input stream. The texts of 2007 and 2009 have no such section;
/// this one serves them too.
#[cfg(feature = "drafts")]
pub(crate) fn draft2010(bytes: &[u8]) -> Vec<InputCharacter> {
    let mut characters = normalize_newlines(&utf8_decode_without_bom(bytes));
    // "One leading U+FEFF BYTE ORDER MARK character must be ignored if any are present."
    if characters.first().is_some_and(|&(_, character)| character == '\u{FEFF}') {
        characters.remove(0);
    }
    characters
        .into_iter()
        .map(|(offset, character)| InputCharacter {
            // "All U+0000 NULL characters [...] in the input must be replaced by U+FFFD REPLACEMENT
            // CHARACTERs. Any occurrences of such characters and code points are parse errors."
            character: if character == '\0' { '\u{FFFD}' } else { character },
            offset,
            error: is_parse_error_in_2010(character).then_some(PREPROCESSING),
        })
        .collect()
}

/// The name of a parse error of the draft's input stream: that of its section, as it has no name.
#[cfg(feature = "drafts")]
pub(crate) const PREPROCESSING: &str = "Preprocessing the input stream";

/// "Any occurrences of any characters in the ranges U+0001 to U+0008, U+000E to U+001F, U+007F to U+009F, U+FDD0
/// to U+FDEF, and characters U+000B, U+FFFE, U+FFFF [...] are parse errors."
#[cfg(feature = "drafts")]
fn is_parse_error_in_2010(character: char) -> bool {
    let code = u32::from(character);
    code == 0 || matches!(code, 0x01..=0x08 | 0x0B | 0x0E..=0x1F | 0x7F..=0x9F) || is_noncharacter(code)
}

/// UTF-8 decode without BOM handling: one U+FFFD for each maximal subpart of an ill-formed sequence, which
/// is no parse error.
fn utf8_decode_without_bom(bytes: &[u8]) -> Vec<(usize, char)> {
    let mut characters = Vec::new();
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        for (index, character) in chunk.valid().char_indices() {
            characters.push((offset + index, character));
        }
        offset += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            characters.push((offset, '\u{FFFD}'));
        }
        offset += chunk.invalid().len();
    }
    characters
}

/// "To normalize newlines in a string, replace every U+000D CR U+000A LF code point pair with a single U+000A
/// LF code point, and then replace every remaining U+000D CR code point with a U+000A LF code point."
fn normalize_newlines(characters: &[(usize, char)]) -> Vec<(usize, char)> {
    let mut normalized = Vec::new();
    let mut index = 0;
    while index < characters.len() {
        let (offset, character) = characters[index];
        let next = characters.get(index + 1).map(|&(_, next)| next);
        match (character, next) {
            ('\r', Some('\n')) => {
                normalized.push((offset, '\n'));
                index += 2;
            }
            ('\r', _) => {
                normalized.push((offset, '\n'));
                index += 1;
            }
            _ => {
                normalized.push((offset, character));
                index += 1;
            }
        }
    }
    normalized
}

/// "Any occurrences of noncharacters are noncharacter-in-input-stream parse errors and any occurrences of
/// controls other than ASCII whitespace and U+0000 NULL characters are control-character-in-input-stream
/// parse errors."
fn input_stream_error(character: char) -> Option<&'static str> {
    let code = u32::from(character);
    if is_noncharacter(code) {
        Some("noncharacter-in-input-stream")
    } else if is_control(code) && !is_ascii_whitespace(code) && code != 0 {
        Some("control-character-in-input-stream")
    } else {
        None
    }
}

/// A noncharacter is a code point in the range U+FDD0 to U+FDEF, or the last or last but one of a plane.
pub(crate) fn is_noncharacter(code: u32) -> bool {
    matches!(
        code,
        0xFDD0
            ..=0xFDEF
                | 0xFFFE
                | 0xFFFF
                | 0x1FFFE
                | 0x1FFFF
                | 0x2FFFE
                | 0x2FFFF
                | 0x3FFFE
                | 0x3FFFF
                | 0x4FFFE
                | 0x4FFFF
                | 0x5FFFE
                | 0x5FFFF
                | 0x6FFFE
                | 0x6FFFF
                | 0x7FFFE
                | 0x7FFFF
                | 0x8FFFE
                | 0x8FFFF
                | 0x9FFFE
                | 0x9FFFF
                | 0xAFFFE
                | 0xAFFFF
                | 0xBFFFE
                | 0xBFFFF
                | 0xCFFFE
                | 0xCFFFF
                | 0xDFFFE
                | 0xDFFFF
                | 0xEFFFE
                | 0xEFFFF
                | 0xFFFFE
                | 0xFFFFF
                | 0x10FFFE
                | 0x10FFFF
    )
}

/// A control is a C0 control (U+0000 to U+001F) or a code point in the range U+007F to U+009F.
pub(crate) fn is_control(code: u32) -> bool {
    matches!(code, 0x00..=0x1F | 0x7F..=0x9F)
}

/// ASCII whitespace is U+0009 TAB, U+000A LF, U+000C FF, U+000D CR, or U+0020 SPACE.
pub(crate) fn is_ascii_whitespace(code: u32) -> bool {
    matches!(code, 0x09 | 0x0A | 0x0C | 0x0D | 0x20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_to_characters() {
        type Characters = &'static [(usize, char)];
        let cases: &[(&[u8], Characters)] = &[
            (b"", &[]),
            (b"a\r\nb", &[(0, 'a'), (1, '\n'), (3, 'b')]),
            (b"\r\r\n\n\r", &[(0, '\n'), (1, '\n'), (3, '\n'), (4, '\n')]),
            (b"\xC3\xA9x", &[(0, '\u{E9}'), (2, 'x')]),
            (b"\xFF\xFEx", &[(0, '\u{FFFD}'), (1, '\u{FFFD}'), (2, 'x')]),
            (b"\xE2\x82<", &[(0, '\u{FFFD}'), (2, '<')]),
            (b"\xE2\x82\xE2\x82\xAC", &[(0, '\u{FFFD}'), (2, '\u{20AC}')]),
            // A surrogate, and a sequence that is too long: each byte is a subpart of its own.
            (b"\xED\xA0\x80", &[(0, '\u{FFFD}'), (1, '\u{FFFD}'), (2, '\u{FFFD}')]),
            (b"\xC0\x80", &[(0, '\u{FFFD}'), (1, '\u{FFFD}')]),
            (b"\xEF\xBB\xBFa", &[(0, '\u{FEFF}'), (3, 'a')]),
        ];
        for (bytes, expected) in cases {
            let found: Vec<_> = living(bytes).iter().map(|c| (c.offset, c.character)).collect();
            assert_eq!(&found, expected, "{bytes:?}");
        }
    }

    #[test]
    fn errors() {
        for (character, expected) in [
            ('\0', None),
            ('\u{1}', Some("control-character-in-input-stream")),
            ('\t', None),
            ('\n', None),
            ('\u{B}', Some("control-character-in-input-stream")),
            ('\u{C}', None),
            ('\r', None),
            ('\u{1F}', Some("control-character-in-input-stream")),
            (' ', None),
            ('\u{7F}', Some("control-character-in-input-stream")),
            ('\u{9F}', Some("control-character-in-input-stream")),
            ('\u{A0}', None),
            ('\u{FDCF}', None),
            ('\u{FDD0}', Some("noncharacter-in-input-stream")),
            ('\u{FDEF}', Some("noncharacter-in-input-stream")),
            ('\u{FDF0}', None),
            ('\u{FFFD}', None),
            ('\u{FFFE}', Some("noncharacter-in-input-stream")),
            ('\u{10000}', None),
            ('\u{10FFFF}', Some("noncharacter-in-input-stream")),
        ] {
            assert_eq!(input_stream_error(character), expected, "{character:?}");
            // The draft has the same errors, but that NUL is one of them.
            #[cfg(feature = "drafts")]
            assert_eq!(is_parse_error_in_2010(character), expected.is_some() || character == '\0');
        }
    }

    #[cfg(feature = "drafts")]
    #[test]
    fn the_draft_replaces_nul_and_ignores_one_byte_order_mark() {
        let found = draft2010("\u{FEFF}\u{FEFF}a\0\r\nb\x01".as_bytes());
        let found: Vec<_> = found.iter().map(|c| (c.offset, c.character, c.error.is_some())).collect();
        let bom = (3, '\u{FEFF}', false);
        let nul = (7, '\u{FFFD}', true);
        assert_eq!(
            found,
            [bom, (6, 'a', false), nul, (8, '\n', false), (10, 'b', false), (11, '\x01', true)]
        );
    }
}
