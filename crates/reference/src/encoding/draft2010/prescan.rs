//! Section 12.2.2.1, step 4: the search for explicit character encoding information in the file itself.

use super::content_type::extract_an_encoding_from_a_content_type;
use super::supported_encoding;
use crate::encoding::Encoding;
use crate::encoding::attribute::get_an_attribute;
use crate::encoding::stream::{BOGUS, COMMENT, END_TAG, META, OutOfBytes, START_TAG, Stream};

/// The substeps of step 4. The user agent decides at the end of the bytes that scanning further bytes would not
/// be efficient.
pub(crate) fn prescan(bytes: &[u8]) -> Option<Encoding> {
    // If at any point during these substeps the user agent either runs out of bytes or decides that scanning
    // further bytes would not be efficient, then skip to the next step of the overall algorithm.
    steps(bytes).ok()
}

fn steps(bytes: &[u8]) -> Result<Encoding, OutOfBytes> {
    // Let position be a pointer to a byte in the input stream, initially pointing at the first byte.
    let mut stream = Stream::new(bytes)?;
    // Now, repeat the following "two" steps until the algorithm aborts:
    loop {
        // 1. If position points to:
        if stream.points_to(COMMENT) {
            stream.advance_to_comment_end()?;
        } else if stream.points_to(META) {
            if let Some(encoding) = meta(&mut stream)? {
                return Ok(encoding);
            }
        } else if stream.points_to(START_TAG) || stream.points_to(END_TAG) {
            // 1. Advance position so that it points at the next space or 0x3E (ASCII >) byte.
            stream.advance_to(b"\t\n\x0C\r >")?;
            // 2. Repeatedly get an attribute until no further attributes can be found, then jump to the second
            //    step in the overall "two step" algorithm.
            while get_an_attribute(&mut stream)?.is_some() {}
        } else if stream.points_to(BOGUS) {
            stream.advance_to_greater_than_sign()?;
        } else {
            // Any other byte: Do nothing with that byte.
        }
        // 2. Move position so it points at the next byte in the input stream, and return to the first step of
        //    this "two step" algorithm.
        stream.advance()?;
    }
}

/// The inner steps for `<meta` followed by a space or slash. `None`: jump to the second step in the overall "two
/// step" algorithm.
fn meta(stream: &mut Stream<'_>) -> Result<Option<Encoding>, OutOfBytes> {
    // 1. Advance position so that it points at the next space or 0x2F byte (the one in sequence of characters
    //    matched above).
    stream.advance_to(b"\t\n\x0C\r /")?;
    // 2. Get an attribute and its value. If no attribute was sniffed, then skip this inner set of steps.
    while let Some(attribute) = get_an_attribute(stream)? {
        let charset = match attribute.name.as_str() {
            // 4. If the attribute's name is "charset", let charset be the attribute's value, interpreted as a
            //    character encoding.
            "charset" => Some(attribute.value.as_str()),
            // 5. Otherwise, the attribute's name is "content": apply the algorithm for extracting an encoding from
            //    a Content-Type. If an encoding is returned, let charset be that encoding. Otherwise, return to
            //    step 2 in these inner steps.
            "content" => extract_an_encoding_from_a_content_type(&attribute.value),
            // 3. If the attribute's name is neither "charset" nor "content", then return to step 2.
            _ => None,
        };
        match charset.and_then(supported_encoding) {
            // 6. If charset is a UTF-16 encoding, change the value of charset to UTF-8.
            Some(charset) if charset.is_utf_16() => return Ok(Some(Encoding::UTF_8)),
            // 7. If charset is a supported character encoding, then return the given encoding.
            Some(charset) => return Ok(Some(charset)),
            // 8. Otherwise, return to step 2 in these inner steps.
            None => {}
        }
    }
    Ok(None)
}
