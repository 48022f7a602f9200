//! Extracting a character encoding from the `content` attribute of a `meta` element.

use encoding_rs::Encoding;
use memchr::{memchr, memchr2};

use crate::whitespace::is_space;

const CHARSET: &[u8] = b"charset";

/// *The algorithm for extracting a character encoding from a `meta` element*, given the attribute's value; HTML
/// Standard, section 2. `None` when the value names none, or one that the Encoding Standard does not have.
///
/// The value may be in any ASCII case, and in any encoding that is a superset of ASCII. Linear in the value.
///
/// ```
/// use tagspan::input::extract_from_meta_content;
///
/// let encoding = extract_from_meta_content(b"text/html; Charset = 'koi8-r'").unwrap();
/// assert_eq!(encoding.name(), "KOI8-R");
/// assert!(extract_from_meta_content(b"text/html").is_none());
/// ```
#[must_use]
pub fn extract_from_meta_content(value: &[u8]) -> Option<&'static Encoding> {
    let mut rest = value;
    // The first "charset" that an equals sign follows.
    let named = loop {
        let at = memchr2(b'c', b'C', rest)?;
        rest = &rest[at..];
        let (word, after) = rest.split_at_checked(CHARSET.len())?;
        if !word.eq_ignore_ascii_case(CHARSET) {
            // No other "c" in the word, but there may be one in these bytes.
            rest = &rest[1..];
            continue;
        }
        rest = skip_spaces(after);
        if let Some((b'=', after)) = rest.split_first() {
            break skip_spaces(after);
        }
    };
    match named.split_first()? {
        // A quote that nothing closes names nothing.
        (&quote @ (b'"' | b'\''), quoted) => Encoding::for_label(&quoted[..memchr(quote, quoted)?]),
        _ => {
            let end = named.iter().position(|&byte| is_space(byte) || byte == b';').unwrap_or(named.len());
            Encoding::for_label(&named[..end])
        }
    }
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| !is_space(byte)).unwrap_or(bytes.len());
    &bytes[start..]
}
