//! The kernels with words of eight bytes, for platforms without their own: no unsafe code, no instructions named.

use std::ops::Range;

use super::scalar;
pub(super) use super::scalar::find_byte;
use super::special::Special;

const WORD: usize = size_of::<u64>();

/// A word of the same byte.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; WORD])
}

/// Not zero if some byte of the word is zero. The position is not always exact.
#[inline(always)]
fn zero(word: u64) -> u64 {
    word.wrapping_sub(all(1)) & !word & all(0x80)
}

#[inline(always)]
fn is_plain(word: u64, special: Special) -> bool {
    let raw = word & all(0x80) | zero(word) | zero(word ^ all(b'\r'));
    let found = match special {
        Special::Raw => raw,
        Special::References => raw | zero(word ^ all(b'&')),
        // Sums of two numbers of seven bits stay in their byte: its highest bit says that it is at least so much.
        Special::Name => {
            let low = word & all(0x7F);
            raw | (low + all(0x80 - b'A')) & !(low + all(0x80 - b'Z' - 1)) & all(0x80)
        }
    };
    found == 0
}

#[inline]
pub(super) fn plain(within: &[u8], part: Range<usize>, special: Special) -> Result<&str, usize> {
    let bytes = &within[part.clone()];
    let (words, _) = bytes.as_chunks();
    let plain = words.iter().take_while(|word| is_plain(u64::from_le_bytes(**word), special)).count();
    let at = plain * WORD;
    match scalar::plain(within, part.start + at..part.end, special) {
        // ASCII is well-formed: the error never comes.
        Ok(_) => std::str::from_utf8(bytes).map_err(|error| error.valid_up_to()),
        Err(index) => Err(at + index),
    }
}
