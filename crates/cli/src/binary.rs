//! Binary inputs: what their first bytes look like, and what the user should do.

use std::fmt::{self, Display, Formatter};
#[cfg(feature = "archives")]
use std::io::{self, Cursor, Read};

use tagspan::Encoding;
#[cfg(feature = "archives")]
use tagspan::{
    EncodingOptions,
    input::{Sniffer, sniff},
};

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

impl std::error::Error for Binary {}

/// How many first bytes are searched for NUL.
const SEARCHED: usize = 1024;

/// The verdict on the first bytes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It may be HTML, whatever follows.
    Text,
    Binary(Binary),
    /// That depends on bytes that have not been read.
    Undecided,
}

const LEAVE_OUT: &str = "leave it out, or give --binary to read it anyway";

/// The first bytes of files that are not HTML, what the files are, and what to do with them.
const SIGNATURES: [(&[u8], &str, &str); 9] = [
    (b"\x1F\x8B", "nested gzip", "decompress it first, for instance with gzip -dc"),
    (b"\x28\xB5\x2F\xFD", "nested zstd", "decompress it first, for instance with zstd -dc"),
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
    /// Tells what an input in this encoding looks like by its first bytes. It is undecided only if more may come.
    ///
    /// As in MIME sniffing, markup and byte order marks outweigh NUL bytes. Other control characters do not count, as
    /// pages have them. The verdict does not depend on how many bytes a read gives.
    pub(crate) fn of(bytes: &[u8], encoding: Option<&'static Encoding>, more: bool) -> Verdict {
        let signature = SIGNATURES.iter().find(|(signature, ..)| bytes.starts_with(signature));
        if let Some(&(_, name, advice)) = signature {
            return Verdict::Binary(Binary { name, advice });
        }
        let is_text = encoding.is_some_and(|encoding| encoding.name().starts_with("UTF-16"))
            || bytes.starts_with("\u{FEFF}".as_bytes())
            || begins_with_markup(bytes.trim_ascii_start());
        if !is_text && bytes.iter().take(SEARCHED).any(|&byte| byte == 0) {
            return Verdict::Binary(NUL);
        }
        let may_be_signature = || SIGNATURES.iter().any(|(signature, ..)| signature.starts_with(bytes));
        let is_undecided = if is_text { may_be_signature() } else { bytes.len() < SEARCHED };
        if more && is_undecided { Verdict::Undecided } else { Verdict::Text }
    }
}

/// A reader of the same bytes, unless those at the start are of a binary file.
#[cfg(feature = "archives")]
pub(crate) fn refuse(mut reader: Box<dyn Read>, encoding: &EncodingOptions) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    reader.by_ref().take(SEARCHED as u64).read_to_end(&mut start)?;
    let mut verdict = Binary::of(&start, None, false);
    if verdict == Verdict::Binary(NUL) {
        // NULs are no sign of a binary file in UTF-16.
        let left = Sniffer::new(encoding.clone()).limit().saturating_sub(start.len());
        reader.by_ref().take(left as u64).read_to_end(&mut start)?;
        verdict = Binary::of(&start, Some(sniff(&start, encoding).encoding()), false);
    }
    match verdict {
        Verdict::Binary(binary) => Err(io::Error::other(binary)),
        _ => Ok(Box::new(Cursor::new(start).chain(reader))),
    }
}

fn begins_with_markup(bytes: &[u8]) -> bool {
    matches!(bytes, [b'<', b'!' | b'/' | b'?' | b'A'..=b'Z' | b'a'..=b'z', ..])
}
