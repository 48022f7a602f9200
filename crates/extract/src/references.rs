//! The URLs of the references of a page: common ones are appended to a part of the base URL, others are parsed.

use tagspan::Encoding;

use crate::Url;
use crate::base_url::resolve;

/// Resolves the references of one page, as [`resolve`] does.
///
/// Most references need no parser: they have no bytes that are encoded, removed or replaced, and no segments that are removed,
/// so the URL is a part of the base URL and the reference as it stands. The fast path accepts only those.
#[derive(Debug)]
pub(crate) struct References<'a> {
    base: Option<&'a Url>,
    parts: Option<Parts<'a>>,
    encoding: Option<&'static Encoding>,
}

/// The parts of a base URL with the scheme `http` or `https` that stand before references.
#[derive(Debug)]
struct Parts<'a> {
    /// The scheme and its colon.
    scheme: &'a str,
    /// All before the path.
    origin: &'a str,
    /// Up to the last slash of the path.
    directory: &'a str,
    /// All before the query.
    path: &'a str,
    /// All before the fragment.
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn new(base: &'a Url) -> Option<Self> {
        let base = base.as_str();
        let scheme = ["https:", "http:"].into_iter().find(|scheme| base.starts_with(scheme))?;
        // The first of such a byte is what ends the part: each is encoded before it.
        let before = |text: &'a str, end: char| text.split(end).next().unwrap_or(text);
        let query = before(base, '#');
        let path = before(query, '?');
        let host = scheme.len() + "//".len();
        Some(Parts {
            scheme,
            origin: &path[..host + path.get(host..)?.find('/')?],
            directory: &path[..path.rfind('/')? + 1],
            path,
            query,
        })
    }
}

impl<'a> References<'a> {
    pub(crate) fn new(base: Option<&'a Url>, encoding: Option<&'static Encoding>) -> Self {
        References { base, parts: base.and_then(Parts::new), encoding }
    }

    /// Appends the URL of a reference. Returns `false` if it is not a URL.
    pub(crate) fn push_url(&self, reference: &str, out: &mut String) -> bool {
        if let Some(parts) = self.unparsed(reference) {
            parts.iter().for_each(|part| out.push_str(part));
            return true;
        }
        if self.base.is_none() && !may_have_scheme(reference) {
            return false;
        }
        let Some(url) = resolve(self.base, reference, self.encoding) else { return false };
        out.push_str(url.as_str());
        true
    }

    /// The parts of the URL, if nothing has to be parsed: one of the base URL, and the reference around the slash that an empty
    /// path becomes.
    fn unparsed<'b>(&'b self, reference: &'b str) -> Option<[&'b str; 4]> {
        let absolute = ["https://", "http://"].iter().find(|start| reference.starts_with(**start));
        if let Some(start) = absolute {
            return with_host("", reference, start.len());
        }
        if is_opaque(reference) {
            return Some(["", reference, "", ""]);
        }
        let base = self.parts.as_ref()?;
        let before = match reference.as_bytes() {
            [b'/', b'/', ..] => return with_host(base.scheme, reference, 2),
            [b'/', ..] => base.origin,
            [b'?', ..] => base.path,
            [b'#', ..] | [] => base.query,
            _ if may_have_scheme(reference) => return None,
            _ => base.directory,
        };
        is_kept(reference).then_some([before, reference, "", ""])
    }
}

/// The parts of a URL whose reference has a host from this byte on.
fn with_host<'b>(before: &'b str, reference: &'b str, host: usize) -> Option<[&'b str; 4]> {
    let bytes = reference.as_bytes();
    let ends_host = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let end = bytes[host..].iter().position(ends_host).map_or(bytes.len(), |length| host + length);
    let (start, rest) = reference.split_at(end);
    let slash = if rest.starts_with('/') { "" } else { "/" };
    (is_plain_host(&start[host..]) && is_kept(rest)).then_some([before, start, slash, rest])
}

/// Whether a host is a name that stays as it is, without credentials and port: labels in lower case, none of them in Punycode,
/// and the last one no number.
fn is_plain_host(host: &str) -> bool {
    let mut is_number = true;
    let mut before = b'.';
    for byte in host.bytes() {
        match byte {
            // Two hyphens may be those of Punycode.
            b'.' | b'-' if before == byte => return false,
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => {}
            _ => return false,
        }
        if before == b'.' {
            is_number = !byte.is_ascii_lowercase();
        }
        before = byte;
    }
    before != b'.' && !is_number
}

/// Whether a reference is a URL with an opaque path, such as `mailto:a` or `javascript:b`, that stays as it is.
fn is_opaque(reference: &str) -> bool {
    let Some((scheme, rest)) = reference.split_once(':') else { return false };
    let is_of_scheme = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.');
    scheme.starts_with(|first: char| first.is_ascii_lowercase())
        && scheme.bytes().all(is_of_scheme)
        && !matches!(scheme, "file" | "ftp" | "http" | "https" | "ws" | "wss")
        && !rest.starts_with('/')
        && rest.bytes().all(|byte| IS_KEPT[usize::from(byte)])
}

/// Whether the first segment of a path has a colon, which may end a scheme.
fn may_have_scheme(reference: &str) -> bool {
    reference.bytes().find(|byte| matches!(byte, b'/' | b'?' | b'#' | b':')) == Some(b':')
}

/// The part of a reference without a host that is the path.
fn path_of(reference: &str) -> &str {
    let end = reference.bytes().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(reference.len());
    &reference[..end]
}

