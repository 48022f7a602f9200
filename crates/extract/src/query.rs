//! The bytes of queries, in the encoding of the page.

use std::borrow::Cow;

use tagspan::Encoding;

/// The bytes of a query before they are percent-encoded: "percent-encode after encoding" of the URL Standard.
pub(crate) fn query_bytes<'a>(text: &'a str, encoding: Option<&'static Encoding>) -> Cow<'a, [u8]> {
    #[cfg(not(feature = "encodings"))]
    let encoding = encoding.filter(|_| false);
    let Some(encoding) = encoding.filter(|_| !text.is_ascii()) else { return text.as_bytes().into() };
    let (bytes, _, has_unmappable) = encoding.encode(text);
    if !has_unmappable {
        return bytes;
    }
    // Runs are encoded whole, since ISO-2022-JP has escape sequences around each.
    let (mut all, mut run) = (Vec::new(), 0);
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        if encoding.encode(&text[at..end]).2 {
            all.extend_from_slice(&encoding.encode(&text[run..at]).0);
            // Percent-encoded already, since `&` and `;` would stay in a query.
            all.extend_from_slice(format!("%26%23{}%3B", u32::from(character)).as_bytes());
            run = end;
        }
    }
    all.extend_from_slice(&encoding.encode(&text[run..]).0);
    all.into()
}

/// A reference whose query is percent-encoded already where the encoding of the page decides how, for a parser that knows UTF-8
/// only. `scheme` is that of the base URL.
#[cfg(not(feature = "url"))]
pub(crate) fn with_encoded_query<'a>(
    scheme: &str,
    reference: &'a str,
    encoding: Option<&'static Encoding>,
) -> Cow<'a, str> {
    let end = reference.find('#').unwrap_or(reference.len());
    let Some(start) = reference[..end].find('?').map(|mark| mark + 1) else { return reference.into() };
    // The URL Standard takes UTF-8 for other schemes, `ws` and `wss` among them.
    let is_encoded = matches!(&*scheme_of(reference, scheme), "http" | "https" | "ftp" | "file");
    if !is_encoded || encoding.is_none() || reference[start..end].is_ascii() {
        return reference.into();
    }
    // The parser removes these first. They would end the runs of ISO-2022-JP.
    let query = reference[start..end].replace(['\t', '\n', '\r'], "");
    let mut all = reference[..start].to_owned();
    for &byte in &*query_bytes(&query, encoding) {
        // What else is ASCII the parser encodes itself.
        match byte {
            b'#' | 0x80.. => all.push_str(&format!("%{byte:02X}")),
            _ => all.push(byte.into()),
        }
    }
    all.push_str(&reference[end..]);
    all.into()
}

/// The scheme of a reference, or else that of the base URL, in lower case.
#[cfg(not(feature = "url"))]
fn scheme_of(reference: &str, base: &str) -> String {
    let is_removed = |character: &char| matches!(character, '\t' | '\n' | '\r');
    let mut scheme = String::new();
    for character in
        reference.trim_start_matches(|character| character <= ' ').chars().filter(|it| !is_removed(it))
    {
        match character {
            ':' if !scheme.is_empty() => return scheme,
            'a'..='z' | 'A'..='Z' => scheme.push(character.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(character),
            _ => break,
        }
    }
    base.to_owned()
}
