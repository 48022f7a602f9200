//! Section 12.2.3.2, *prescan a byte stream to determine its encoding*.

use super::meta_content::extract_a_character_encoding_from_a_meta_element;
use super::xml_declaration::get_an_xml_encoding;
use crate::encoding::attribute::get_an_attribute;
use crate::encoding::stream::{BOGUS, COMMENT, END_TAG, META, OutOfBytes, START_TAG, Stream};
use crate::encoding::{Encoding, get_an_encoding};

/// *Prescan a byte stream to determine its encoding*. The end condition is the end of the bytes.
pub(crate) fn prescan(bytes: &[u8]) -> Option<Encoding> {
    // If at any point during these steps the user agent either runs out of bytes or reaches its end condition,
    // then abort and return the result get an XML encoding applied to the same bytes. Otherwise, these steps
    // will return a character encoding.
    match steps(bytes) {
        Ok(encoding) => Some(encoding),
        Err(OutOfBytes) => get_an_xml_encoding(bytes),
    }
}

fn steps(bytes: &[u8]) -> Result<Encoding, OutOfBytes> {
    // 1. Let position be a pointer to a byte in the input byte stream, initially pointing at the first byte.
    let mut stream = Stream::new(bytes)?;
    // 2. Prescan for UTF-16 XML declarations: If position points to:
    if stream.points_to(&[b"\x3C", b"\x00", b"\x3F", b"\x00", b"\x78", b"\x00"]) {
        return Ok(Encoding::UTF_16LE);
    }
    if stream.points_to(&[b"\x00", b"\x3C", b"\x00", b"\x3F", b"\x00", b"\x78"]) {
        return Ok(Encoding::UTF_16BE);
    }
    loop {
        // 3. Loop: If position points to:
        if stream.points_to(COMMENT) {
            stream.advance_to_comment_end()?;
        } else if stream.points_to(META) {
            if let Some(encoding) = meta(&mut stream)? {
                return Ok(encoding);
            }
        } else if stream.points_to(START_TAG) || stream.points_to(END_TAG) {
            // 1. Advance position so that it points at the next space or 0x3E (>) byte.
            stream.advance_to(b"\t\n\x0C\r >")?;
            // 2. Repeatedly get an attribute until no further attributes can be found, then jump to the step
            //    below labeled next byte.
            while get_an_attribute(&mut stream)?.is_some() {}
        } else if stream.points_to(BOGUS) {
            stream.advance_to_greater_than_sign()?;
        } else {
            // Any other byte: Do nothing with that byte.
        }
        // 4. Next byte: Move position so it points at the next byte in the input byte stream, and return to the
        //    step above labeled loop.
        stream.advance()?;
    }
}

/// The values of *charset*.
enum Charset {
    /// The null value, which is distinct from an unrecognized encoding or the empty string.
    Null,
    /// Getting an encoding failed.
    Failure,
    Encoding(Encoding),
}

/// The steps for `<meta` followed by a space or slash. `None`: jump to the step labeled next byte.
fn meta(stream: &mut Stream<'_>) -> Result<Option<Encoding>, OutOfBytes> {
    // 1. Advance position so that it points at the next space or 0x2F byte (the one in sequence of characters
    //    matched above).
    stream.advance_to(b"\t\n\x0C\r /")?;
    // 2. Let attribute list be an empty list of strings.
    let mut attribute_list: Vec<String> = Vec::new();
    // 3. Let got pragma be false.
    let mut got_pragma = false;
    // 4. Let need pragma be null.
    let mut need_pragma: Option<bool> = None;
    // 5. Let charset be the null value.
    let mut charset = Charset::Null;
    // 6. Attributes: Get an attribute and its value. If no attribute was sniffed, then jump to the processing
    //    step below.
    while let Some(attribute) = get_an_attribute(stream)? {
        // 7. If the attribute's name is already in attribute list, then return to the step labeled attributes.
        if attribute_list.contains(&attribute.name) {
            continue;
        }
        // 8. Add the attribute's name to attribute list.
        attribute_list.push(attribute.name.clone());
        // 9. Run the appropriate step from the following list, if one applies:
        match attribute.name.as_str() {
            // If the attribute's value is "content-type", then set got pragma to true.
            "http-equiv" => got_pragma |= attribute.value == "content-type",
            // Apply the algorithm for extracting a character encoding from a meta element. If a character
            // encoding is returned, and if charset is still set to null, let charset be the encoding returned,
            // and set need pragma to true.
            "content" => {
                let extracted = extract_a_character_encoding_from_a_meta_element(&attribute.value);
                if let (Some(encoding), Charset::Null) = (extracted, &charset) {
                    charset = Charset::Encoding(encoding);
                    need_pragma = Some(true);
                }
            }
            // Let charset be the result of getting an encoding from the attribute's value, and set need pragma
            // to false.
            "charset" => {
                charset = get_an_encoding(&attribute.value).map_or(Charset::Failure, Charset::Encoding);
                need_pragma = Some(false);
            }
            _ => {}
        }
        // 10. Return to the step labeled attributes.
    }
    // 11. Processing: If need pragma is null, then jump to the step below labeled next byte.
    let Some(need_pragma) = need_pragma else { return Ok(None) };
    // 12. If need pragma is true but got pragma is false, then jump to the step below labeled next byte.
    if need_pragma && !got_pragma {
        return Ok(None);
    }
    // 13. If charset is failure, then jump to the step below labeled next byte. (It is not null here.)
    let Charset::Encoding(mut charset) = charset else { return Ok(None) };
    // 14. If charset is UTF-16BE/LE, then set charset to UTF-8.
    if charset.is_utf_16() {
        charset = Encoding::UTF_8;
    }
    // 15. If charset is x-user-defined, then set charset to windows-1252.
    if charset == Encoding::X_USER_DEFINED {
        charset = Encoding::WINDOWS_1252;
    }
    // 16. Return charset.
    Ok(Some(charset))
}
