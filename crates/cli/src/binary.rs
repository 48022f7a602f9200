//! Binary inputs: what their first bytes look like, and what the user should do.

use std::fmt::{self, Display, Formatter};

use tagspan::Encoding;

/// A kind of input that is not HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Binary {
    name: &'static str,
    advice: &'static str,
}

impl Display for Binary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "looks like {}, not HTML: {}", self.name, self.advice)
    }
}

/// How many first bytes are searched for NUL.
const SEARCHED: usize = 1024;

const LEAVE_OUT: &str = "leave it out, or give --binary to read it anyway";

/// The first bytes of files that are not HTML, what the files are, and what to do with them.
const SIGNATURES: [(&[u8], &str, &str); 9] = [
    (b"\x1F\x8B", "gzip", "decompress it first, for instance with gzip -dc"),
    (b"\x28\xB5\x2F\xFD", "zstd", "decompress it first, for instance with zstd -dc"),
    (b"PK\x03\x04", "a zip archive", "unpack it first, for instance with unzip"),
    (b"%PDF-", "PDF", LEAVE_OUT),
    (b"\x89PNG\r\n\x1A\n", "PNG", LEAVE_OUT),
    (b"\xFF\xD8\xFF", "JPEG", LEAVE_OUT),
    (b"GIF87a", "GIF", LEAVE_OUT),
    (b"GIF89a", "GIF", LEAVE_OUT),
    (b"\x7FELF", "an ELF binary", LEAVE_OUT),
];

const NUL: Binary = Binary {
    name: "binary data with NUL bytes",
    advice: "give --charset utf-16le or utf-16be if it is UTF-16, or --binary to read it anyway",
};

impl Binary {
    /// Tells what an input in this encoding looks like by its first bytes, unless it may be HTML.
    ///
    /// As in MIME sniffing, markup and byte order marks outweigh NUL bytes. Other control characters do not count, as
    /// pages have them.
    pub(crate) fn of(bytes: &[u8], encoding: Option<&'static Encoding>) -> Option<Self> {
        let signature = SIGNATURES.iter().find(|(signature, ..)| bytes.starts_with(signature));
        if let Some(&(_, name, advice)) = signature {
            return Some(Binary { name, advice });
        }
        let is_text = encoding.is_some_and(|encoding| encoding.name().starts_with("UTF-16"))
            || bytes.starts_with("\u{FEFF}".as_bytes())
            || begins_with_markup(bytes.trim_ascii_start());
        (!is_text && bytes.iter().take(SEARCHED).any(|&byte| byte == 0)).then_some(NUL)
    }
}

fn begins_with_markup(bytes: &[u8]) -> bool {
    matches!(bytes, [b'<', b'!' | b'/' | b'?' | b'A'..=b'Z' | b'a'..=b'z', ..])
}
