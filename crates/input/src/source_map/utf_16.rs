//! UTF-16: two or four bytes for each character, and an unfinished sequence at the end.

use super::utf_8::{self, REPLACEMENT};

/// How many source bytes `decoded` took.
pub(super) fn walk(big_endian: bool, source: &[u8], decoded: &[u8]) -> usize {
    // Only the last character of a source can differ from the others: the end of `decoded` may be the end of all.
    let last = if decoded.ends_with(REPLACEMENT) { REPLACEMENT.len() } else { 0 };
    let (before, last) = decoded.split_at(decoded.len() - last);
    let taken = units(before) * 2;
    if last.is_empty() {
        return taken;
    }
    let rest = source.get(taken..).unwrap_or_default();
    taken + error(big_endian, rest)
}

/// How many code units well-formed sequences have, and errors but at the end.
fn units(decoded: &[u8]) -> usize {
    // Those beyond the first plane have four bytes, and begin with one that others never begin with.
    let units = |byte: u8| u8::from(!utf_8::continues(byte)) + u8::from(byte >= 0xF0);
    // Counted in bytes, of which many fit a register.
    let count = |block: &[u8]| block.iter().map(|&byte| units(byte)).sum::<u8>();
    decoded.chunks(96).map(|block| usize::from(count(block))).sum()
}

/// How many bytes a U+FFFD took that may be the last character of the source: an unpaired surrogate, a U+FFFD
/// of the source itself, or what is left over.
fn error(big_endian: bool, rest: &[u8]) -> usize {
    let lead = match *rest {
        [first, second, _] => (if big_endian { first } else { second }) & 0xFC == 0xD8,
        // Half a code unit may be left alone: the caller takes no more than there is.
        _ => return 2,
    };
    // A lead surrogate and half a code unit are one error. The decoder does not end a lead surrogate after
    // half of the next code unit, except at the end of the source.
    if lead { 3 } else { 2 }
}
