//! Source spans of generated sources in every encoding.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tagspan::{Encoding, EncodingOptions};
use testing::case::Case;
use testing::checks::source_spans;
use testing::reference::encoding::Encoding as Named;
use testing::reference::{Edition, Options};
use testing::sample;

/// All forty encodings of the Encoding Standard.
fn encoding() -> impl Strategy<Value = &'static Encoding> {
    // Those in which a sequence can be cut or in error come as often as all others.
    const MANY: [&str; 10] = [
        "utf-8",
        "shift_jis",
        "euc-jp",
        "iso-2022-jp",
        "big5",
        "euc-kr",
        "gbk",
        "gb18030",
        "utf-16le",
        "utf-16be",
    ];
    let all: Vec<&str> = Named::all().map(Named::name).collect();
    prop_oneof![select(&MANY[..]), select(all)]
        .prop_map(|label| Encoding::for_label(label.as_bytes()).expect("the standard has the label"))
}

fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        // It has no encoder; any bytes will do.
        "replacement" => text.into(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

const ESCAPES: [&[u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];

const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];

/// Something to build a source from.
fn part(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    const MATTER: &[u8] = b"\x1B$(BJI@\x81\x30\x39\x8E\x8F\xA1\xFE\x88\x62\xD8\xDC\0\"'<>/! =";
    const MARKUP: [&str; 15] = [
        "<p>",
        "</p",
        "<a ",
        " é=日",
        " ü='ж'",
        ">",
        "<!--",
        "-->",
        "<!DOCTYPE 語 PUBLIC 'é'>",
        "<title>",
        "</title>",
        "<![CDATA[",
        "&amp;",
        "<?é ß?>",
        "\r\n",
    ];
    prop_oneof![
        2 => proptest::collection::vec(any::<u8>(), 0..8),
        2 => proptest::collection::vec(select(MATTER), 1..8),
        2 => select(&ESCAPES[..]).prop_map(<[u8]>::to_vec),
        4 => select(&MARKUP[..]).prop_map(move |text| encode(encoding, text)),
        2 => "[é日本語ｱ가漢简𠀀Жß\u{CA}\u{304}<a ]{0,8}".prop_map(move |text| encode(encoding, &text)),
        1 => self::encoding().prop_map(move |late| encode(encoding, &format!("<meta charset={}>", late.name()))),
    ]
}

/// A source, and what is known of its encoding: that, or what a default, or a mark or a declaration says.
fn source() -> impl Strategy<Value = (EncodingOptions, Vec<u8>)> {
    encoding().prop_flat_map(|encoding| {
        let known = prop_oneof![
            2 => Just(EncodingOptions::new().encoding(encoding)),
            2 => Just(EncodingOptions::new().default_encoding(encoding).prescan_bytes(0)),
            1 => Just(EncodingOptions::new().default_encoding(encoding)),
        ];
        let mark = prop_oneof![
            8 => Just(&b""[..]),
            1 => select(&MARKS[..]),
        ];
        let parts = proptest::collection::vec(part(encoding), 0..14);
        // Repeated at times, so that it fills a buffer and there is something to forget.
        let times = prop_oneof![80 => Just(1), 1 => 1..200_usize];
        (
            known,
            (mark, parts, times)
                .prop_map(|(mark, parts, times)| [mark, &parts.concat().repeat(times)].concat()),
        )
    })
}

fn settings() -> impl Strategy<Value = Options> {
    (any::<bool>(), select(vec![Edition::Living, Edition::LivingProcessingInstructions]))
        .prop_map(|(cdata, edition)| Options { cdata, edition, ..Options::default() })
}

/// Failing cases are added to a table by hand, not to a file beside this one.
fn config() -> ProptestConfig {
    let cases = sample::cases(500, 5000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_source_of_every_span_decodes_to_it(
        (known, source) in source(),
        cuts in prop_oneof![
            proptest::collection::vec(any::<Index>(), 0..8).prop_map(Some),
            // Byte by byte.
            Just(None),
        ],
        options in settings(),
    ) {
        let cuts: Vec<usize> = match cuts {
            Some(cuts) => cuts.iter().map(|cut| cut.index(source.len() + 1)).collect(),
            None => (1..source.len()).collect(),
        };
        source_spans(&Case::new(source, cuts, options), &known).map_err(TestCaseError::fail)?;
    }
}
