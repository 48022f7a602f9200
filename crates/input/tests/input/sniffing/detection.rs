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
fn detection_looks_from_the_first_byte_beyond_ascii_on() {
    let mut html = b"<p>".to_vec();
    html.resize(2000, b' ');
    html.extend_from_slice("Füße".as_bytes());
    html.resize(3000, b' ');
    let ascii = 2001;
    let table = [
        // Bytes for the detector, where the first may be, bytes for the prescan; what comes of it, and how many it looks at.
        (1, 9000, 1024, EncodingSource::Detection, ascii + 1),
        (2, 9000, 1024, EncodingSource::Detection, ascii + 2),
        (2, 9000, 2500, EncodingSource::Detection, 2500),
        (500, 9000, 0, EncodingSource::Detection, ascii + 500),
        (999, 9000, 1024, EncodingSource::Detection, 3000),
        (9000, 9000, 1024, EncodingSource::Detection, 3000),
        (usize::MAX, usize::MAX, 1024, EncodingSource::Detection, 3000),
        (9000, ascii + 1, 1024, EncodingSource::Detection, 3000),
        (9000, ascii, 1024, EncodingSource::Default, ascii),
        (9000, 5, 0, EncodingSource::Default, 5),
        // One shows that there is no byte order mark.
        (9000, 0, 0, EncodingSource::Default, 1),
        (0, 9000, 1024, EncodingSource::Default, 1024),
    ];
    for (bytes, within, prescan, source, looked_at) in table {
        let options = detect(bytes).detect_within(within).prescan_bytes(prescan);
        let decision = check(&html, &options);
        let context = format!("{bytes}, {within}, {prescan}");
        assert_eq!((decision.source(), decision.looked_at()), (source, looked_at as u64), "{context}");
        let shown =
            if source == EncodingSource::Detection { html.len().min(ascii.saturating_add(bytes)) } else { 0 };
        assert_eq!(decision.bytes(), 0..shown as u64, "{context}");
        let limit = if bytes == 0 { 0 } else { within.saturating_add(bytes) };
        assert_eq!(Sniffer::new(options).limit(), limit.max(prescan).max(3), "{context}");
    }
}

/// Legacy text behind more ASCII than a page's head has: styles and scripts.
#[test]
fn text_behind_much_ascii_is_recognised() {
    let style = [b"<style>", &b"p { margin: 0 }\n".repeat(4096)[..], b"</style><p>"].concat();
    for (name, text) in [
        ("GBK", "这里有一些中文的文字。"),
        ("windows-1251", "Русский текст в старой кодировке на странице."),
        ("Shift_JIS", "日本語のテキストがここにあります。"),
        ("EUC-KR", "한국어로 쓴 글이 여기에 있습니다."),
    ] {
        let (bytes, _, _) = encoding(name).encode(text);
        let html = [&style[..], &bytes].concat();
        assert_eq!(sniff(&html, &detect(4096)).encoding().name(), name);
        let within = detect(4096).detect_within(style.len());
        assert_eq!(sniff(&html, &within).source(), EncodingSource::Default, "{name}");
    }
}

#[test]
fn what_is_mostly_utf_8_is_utf_8() {
    let japanese = "日本語のテキストがここにあります。".repeat(40);
    let damaged = |at: usize, byte: u8| {
        let mut bytes = japanese.clone().into_bytes();
        bytes[at] = byte;
        bytes
    };
    let cut = |from: usize| japanese.as_bytes()[..japanese.len() - from].to_vec();
    let quarters = |text: &str| [text.as_bytes(), b"\xC5 "].concat().repeat(9);
    let table: [(&str, Vec<u8>, bool); 9] = [
        ("one byte replaced", damaged(1000, 0xC5), true),
        ("by a control of windows-1252", damaged(1000, 0x81), true),
        ("the last character cut after one byte", cut(2), true),
        ("after two", cut(1), true),
        ("cut, and a byte replaced", [&damaged(1000, 0xC5)[..], b"\xE6\x97"].concat(), true),
        ("one in ten", quarters("日本語のテキストがあ"), true),
        ("one in four", quarters("日本語の"), false),
        ("windows-1252 alone", b"caf\xE9".to_vec(), false),
        ("windows-1252, cut as UTF-8 would be", b"caf\xC3".to_vec(), false),
    ];
    for (case, bytes, is_utf_8) in table {
        let found = check(&bytes, &detect(4096)).encoding().name();
        assert_eq!(found == "UTF-8", is_utf_8, "{case}: {found}");
    }
}

/// The detector does not learn that the source ends with its last byte, whether that is known or not.
#[test]
fn the_end_behind_the_last_byte_shown_does_not_matter() {
    let cut = b"<p>F\xFC";
    for last in [false, true] {
        let decision = Sniffer::new(detect(1).prescan_bytes(0)).look(cut, last).unwrap();
        assert_eq!((decision.source(), decision.looked_at()), (EncodingSource::Detection, 5), "{last}");
    }
    assert!(Sniffer::new(detect(2).prescan_bytes(0)).look(cut, false).is_none());
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

/// Where the caller asks for them.
#[test]
fn any_guess_is_opt_in() {
    let japanese = &b"<title>\x1B$B$3$l$OF|K\\8l$G$9\x1B(B</title>"[..];
    let utf_16 = |text: &str, big: bool| -> Vec<u8> {
        let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let html = "<title>Füße</title><p>日本語";
    let table: [(Vec<u8>, &str); 8] = [
        (japanese.to_vec(), "ISO-2022-JP"),
        ([&b" ".repeat(5000)[..], japanese].concat(), "ISO-2022-JP"),
        (utf_16(html, false), "UTF-16LE"),
        (utf_16(html, true), "UTF-16BE"),
        // None of those.
        (b"<p>caf\xE9".to_vec(), "windows-1252"),
        (b"<p>\0 caf\xE9".to_vec(), "windows-1252"),
        (b"<p>\x1B[1m bold".to_vec(), "windows-1252"),
        (b"<p>ASCII".to_vec(), "windows-1252"),
    ];
    for (html, expected) in table {
        let any = check(&html, &detect(4096).detect_any(true));
        assert_eq!(any.encoding().name(), expected, "{}", html.escape_ascii());
        let harmless = check(&html, &detect(4096));
        assert!(is_harmless(harmless.encoding()), "{}", html.escape_ascii());
    }
}

fn is_harmless(encoding: &'static Encoding) -> bool {
    !["ISO-2022-JP", "UTF-16LE", "UTF-16BE", "replacement", "x-user-defined"].contains(&encoding.name())
}

proptest! {
    #[test]
    fn no_bytes_lead_to_a_dangerous_guess(
        bytes in vec(prop_oneof![Just(0x1B), Just(b'$'), Just(b'('), Just(b'B'), Just(0), any::<u8>()], 0..80),
        shown in 0..90_usize,
        within in 0..90_usize,
        tld in "[a-zA-Z.é]{0,3}",
    ) {
        let decision = check(&bytes, &detect(shown).detect_within(within).top_level_domain(&tld));
        if decision.source() == EncodingSource::Detection {
            prop_assert!(is_harmless(decision.encoding()));
            prop_assert!(!bytes[..bytes.len().min(within)].is_ascii());
        }
        check(&bytes, &detect(shown).detect_within(within).detect_any(true));
    }
}
