//! The default encodings that the HTML Standard suggests for locales, and those of 2010.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, ISO_8859_2, ISO_8859_5, ISO_8859_7, ISO_8859_13, SHIFT_JIS, UTF_8,
    WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    WINDOWS_1257, WINDOWS_1258,
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
    look_up(tag, &LIVING)
}

/// The default encoding that the text of 2010 suggests for a locale: section 12.2.2.1, step 7. Tags are looked up
/// as [`locale_default`] does.
///
/// To read an old collection as the software of its time did. The two tables differ in these rows:
///
/// | locale | 2010 | now |
/// |---|---|---|
/// | `ar`, `fa` | UTF-8 | windows-1256 |
/// | `az` | windows-1252 | windows-1254 |
/// | `ba`, `ky`, `sah`, `tg`, `tt` | windows-1252 | windows-1251 |
/// | `be` | ISO-8859-5 | windows-1251 |
/// | `cs` | ISO-8859-2 | windows-1250 |
/// | `cy`, `or`, `ro` | UTF-8 | windows-1252 |
/// | `el` | windows-1252 | ISO-8859-7 |
/// | `et` | windows-1252 | windows-1257 |
/// | `hr` | UTF-8 | windows-1250 |
/// | `kk`, `mk`, `sr` | UTF-8 | windows-1251 |
/// | `lv` | ISO-8859-13 | windows-1257 |
/// | `vi` | UTF-8 | windows-1258 |
/// | `zh-CN` | gb18030 | GBK |
/// | `zh-Hans`, `zh-SG` | windows-1252 | GBK |
/// | `zh-Hant`, `zh-HK`, `zh-MO` | windows-1252 | Big5 |
///
/// ```
/// use tagspan_input::{locale_default, decoder::locale_default_2010};
///
/// assert_eq!(locale_default_2010("ar").name(), "UTF-8");
/// assert_eq!(locale_default("ar").name(), "windows-1256");
/// ```
#[must_use]
pub fn locale_default_2010(tag: &str) -> &'static Encoding {
    look_up(tag, &DRAFT_2010)
}

/// *Lookup* of RFC 4647, section 3.4. The single-letter subtags that it drops together with what follows them need
/// no care: no tag of the tables has any.
fn look_up(tag: &str, rows: &[(&str, &'static Encoding)]) -> &'static Encoding {
    let mut range = tag;
    loop {
        if let Some((_, encoding)) = rows.iter().find(|(listed, _)| listed.eq_ignore_ascii_case(range)) {
            return encoding;
        }
        match range.rsplit_once('-') {
            Some((shorter, _)) => range = shorter,
            None => return WINDOWS_1252,
        }
    }
}

static LIVING: [(&str, &Encoding); 39] = [
    ("ar", WINDOWS_1256),
    ("az", WINDOWS_1254),
    ("ba", WINDOWS_1251),
    ("be", WINDOWS_1251),
    ("bg", WINDOWS_1251),
    ("cs", WINDOWS_1250),
    ("el", ISO_8859_7),
    ("et", WINDOWS_1257),
    ("fa", WINDOWS_1256),
    ("he", WINDOWS_1255),
    ("hr", WINDOWS_1250),
    ("hu", ISO_8859_2),
    ("ja", SHIFT_JIS),
    ("kk", WINDOWS_1251),
    ("ko", EUC_KR),
    ("ku", WINDOWS_1254),
    ("ky", WINDOWS_1251),
    ("lt", WINDOWS_1257),
    ("lv", WINDOWS_1257),
    ("mk", WINDOWS_1251),
    ("pl", ISO_8859_2),
    ("ru", WINDOWS_1251),
    ("sah", WINDOWS_1251),
    ("sk", WINDOWS_1250),
    ("sl", ISO_8859_2),
    ("sr", WINDOWS_1251),
    ("tg", WINDOWS_1251),
    ("th", WINDOWS_874),
    ("tr", WINDOWS_1254),
    ("tt", WINDOWS_1251),
    ("uk", WINDOWS_1251),
    ("vi", WINDOWS_1258),
    ("zh-Hans", GBK),
    ("zh-CN", GBK),
    ("zh-SG", GBK),
    ("zh-Hant", BIG5),
    ("zh-HK", BIG5),
    ("zh-MO", BIG5),
    ("zh-TW", BIG5),
];

/// Windows-31J and windows-949 are labels of Shift_JIS and EUC-KR now.
static DRAFT_2010: [(&str, &Encoding); 29] = [
    ("ar", UTF_8),
    ("be", ISO_8859_5),
    ("bg", WINDOWS_1251),
    ("cs", ISO_8859_2),
    ("cy", UTF_8),
    ("fa", UTF_8),
    ("he", WINDOWS_1255),
    ("hr", UTF_8),
    ("hu", ISO_8859_2),
    ("ja", SHIFT_JIS),
    ("kk", UTF_8),
    ("ko", EUC_KR),
    ("ku", WINDOWS_1254),
    ("lt", WINDOWS_1257),
    ("lv", ISO_8859_13),
    ("mk", UTF_8),
    ("or", UTF_8),
    ("pl", ISO_8859_2),
    ("ro", UTF_8),
    ("ru", WINDOWS_1251),
    ("sk", WINDOWS_1250),
    ("sl", ISO_8859_2),
    ("sr", UTF_8),
    ("th", WINDOWS_874),
    ("tr", WINDOWS_1254),
    ("uk", WINDOWS_1251),
    ("vi", UTF_8),
    ("zh-CN", GB18030),
    ("zh-TW", BIG5),
];
