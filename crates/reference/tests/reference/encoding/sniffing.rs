//! The encoding sniffing algorithm: which step wins, and how sure it is.

use tagspan_reference::encoding::{
    Confidence, Encoding, ParentDocument, SniffOptions, Sniffed, SniffingEdition, Source, sniff,
    suggested_default,
};

use super::{DRAFT_2010, LIVING, named};

/// Every step has something to say, and each something of its own.
fn everything(edition: SniffingEdition) -> SniffOptions {
    SniffOptions {
        edition,
        user_override: Some(named("IBM866")),
        transport: Some("macintosh".to_owned()),
        prescan_limit: None,
        parent: Some(ParentDocument { encoding: named("KOI8-U"), same_origin: true }),
        likely: Some(named("Big5")),
        detected: Some(named("EUC-JP")),
        default: named("GBK"),
    }
}

fn sniffed(encoding: &str, confidence: Confidence, source: Source) -> Sniffed {
    Sniffed { encoding: named(encoding), confidence, source }
}

const BOM_AND_META: &[u8] = b"\xEF\xBB\xBF<meta charset=koi8-r>";

/// Takes away what has just won, until only the default is left.
#[test]
fn the_steps_in_their_order() {
    use Confidence::{Certain, Tentative};

    let living = [
        ("UTF-8", Certain, Source::ByteOrderMark),
        ("IBM866", Certain, Source::UserOverride),
        ("macintosh", Certain, Source::Transport),
        ("KOI8-R", Tentative, Source::Prescan),
        ("KOI8-U", Tentative, Source::ParentDocument),
        ("Big5", Tentative, Source::Likely),
        ("EUC-JP", Tentative, Source::Detection),
        ("GBK", Tentative, Source::Default),
    ];
    let draft_2010 = [
        ("macintosh", Certain, Source::Transport),
        ("UTF-8", Certain, Source::ByteOrderMark),
        ("KOI8-R", Tentative, Source::Prescan),
        ("Big5", Tentative, Source::Likely),
        ("EUC-JP", Tentative, Source::Detection),
        ("GBK", Tentative, Source::Default),
    ];
    for (edition, steps) in [(LIVING, &living[..]), (DRAFT_2010, &draft_2010[..])] {
        let mut bytes = BOM_AND_META;
        let mut options = everything(edition);
        for &(encoding, confidence, source) in steps {
            assert_eq!(sniff(bytes, &options), sniffed(encoding, confidence, source), "{edition:?}");
            match source {
                Source::ByteOrderMark => bytes = &bytes[3..],
                Source::UserOverride => options.user_override = None,
                Source::Transport => options.transport = None,
                Source::Prescan => bytes = b"<p>",
                Source::ParentDocument => options.parent = None,
                Source::Likely => options.likely = None,
                Source::Detection => options.detected = None,
                Source::Default => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn byte_order_marks() {
    let cases: [(&[u8], &str); 14] = [
        (b"\xEF\xBB\xBF", "UTF-8"),
        (b"\xEF\xBB\xBF\xEF\xBB\xBF", "UTF-8"),
        (b"\xFE\xFF", "UTF-16BE"),
        (b"\xFF\xFE", "UTF-16LE"),
        (b"\xFF\xFE\0\0", "UTF-16LE"),
        (b"\xFE\xFF\0<", "UTF-16BE"),
        (b"", ""),
        (b"\xEF", ""),
        (b"\xEF\xBB", ""),
        (b"\xFE", ""),
        (b"\xFF", ""),
        (b" \xEF\xBB\xBF", ""),
        (b"\0\0\xFE\xFF", ""),
        (b"+/v8-", ""),
    ];
    for (bytes, expected) in cases {
        for edition in [LIVING, DRAFT_2010] {
            let sniffed = sniff(bytes, &SniffOptions { edition, ..SniffOptions::default() });
            let shown = bytes.escape_ascii();
            if expected.is_empty() {
                assert_eq!(sniffed.source, Source::Default, "{shown}");
            } else {
                assert_eq!(
                    sniffed,
                    self::sniffed(expected, Confidence::Certain, Source::ByteOrderMark),
                    "{shown}"
                );
            }
        }
    }
}

/// The label, what the living standard makes of it, and 2010; empty when it does not count.
#[test]
fn labels_of_the_transport_are_honoured_as_they_are() {
    let cases = [
        ("utf-8", "UTF-8", "UTF-8"),
        (" KOI8-r\t", "KOI8-R", "KOI8-R"),
        ("utf-16", "UTF-16LE", "UTF-16LE"),
        ("utf-16be", "UTF-16BE", "UTF-16BE"),
        ("iso-8859-1", "windows-1252", "windows-1252"),
        ("x-user-defined", "x-user-defined", "x-user-defined"),
        ("iso-2022-kr", "replacement", ""),
        ("utf-7", "", ""),
        ("\"utf-8\"", "", ""),
        ("", "", ""),
    ];
    for (label, living, draft_2010) in cases {
        for (edition, expected) in [(LIVING, living), (DRAFT_2010, draft_2010)] {
            let options =
                SniffOptions { edition, transport: Some(label.to_owned()), ..SniffOptions::default() };
            let expected = if expected.is_empty() {
                sniffed("KOI8-U", Confidence::Tentative, Source::Prescan)
            } else {
                sniffed(expected, Confidence::Certain, Source::Transport)
            };
            assert_eq!(sniff(b"<meta charset=koi8-u>", &options), expected, "{edition:?} {label:?}");
        }
    }
}

#[test]
fn a_parent_counts_with_the_same_origin_and_without_utf_16() {
    let cases = [
        ("KOI8-U", true, true),
        ("KOI8-U", false, false),
        ("UTF-8", true, true),
        ("UTF-16LE", true, false),
        ("UTF-16BE", true, false),
        ("UTF-16LE", false, false),
        ("replacement", true, true),
        ("x-user-defined", true, true),
    ];
    for (name, same_origin, counts) in cases {
        for edition in [LIVING, DRAFT_2010] {
            let parent = Some(ParentDocument { encoding: named(name), same_origin });
            let sniffed = sniff(b"<p>", &SniffOptions { edition, parent, ..SniffOptions::default() });
            let expected = if counts && edition == LIVING {
                self::sniffed(name, Confidence::Tentative, Source::ParentDocument)
            } else {
                self::sniffed("windows-1252", Confidence::Tentative, Source::Default)
            };
            assert_eq!(sniffed, expected, "{edition:?} {name} {same_origin}");
        }
    }
}

/// Likely, detected and default encodings are taken unchanged, including UTF-16.
#[test]
fn inputs_that_are_encodings_are_taken_as_they_are() {
    for encoding in Encoding::all() {
        for edition in [LIVING, DRAFT_2010] {
            let none = SniffOptions { edition, ..SniffOptions::default() };
            let cases = [
                (SniffOptions { likely: Some(encoding), ..none.clone() }, Source::Likely),
                (SniffOptions { detected: Some(encoding), ..none.clone() }, Source::Detection),
                (SniffOptions { default: encoding, ..none.clone() }, Source::Default),
            ];
            for (options, source) in cases {
                assert_eq!(sniff(b"<p>", &options), sniffed(encoding.name(), Confidence::Tentative, source));
            }
        }
    }
}

/// The language tag, the living standard's suggestion, and that of 2010.
#[test]
fn suggested_defaults() {
    let cases = [
        ("en", "windows-1252", "windows-1252"),
        ("", "windows-1252", "windows-1252"),
        ("-", "windows-1252", "windows-1252"),
        ("ru", "windows-1251", "windows-1251"),
        ("RU-ru", "windows-1251", "windows-1251"),
        ("rus", "windows-1252", "windows-1252"),
        ("ar-EG", "windows-1256", "UTF-8"),
        ("be", "windows-1251", "ISO-8859-5"),
        ("cs", "windows-1250", "ISO-8859-2"),
        ("cy", "windows-1252", "UTF-8"),
        ("el", "ISO-8859-7", "windows-1252"),
        ("ja", "Shift_JIS", "Shift_JIS"),
        ("ko-KR", "EUC-KR", "EUC-KR"),
        ("lv", "windows-1257", "ISO-8859-13"),
        ("sah", "windows-1251", "windows-1252"),
        ("sr-Latn-RS", "windows-1251", "UTF-8"),
        ("th", "windows-874", "windows-874"),
        ("vi", "windows-1258", "UTF-8"),
        ("zh", "windows-1252", "windows-1252"),
        ("zh-CN", "GBK", "gb18030"),
        ("zh-cn-x-a", "GBK", "gb18030"),
        ("zh-SG", "GBK", "windows-1252"),
        ("zh-Hans", "GBK", "windows-1252"),
        ("zh-TW", "Big5", "Big5"),
        ("zh-Hant-MO", "Big5", "windows-1252"),
        ("zh-HK", "Big5", "windows-1252"),
    ];
    for (locale, living, draft_2010) in cases {
        assert_eq!(suggested_default(locale, LIVING).name(), living, "living {locale:?}");
        assert_eq!(suggested_default(locale, DRAFT_2010).name(), draft_2010, "2010 {locale:?}");
    }
}
