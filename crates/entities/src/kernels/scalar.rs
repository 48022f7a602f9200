//! The kernels byte by byte: for platforms without their own, for short ends, and the oracle of the rest.

use std::ops::Range;

use super::special::Special;

fn is_plain(byte: u8, special: Special) -> bool {
    let raw = byte.is_ascii() && byte != b'\r' && byte != 0;
    match special {
        Special::Raw => raw,
        Special::References => raw && byte != b'&',
        Special::Name => raw && !byte.is_ascii_uppercase(),
    }
}

#[inline]
pub(super) fn plain(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    let bytes = &within[part];
    match bytes.iter().position(|&byte| !is_plain(byte, special)) {
        Some(index) => Err(index),
        // ASCII is well-formed: the error never comes.
        None => std::str::from_utf8(bytes).map_err(|error| error.valid_up_to()),
    }
}

/// `memchr3` picks its instructions at run time, which a long run repays.
#[inline(never)]
pub(super) fn find_byte(bytes: &[u8], start: usize, needles: [u8; 3]) -> usize {
    let [one, two, three] = needles;
    memchr::memchr3(one, two, three, &bytes[start..]).map_or(bytes.len(), |index| start + index)
}
