//! *Get an attribute*, which both editions have in the same steps.

use super::stream::{OutOfBytes, SPACES, Stream};

/// The result of *get an attribute*: ASCII letters are in lower case, and every other byte is the character of
/// the same code point.
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
}

/// *Get an attribute*. `None`: there isn't one.
pub(super) fn get_an_attribute(stream: &mut Stream<'_>) -> Result<Option<Attribute>, OutOfBytes> {
    // 1. If the byte at position is a space or 0x2F (/), then advance position to the next byte and redo this
    //    step.
    while SPACES.contains(&stream.byte()) || stream.byte() == b'/' {
        stream.advance()?;
    }
    // 2. If the byte at position is 0x3E (>), then abort the "get an attribute" algorithm. There isn't one.
    if stream.byte() == b'>' {
        return Ok(None);
    }
    // 3. Otherwise, the byte at position is the start of the attribute name. Let attribute name and attribute
    //    value be the empty string.
    let mut attribute = Attribute { name: String::new(), value: String::new() };
    loop {
        // 4. Process the byte at position as follows:
        match stream.byte() {
            b'=' if !attribute.name.is_empty() => {
                stream.advance()?;
                return value(stream, attribute);
            }
            byte if SPACES.contains(&byte) => return spaces(stream, attribute),
            b'/' | b'>' => return Ok(Some(attribute)),
            byte => attribute.name.push(lowercase(byte)),
        }
        // 5. Advance position to the next byte and return to the previous step.
        stream.advance()?;
    }
}

/// From step 6 on, *spaces*.
fn spaces(stream: &mut Stream<'_>, attribute: Attribute) -> Result<Option<Attribute>, OutOfBytes> {
    // 6. If the byte at position is a space, then advance position to the next byte, then, repeat this step.
    while SPACES.contains(&stream.byte()) {
        stream.advance()?;
    }
    // 7. If the byte at position is not 0x3D (=), abort the "get an attribute" algorithm. Its value is the empty
    //    string.
    if stream.byte() != b'=' {
        return Ok(Some(attribute));
    }
    // 8. Advance position past the 0x3D (=) byte.
    stream.advance()?;
    value(stream, attribute)
}

/// From step 9 on, *value*.
fn value(stream: &mut Stream<'_>, mut attribute: Attribute) -> Result<Option<Attribute>, OutOfBytes> {
    // 9. If the byte at position is a space, then advance position to the next byte, then, repeat this step.
    while SPACES.contains(&stream.byte()) {
        stream.advance()?;
    }
    // 10. Process the byte at position as follows:
    match stream.byte() {
        // 10.1. Let b be the value of the byte at position.
        b @ (b'"' | b'\'') => loop {
            // 10.2. Quote loop: Advance position to the next byte.
            stream.advance()?;
            // 10.3. If the value of the byte at position is the value of b, then advance position to the next
            //       byte and abort the "get an attribute" algorithm.
            if stream.byte() == b {
                stream.advance()?;
                return Ok(Some(attribute));
            }
            // 10.4 and 10.5. Otherwise, append a code point to attribute value: 0x20 more than the value of the
            //       byte at position if that is in the range 0x41 (A) to 0x5A (Z), else the same.
            attribute.value.push(lowercase(stream.byte()));
            // 10.6. Return to the step above labeled quote loop.
        },
        b'>' => return Ok(Some(attribute)),
        byte => {
            attribute.value.push(lowercase(byte));
            stream.advance()?;
        }
    }
    loop {
        // 11. Process the byte at position as follows:
        match stream.byte() {
            byte if SPACES.contains(&byte) || byte == b'>' => return Ok(Some(attribute)),
            byte => attribute.value.push(lowercase(byte)),
        }
        // 12. Advance position to the next byte and return to the previous step.
        stream.advance()?;
    }
}

/// The code point b+0x20 if the byte is in the range 0x41 (A) to 0x5A (Z), and otherwise the code point with the
/// same value as the byte.
fn lowercase(byte: u8) -> char {
    match byte {
        b'A'..=b'Z' => char::from(byte + 0x20),
        byte => char::from(byte),
    }
}
