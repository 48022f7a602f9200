//! The default encodings of locales, against the tables of both editions.

use tagspan_input::{EncodingOptions, EncodingSource, decoder::locale_default_2010, locale_default, sniff};
use tagspan_reference::encoding::{SniffingEdition, suggested_default};

/// All language codes of two and three letters, and these with all regions of two letters would be too many: the
/// languages, and what follows them.
fn tags() -> Vec<String> {
    let letters = || ('a'..='z').map(String::from);
    let two = || letters().flat_map(move |first| letters().map(move |second| format!("{first}{second}")));
    let mut tags: Vec<String> = two().collect();
    tags.extend(two().flat_map(|two| letters().map(move |third| format!("{two}{third}"))));
    tags.extend(two().map(|region| format!("zh-{region}")));
    for tag in ["ru", "zh", "ja", "sah", "en", "cy"] {
        for more in
            ["RU", "Cyrl", "Hant", "Hans", "Hant-HK", "Hans-TW", "CN", "TW", "x-private", "-", "", "Latn-CN"]
        {
            tags.push(format!("{tag}-{more}"));
            tags.push(format!("{}-{more}", tag.to_ascii_uppercase()));
        }
    }
    tags.extend(
        ["", "-", "--", "zh_TW", "ru_RU.UTF-8", "zh--TW", "-ru", "\u{430}", "sr-Latn-RS-x-a-b"]
            .map(str::to_owned),
    );
    tags
}

#[test]
fn every_tag_gets_what_the_tables_say() {
    for tag in tags() {
        let now = suggested_default(&tag, SniffingEdition::Living).name();
        let then = suggested_default(&tag, SniffingEdition::Draft2010).name();
        assert_eq!(locale_default(&tag).name(), now, "{tag:?}");
        assert_eq!(locale_default_2010(&tag).name(), then, "{tag:?} in 2010");

        let decision = sniff(b"<p>", &EncodingOptions::new().locale(&tag));
        assert_eq!(
            (decision.encoding().name(), decision.source()),
            (now, EncodingSource::Default),
            "{tag:?}"
        );
    }
}

/// The differences of the two tables in the documentation of `locale_default_2010`.
#[test]
fn the_editions_differ_in_these_rows() {
    let documented = [
        ("ar fa", "UTF-8", "windows-1256"),
        ("az", "windows-1252", "windows-1254"),
        ("ba ky sah tg tt", "windows-1252", "windows-1251"),
        ("be", "ISO-8859-5", "windows-1251"),
        ("cs", "ISO-8859-2", "windows-1250"),
        ("cy or ro", "UTF-8", "windows-1252"),
        ("el", "windows-1252", "ISO-8859-7"),
        ("et", "windows-1252", "windows-1257"),
        ("hr", "UTF-8", "windows-1250"),
        ("kk mk sr", "UTF-8", "windows-1251"),
        ("lv", "ISO-8859-13", "windows-1257"),
        ("vi", "UTF-8", "windows-1258"),
        ("zh-cn", "gb18030", "GBK"),
        ("zh-hans zh-sg", "windows-1252", "GBK"),
        ("zh-hant zh-hk zh-mo", "windows-1252", "Big5"),
    ];
    let mut differing = Vec::new();
    for tag in tags().iter().chain(["zh-hans".to_owned(), "zh-hant".to_owned()].iter()) {
        // The rows alone, not what is looked up by way of them.
        let is_row = !tag.contains('-') || tag.starts_with("zh-") && tag.to_ascii_lowercase() == *tag;
        let (then, now) = (locale_default_2010(tag).name(), locale_default(tag).name());
        if is_row && then != now && tag.matches('-').count() < 2 {
            differing.push((tag.clone(), then, now));
        }
    }
    differing.sort();
    differing.dedup();
    let mut expected: Vec<_> = documented
        .iter()
        .flat_map(|&(tags, then, now)| tags.split(' ').map(move |tag| (tag.to_owned(), then, now)))
        .collect();
    expected.sort();
    assert_eq!(differing, expected);
}

#[test]
fn the_last_word_on_the_default_holds() {
    let koi8_r = super::harness::encoding("koi8-r");
    assert_eq!(
        EncodingOptions::new().locale("ja").default_encoding(koi8_r),
        EncodingOptions::new().default_encoding(koi8_r)
    );
    assert_eq!(
        EncodingOptions::new().default_encoding(koi8_r).locale("ja"),
        EncodingOptions::new().locale("ja")
    );
    assert_eq!(EncodingOptions::new().locale("en"), EncodingOptions::new());
}
