//! Offsets lead back to the source bytes: cases made by hand, and pages in their encodings.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use tagspan::{Encoding, EncodingOptions};
use testing::case::Case;
use testing::checks::{source_spans, source_spans_in};
use testing::chunkings::chunkings;
use testing::corpora;
use testing::reference::{Edition, Options};

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap_or_else(|| panic!("no encoding is called {label}"))
}

fn with_charset(label: &str) -> EncodingOptions {
    EncodingOptions::new().encoding(encoding(label))
}

/// As it is when nothing else says anything, so that a declaration that the parser meets may change it.
fn default(label: &str) -> EncodingOptions {
    EncodingOptions::new().prescan_bytes(0).default_encoding(encoding(label))
}

/// Cut in two at every byte, and byte by byte.
#[track_caller]
fn hold(source: &[u8], encoding: &EncodingOptions) {
    let edition = Edition::LivingProcessingInstructions;
    for options in [Options::default(), Options { cdata: true, edition, ..Options::default() }] {
        for chunks in chunkings(source) {
            let ends = chunks.iter().scan(0, |end, chunk| {
                *end += chunk.len();
                Some(*end)
            });
            let case = Case::new(source, ends, options.clone());
            source_spans(&case, encoding).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }
}

#[test]
fn byte_order_marks() {
    for (source, label) in [
        (&b"\xEF\xBB\xBFa<p \xC3\xA9=\xC3\xA9>\xEF\xBB\xBF"[..], "windows-1252"),
        (b"\xFF\xFEa\0<\0p\0 \0\xE9\0>\0\xFF\xFE", "utf-8"),
        (b"\xFE\xFF\0a\0<\0p\0 \0\xE9\0>\xFE\xFF", "utf-8"),
        // None, or not all of one.
        (b"\xFE\xFF", "utf-8"),
        (b"\xEF\xBB<p>", "shift_jis"),
        (b"\xEF\xBB", "gb18030"),
        (b"\xFF<p>", "utf-16le"),
        (b"\0\xFF<\0", "utf-16be"),
    ] {
        hold(source, &with_charset(label));
        hold(source, &default(label));
    }
}

#[test]
fn every_part_of_a_token() {
    const MARKUP: &str = "é<!DOCTYPE é PUBLIC \"é\"'é'><a é=é x='é&eacute;' y = \"é\" y>é<!--é--><?é é?></é é></><![CDATA[é]]>";
    for label in ["utf-8", "windows-1252", "gb18030", "euc-jp", "utf-16le", "utf-16be"] {
        hold(&encode(MARKUP, label), &with_charset(label));
    }
    const EAST: &str = "日<!DOCTYPE 日 SYSTEM '日'><a 日=本 x='日本'>日<!--日本--></日本>";
    for label in ["shift_jis", "euc-jp", "iso-2022-jp", "big5", "gbk", "gb18030", "utf-16le"] {
        hold(&encode(EAST, label), &with_charset(label));
    }
    hold(&encode("한<a 한=국 x='한국'>국<!--한-->", "euc-kr"), &with_charset("euc-kr"));
    hold(b"<a \x80=\xFF>\x80", &with_charset("x-user-defined"));
    hold(b"<a>b", &with_charset("iso-2022-kr"));
    hold(b"", &with_charset("iso-2022-kr"));
}

fn encode(text: &str, label: &str) -> Vec<u8> {
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding(label).encode(text).0.into_owned(),
    }
}

#[test]
fn ill_formed_sequences_and_what_is_before_and_in_markup() {
    for (label, sources) in [
        (
            "shift_jis",
            &[
                &b"\x82\x22<p a=\"\x82\">\x82\"\x82<\x82>"[..],
                b"<\x82p \x82=\x82\x22>\x82",
                b"<!--\x82-->\xFD\x80",
            ][..],
        ),
        ("euc-jp", &[b"\x8F<\x8F\xA1<p \x8F\xA1\xA1=\xA1 \x8E>\x8E\xFF\x8F\xA1", b"\xA1\x22<\xFF>"]),
        ("euc-kr", &[b"\x81<p \xFE=\xC7\x20\x81>\x81\x5B<\x81", b"\xC9\x41\xFF\xFF"]),
        (
            "big5",
            // Pairs that are two characters; pairs that are none.
            &[
                b"\x88\x62<p \x88\x64=\x88\xA3>\x88\xA5",
                b"\x88<\x88\x62\x88\x30>\x81\x40<\x80",
                b"<a title='\x88\x62'>\x88",
            ],
        ),
        (
            "gb18030",
            &[
                b"\x81\x30\x81\x30<p \x84\x31\xA4\x37=\x90\x30\x81\x30>\x95\x32\x82\x36",
                b"\x81\x30<p>\x81\x30\x81<p \x81\x30=\x81\x30\x81>\x81\x30 \x81",
                b"\xE3\x32\x9A\x36<\xFE\x39\xFE\x39>\xFF\x80<\x81\x30\x81\x81\x30",
                b"a\x81\x30",
                b"a\x81\x30\x81",
            ],
        ),
        ("gbk", &[b"\x80<p \x81\x30=\x81\x40>\x81\x30<", b"\xFF\x81\x7F<\x81"]),
        (
            "iso-2022-jp",
            &[
                // Escapes between and within tags; ones in a row; none that is whole; lead bytes before them.
                b"\x1B$B$\"\x1B(B<p>\x1B$B$\"\x1B(B\x1B(J\x1B(B",
                b"<a \x1B$B$\"\x1B(B=\x1B$@$\"\x1B(J \\~\x1B(I12\x1B(B='\x1B$B\x1B(B'>",
                b"\x1B(B\x1B$B\x1B(J<p>\x1B\x1B$<\x1B(>\x1B$B!\x1B(B<!--\x1B$B!-->\x1B(B",
                b"\x1B$B$<\x24\x22<\x1B(Ia\xFF<p>\x1B$B$\"$",
                b"\x0E\x0F<\x1B",
                b"a\x1B$B",
                b"\x1B$B\x1B$B",
            ],
        ),
        (
            "utf-16le",
            &[
                b"\x3D\xD8\0\xDE<\0p\0 \0\0\xD8=\0\0\xDC>\0\0\xD8",
                b"<\0\0\xD8>\0\x3D\xD8\0",
                b"a\0\0\xD8a",
                b"\0\xDC<",
            ],
        ),
        ("utf-16be", &[b"\xD8\x3D\xDE\0\0<\0p\xD8\0\0>\xDC\0\xD8", b"\0<\xD8\0\0\0>\xD8\0\0"]),
        ("utf-8", &[b"\xFF<\xE2\x82p \xF0\x9F=\xC3>\xE2\x82", b"\xED\xA0\x80<a \xC0\x80='\xF4\x90'"]),
        ("windows-1253", &[b"\xAA<p \xD2=\xFF>\xAA", b"\x80"]),
    ] {
        for source in sources {
            hold(source, &with_charset(label));
            hold(source, &default(label));
        }
    }
}

