//! `Content-Type` headers: tables of what they name, and a browser engine's parser of MIME types.

use data_url::mime::Mime;
use proptest::{collection::vec, prelude::*, sample::select};
use tagspan_input::{EncodingOptions, sniff};

/// The name of the encoding that a header's value gives; empty for none.
fn named(value: &[u8]) -> &'static str {
    let options = EncodingOptions::new().content_type(value);
    if options == EncodingOptions::new() { "" } else { sniff(b"", &options).encoding().name() }
}

/// One MIME type.
const SINGLE: &[(&[u8], &str)] = &[
    (b"", ""),
    (b"text/html", ""),
    (b"text/html;charset=koi8-r", "KOI8-R"),
    (b"text/html; charset=koi8-r", "KOI8-R"),
    (b"\r\n\t text/html \r\n\t; \r\n\tCHARSET=KOI8-R \r\n\t", "KOI8-R"),
    (b"image/png;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=\"koi8-r\"", "KOI8-R"),
    (b"text/html;charset=\"koi8-r", "KOI8-R"),
    (b"text/html;charset=\"k\\oi8\\-r\"", "KOI8-R"),
    (b"text/html;charset=\" koi8-r \"", "KOI8-R"),
    (b"text/html;charset=\"koi8-r\"x;y", "KOI8-R"),
    (b"text/html;charset=\"koi8-r\"\x01;y", "KOI8-R"),
    (b"text/html;x=\";charset=big5\";charset=koi8-r", "KOI8-R"),
    (b"text/html;x=\"\\\";charset=big5\";charset=koi8-r", "KOI8-R"),
    (b"text/html;;;charset=koi8-r;;", "KOI8-R"),
    (b"text/html;charset;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset= ;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=\x01;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=\"\x7F\";charset=koi8-r", "KOI8-R"),
    (b"text/html;charset =big5;charset=koi8-r", "KOI8-R"),
    (b"text/html;'charset'=big5;charset=koi8-r", "KOI8-R"),
    (b"text/html;\xE9=x;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=koi8-r;charset=big5", "KOI8-R"),
    (b"*/html;charset=koi8-r", "KOI8-R"),
    (b"text/*;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=utf-16", "UTF-16LE"),
    (b"text/html;charset=x-user-defined", "x-user-defined"),
    (b"text/html;charset=iso-2022-kr", "replacement"),
    // The first one counts, whether or not it is of use.
    (b"text/html;charset=x;charset=big5", ""),
    (b"text/html;charset=\"\";charset=big5", ""),
    (b"text/html;charset=\xFF;charset=big5", ""),
    (b"text/html;charset='big5'", ""),
    (b"text/html;charset=\"big5\\", ""),
    (b"text/html;charset=\"big5;x\"", ""),
    (b"text/html;charset=big5 x", ""),
    (b"text/html;charset= big5", "Big5"),
    (b"text/html;charset=\x0Cbig5", ""),
    (b"text/html; \x0Ccharset=big5", ""),
    (b"text/html charset=big5", ""),
    // No MIME type.
    (b"charset=big5", ""),
    (b"text;charset=big5", ""),
    (b"/html;charset=big5", ""),
    (b"text/;charset=big5", ""),
    (b"text /html;charset=big5", ""),
    (b"text/ html;charset=big5", ""),
    (b"text/ht\xFFml;charset=big5", ""),
    (b"text/html/x;charset=big5", ""),
    (b"*/*;charset=big5", ""),
];

