//! Records of the type `conversion`: the text of pages, as in the WET files of Common Crawl, which are pages on request.

use std::io::Cursor;

use tagspan::{Feedback, Token, Tokenizer};
use tagspan_warc::{Archive, Item};
use testing::archives::{gzip, record, response};

/// A record as Common Crawl writes them.
fn of_wet(text: &str) -> Vec<u8> {
    let fields = "WARC-Target-URI: http://a.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n\
                  WARC-Record-ID: <urn:uuid:2>\r\nWARC-Refers-To: <urn:uuid:1>\r\n\
                  WARC-Block-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n\
                  WARC-Identified-Content-Language: eng\r\nContent-Type: text/plain\r\n";
    record("conversion", fields, text.as_bytes())
}

fn plain(kind: &str, block: &[u8]) -> Vec<u8> {
    record("conversion", &format!("Content-Type: {kind}\r\n"), block)
}

/// What is read of each page: whether it is text, the kinds of its tokens, their bytes, and the encoding.
type Read = (bool, Vec<&'static str>, String, &'static str);

fn read(mut archive: Archive<impl std::io::Read>) -> (Vec<Read>, tagspan_warc::Counts) {
    let mut pages = Vec::new();
    while let Some(item) = archive.next_item().expect("memory can be read") {
        let Item::Page(mut page) = item else { continue };
        let (mut kinds, mut raw) = (Vec::new(), Vec::new());
        let truncation = page.for_each(|token| {
            raw.extend_from_slice(token.raw());
            match token {
                Token::Text(_) if kinds.last() == Some(&"text") => {}
                Token::Text(_) => kinds.push("text"),
                Token::Dropped(_) => kinds.push("dropped"),
                Token::Error(_) => {}
                _ => kinds.push("markup"),
            }
        });
        assert!(truncation.is_ok());
        let encoding = page.tokenizer.encoding().expect("it was read").name();
        assert_eq!(page.text_encoding().is_some(), page.record_field("WARC-Type") == Some(b"conversion"));
        let text = String::from_utf8_lossy(&raw).into_owned();
        pages.push((page.text_encoding().is_some(), kinds, text, encoding));
    }
    (pages, *archive.counts())
}

#[test]
fn text_is_a_page_on_request() {
    let text = |text: &str, encoding| (true, vec!["text"], text.to_owned(), encoding);
    for (case, file, page) in [
        ("WET", of_wet("1 <b> &amp;\r\n \n"), Some(text("1 <b> &amp;\r\n \n", "UTF-8"))),
        (
            "markup",
            plain("text/plain", b"<!doctype html><title>a"),
            Some(text("<!doctype html><title>a", "UTF-8")),
        ),
        (
            "a declaration",
            plain("text/plain", b"<meta charset=koi8-r>\xC3\xA9"),
            Some(text("<meta charset=koi8-r>é", "UTF-8")),
        ),
        (
            "an HTTP header",
            plain("text/plain", b"HTTP/1.1 200 OK\r\n\r\na"),
            Some(text("HTTP/1.1 200 OK\r\n\r\na", "UTF-8")),
        ),
        (
            "a signature",
            plain("text/plain", b"%PDF-1.4 is a version"),
            Some(text("%PDF-1.4 is a version", "UTF-8")),
        ),
        ("ill-formed", plain("text/plain", b"a\xFFb\xE2\x82"), Some(text("a\u{FFFD}b\u{FFFD}", "UTF-8"))),
        (
            "a byte order mark",
            plain("text/plain", b"\xEF\xBB\xBFa"),
            Some((true, vec!["dropped", "text"], "\u{FEFF}a".to_owned(), "UTF-8")),
        ),
        ("a charset", plain("text/plain; charset=koi8-r", b"\xC1"), Some(text("а", "KOI8-R"))),
        ("parameters", plain("TEXT/Plain; charset=UTF-8; x=y", b"a"), Some(text("a", "UTF-8"))),
        ("nothing", plain("text/plain", b""), Some((true, vec![], String::new(), "UTF-8"))),
        ("an unknown type", plain("*/*", b"a"), None),
        ("HTML", plain("text/html", b"<p>"), None),
        ("an image", plain("image/png", b"\x89PNG\r\n\x1A\n"), None),
        ("no type", record("conversion", "", b"a"), None),
    ] {
        for file in [gzip(&file), file] {
            for tokenizer in
                [Tokenizer::builder(), Tokenizer::builder().parse_errors(true).feedback(Feedback::None)]
            {
                let archive =
                    || Archive::new(&file[..]).tokenizer(tokenizer.clone().build(), Default::default());
                let (pages, counts) = read(archive().conversions(true));
                assert_eq!(pages, Vec::from_iter(page.clone()), "{case}");
                let counted = [counts.records, counts.conversion, counts.pages, counts.other_media];
                assert_eq!(counted, [1, 1, page.iter().len() as u64, page.is_none().into()], "{case}");
                // Without the option they are skipped.
                let (pages, counts) = read(archive());
                assert_eq!(
                    (pages.len(), counts.conversion, counts.pages + counts.other_media),
                    (0, 1, 0),
                    "{case}"
                );
            }
        }
    }
}