/// Whether a path, with its query and fragment, stays as it is: all bytes are kept in each of the three, and no segment is one
/// of dots, which may be percent-encoded.
fn is_kept(reference: &str) -> bool {
    let bytes = reference.as_bytes();
    if !bytes.iter().all(|byte| IS_KEPT[usize::from(*byte)]) {
        return false;
    }
    let may_be_dots = |segment: &[u8]| segment.starts_with(b".") || segment.starts_with(b"%2");
    // Few segments start like that, so that all bytes are looked at, without a branch for each.
    let starts = |before: u8, byte: u8| (before == b'/') & ((byte == b'.') | (byte == b'%'));
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let has_start = pairs.fold(may_be_dots(bytes), |found, (&before, &byte)| found | starts(before, byte));
    !has_start || !path_of(reference).as_bytes().split(|byte| *byte == b'/').any(may_be_dots)
}

/// The bytes that no part of a URL encodes or removes, with those that separate the parts.
const IS_KEPT: [bool; 256] = {
    let mut table = [false; 256];
    let kept = b"!#$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    let mut at = 0;
    while at < kept.len() {
        table[kept[at] as usize] = true;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use tagspan::WINDOWS_1252;
    use testing::rng::Rng;
    use url::Url;

    use super::{References, resolve};

    const BASES: [&str; 12] = [
        "http://a.example",
        "https://a.example/b/c",
        "https://a.example/b/c/?d=/e#/f",
        "http://user:pass@a.example:8080/b//c;d/e?",
        "https://[::1]/%2e%2e/b#",
        "http://127.0.0.1/b.c/d?e#f/g",
        "https://a.example/b/?c:d",
        "ftp://a.example/b/c",
        "file:///C:/b/c",
        "data:text/html,b",
        "ws://a.example/b?c",
        "other://a.example/b/c?d#e",
    ];

    /// Parts of references: each rule of a parser has some that it changes.
    #[rustfmt::skip]
    const PARTS: [&str; 76] = [
        "/", "/", "/", "//", "///", "?", "#", "?", "#", ":", "@", ".", "..", "./", "../", "/.", "/..",
        "/./", "/../", "%", "%2", "%2e", "%2E", "%2e%2E", ".%2e", "%2f", "%41", "\\", "a", "b/c",
        "index.html", "d=e&f", "A", "é", "日", "💩", " ", "\t", "\n", "\0", "\x7f", "\u{a0}", "\"", "'", "<",
        ">", "`", "{", "}", "[", "]", "^", "|", "~", "_", "-", "+", "*", "!", "$", "(", ")", ",", ";", "=",
        "&", "0", "1.2.3.4", "0x1", "8080", ":443", "c:", "xn--", "example", ".com", "b.example",
    ];

    #[rustfmt::skip]
    const STARTS: [&str; 24] = [
        "", "", "", "/", "//", "?", "#", "http:", "https:", "http:/", "http://", "https://", "HTTPS://",
        "https:///", "http://b.example", "https://b.example/", "//b.example", "ftp://", "file:", "file:///",
        "mailto:", "javascript:", "data:", " ",
    ];

    #[test]
    fn the_fast_path_equals_the_parser() {
        let bases: Vec<_> = BASES.iter().map(|base| Some(Url::parse(base).unwrap())).chain([None]).collect();
        let mut unparsed = 0;
        for number in 0..300_000 {
            let mut rng = Rng::of_seed(1, number);
            let base = rng.one(&bases);
            let encoding = rng.one(&[None, Some(WINDOWS_1252)]);
            let mut reference = rng.one(&STARTS).to_owned();
            (0..rng.below(7)).for_each(|_| reference += rng.one(&PARTS));
            let references = References::new(base.as_ref(), encoding);
            unparsed += usize::from(references.unparsed(&reference).is_some());
            let mut found = "kept ".to_owned();
            let is_url = references.push_url(&reference, &mut found);
            let expected = resolve(base.as_ref(), &reference, encoding);
            assert_eq!(
                is_url.then_some(&found[5..]),
                expected.as_ref().map(Url::as_str),
                "{reference:?} of {base:?}"
            );
            assert!(is_url || found == "kept ");
        }
        assert!(unparsed > 10_000, "{unparsed} took the fast path");
    }

    #[test]
    fn common_references_take_the_fast_path() {
        let base = Url::parse("https://a.example/b/c?d#e").ok();
        let references = References::new(base.as_ref(), None);
        for (reference, url) in [
            ("", Some("https://a.example/b/c?d")),
            ("#f", Some("https://a.example/b/c?d#f")),
            ("?f=g&h", Some("https://a.example/b/c?f=g&h")),
            ("f/g.html?h#i", Some("https://a.example/b/f/g.html?h#i")),
            ("/f", Some("https://a.example/f")),
            ("//b.example/f", Some("https://b.example/f")),
            ("http://b.example", Some("http://b.example/")),
            ("http://b.example?f:g", Some("http://b.example/?f:g")),
            ("https://b-2.example/f?/../g#/./h", Some("https://b-2.example/f?/../g#/./h")),
            ("mailto:f?g", Some("mailto:f?g")),
            ("javascript:f(0);", Some("javascript:f(0);")),
            ("javascript:f g", None),
            ("Mailto:f", None),
            ("other:/f", None),
            ("ftp:f", None),
            ("../f", None),
            ("f/%2E./g", None),
            ("f g", None),
            ("é", None),
            ("http://B.example/", None),
            ("http://b.1/", None),
            ("http://xn--b.example/", None),
            ("http://b.example:80/", None),
        ] {
            assert_eq!(
                references.unparsed(reference).map(|parts| parts.concat()).as_deref(),
                url,
                "{reference}"
            );
        }
    }
}