/// Several, joined with commas.
const JOINED: &[(&[u8], &str)] = &[
    (b"text/html;charset=koi8-r,text/html", "KOI8-R"),
    (b"text/html;charset=koi8-r , text/html;x=y", "KOI8-R"),
    (b"text/html;charset=koi8-r, Text/HTML", "KOI8-R"),
    (b"text/html;charset=koi8-r,text/html,text/html", "KOI8-R"),
    (b"text/html;charset=big5,text/html;charset=koi8-r", "KOI8-R"),
    // What is carried over stays that of the first of a run: the text never takes note of the later one.
    (b"text/html;charset=koi8-r,text/html;charset=big5,text/html", "KOI8-R"),
    (b"text/html,text/html;charset=big5,text/html", ""),
    // Another type restarts.
    (b"text/html;charset=big5,text/plain", ""),
    (b"text/html;charset=big5,text/plain,text/html", ""),
    (b"text/html;charset=big5,text/plain;charset=koi8-r", "KOI8-R"),
    (b"text/plain;charset=big5,text/html;charset=koi8-r,text/html", "KOI8-R"),
    // What is no MIME type, and */*, is passed over.
    (b"text/html;charset=koi8-r,", "KOI8-R"),
    (b",,text/html;charset=koi8-r,,", "KOI8-R"),
    (b"text/html;charset=koi8-r,*/*;charset=big5,text/html", "KOI8-R"),
    (b"text/html;charset=koi8-r,x", "KOI8-R"),
    (b"x,text/html;charset=koi8-r", "KOI8-R"),
    // An unknown charset is one nevertheless.
    (b"text/html;charset=x,text/html;charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=big5,text/html;charset=x", ""),
    (b"text/html;charset=x,text/html", ""),
    // Commas in quotes do not separate.
    (b"text/html;x=\",text/plain;charset=big5,\";charset=koi8-r", "KOI8-R"),
    (b"text/html;x=\"\\\",text/plain;charset=big5,\";charset=koi8-r", "KOI8-R"),
    (b"text/html;charset=koi8-r;x=\",text/plain", "KOI8-R"),
    (b"\",\",text/html;charset=koi8-r", "KOI8-R"),
    (b"\"text/html;charset=big5,text/html;charset=big5", ""),
    (b"text/html;charset=big5\\\",text/plain;charset=koi8-r", ""),
];

#[test]
fn each_value_names_what_the_tables_say() {
    for &(value, expected) in SINGLE.iter().chain(JOINED) {
        assert_eq!(named(value), expected, "{}", value.escape_ascii());
    }
}

#[test]
fn the_last_word_on_the_transport_holds() {
    let big5 = EncodingOptions::new().charset("big5").unwrap();
    assert_eq!(EncodingOptions::new().content_type("a/b;charset=koi8-r").charset("big5"), Ok(big5.clone()));
    assert_eq!(
        big5.clone().content_type("a/b;charset=koi8-r"),
        EncodingOptions::new().charset("koi8-r").unwrap()
    );
    assert_eq!(big5.content_type("a/b"), EncodingOptions::new());
}

/// The result of the engine's parser for one MIME type.
fn parsed_by_the_engine(value: &str) -> &'static str {
    let mime = value.parse::<Mime>().ok().filter(|mime| !mime.matches("*", "*"));
    let label = mime.as_ref().and_then(|mime| mime.get_parameter("charset"));
    let encoding = label.and_then(|label| tagspan_input::Encoding::for_label(label.as_bytes()));
    encoding.map_or("", |encoding| encoding.name())
}

#[test]
fn each_single_value_is_parsed_as_the_engine_does() {
    for &(value, expected) in SINGLE {
        // The engine's parser takes strings, and checks the bytes after a closing quote as if they were the value.
        let Ok(value) = str::from_utf8(value) else { continue };
        if value != "text/html;charset=\"koi8-r\"\x01;y" {
            assert_eq!(parsed_by_the_engine(value), expected, "{value:?}");
        }
    }
}

/// The parts of generated MIME types: no commas, which the engine's parser does not split at, and no controls,
/// see above.
const PARTS: &[&str] = &[
    "text/html",
    "text/plain",
    "*/*",
    "/",
    "text",
    ";",
    ";",
    ";",
    "charset",
    "charset=",
    "Charset=",
    "x=",
    "=",
    "koi8-r",
    "big5",
    "utf-7",
    "\"",
    "\"",
    "\\",
    "\"koi8-r\"",
    " ",
    "\t",
    "'",
    "~",
    "é",
];

fn mime_types() -> impl Strategy<Value = String> {
    let free = vec(select(PARTS), 0..12).prop_map(|parts| parts.concat());
    let typed = vec(select(PARTS), 0..12).prop_map(|parts| format!("text/html;{}", parts.concat()));
    let quoted = vec(select(PARTS), 0..8).prop_map(|parts| format!("text/html;charset=\"{}", parts.concat()));
    prop_oneof![free, typed, quoted]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_mime_type_is_parsed_as_the_engine_does(value in mime_types()) {
        prop_assert_eq!(named(value.as_bytes()), parsed_by_the_engine(&value));
    }

    /// A type with another in front is that type, if it is one of another essence.
    #[test]
    fn the_last_mime_type_counts(before in mime_types(), value in mime_types()) {
        let closed = before.matches(['"', '\\']).count() == 0;
        if closed && !parsed_by_the_engine(&value).is_empty() {
            let joined = format!("{before},x/x,{value}");
            prop_assert_eq!(named(joined.as_bytes()), parsed_by_the_engine(&value));
        }
    }

    #[test]
    fn no_bytes_are_refused(value in vec(any::<u8>(), 0..64)) {
        named(&value);
    }
}