#[test]
fn what_the_record_says_is_that_of_a_page() {
    let file = of_wet("text");
    let mut archive = Archive::new(&file[..]).conversions(true).check_digests(true);
    let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("no page") };
    assert_eq!((page.uri(), page.date()), (Some("http://a.example/"), Some("2026-01-01T00:00:00Z")));
    assert_eq!((page.status(), page.content_type().as_deref()), (None, Some(&b"text/plain"[..])));
    assert_eq!(page.record_field("WARC-Identified-Content-Language"), Some(&b"eng"[..]));
    assert_eq!(page.http_fields().count(), 0);
    assert_eq!(page.for_each(|_| ()).expect("memory can be read"), None);
    // That of the block is not that of the payload, which is not there.
    assert_eq!((page.body.digest_ok(), page.body.record_length()), (None, Some(file.len() as u64)));
}

#[test]
fn pages_after_text_are_html_again() {
    let html = response("http://a.example/", "Content-Type: text/html\r\n", b"<p>a<meta charset=koi8-r>\xC1");
    let file = [of_wet("<p>"), html.clone(), of_wet("<b>"), html].map(|record| gzip(&record)).concat();
    let page = || {
        (false, vec!["markup", "text", "markup", "text"], "<p>a<meta charset=koi8-r>а".to_owned(), "KOI8-R")
    };
    let text = |text: &str| (true, vec!["text"], text.to_owned(), "UTF-8");
    let expected = [text("<p>"), page(), text("<b>"), page()];
    assert_eq!(read(Archive::new(&file[..]).conversions(true)).0, expected);
    assert_eq!(read(Archive::new(&file[..])).0, [page(), page()]);
    // A file that is divided has the same pages.
    for at in 0..file.len() as u64 {
        let part = |range| {
            read(Archive::new(Cursor::new(&file)).conversions(true).split(range).expect("memory can be read"))
                .0
        };
        assert_eq!([part(0..at), part(at..file.len() as u64)].concat(), expected, "{at}");
    }
}

#[test]
fn text_that_is_cut_says_so() {
    let file = of_wet("some text");
    for end in file.len() - 12..file.len() - 4 {
        let mut archive = Archive::new(&file[..end]).conversions(true);
        let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{end}: no page") };
        let (mut text, mut is_truncated) = (Vec::new(), false);
        let truncation = page.for_each(|token| {
            text.extend_from_slice(token.raw());
            is_truncated = token.is_truncated();
        });
        let truncation = truncation.expect("memory can be read").expect("it is cut");
        assert_eq!((truncation.as_str(), is_truncated), ("short", true), "{end}");
        assert_eq!(text, file[file.len() - 13..end], "{end}");
    }
}
