//! The default encodings of locales, against the table of the reference.

use tagspan_input::{EncodingOptions, EncodingSource, locale_default, sniff};
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
fn every_tag_gets_what_the_table_says() {
    for tag in tags() {
        let now = suggested_default(&tag, SniffingEdition::Living).name();
        assert_eq!(locale_default(&tag).name(), now, "{tag:?}");
        let decision = sniff(b"<p>", &EncodingOptions::new().locale(&tag));
        assert_eq!(
            (decision.encoding().name(), decision.source()),
            (now, EncodingSource::Default),
            "{tag:?}"
        );
    }
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
