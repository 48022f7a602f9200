//! Every name and label of the table as `encoding_rs` has it, and what is close to a label as well.

use std::collections::HashSet;

use tagspan_reference::encoding::{Encoding, get_an_encoding};

/// All encodings of the other implementation, which has no list of them.
const ALL: [&encoding_rs::Encoding; 40] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::IBM866,
    encoding_rs::ISO_2022_JP,
    encoding_rs::ISO_8859_10,
    encoding_rs::ISO_8859_13,
    encoding_rs::ISO_8859_14,
    encoding_rs::ISO_8859_15,
    encoding_rs::ISO_8859_16,
    encoding_rs::ISO_8859_2,
    encoding_rs::ISO_8859_3,
    encoding_rs::ISO_8859_4,
    encoding_rs::ISO_8859_5,
    encoding_rs::ISO_8859_6,
    encoding_rs::ISO_8859_7,
    encoding_rs::ISO_8859_8,
    encoding_rs::ISO_8859_8_I,
    encoding_rs::KOI8_R,
    encoding_rs::KOI8_U,
    encoding_rs::MACINTOSH,
    encoding_rs::REPLACEMENT,
    encoding_rs::SHIFT_JIS,
    encoding_rs::UTF_16BE,
    encoding_rs::UTF_16LE,
    encoding_rs::UTF_8,
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1257,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::X_MAC_CYRILLIC,
    encoding_rs::X_USER_DEFINED,
];

fn theirs(label: &str) -> Option<&'static str> {
    encoding_rs::Encoding::for_label(label.as_bytes()).map(encoding_rs::Encoding::name)
}

fn ours(label: &str) -> Option<&'static str> {
    get_an_encoding(label).map(Encoding::name)
}

#[test]
fn both_have_the_same_encodings() {
    let theirs: HashSet<&str> = ALL.iter().map(|encoding| encoding.name()).collect();
    let ours: HashSet<&str> = Encoding::all().map(Encoding::name).collect();
    assert_eq!(ours, theirs);
    assert_eq!(Encoding::all().count(), 40, "a name stands twice");
    for name in theirs {
        assert_eq!(self::ours(name), Some(name), "the name in lower case is a label");
    }
}

#[test]
fn every_label_of_the_table_is_theirs_too() {
    let mut seen = HashSet::new();
    for encoding in Encoding::all() {
        assert_eq!(format!("{encoding:>15}"), format!("{:>15}", encoding.name()));
        for label in encoding.labels() {
            assert!(seen.insert(label), "{label} stands twice");
            assert_eq!(label, label.to_ascii_lowercase());
            assert_eq!(ours(label), Some(encoding.name()), "{label}");
            assert_eq!(theirs(label), Some(encoding.name()), "{label}");
        }
    }
    assert_eq!(seen.len(), 228);
}

/// Their labels cannot be listed, so this looks around: cut, doubled, padded, in other letters.
#[test]
fn what_is_close_to_a_label_is_the_same_for_both() {
    let mut tried = 0;
    for label in Encoding::all().flat_map(Encoding::labels) {
        let mut close = vec![label.to_ascii_uppercase(), format!("{label}{label}"), format!("x-{label}")];
        for (at, _) in label.char_indices() {
            let (before, after) = label.split_at(at);
            close.push(before.to_owned());
            close.push(after.to_owned());
            close.push(format!("{before}{}", &after[1..]));
            close.extend(["-", "_", " ", "\0"].map(|between| format!("{before}{between}{after}")));
        }
        for around in
            ["\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\0", "\u{85}", "\u{A0}", "\u{FEFF}", "\"", "'"]
        {
            close.extend([
                format!("{around}{label}"),
                format!("{label}{around}"),
                format!("{around}{label}{around}"),
            ]);
        }
        // U+212A and U+017F are lower-cased to letters by Unicode, but not by ASCII.
        close.extend([label.replace('k', "\u{212A}"), label.replace('s', "\u{17F}")]);
        for label in &close {
            assert_eq!(ours(label), theirs(label), "{label:?}");
        }
        tried += close.len();
    }
    assert!(tried > 10_000);
}

#[test]
fn what_must_not_be_supported_is_not() {
    // 12.2.2.2 of 2010 and 12.2.3.3 of the living standard name them.
    for label in
        ["utf-7", "unicode-1-1-utf-7", "cesu-8", "bocu-1", "scsu", "utf-32", "ucs-4", "ebcdic-us", ""]
    {
        assert_eq!(ours(label), None, "{label:?}");
    }
}
