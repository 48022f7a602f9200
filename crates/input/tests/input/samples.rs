//! The encodings of the standard, and test sources in each of them.

use encoding_rs::*;

/// All forty encodings of the Encoding Standard.
pub(crate) static ENCODINGS: [&Encoding; 40] = [
    BIG5,
    EUC_JP,
    EUC_KR,
    GB18030,
    GBK,
    IBM866,
    ISO_2022_JP,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    REPLACEMENT,
    SHIFT_JIS,
    UTF_16BE,
    UTF_16LE,
    UTF_8,
    WINDOWS_874,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    X_MAC_CYRILLIC,
    X_USER_DEFINED,
];

/// Something that every encoding but the replacement has letters for. Others become numeric references.
///
/// U+00CA followed by U+0304 is one two-byte sequence in Big5 that decodes to two code points; U+20000 takes
/// four bytes in gb18030 and a surrogate pair in UTF-16; U+F7FF is the last of x-user-defined.
pub(crate) const TEXT: &str = "<p title=\"é Ž\">Привіт Жђ, Ωμ, שלום, مرحبا, ไทย, ĦħĜ ĀĒ Ķģ ŲŪ Ğış ẁŵ Șț ơ₫, \
     日本語ｱｲ、한국어 똠, 漢字繁體 简体 Ê̄ 𠀀, \u{F7FF} \u{2022}</p>";

/// Tails that end in the middle of something, in one encoding or another, or are ill-formed.
pub(crate) static TAILS: &[&[u8]] = &[
    b"",
    b"a",
    b"\x80",
    b"\x81",
    b"\xA1",
    b"\xE3\x81",
    b"\xF0\x9F\x98",
    b"\xFF",
    b"\x81\"",
    b"\x82\"",
    b"\xFE\"",
    // EUC-JP, three bytes.
    b"\x8F",
    b"\x8F\xA1",
    b"\x8F\xA1\"",
    // gb18030, four bytes.
    b"\x81\x30",
    b"\x81\x30\x81",
    b"\x81\x30\x81\"",
    b"\x81\x30\x81\x30",
    b"\xFE\x39\xFE\x39",
    // Big5, two code points.
    b"\x88\x62",
    b"\x88\xA5",
    // ISO-2022-JP escapes, whole, cut, unknown, doubled.
    b"\x1B",
    b"\x1B$",
    b"\x1B(",
    b"\x1B$B",
    b"\x1B$B\x30",
    b"\x1B$B\x30\x21",
    b"\x1B$B\x30\x1B",
    b"\x1B$B\x30\x1B(",
    b"\x1B$B\x1B(B",
    b"\x1B(J\\~\x1B(I\x31\x1B(Bz",
    b"\x1B(Z",
    b"\x1B$(D",
    b"\x0E\x0F",
    // UTF-16 surrogates: lone lead, lone trail, swapped, paired; both byte orders.
    b"\x00\xD8",
    b"\xD8\x00",
    b"\x00\xDC",
    b"\xDC\x00",
    b"\x00\xD8a\x00",
    b"\xD8\x00\x00a",
    b"\x00\xDC\x00\xD8",
    b"\x40\xD8\x00\xDC",
    b"\xD8\x40\xDC\x00",
    b"\x40\xD8\x00",
    b"\xD8\x40\xDC",
];

/// `text` in `encoding`: by encoding_rs, by hand for UTF-16.
pub(crate) fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}
