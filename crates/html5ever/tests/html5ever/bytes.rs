//! Bytes in any encoding: what a mark, a header or the page says, in every chunking.

use crate::common::{Setup, html5evers, show, suite};
use html5ever::tendril::ByteTendril;
use markup5ever_rcdom::RcDom;
use tagspan::{Encoding, EncodingOptions, ErrorKind, LateDeclarations, LateOutcome, Tokenizer};
use tagspan_html5ever::{BytesParser, ParseOpts, TendrilSink, parse_document};

fn parser(encoding: EncodingOptions) -> BytesParser<RcDom> {
    parse_document(RcDom::default(), ParseOpts::default()).from_bytes(encoding)
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).expect("a label of the standard")
}

/// A page in an encoding, as bytes.
fn encoded(label: &str, page: &str) -> Vec<u8> {
    match label {
        "utf-16le" => page.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => page.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        label => {
            let (bytes, _, unmappable) = encoding(label).encode(page);
            assert!(!unmappable, "{label} has all of {page:?}");
            bytes.into_owned()
        }
    }
}

/// How the parser is to know the encoding.
enum Declared {
    Header,
    /// The page says so.
    Page,
    /// The page begins with U+FEFF.
    Mark,
}

const PAGES: &[(&str, Declared, &str)] = &[
    (
        "windows-1251",
        Declared::Header,
        "<title>Привет</title><p title='мир &amp; труд'>май\r\n<!-- да --><b имя=x>",
    ),
    ("windows-1251", Declared::Page, "<meta charset=windows-1251><title>Привет</title><p>мир"),
    ("shift_jis", Declared::Header, "<title>日本語</title><p title='表 &lt; ソ'>表示<br>\r\n能<!-- 能 -->"),
    (
        "shift_jis",
        Declared::Page,
        "<meta http-equiv=content-type content='text/html; charset=shift_jis'><p>日本<p>語",
    ),
    ("euc-jp", Declared::Page, "<!DOCTYPE html><meta charset=euc-jp><title>日本</title>"),
    ("iso-2022-jp", Declared::Header, "<title>日本</title><p>語<b>x"),
    ("gb18030", Declared::Header, "<p>中文𝄞<b>字"),
    ("big5", Declared::Page, "<meta charset=big5><p>中文"),
    ("koi8-r", Declared::Header, "<svg><![CDATA[мир<b>]]></svg><p>мир"),
    ("utf-16le", Declared::Mark, "\u{FEFF}<p title='日本 &eacute;'>é𝄞\r\n<b>"),
    ("utf-16be", Declared::Mark, "\u{FEFF}<!DOCTYPE html><title>日本</title>\0"),
    ("utf-16le", Declared::Header, "<p>é<script>'é<b>'</script>"),
    ("utf-8", Declared::Mark, "\u{FEFF}<p>é日本𝄞"),
    ("utf-8", Declared::Page, "<meta charset=utf-8><p>é日本𝄞"),
    // The default for bytes of which nothing is known.
    ("windows-1252", Declared::Page, "<p>café €"),
];

#[test]
fn pages_in_any_encoding_have_the_trees_of_their_text() {
    for (label, declared, page) in PAGES {
        let bytes = encoded(label, page);
        let known = || match declared {
            Declared::Header => EncodingOptions::new().content_type(format!("text/html; charset={label}")),
            Declared::Page | Declared::Mark => EncodingOptions::new(),
        };
        let expected = html5evers(&Setup::default(), page);
        for size in 1..=bytes.len() {
            let mut fed = parser(known());
            bytes.chunks(size).for_each(|chunk| fed.feed(chunk));
            assert_eq!(show(&fed.finish()), expected, "{label}, {size} bytes a time, of {page:?}");
        }
        let mut whole = parser(known());
        whole.process(ByteTendril::from_slice(&bytes));
        let decision = whole.encoding_decision();
        assert_eq!(show(&TendrilSink::finish(whole)), expected, "{label}, a tendril, of {page:?}");
        // The end settles what the first 1,024 bytes do not.
        if let Some(decision) = decision {
            assert_eq!(decision.encoding(), encoding(label), "{page:?}");
        }
        let read = parser(known()).read_from(&mut &*bytes).expect("memory can be read");
        assert_eq!(show(&read), expected, "{label}, a reader, of {page:?}");
    }
}

