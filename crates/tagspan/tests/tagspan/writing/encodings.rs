//! Tests that every inserted character is read back, in every encoding.

use tagspan::entities::{Decode, decode};
use tagspan::{Encoding, EncodingOptions, Rewriter, Tokenizer};

/// All encodings of the Encoding Standard except the replacement encoding, which reads every document as one U+FFFD.
const NAMES: [&str; 39] = [
    "UTF-8",
    "IBM866",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "GBK",
    "gb18030",
    "Big5",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "EUC-KR",
    "UTF-16BE",
    "UTF-16LE",
    "x-user-defined",
];

/// A browser may read a document in a guessed encoding otherwise, so that references stand for what is outside ASCII.
#[test]
fn controls_are_read_back_in_a_guessed_encoding() {
    let guessed = EncodingOptions::new().default_encoding(Encoding::for_label(b"iso-2022-jp").unwrap());
    let rewriter = Rewriter::with_builder(Vec::new(), Tokenizer::builder().encoding_options(guessed));
    let output = rewriter.read_from(&b"<p>"[..], |_, edit| edit.before("\u{1B}$B\u{E}\u{F}é")).unwrap();
    assert_eq!(output, b"&#27;$B&#14;&#15;&#233;<p>");
}

/// The decoded text of a document in this encoding that consists of the inserted text.
fn read_back(encoding: &'static Encoding, text: &str) -> String {
    let rewriter = Rewriter::with_builder(Vec::new(), Tokenizer::builder().encoding(encoding));
    // One character.
    let source = if encoding.name().starts_with("UTF-16") { &b"xx"[..] } else { b"x" };
    let output = rewriter.read_from(source, |_, edit| edit.replace(text)).unwrap();
    let (decoded, has_errors) = encoding.decode_without_bom_handling(&output);
    assert!(!has_errors, "{encoding:?}");
    decode(decoded.as_bytes(), Decode::DATA).into_owned()
}

#[test]
fn every_character_comes_back() {
    for name in NAMES {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        assert_eq!(encoding.name(), name);
        // No encoder has a table beyond plane 2, so the last plane stands for those between.
        for plane in [0, 1, 2, 16] {
            let characters = (plane << 16..(plane + 1) << 16).filter_map(char::from_u32);
            // The text is markup, in which a CR is read as a newline.
            let text: String = characters.filter(|it| !matches!(it, '&' | '\r')).collect();
            // No reference stands for these.
            let lacks = |it: char| {
                matches!(it, '\u{80}'..='\u{9F}') && encoding.encode(it.encode_utf8(&mut [0; 4])).2
            };
            let expected = text.chars().map(|it| if lacks(it) { char::REPLACEMENT_CHARACTER } else { it });
            let read = read_back(encoding, &text);
            assert_eq!(read.chars().count(), text.chars().count(), "{name}, plane {plane}");
            let changed = read.chars().zip(expected).find(|(one, other)| one != other);
            assert_eq!(changed, None, "{name}, plane {plane}");
        }
    }
}
