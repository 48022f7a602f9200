//! Encodings with two bytes a character and more: Shift_JIS, EUC-JP, EUC-KR, Big5, gb18030 and GBK.
//!
//! In all of them a decoded ASCII character took the same byte. A sequence that is in error because of an ASCII
//! byte gives that byte back, as well as one that is mapped to nothing and ends with one; any other byte is lost.
//!
//! The functions get the bytes that a character begins with, and whether it is U+FFFD; that it is not ASCII is
//! known. They return how many of the bytes it took. Where bytes are missing, the source has ended.

use super::utf_8::{self, REPLACEMENT};

/// How many source bytes `decoded` took, character by character.
#[inline]
pub(super) fn walk(source: &[u8], decoded: &[u8], mut length: impl FnMut(&[u8], bool) -> usize) -> usize {
    let (mut taken, mut rest) = (0, decoded);
    while let Some(&byte) = rest.first() {
        if byte.is_ascii() {
            let run = ascii_run(rest);
            taken += run;
            rest = &rest[run..];
        } else {
            taken += length(source.get(taken..).unwrap_or_default(), rest.starts_with(REPLACEMENT));
            rest = &rest[utf_8::first_character(rest).len()..];
        }
    }
    taken
}

/// How many ASCII bytes there are before any other.
fn ascii_run(bytes: &[u8]) -> usize {
    let blocks = bytes.chunks_exact(16).take_while(|block| block.is_ascii()).count() * 16;
    blocks + bytes[blocks..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// A lead byte, and the byte after it unless that is ASCII: all that an error takes.
fn pair_without_ascii(rest: &[u8]) -> usize {
    match *rest {
        [_, trail, ..] if !trail.is_ascii() => 2,
        _ => 1,
    }
}

/// Shift_JIS: <https://encoding.spec.whatwg.org/#shift_jis-decoder>.
pub(super) fn shift_jis(rest: &[u8], ill_formed: bool) -> usize {
    match rest.first() {
        Some(0x81..=0x9F | 0xE0..=0xFC) if ill_formed => pair_without_ascii(rest),
        Some(0x81..=0x9F | 0xE0..=0xFC) => 2,
        // U+0080, half-width katakana, and bytes that begin nothing.
        _ => 1,
    }
}

/// EUC-JP: <https://encoding.spec.whatwg.org/#euc-jp-decoder>. Here no trail byte is ASCII, so a pair is as long
/// whether it is mapped or not.
pub(super) fn euc_jp(rest: &[u8]) -> usize {
    match *rest {
        [0x8F, 0xA1..=0xFE, trail, ..] if !trail.is_ascii() => 3,
        [0x8E | 0x8F | 0xA1..=0xFE, ..] => pair_without_ascii(rest),
        _ => 1,
    }
}

/// EUC-KR: <https://encoding.spec.whatwg.org/#euc-kr-decoder>.
pub(super) fn euc_kr(rest: &[u8], ill_formed: bool) -> usize {
    match rest.first() {
        Some(0x81..=0xFE) if ill_formed => pair_without_ascii(rest),
        Some(0x81..=0xFE) => 2,
        _ => 1,
    }
}

/// Big5: <https://encoding.spec.whatwg.org/#big5-decoder>. Four of its pairs decode to two characters, the
/// second of which takes nothing.
pub(super) fn big5(second: &mut bool, rest: &[u8], ill_formed: bool) -> usize {
    if *second {
        *second = false;
        return 0;
    }
    *second = matches!(*rest, [0x88, 0x62 | 0x64 | 0xA3 | 0xA5, ..]);
    euc_kr(rest, ill_formed)
}

/// gb18030: <https://encoding.spec.whatwg.org/#gb18030-decoder>. `next` is the byte after `rest`, if a decoder
/// may have seen it: it can tell an error from the end of the source.
pub(super) fn gb18030(rest: &[u8], next: Option<u8>, ill_formed: bool) -> usize {
    let byte = |index| if index == rest.len() { next } else { rest.get(index).copied() };
    match (rest.first(), byte(1)) {
        (Some(0x81..=0xFE), Some(0x30..=0x39)) if !ill_formed => 4,
        (Some(0x81..=0xFE), _) if !ill_formed => 2,
        // A byte that does not fit gives back all but the first. Four bytes that fit are mapped to nothing, or
        // to U+FFFD itself.
        (Some(0x81..=0xFE), Some(0x30..=0x39)) => match (byte(2), byte(3)) {
            (None, _) => 2,
            (Some(0x81..=0xFE), None) => 3,
            (Some(0x81..=0xFE), Some(0x30..=0x39)) => 4,
            _ => 1,
        },
        (Some(0x81..=0xFE), _) => pair_without_ascii(rest),
        // U+20AC, and a byte that begins nothing.
        _ => 1,
    }
}
