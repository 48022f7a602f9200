//! Tests of the choices that the standard leaves open, and of ill-formed sequences.

use encoding_rs::*;

use super::super::SourceMap;

/// A source, its decoded text, and where each character ends in the source.
static CASES: &[(&Encoding, &[u8], &str, &[u64])] = &[
    (WINDOWS_1252, b"a\xE9\x81", "aé\u{81}", &[1, 2, 3]),
    (X_USER_DEFINED, b"a\xFF", "a\u{F7FF}", &[1, 2]),
    (REPLACEMENT, b"<p>", "\u{FFFD}", &[1]),
    (UTF_16LE, b"a\0\x3D\xD8\x00\xDE", "a😀", &[2, 6]),
    (UTF_16LE, b"\x3D\xD8a\0", "\u{FFFD}a", &[2, 4]),
    (UTF_16LE, b"\x3D\xD8\x3D\xD8\x00\xDE", "\u{FFFD}😀", &[2, 6]),
    (UTF_16LE, b"\x00\xDEa", "\u{FFFD}\u{FFFD}", &[2, 3]),
    (UTF_16LE, b"\x3D\xD8a", "\u{FFFD}", &[3]),
    (UTF_16BE, b"\xD8\x3Da", "\u{FFFD}", &[3]),
    (UTF_16BE, b"\xFF\xFDa", "\u{FFFD}\u{FFFD}", &[2, 3]),
    (SHIFT_JIS, b"\x93\xFA\xB1\x80", "日ｱ\u{80}", &[2, 3, 4]),
    (SHIFT_JIS, b"\x81<\x81\xFD\xA0\x81", "\u{FFFD}<\u{FFFD}\u{FFFD}\u{FFFD}", &[1, 2, 4, 5, 6]),
    // Within the range of trail bytes, but not mapped.
    (SHIFT_JIS, b"\x85@", "\u{FFFD}@", &[1, 2]),
    (EUC_JP, b"\xC6\xFC\x8E\xB1\x8F\xB0\xA1", "日ｱ丂", &[2, 4, 7]),
    (EUC_JP, b"\x8E<\x8F<\x8F\xA1<", "\u{FFFD}<\u{FFFD}<\u{FFFD}<", &[1, 2, 3, 4, 6, 7]),
    (EUC_JP, b"\x8F\xA1\xA1\x8F\x8E\x8F\xA1", "\u{FFFD}\u{FFFD}\u{FFFD}", &[3, 5, 7]),
    (EUC_KR, b"\xB0\xA1\xB0<\xFF", "가\u{FFFD}<\u{FFFD}", &[2, 3, 4, 5]),
    // The second of two characters of one pair takes nothing.
    (BIG5, b"\x88\x62a", "\u{CA}\u{304}a", &[2, 2, 3]),
    (BIG5, b"\xA4\xE9\x81@\xA1\xFF", "日\u{FFFD}@\u{FFFD}", &[2, 3, 4, 6]),
    (GBK, b"\x80\xC8\xD5\xFF", "€日\u{FFFD}", &[1, 3, 4]),
    (GB18030, b"\x95\x32\x82\x36\x81\x30\x81\x30", "𠀀\u{80}", &[4, 8]),
    // U+FFFD itself, and four bytes that are mapped to nothing.
    (GB18030, b"\x84\x31\xA4\x37\xFE\x39\xFE\x39", "\u{FFFD}\u{FFFD}", &[4, 8]),
    (GB18030, b"\x81\x30\x81<", "\u{FFFD}0\u{FFFD}<", &[1, 2, 3, 4]),
    (GB18030, b"\x81\x30\xB0\xA1", "\u{FFFD}0啊", &[1, 2, 4]),
    (GB18030, b"\x81\x30<", "\u{FFFD}0<", &[1, 2, 3]),
    (GB18030, b"\x81<\x81\xFF\x81\x30\x81", "\u{FFFD}<\u{FFFD}\u{FFFD}", &[1, 2, 4, 7]),
    // Escapes belong to what follows; the last one to nothing.
    (ISO_2022_JP, b"a\x1B$BF|\x1B(Bb\x1B(J", "a日b", &[1, 6, 10]),
    (ISO_2022_JP, b"\x1B(J\\~\x1B(I1", "¥‾ｱ", &[4, 5, 9]),
    // Two in a row, three in a row.
    (ISO_2022_JP, b"\x1B$B\x1B(Ba", "\u{FFFD}a", &[6, 7]),
    (ISO_2022_JP, b"\x1B$B\x1B(B\x1B(Ja", "\u{FFFD}\u{FFFD}a", &[6, 9, 10]),
    // What is no escape gives back all but its first byte.
    (ISO_2022_JP, b"\x1B(xa\x1Bb", "\u{FFFD}(xa\u{FFFD}b", &[1, 2, 3, 4, 5, 6]),
    (ISO_2022_JP, b"\x1B$BF|\x1B$|", "日\u{FFFD}\u{FFFD}", &[5, 6, 8]),
    // A lead byte before an escape; a pair that is none; unfinished ones.
    (ISO_2022_JP, b"\x1B$BF\x1B(Ba", "\u{FFFD}a", &[4, 8]),
    (ISO_2022_JP, b"\x1B$BF\nF", "\u{FFFD}\u{FFFD}", &[5, 6]),
    (ISO_2022_JP, b"a\x1B", "a\u{FFFD}", &[1, 2]),
    (ISO_2022_JP, b"a\x1B$", "a\u{FFFD}$", &[1, 2, 3]),
];

#[test]
fn each_character_takes_what_is_said() {
    let mut map = SourceMap::new();
    for &(encoding, source, text, ends) in CASES {
        let decoded = encoding.decode_without_bom_handling(source).0;
        assert_eq!(decoded, text, "{} {source:02X?}", encoding.name());
        map.start(encoding, 0, 0);
        map.push(source, decoded.as_bytes(), None);
        let boundaries = text.char_indices().map(|(start, character)| start + character.len_utf8());
        let found: Vec<u64> =
            boundaries.map(|end| map.source_offset(end as u64).expect("a boundary")).collect();
        assert_eq!(found, ends, "{} {source:02X?} {text:?}", encoding.name());
    }
}

#[test]
fn the_byte_that_was_left_tells_an_error_from_an_end() {
    // (source, next, what the U+FFFD took)
    let cases: &[(&[u8], Option<u8>, u64)] = &[
        (b"\x81\x30", None, 2),
        (b"\x81\x30", Some(b'<'), 1),
        (b"\x81\x30\x81", None, 3),
        (b"\x81\x30\x81", Some(b'<'), 1),
        (b"\x81\x30\x81", Some(0xFF), 1),
        (b"\x81", None, 1),
        (b"\x81", Some(b'<'), 1),
    ];
    let mut map = SourceMap::new();
    for &(source, next, taken) in cases {
        map.start(GB18030, 0, 0);
        map.push(source, "\u{FFFD}".as_bytes(), next);
        assert_eq!(map.source_offset(3), Some(taken), "{source:02X?} {next:02X?}");
    }
}
