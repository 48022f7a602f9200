//! Escapes text and attribute values, the inverse of decoding.

use std::borrow::Cow;

/// Escapes text for a place between tags: `&`, U+00A0, `<`, `>` and CR become `&amp;`, `&nbsp;`, `&lt;`, `&gt;` and
/// `&#13;`.
///
/// Every character except NUL is read as it was. The result is borrowed if there is nothing to escape. Do not escape the
/// text of `script` and `style` elements: no references are read there.
///
/// HTML Standard, *Escaping a string*. The standard's serializer leaves CR, which is read as a newline.
///
/// ```
/// use std::borrow::Cow;
/// use tagspan::entities::{Decode, decode};
/// use tagspan::escape_text;
///
/// assert_eq!(escape_text("a < b & \"c\""), "a &lt; b &amp; \"c\"");
/// assert!(matches!(escape_text("plain"), Cow::Borrowed("plain")));
/// assert_eq!(decode(escape_text("&amp;<\u{A0}").as_bytes(), Decode::DATA), "&amp;<\u{A0}");
/// ```
pub fn escape_text(text: &str) -> Cow<'_, str> {
    escape(text, |byte| matches!(byte, b'&' | NBSP_LEAD | b'<' | b'>' | b'\r'))
}

/// Escapes an attribute value for a place between double quotes: `&`, U+00A0, `<`, `>`, CR and `"` become `&amp;`,
/// `&nbsp;`, `&lt;`, `&gt;`, `&#13;` and `&quot;`.
///
/// Every character except NUL is read as it was. The result is borrowed if there is nothing to escape. The double quotes
/// themselves are not part of the result, which is not safe between single quotes or without quotes.
///
/// HTML Standard, *Escaping a string* in *attribute mode*, as it is since 2025. The standard's serializer leaves CR.
///
/// ```
/// use std::borrow::Cow;
/// use tagspan::escape_attribute;
///
/// let link = format!("<a href=\"{}\">", escape_attribute("/?a=\"1\"&copy=2"));
/// assert_eq!(link, "<a href=\"/?a=&quot;1&quot;&amp;copy=2\">");
/// assert!(matches!(escape_attribute("/plain"), Cow::Borrowed("/plain")));
/// ```
pub fn escape_attribute(value: &str) -> Cow<'_, str> {
    escape(value, |byte| matches!(byte, b'&' | NBSP_LEAD | b'<' | b'>' | b'\r' | b'"'))
}

/// The first byte of U+00A0, and of other characters up to U+00BF.
const NBSP_LEAD: u8 = 0xC2;

fn escape(text: &str, is_candidate: impl Fn(u8) -> bool) -> Cow<'_, str> {
    // Most texts have none. Without an early end, the search takes many bytes at once.
    if !text.bytes().fold(false, |found, byte| found | is_candidate(byte)) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    let mut copied = 0;
    for (index, byte) in text.bytes().enumerate() {
        if !is_candidate(byte) {
            continue;
        }
        let (reference, length) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'\r' => ("&#13;", 1),
            b'"' => ("&quot;", 1),
            _ if text[index..].starts_with('\u{A0}') => ("&nbsp;", 2),
            _ => continue,
        };
        escaped += &text[copied..index];
        escaped += reference;
        copied = index + length;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    escaped += &text[copied..];
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Decode, decode};

    #[test]
    fn special_characters_are_escaped() {
        let table = [
            ("", "", ""),
            ("plain é", "plain é", "plain é"),
            ("&", "&amp;", "&amp;"),
            ("\u{A0}", "&nbsp;", "&nbsp;"),
            ("\u{A1}\u{BF}\u{C2}", "\u{A1}\u{BF}\u{C2}", "\u{A1}\u{BF}\u{C2}"),
            ("<>", "&lt;&gt;", "&lt;&gt;"),
            ("\"'", "\"'", "&quot;'"),
            ("\r\n\r", "&#13;\n&#13;", "&#13;\n&#13;"),
            ("a&b\u{A0}c", "a&amp;b&nbsp;c", "a&amp;b&nbsp;c"),
        ];
        for (plain, text, attribute) in table {
            assert_eq!(escape_text(plain), text);
            assert_eq!(escape_attribute(plain), attribute);
            assert_eq!(matches!(escape_text(plain), Cow::Borrowed(_)), plain == text, "{plain}");
            assert_eq!(matches!(escape_attribute(plain), Cow::Borrowed(_)), plain == attribute, "{plain}");
        }
    }

    proptest! {
        /// NUL has no escape.
        #[test]
        fn decoding_undoes_escaping(plain in "([&<>\"'#;a-z0-9\r\n\u{A0}\u{C2}]|[^\0])*") {
            let (text, attribute) = (escape_text(&plain), escape_attribute(&plain));
            prop_assert_eq!(decode(text.as_bytes(), Decode::DATA), plain.as_str());
            prop_assert_eq!(decode(attribute.as_bytes(), Decode::ATTRIBUTE), plain.as_str());
        }
    }
}
