//! Detection from the content: when it is asked, what it may say, and that cuts do not matter.

use proptest::{collection::vec, prelude::*};
use tagspan_input::{Encoding, EncodingOptions, EncodingSource, Sniffer, sniff};

use super::harness::encoding;

fn detect(bytes: usize) -> EncodingOptions {
    EncodingOptions::new().detect(bytes)
}

/// All cuts of a source: the same decision at the same byte.
fn check(source: &[u8], options: &EncodingOptions) -> tagspan_input::EncodingDecision {
    let decision = sniff(source, options);
    for cut in 0..=source.len() {
        let mut sniffer = Sniffer::new(options.clone());
        if let Some(early) = sniffer.look(&source[..cut], false) {
            assert_eq!(early, decision, "cut at {cut}");
            assert!(cut as u64 >= decision.looked_at(), "cut at {cut}");
        } else {
            assert!(cut < sniffer.limit(), "cut at {cut}");
        }
        assert_eq!(sniffer.look(source, true), Some(decision), "cut at {cut}");
    }
    decision
}

#[test]
fn text_of_many_encodings_is_recognised() {
    let texts = [
        ("UTF-8", "Füße im Gras"),
        ("windows-1252", "Die Bäume im Wald sind schön, und der Fuß schmerzt."),
        ("windows-1251", "Русский текст в старой кодировке на странице."),
        ("KOI8-U", "Русский текст в старой кодировке на странице."),
        ("Shift_JIS", "日本語のテキストがここにあります。"),
        ("EUC-JP", "日本語のテキストがここにあります。"),
        ("EUC-KR", "한국어로 쓴 글이 여기에 있습니다."),
        ("Big5", "這裡有一些中文的文字。"),
        ("GBK", "这里有一些中文的文字。"),
    ];
    for (name, text) in texts {
        let (bytes, _, _) = encoding(name).encode(text);
        let html = [b"<title>", &bytes[..], b"</title>"].concat();
        let decision = check(&html, &detect(EncodingOptions::DETECTION_BYTES));
        assert_eq!(
            (decision.encoding().name(), decision.source()),
            (name, EncodingSource::Detection),
            "{text}"
        );
        assert_eq!(decision.bytes(), 0..html.len() as u64, "{text}");
    }
}

#[test]
fn detection_comes_after_every_word_and_before_the_default() {
    let html = "<p>Füße".as_bytes();
    let big5 = encoding("big5");
    let declared = [b"<meta charset=big5>", html].concat();
    let table: [(EncodingOptions, &[u8], EncodingSource); 8] = [
        (detect(99), html, EncodingSource::Detection),
        (detect(99).default_encoding(big5), html, EncodingSource::Detection),
        (detect(0), html, EncodingSource::Default),
        (detect(99), b"<p>ASCII", EncodingSource::Default),
        (detect(99).likely(big5), html, EncodingSource::Likely),
        (detect(99).parent(big5), html, EncodingSource::ParentDocument),
        (detect(99), &declared, EncodingSource::Prescan),
        (detect(99).encoding(big5), html, EncodingSource::Transport),
    ];
    for (options, source, expected) in table {
        assert_eq!(check(source, &options).source(), expected, "{options:?}");
    }
}

#[test]
fn detection_looks_at_so_many_bytes_and_waits_for_them() {
    let mut html = b"<p>".to_vec();
    html.resize(2000, b' ');
    html.extend_from_slice("Füße".as_bytes());
    html.resize(3000, b' ');
    let table = [
        // Bytes for the detector and the prescan, what comes of it, and how many it looks at.
        (2000, 1024, EncodingSource::Default, 2000),
        (2001, 1024, EncodingSource::Default, 2001),
        (2003, 1024, EncodingSource::Detection, 2003),
        (2002, 2500, EncodingSource::Detection, 2500),
        (2500, 0, EncodingSource::Detection, 2500),
        (3000, 1024, EncodingSource::Detection, 3000),
        (9000, 1024, EncodingSource::Detection, 3000),
        (usize::MAX, 1024, EncodingSource::Detection, 3000),
        (1, 0, EncodingSource::Default, 1),
    ];
    for (bytes, prescan, source, looked_at) in table {
        let options = detect(bytes).prescan_bytes(prescan);
        let decision = check(&html, &options);
        assert_eq!((decision.source(), decision.looked_at()), (source, looked_at), "{bytes}, {prescan}");
        let rests_on = if source == EncodingSource::Detection { bytes.min(html.len()) as u64 } else { 0 };
        assert_eq!(decision.bytes(), 0..rests_on, "{bytes}, {prescan}");
        assert_eq!(Sniffer::new(options).limit(), bytes.max(prescan).max(3), "{bytes}, {prescan}");
    }
}

