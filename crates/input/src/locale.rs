//! The default encodings that the HTML Standard suggests for locales.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_8859_2, ISO_8859_7, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

/// The default encoding that the HTML Standard suggests for a locale: section 13.2.3.2 (12.2.3.2), step 9 of the encoding
/// sniffing algorithm.
///
/// `tag` is a language tag of BCP 47, such as `pt-BR`, in any ASCII case. It is looked up as RFC 4647, section
/// 3.4, says: first as it is, then without its last subtag, and so on. A tag that matches nothing, and one that is
/// no tag at all, is *all other locales*: windows-1252.
///
/// It takes time in proportion to the tag's length times its number of subtags.
///
/// ```
/// use tagspan::input::locale_default;
///
/// for (tag, encoding) in [
///     ("ru", "windows-1251"),
///     ("sr-Cyrl-RS", "windows-1251"),
///     ("zh-Hant-HK", "Big5"),
///     ("zh-cn", "GBK"),
///     ("zh", "windows-1252"),
///     ("en-GB", "windows-1252"),
/// ] {
///     assert_eq!(locale_default(tag).name(), encoding, "{tag}");
/// }
/// ```
#[must_use]
pub fn locale_default(tag: &str) -> &'static Encoding {
    // The single-letter subtags that the lookup drops with what follows them need no care: no tag of the table has any.
    let mut range = tag;
    loop {
        let is_listed = |list: &str| list.split(' ').any(|listed| listed.eq_ignore_ascii_case(range));
        if let Some((encoding, _)) = LOCALES.iter().find(|(_, list)| is_listed(list)) {
            return encoding;
        }
        match range.rsplit_once('-') {
            Some((shorter, _)) => range = shorter,
            None => return WINDOWS_1252,
        }
    }
}

/// The rows of the table by encoding.
static LOCALES: [(&Encoding, &str); 14] = [
    (WINDOWS_1256, "ar fa"),
    (WINDOWS_1254, "az ku tr"),
    (WINDOWS_1251, "ba be bg kk ky mk ru sah sr tg tt uk"),
    (WINDOWS_1250, "cs hr sk"),
    (ISO_8859_7, "el"),
    (WINDOWS_1257, "et lt lv"),
    (WINDOWS_1255, "he"),
    (ISO_8859_2, "hu pl sl"),
    (SHIFT_JIS, "ja"),
    (EUC_KR, "ko"),
    (WINDOWS_874, "th"),
    (WINDOWS_1258, "vi"),
    (GBK, "zh-Hans zh-CN zh-SG"),
    (BIG5, "zh-Hant zh-HK zh-MO zh-TW"),
];
