//! The media type of a body: that of its headers, and what its first bytes tell.

use std::borrow::Cow;

use tagspan::input::MimeType;
use tagspan::{Encoding, UTF_8};

use crate::fields::Fields;

/// How many first bytes tell the type: the *resource header* of MIME Sniffing, section 5.2.
pub(crate) const SNIFFED: usize = 1445;

/// What the headers of a record tell about its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// HTML, unless the first bytes are those of something else; if they tell nothing, it has this type.
    Html(Option<&'static str>),
    /// Text in this encoding, whatever its first bytes are.
    Text(&'static Encoding),
    /// The first bytes decide.
    Unknown,
    Other,
}

/// The headers of a record that tell its type.
pub(crate) struct Types<'a> {
    /// The `Content-Type` of HTTP, or of a record without an HTTP header.
    content_type: Cow<'a, [u8]>,
    /// `WARC-Identified-Payload-Type`.
    identified: Cow<'a, [u8]>,
    nosniff: bool,
}

impl<'a> Types<'a> {
    pub(crate) fn new(record: &'a Fields, http: &'a Fields, is_http: bool) -> Self {
        let is_nosniff = |value: &[u8]| value.eq_ignore_ascii_case(b"nosniff");
        Types {
            content_type: if is_http { http } else { record }.joined("Content-Type").unwrap_or_default(),
            identified: record.joined("WARC-Identified-Payload-Type").unwrap_or_default(),
            nosniff: http.get("X-Content-Type-Options").is_some_and(is_nosniff),
        }
    }

    pub(crate) fn content_type(&self) -> &[u8] {
        &self.content_type
    }

    pub(crate) fn declared(&self) -> Declared {
        let types = [&self.content_type, &self.identified].map(MimeType::extract);
        let [of_server, of_crawler] =
            types.map(|mime| mime.filter(|mime| !UNKNOWN.iter().any(|of| mime.is(of))));
        let is_html = |mime: &Option<MimeType<'_>>| {
            mime.as_ref().is_some_and(|mime| mime.is("text/html") || mime.is("application/xhtml+xml"))
        };
        if is_html(&of_server) || is_html(&of_crawler) {
            // Some crawlers identify the body before its codings are undone.
            let is_medium = |name: &&str| !name.starts_with("application/") || *name == "application/pdf";
            let mut media = SIGNATURES.iter().map(|(_, name)| *name).filter(is_medium);
            return Declared::Html(of_crawler.and_then(|mime| media.find(|name| mime.is(name))));
        }
        match of_server.or(of_crawler) {
            None if !self.nosniff => Declared::Unknown,
            _ => Declared::Other,
        }
    }

    /// As [`declared`](Self::declared), of a record that holds what another one was converted to.
    pub(crate) fn of_conversion(&self) -> Declared {
        match MimeType::extract(&self.content_type) {
            Some(mime) if mime.is("text/plain") => Declared::Text(mime.encoding().unwrap_or(UTF_8)),
            _ => Declared::Other,
        }
    }

    /// The encoding that the crawler has identified: likely, where neither HTTP nor the page declares one.
    pub(crate) fn identified_encoding(&self) -> Option<&'static Encoding> {
        MimeType::extract(&self.identified)?.encoding()
    }
}

/// Types that MIME Sniffing, section 7, takes for none.
const UNKNOWN: [&str; 3] = ["unknown/unknown", "application/unknown", "*/*"];

/// The type of a body that is declared as HTML, if it is no text; `identified` is that of the crawler.
///
/// Browsers show all of such a body as HTML. Here only markup, or text of any encoding, is a page: otherwise every signature
/// counts, and the type that the crawler has identified, and NUL bytes that are not those of UTF-16.
pub(crate) fn of_no_page(sample: &[u8], identified: Option<&'static str>) -> Option<&'static str> {
    if sample.is_empty() || begins_with_markup(sample) {
        return None;
    }
    let has_nuls = |odd| sample.iter().skip(odd).step_by(2).any(|&byte| byte == 0);
    let is_binary = Encoding::for_bom(sample).is_none() && has_nuls(0) && has_nuls(1);
    of_signature(sample).or(identified).or(is_binary.then_some("application/octet-stream"))
}

/// Signatures of MIME Sniffing, section 6, and of what else servers send as HTML. `?` is any byte. Those of text, and those
/// that text may begin with, are left out.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1A\n", "image/png"),
    (b"\xFF\xD8\xFF", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"RIFF????WEBPVP", "image/webp"),
    (b"\0\0\x01\0", "image/x-icon"),
    (b"\0\0\x02\0", "image/x-icon"),
    (b"BM????\0\0\0\0", "image/bmp"),
    (b"RIFF????WAVE", "audio/wave"),
    (b"RIFF????AVI ", "video/avi"),
    (b"FORM????AIFF", "audio/aiff"),
    (b"OggS\0", "application/ogg"),
    (b"MThd\0\0\0\x06", "audio/midi"),
    (b"ID3\x02", "audio/mpeg"),
    (b"ID3\x03", "audio/mpeg"),
    (b"ID3\x04", "audio/mpeg"),
    (b"????ftyp", "video/mp4"),
    (b"\x1A\x45\xDF\xA3", "video/webm"),
    (b"\x1F\x8B\x08", "application/x-gzip"),
    (b"\x28\xB5\x2F\xFD", "application/zstd"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1A\x07", "application/x-rar-compressed"),
    (b"7z\xBC\xAF\x27\x1C", "application/x-7z-compressed"),
    (b"\x1F\x9D", "application/x-compress"),
    (b"\x7FELF", "application/x-executable"),
];

/// The type of the signature that these bytes begin with.
pub(crate) fn of_signature(bytes: &[u8]) -> Option<&'static str> {
    let begins = |signature: &[u8]| {
        signature.len() <= bytes.len()
            && signature.iter().zip(bytes).all(|(wanted, byte)| *wanted == b'?' || wanted == byte)
    };
    SIGNATURES.iter().find(|(signature, _)| begins(signature)).map(|(_, name)| *name)
}

/// Whether these bytes are those of HTML by the *rules for identifying an unknown MIME type*, section 7.1.
pub(crate) fn is_sniffed_as_html(bytes: &[u8]) -> bool {
    const TAGS: [&str; 16] = [
        "!DOCTYPE HTML",
        "HTML",
        "HEAD",
        "SCRIPT",
        "IFRAME",
        "H1",
        "DIV",
        "FONT",
        "TABLE",
        "A",
        "STYLE",
        "TITLE",
        "B",
        "BODY",
        "BR",
        "P",
    ];
    let Some(rest) = bytes.trim_ascii_start().strip_prefix(b"<") else { return false };
    let is_tag = |name: &str| {
        let found = rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()));
        found && rest.get(name.len()).is_some_and(|end| matches!(end, b' ' | b'>'))
    };
    rest.starts_with(b"!--") || TAGS.iter().any(|name| is_tag(name))
}

/// Whether these bytes may be text: they begin with markup or a byte order mark, or have no *binary data byte*, section 5.2.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    Encoding::for_bom(bytes).is_some() || begins_with_markup(bytes) || !bytes.iter().any(is_binary)
}

/// Whether these bytes begin with a tag, a comment or the like, after white space. In UTF-16 a NUL is beside each character.
fn begins_with_markup(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).iter();
    let mut characters = rest.by_ref().copied().filter(|&byte| byte != 0).skip_while(u8::is_ascii_whitespace);
    let start = [characters.next(), characters.next()];
    matches!(start, [Some(b'<'), Some(b'!' | b'/' | b'?' | b'A'..=b'Z' | b'a'..=b'z')])
}