#[test]
fn ill_formed_bytes_are_replaced() {
    for (label, bytes) in
        [("utf-8", &b"<p>a\xFF\xE3\x81<b title=\xC3>c\xE3"[..]), ("shift_jis", b"a\x81<p>\xFF")]
    {
        let (text, _, _) = encoding(label).decode(bytes);
        let expected = html5evers(&Setup::default(), &text);
        for size in 1..=bytes.len() {
            let mut parser = parser(EncodingOptions::new().charset(label).expect("a label of the standard"));
            bytes.chunks(size).for_each(|chunk| parser.feed(chunk));
            assert_eq!(show(&parser.finish()), expected, "{label} by {size}");
        }
    }
}

/// html5ever's decoder in front tells of them, as ever.
#[test]
fn ill_formed_utf8_is_reported_as_by_html5ever() {
    let bytes = b"<!DOCTYPE html><p>a\xFF\xE3\x81<b title=\xC3>c\xE3";
    let theirs =
        html5ever::parse_document(RcDom::default(), ParseOpts::default()).from_utf8().one(&bytes[..]);
    let ours = parse_document(RcDom::default(), ParseOpts::default()).from_utf8().one(&bytes[..]);
    assert_eq!(show(&ours), show(&theirs));
    let decode_errors =
        |dom: &RcDom| dom.errors.borrow().iter().filter(|error| error.contains("byte sequence")).count();
    assert_eq!((decode_errors(&ours), decode_errors(&theirs)), (4, 4));
}

/// A page whose declaration is after the bytes that are searched for one.
fn declared_late(before: &[u8]) -> Vec<u8> {
    [before, b"<!--", &[b'-'; 2000], b"--><meta charset=koi8-r><p>\xC1"].concat()
}

#[test]
fn a_late_declaration_that_changes_nothing_before_it_is_heeded() {
    let bytes = declared_late(b"<p>");
    let text =
        String::from_utf8(bytes[..bytes.len() - 1].to_vec()).expect("all but the last byte is ASCII") + "а";
    let expected = html5evers(&Setup::default(), &text);
    for size in [1, 100, 2037, bytes.len()] {
        let mut parser = parser(EncodingOptions::new());
        bytes.chunks(size).for_each(|chunk| parser.feed(chunk));
        let late = parser.tokenizer().late_declaration().map(|late| late.outcome);
        assert_eq!(late, Some(LateOutcome::Switched), "{size} bytes a time");
        assert_eq!(parser.encoding_decision().map(|it| it.encoding()), Some(encoding("koi8-r")));
        assert_eq!(show(&parser.finish()), expected, "{size} bytes a time");
    }
}

/// A tree cannot be undone: the encoding stays, or the caller parses the document again.
#[test]
fn a_late_declaration_that_changes_the_text_is_reported() {
    let bytes = declared_late(b"<p>\xC1");
    let (as_windows_1252, _) = encoding("windows-1252").decode_without_bom_handling(&bytes);
    let (as_koi8_r, _) = encoding("koi8-r").decode_without_bom_handling(&bytes);

    let mut stays = parser(EncodingOptions::new());
    stays.feed(&bytes);
    let late = stays.tokenizer().late_declaration().map(|late| (late.encoding, late.outcome));
    assert_eq!(late, Some((encoding("koi8-r"), LateOutcome::Ignored)));
    assert_eq!(show(&stays.finish()), html5evers(&Setup::default(), &as_windows_1252));

    let follow = Tokenizer::builder().late_declarations(LateDeclarations::Follow);
    let mut driver =
        parse_document(RcDom::default(), ParseOpts::default()).from_bytes_with(follow).into_driver();
    let error = driver.feed(&bytes).expect_err("the document begins anew");
    assert!(matches!(error.kind(), ErrorKind::Restart { .. }));
    assert_eq!(driver.resume().expect_err("this parser does not").kind(), error.kind());
    let declared = driver.tokenizer().late_declaration().expect("it has met one").encoding;
    let mut again = parser(EncodingOptions::new().override_encoding(declared));
    again.feed(&bytes);
    assert_eq!(show(&again.finish()), html5evers(&Setup::default(), &as_koi8_r));
}

#[test]
fn real_legacy_pages_have_the_trees_of_their_text() {
    for (name, bytes) in suite::pages("legacy") {
        let mut whole = parser(EncodingOptions::new());
        whole.feed(&bytes);
        let decision = whole.encoding_decision().expect("a page is longer than 1,024 bytes");
        let (text, _, _) = decision.encoding().decode(&bytes);
        let expected = html5evers(&Setup::default(), &text);
        assert_eq!(show(&whole.finish()), expected, "{name}");
        let mut parts = parser(EncodingOptions::new());
        bytes.chunks(1460).for_each(|chunk| parts.feed(chunk));
        assert_eq!(show(&parts.finish()), expected, "{name}");
    }
}
