//! Section 12.2.3.2, *get an XML encoding*, when the prescan found nothing.

use crate::encoding::{Encoding, get_an_encoding};

/// *Get an XML encoding*. `None` is failure.
///
/// The text does not say what happens when encodingPosition goes beyond the end of the bytes: it is failure.
pub(super) fn get_an_xml_encoding(bytes: &[u8]) -> Option<Encoding> {
    // 1. Let encodingPosition be a pointer to the start of the stream.
    // 2. If encodingPosition does not point to the start of a byte sequence `<?xml`, then return failure.
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    // 3. Let xmlDeclarationEnd be a pointer to the next byte in the input byte stream which is 0x3E (>). If there
    //    is no such byte, then return failure.
    //
    // It only has to be there. No later step looks at it, so what follows may lie after it.
    bytes.iter().position(|&byte| byte == b'>')?;
    // 4. Set encodingPosition to the position of the first occurrence of the subsequence of bytes `encoding` at or
    //    after the current encodingPosition. If there is no such sequence, then return failure.
    let mut encoding_position = bytes.windows(b"encoding".len()).position(|window| window == b"encoding")?;
    // 5. Advance encodingPosition past the 0x67 (g) byte.
    encoding_position += b"encoding".len();
    // 6. While the byte at encodingPosition is less than or equal to 0x20, advance encodingPosition to the next
    //    byte.
    while *bytes.get(encoding_position)? <= 0x20 {
        encoding_position += 1;
    }
    // 7. If the byte at encodingPosition is not 0x3D (=), then return failure.
    if bytes[encoding_position] != b'=' {
        return None;
    }
    // 8. Advance encodingPosition to the next byte.
    encoding_position += 1;
    // 9. While the byte at encodingPosition is less than or equal to 0x20, advance encodingPosition to the next
    //    byte.
    while *bytes.get(encoding_position)? <= 0x20 {
        encoding_position += 1;
    }
    // 10. Let quoteMark be the byte at encodingPosition.
    let quote_mark = bytes[encoding_position];
    // 11. If quoteMark is not either 0x22 (") or 0x27 ('), then return failure.
    if quote_mark != b'"' && quote_mark != b'\'' {
        return None;
    }
    // 12. Advance encodingPosition to the next byte.
    encoding_position += 1;
    // 13. Let encodingEndPosition be the position of the next occurrence of quoteMark at or after
    //     encodingPosition. If quoteMark does not occur again, then return failure.
    let rest = &bytes[encoding_position..];
    let encoding_end_position = encoding_position + rest.iter().position(|&byte| byte == quote_mark)?;
    // 14. Let potentialEncoding be the sequence of the bytes between encodingPosition (inclusive) and
    //     encodingEndPosition (exclusive).
    let potential_encoding = &bytes[encoding_position..encoding_end_position];
    // 15. If potentialEncoding contains one or more bytes whose byte value is 0x20 or below, then return failure.
    if potential_encoding.iter().any(|&byte| byte <= 0x20) {
        return None;
    }
    // 16. Let encoding be the result of getting an encoding given potentialEncoding isomorphic decoded.
    let isomorphic_decoded: String = potential_encoding.iter().map(|&byte| char::from(byte)).collect();
    let encoding = get_an_encoding(&isomorphic_decoded)?;
    // 17. If the encoding is UTF-16BE/LE, then change it to UTF-8.
    // 18. Return encoding.
    Some(if encoding.is_utf_16() { Encoding::UTF_8 } else { encoding })
}
