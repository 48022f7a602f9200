//! Every short source over the bytes that matter most to each encoding.

use std::env;

use encoding_rs::*;

use super::super::SourceMap;
use super::followed::{Way, follow, follow_every_way};
use super::oracle::Oracle;

/// The bytes, and how long the sources are at most, unless `EXHAUSTIVE_LENGTH` says that they are longer.
///
/// Leads and trails at the edges of their ranges, bytes between the ranges, pairs that are mapped and not, ASCII
/// that is a trail byte and that never is.
static ALPHABETS: &[(&Encoding, &[u8], usize)] = &[
    (WINDOWS_1252, b"<\x80\x81\xE9\xFF", 4),
    // Unmapped bytes.
    (WINDOWS_1253, b"<\x80\xAA\xD2\xFF", 4),
    (X_USER_DEFINED, b"<\x80\xFF", 4),
    (REPLACEMENT, b"<\x1B\xFF", 4),
    (UTF_16LE, b"<\0\xD7\xD8\xDB\xDC\xDF\xE0\xFD\xFF", 4),
    (UTF_16BE, b"<\0\xD7\xD8\xDB\xDC\xDF\xE0\xFD\xFF", 4),
    // Both units, both halves: six bytes reach beyond two lead surrogates.
    (UTF_16LE, b"<\xD8\xDC\xFF", 6),
    (UTF_16BE, b"<\xD8\xDC\xFF", 6),
    (SHIFT_JIS, b"<5@~\x7F\x80\x81\x85\x9F\xA0\xA1\xDF\xE0\xEF\xF0\xFC\xFD\xFF", 3),
    (SHIFT_JIS, b"<A\x80\x82\x85\xA0\xB1\xFC\xFF", 5),
    (EUC_JP, b"<A\x80\x8E\x8F\xA0\xA1\xA4\xA9\xC0\xDF\xE0\xFE\xFF", 4),
    (EUC_JP, b"<\x8E\x8F\xA1\xA9\xFF", 5),
    (EUC_KR, b"<A[z\x7F\x80\x81\xA0\xA1\xAD\xB0\xC6\xC9\xFE\xFF", 4),
    (BIG5, b"<@bd~\x80\x81\x87\x88\xA1\xA3\xA5\xC8\xFE\xFF", 4),
    (BIG5, b"<b\x80\x88\xA5\xFF", 5),
    (GB18030, b"<059@~\x7F\x80\x81\x84\xA1\xFE\xFF", 4),
    // 84 31 A4 37 is U+FFFD itself, 84 31 A4 39 to 8F .. are nothing, 90 30 81 30 is U+10000.
    (GB18030, b"<0\x81\x90\xE3\xFF", 6),
    (GB18030, b"<179\x84\xA4\xFE", 5),
    (GBK, b"<09@\x80\x81\xFE\xFF", 5),
    (ISO_2022_JP, b"\x1B$(@BIJ!<~\x80\x0E\\", 4),
    (ISO_2022_JP, b"\x1B$(BJ!", 6),
];

/// All strings of the alphabet with as many symbols as `length`, and no fewer.
fn strings(alphabet: &[u8], length: usize, mut each: impl FnMut(&[u8])) {
    let mut symbols = vec![0; length];
    let mut string = vec![alphabet[0]; length];
    loop {
        each(&string);
        let Some(next) = symbols.iter().rposition(|&symbol| symbol + 1 < alphabet.len()) else {
            return;
        };
        symbols[next] += 1;
        symbols[next + 1..].fill(0);
        for (byte, &symbol) in string.iter_mut().zip(&symbols) {
            *byte = alphabet[symbol];
        }
    }
}

#[test]
fn every_short_source_is_followed() {
    let at_least = match env::var("EXHAUSTIVE_LENGTH") {
        Ok(length) => length.parse().expect("EXHAUSTIVE_LENGTH is a number"),
        Err(_) => 0,
    };
    let mut map = SourceMap::new();
    for &(encoding, alphabet, most) in ALPHABETS {
        let most = most.max(at_least);
        for length in 0..=most {
            strings(alphabet, length, |source| {
                if length <= most.min(3) {
                    follow_every_way(&mut map, encoding, source);
                    return;
                }
                // The longest ones: whole, and in single bytes with little room.
                let oracle = Oracle::new(encoding, source);
                let cuts: [usize; 32] = std::array::from_fn(|index| index + 1);
                let cuts = &cuts[..length - 1];
                follow(&mut map, encoding, source, &oracle, Way { every_push: false, ..Way::WHOLE });
                follow(&mut map, encoding, source, &oracle, Way { cuts, output: 4, ..Way::WHOLE });
            });
        }
    }
}

#[test]
fn every_escape_of_iso_2022_jp_is_followed_by_every_short_source() {
    let mut map = SourceMap::new();
    for prefix in [&b"\x1B(B"[..], b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"] {
        // With and without a character between the escape and what is tried.
        for between in [&b""[..], b"!!"] {
            for length in 0..=3 {
                strings(b"\x1B$(@BIJ!<~\x80\n\x0E\\", length, |tail| {
                    follow_every_way(&mut map, ISO_2022_JP, &[prefix, between, tail].concat());
                });
            }
        }
    }
}

#[test]
fn every_pair_of_bytes_is_followed() {
    let mut map = SourceMap::new();
    for encoding in [SHIFT_JIS, EUC_JP, EUC_KR, BIG5, GB18030, GBK] {
        for pair in 0..=u16::MAX {
            // EUC-JP has a plane after 8F; elsewhere that is one more lead byte.
            for prefix in [&b""[..], b"\x8F"] {
                let source = [prefix, &pair.to_be_bytes(), b"a"].concat();
                let oracle = Oracle::new(encoding, &source);
                follow(&mut map, encoding, &source, &oracle, Way { every_push: false, ..Way::WHOLE });
            }
        }
    }
    for encoding in super::encodings().filter(|encoding| encoding.is_single_byte()) {
        let source: Vec<u8> = (0..=u8::MAX).collect();
        follow(&mut map, encoding, &source, &Oracle::new(encoding, &source), Way::WHOLE);
    }
}
