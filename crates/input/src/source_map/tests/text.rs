//! Tests of source maps on text of each encoding, in many chunkings.

use encoding_rs::{BIG5, GB18030, GBK, ISO_2022_JP, REPLACEMENT};

use super::super::SourceMap;
use super::followed::{Way, follow, follow_every_way};
use super::oracle::Oracle;
use super::{encode, encodings};

/// Something that every encoding has letters for. Others become numeric references.
const TEXT: &str = "<p title=\"é Ž\">Привіт Жђ, Ωμ, שלום, مرحبا, ไทย, ĦħĜ ĀĒ Ķģ ŲŪ Ğış ẁŵ Șț ơ₫, 日本語ｱｲ、\
     한국어 똠, 漢字繁體 简体 Ê̄ 𠀀, \u{F7FF} \u{2022} ¥‾丂</p>\n";

#[test]
fn text_is_followed_in_every_two_chunks() {
    let mut map = SourceMap::new();
    for encoding in encodings() {
        follow_every_way(&mut map, encoding, &encode(encoding, TEXT));
    }
}

#[test]
fn long_text_is_followed_in_pieces() {
    let mut map = SourceMap::new();
    for encoding in encodings() {
        // Beyond many checkpoints, at ever other places within a character; ends within one.
        let mut source: Vec<u8> =
            (0..60).flat_map(|times| encode(encoding, &format!("{}{TEXT}", "a".repeat(times)))).collect();
        source.pop();
        let oracle = Oracle::new(encoding, &source);
        let cuts: Vec<usize> = (1..source.len()).step_by(977).collect();
        for output in [61, 4096] {
            follow(
                &mut map,
                encoding,
                &source,
                &oracle,
                Way { cuts: &cuts, output, every_push: false, forget: &[] },
            );
            // Forgetting little by little, by leaps, and all of it.
            for forget in [&[usize::MAX / 7][..], &[0, 0, 0, 0, 5000, 0, usize::MAX / 3], &[12_345]] {
                follow(
                    &mut map,
                    encoding,
                    &source,
                    &oracle,
                    Way { cuts: &cuts, output, every_push: false, forget },
                );
            }
        }
    }
}

/// The contract of offsets: a source up to an offset is the source of the text up to there, and the
/// rest is the source of the rest. The exceptions are those that the module's documentation names.
#[test]
fn both_sides_of_an_offset_decode_by_themselves() {
    let mut map = SourceMap::new();
    for encoding in encodings() {
        // `replacement` stands for everything with one character: the rest is another source.
        if encoding == REPLACEMENT {
            continue;
        }
        let mut source = encode(encoding, TEXT);
        source.extend_from_slice(
            b"\x81\x30\x81\"\x8F\xA1<\xFE\x39\xFE\x39\x1B$\x1B(\"\x1B(B\xD8\xD8\xDC\x81\x30",
        );
        source.extend_from_slice(&encode(encoding, TEXT));
        let decoded = encoding.decode_without_bom_handling(&source).0.into_owned();
        map.start(encoding, 0, 0);
        map.push(&source, decoded.as_bytes(), None);
        for (index, character) in decoded.char_indices() {
            // Between the two characters of one pair of Big5 no side is whole.
            if encoding == BIG5 && matches!(character, '\u{304}' | '\u{30C}') {
                continue;
            }
            let offset = map.source_offset(index as u64).expect("a boundary") as usize;
            // Cut off from the byte that shows the error, `81 30` and `81 30 81` are unfinished.
            let unfinished = (encoding == GB18030 || encoding == GBK)
                && ["\u{FFFD}0", "\u{FFFD}0\u{FFFD}"].iter().any(|end| decoded[..index].ends_with(end));
            if !unfinished {
                let before = encoding.decode_without_bom_handling(&source[..offset]).0;
                assert_eq!(before, decoded[..index], "{} before {offset}", encoding.name());
            }
            // ISO-2022-JP needs the state.
            if encoding != ISO_2022_JP {
                let after = encoding.decode_without_bom_handling(&source[offset..]).0;
                assert_eq!(after, decoded[index..], "{} after {offset}", encoding.name());
            }
        }
    }
}
