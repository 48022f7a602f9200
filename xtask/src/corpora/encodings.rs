//! Writes a page in each encoding of the Encoding Standard, and says which language suits it.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::language::{
    ARABIC, BALTIC, CELTIC, CENTRAL, CHINESE, CHINESE_FULL, GREEK, HEBREW, JAPANESE, KOREAN, Language,
    NORDIC, ROMANIAN, RUSSIAN, SOUTHERN, THAI, TRADITIONAL, TURKISH, UKRAINIAN, VIETNAMESE, WESTERN,
};

/// Every encoding that is not UTF-8 and whose bytes a page can have, with a language that needs it. `replacement` and
/// `x-user-defined` are missing: the one decodes to nothing, the other is not for pages.
pub(super) static LEGACY: [(&str, &Language); 37] = [
    ("big5", &TRADITIONAL),
    ("euc-jp", &JAPANESE),
    ("euc-kr", &KOREAN),
    ("gb18030", &CHINESE_FULL),
    ("gbk", &CHINESE),
    ("ibm866", &RUSSIAN),
    ("iso-2022-jp", &JAPANESE),
    ("iso-8859-2", &CENTRAL),
    ("iso-8859-3", &SOUTHERN),
    ("iso-8859-4", &BALTIC),
    ("iso-8859-5", &RUSSIAN),
    ("iso-8859-6", &ARABIC),
    ("iso-8859-7", &GREEK),
    ("iso-8859-8", &HEBREW),
    ("iso-8859-8-i", &HEBREW),
    ("iso-8859-10", &NORDIC),
    ("iso-8859-13", &BALTIC),
    ("iso-8859-14", &CELTIC),
    ("iso-8859-15", &WESTERN),
    ("iso-8859-16", &ROMANIAN),
    ("koi8-r", &RUSSIAN),
    ("koi8-u", &UKRAINIAN),
    ("macintosh", &WESTERN),
    ("shift_jis", &JAPANESE),
    ("utf-16be", &JAPANESE),
    ("utf-16le", &RUSSIAN),
    ("windows-874", &THAI),
    ("windows-1250", &CENTRAL),
    ("windows-1251", &RUSSIAN),
    ("windows-1252", &WESTERN),
    ("windows-1253", &GREEK),
    ("windows-1254", &TURKISH),
    ("windows-1255", &HEBREW),
    ("windows-1256", &ARABIC),
    ("windows-1257", &BALTIC),
    ("windows-1258", &VIETNAMESE),
    ("x-mac-cyrillic", &RUSSIAN),
];

/// The bytes of a page. Those in UTF-16 have a byte order mark, which the encoder here adds by hand:
/// the Encoding Standard has no encoder for them.
///
/// # Errors
///
/// When there is no such encoding, or when it lacks a character.
pub(super) fn encode<'a>(page: &'a str, label: &str) -> Result<Cow<'a, [u8]>, String> {
    let encoding =
        Encoding::for_label(label.as_bytes()).ok_or_else(|| format!("{label} is no label of an encoding"))?;
    let units = || std::iter::once(0xfeff).chain(page.encode_utf16());
    if encoding == UTF_16LE {
        return Ok(units().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Ok(units().flat_map(u16::to_be_bytes).collect());
    }
    match encoding.encode(page) {
        (bytes, _, false) => Ok(bytes),
        (_, _, true) => Err(format!("the page has characters that {label} does not")),
    }
}
