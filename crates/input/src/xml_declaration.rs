//! The encoding that an XML declaration in ASCII names, for sources whose prescan found nothing.

use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr, memmem};

use crate::prescan::{Declaration, is_utf_16};

/// *Get an XML encoding*; HTML Standard, section 13.2.3.2 (12.2.3.2). `bytes` are those of the prescan.
///
/// The declaration's `>` has to be there, yet the text does not say that the encoding stands before it; so it may
/// come after. Unlike a `meta` tag it may name `x-user-defined`.
pub(crate) fn declaration(bytes: &[u8]) -> Option<Declaration> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    memchr(b'>', bytes)?;
    let mut at = memmem::find(bytes, b"encoding")? + b"encoding".len();
    at = skip_controls(bytes, at)?;
    if bytes[at] != b'=' {
        return None;
    }
    at = skip_controls(bytes, at + 1)?;
    let quote = bytes[at];
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    let start = at + 1;
    let end = start + memchr(quote, &bytes[start..])?;
    let label = &bytes[start..end];
    // A label would be trimmed otherwise.
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    let encoding = Encoding::for_label(label)?;
    Some(Declaration { encoding: if is_utf_16(encoding) { UTF_8 } else { encoding }, bytes: 0..end + 1 })
}

/// The first byte above 0x20, from `at` on.
fn skip_controls(bytes: &[u8], at: usize) -> Option<usize> {
    bytes[at..].iter().position(|&byte| byte > b' ').map(|skipped| at + skipped)
}
