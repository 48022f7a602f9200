//! Tests of the source map against an oracle that asks encoding_rs byte by byte.

mod exhaustive;
mod followed;
mod map;
mod oracle;
mod random;
mod semantics;
mod text;

use encoding_rs::*;

/// All encodings of the Encoding Standard but UTF-8.
static ENCODINGS: [&Encoding; 39] = [
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

/// Text in an encoding; what it has no letters for becomes numeric references. Other than the standard's
/// encoders, also in UTF-16.
fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    match encoding {
        _ if encoding == UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ if encoding == UTF_16BE => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        // It has no encoder; any bytes will do.
        _ if encoding == REPLACEMENT => text.into(),
        _ => encoding.encode(text).0.into_owned(),
    }
}