/// The detector does not learn that the source ends with its last byte, whether that is known or not.
#[test]
fn the_end_behind_the_last_byte_shown_does_not_matter() {
    let (cut, len) = (b"<p>F\xC3", 5);
    for last in [false, true] {
        let decision = Sniffer::new(detect(len).prescan_bytes(0)).look(cut, last).unwrap();
        assert_eq!(decision.encoding().name(), "UTF-8", "{last}");
    }
    // With room for one more the sequence is a cut one.
    let decision = Sniffer::new(detect(len + 1).prescan_bytes(0)).look(cut, true).unwrap();
    assert_ne!(decision.encoding().name(), "UTF-8");
}

#[test]
fn top_level_domains_that_are_none_are_ignored() {
    for label in ["", ".", ".jp", "example.jp", "日本", "ｊｐ"] {
        assert_eq!(detect(9).top_level_domain(label), detect(9), "{label:?}");
    }
    assert_eq!(detect(9).top_level_domain("JP"), detect(9).top_level_domain("jp"));
    assert_eq!(detect(9).top_level_domain("jp").top_level_domain("?"), detect(9).top_level_domain("?"));
    for label in ["jp", "Xn--P1AI", "xn--", "x", "\0", "a b", &"z".repeat(999)] {
        check(b"<p>\xC5", &detect(99).top_level_domain(label));
    }
}

/// ISO-2022-JP, UTF-16 and UTF-7 hide markup from readers of ASCII: a label may name them, detection may not.
#[test]
fn no_guess_is_dangerous() {
    let japanese = b"<title>\x1B$B$3$l$OF|K\\8l$G$9\x1B(B</title>";
    for tld in ["jp", "com"] {
        let options = detect(EncodingOptions::DETECTION_BYTES).top_level_domain(tld);
        assert_eq!(check(japanese, &options).source(), EncodingSource::Default, "{tld}");
        let also = [&japanese[..], "é".as_bytes()].concat();
        assert_ne!(check(&also, &options).encoding().name(), "ISO-2022-JP", "{tld}");
        assert_eq!(check(b"+ADw-script+AD4-", &options).source(), EncodingSource::Default, "{tld}");
    }
    let labelled = EncodingOptions::new().charset("iso-2022-jp").unwrap();
    assert_eq!(sniff(japanese, &labelled).encoding().name(), "ISO-2022-JP");
}

fn is_harmless(encoding: &'static Encoding) -> bool {
    !["ISO-2022-JP", "UTF-16LE", "UTF-16BE", "replacement", "x-user-defined"].contains(&encoding.name())
}

proptest! {
    #[test]
    fn no_bytes_lead_to_a_dangerous_guess(
        bytes in vec(prop_oneof![Just(0x1B), Just(b'$'), Just(b'('), Just(b'B'), Just(0), any::<u8>()], 0..80),
        shown in 0..90_usize,
        tld in "[a-zA-Z.é]{0,3}",
    ) {
        let decision = check(&bytes, &detect(shown).top_level_domain(&tld));
        if decision.source() == EncodingSource::Detection {
            prop_assert!(is_harmless(decision.encoding()));
            prop_assert!(!bytes[..bytes.len().min(shown)].is_ascii());
        }
    }
}