/// Declarations that the parser meets, and that are followed on the fly, by reading again, or not at all.
#[test]
fn late_declarations() {
    for (source, label) in [
        (&b"a<p><meta charset=koi8-r>\xC1<p \xC1>\xC2"[..], "windows-1252"),
        (b"a<p><meta charset=koi8-r>\xC1<p>\xC2", "utf-8"),
        ("a<meta charset=utf-8>é<p é>€".as_bytes(), "windows-1252"),
        (b"\xC4\xE3<meta charset=gb18030>\x81\x30\x81\x30<\x81\x30", "gbk"),
        (b"a<meta charset=shift_jis>\x82\xA0\x82\x22<p \x82>", "euc-jp"),
        (b"a<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B<p>\x1B(B", "utf-8"),
        // Escapes before the switch are no business of the decoder after it, nor the other way round.
        (b"a\x1B(B<meta charset=utf-8>\x1B$B$\"<p>", "iso-2022-jp"),
        (b"\x1B(B\x1B(J<meta charset=utf-8>\x1B$B$\"<p>", "iso-2022-jp"),
        (b"\x1B$B<meta charset=iso-2022-jp>$\"<p>", "windows-1252"),
        (b"<meta charset=big5>\x88\x62<p \x88\x62>\x88", "shift_jis"),
        // From its first byte once more.
        (b"\xC1<meta charset=koi8-r>\xC1<p>", "windows-1252"),
        ("é<meta charset=utf-8>é<p>".as_bytes(), "gbk"),
        (b"\xA4\xA2<p \xA4\xA2><meta charset=euc-jp>\xA4\xA2<p>", "shift_jis"),
        (b"\x1B$B$\"\x1B(B<meta charset=utf-8>a", "iso-2022-jp"),
        (b"<p><meta charset=iso-2022-kr>a<p>b", "utf-8"),
    ] {
        hold(source, &default(label));
    }
}

/// Tags and comments over many chunks and pieces, of the decoder and of the map.
#[test]
fn long_tokens() {
    for label in ["shift_jis", "iso-2022-jp", "gb18030", "utf-16le", "windows-1252"] {
        let word = if label == "windows-1252" { "é" } else { "日" };
        let names: String =
            (0..2000).map(|number| format!(" {word}{number}='{}'", word.repeat(number % 40))).collect();
        let long = word.repeat(30_000);
        let text = format!("{word}<p{names}>{long}<!--{long}--><a {word}='{long}'>{word}</p{names}>");
        source_spans_in(&encode(&text, label), &with_charset(label), &[3, 1000, 1460, 16_384, 65_536])
            .unwrap_or_else(|wrong| panic!("{label}: {wrong}"));
    }
}

/// Those of `corpora/generated`, in the encoding that its list names.
#[test]
fn generated_pages() {
    let folder = corpora::folder().join("generated");
    let list = fs::read(folder.join("manifest.json")).expect("the list of pages");
    let list: Value = serde_json::from_slice(&list).expect("the list is JSON");
    let pages = list["pages"].as_array().expect("pages");
    let text = |page: &Value, key: &str| page[key].as_str().expect("a string").to_owned();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (file, label) = (text(page, "file"), text(page, "encoding"));
                    let source = fs::read(folder.join(&file)).expect("the page can be read");
                    let tokens = source_spans_in(&source, &with_charset(&label), &[1, 7, 1460])
                        .unwrap_or_else(|wrong| panic!("{file}: {wrong}"));
                    assert!(tokens > 300, "{file}: only {tokens} tokens");
                }
            });
        }
    });
    let encodings: BTreeSet<String> =
        pages.iter().map(|page| encoding(&text(page, "encoding")).name().to_owned()).collect();
    for multi_byte in [
        "Big5",
        "EUC-JP",
        "EUC-KR",
        "GBK",
        "ISO-2022-JP",
        "Shift_JIS",
        "UTF-16BE",
        "UTF-16LE",
        "UTF-8",
        "gb18030",
    ] {
        assert!(encodings.contains(multi_byte), "no page in {multi_byte}");
    }
}
