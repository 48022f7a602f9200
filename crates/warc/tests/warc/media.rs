//! Media types: which records are pages, and which bodies are none though they are declared as HTML.

use tagspan::{EncodingOptions, EncodingSource, Tokenizer};
use tagspan_warc::{Archive, Item, Truncation};
use testing::archives::{encode, record, response};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj";

fn http(fields: &str, body: &[u8]) -> Vec<u8> {
    response("http://a.example/", fields, body)
}

/// A response whose payload the crawler has identified.
fn identified(kind: &str, http: &str, body: &[u8]) -> Vec<u8> {
    let block = [format!("HTTP/1.1 200 OK\r\n{http}\r\n").as_bytes(), body].concat();
    record("response", &format!("WARC-Identified-Payload-Type: {kind}\r\n"), &block)
}

/// *Extract a MIME type* of the Fetch Standard, and the *rules for identifying an unknown MIME type* of MIME Sniffing.
#[test]
fn pages_are_known_by_their_type_or_their_first_bytes() {
    let gzipped = encode("gzip", b" <!-- a --> text");
    for (pages, file) in [
        (1, http("Content-Type: TEXT/HTML ; charset=x\r\n", b"")),
        (1, http("Content-Type: application/xhtml+xml\r\n", b"")),
        (0, http("Content-Type: text/plain\r\n", b"<p>")),
        // Lists, and several lines: the last type that can be parsed counts.
        (1, http("Content-Type: text/html, text/html; charset=koi8-r\r\n", b"")),
        (1, http("Content-Type: text/html,text/html\r\n", b"")),
        (1, http("Content-Type: text/plain, text/html\r\n", b"")),
        (0, http("Content-Type: text/html, text/plain\r\n", b"<p>")),
        (1, http("Content-Type: text/plain\r\nContent-Type: text/html\r\n", b"")),
        (0, http("Content-Type: text/html\r\nContent-Type: image/png\r\n", b"<p>")),
        (1, http("Content-Type: text/html, */*\r\n", b"")),
        (1, http("Content-Type: text/html, html\r\n", b"")),
        (1, http("Content-Type: text/html;x=\",text/plain\"\r\n", b"")),
        // No type at all is sniffed.
        (1, http("Content-Type: html\r\n", b"<p>")),
        (1, http("Content-Type: text/html: charset=x\r\n", b"<!doctype html>")),
        (1, http("Content-Type: */*\r\n", b"<title>")),
        (1, http("Content-Type: , ;\r\n", b"<A href=x>")),
        (1, http("Content-Type: unknown/unknown\r\n", b"<br >")),
        (0, http("Content-Type: html\r\n", b"text")),
        (0, http("Content-Type: */*\r\n", PNG)),
        (0, http("Content-Type: text/html: charset=x\r\nX-Content-Type-Options: nosniff\r\n", b"<p>")),
        (1, http("", b" \n<p>")),
        (1, http("", b"\x0C<BODY bgcolor=white>")),
        (0, http("", b"<p")),
        (0, http("", b"<pre>")),
        (0, http("", b"<x>")),
        (0, http("", b"text")),
        (0, http("", b"")),
        (1, http("Content-Encoding: gzip\r\n", &gzipped)),
        (1, http("Transfer-Encoding: chunked\r\n", b"1\r\n<\r\n2\r\np>\r\n0\r\n\r\n")),
        (1, identified("text/html", "Content-Type: x\r\n", b"")),
        (1, identified("text/html; charset=utf-8", "Content-Type: text/plain\r\n", b"")),
        (0, identified("text/plain", "", b"<p>")),
        (1, identified("*/*", "", b"<p>")),
        (1, record("resource", "", b"<p>")),
        (0, record("resource", "Content-Type: image/png\r\n", b"<p>")),
        (1, record("resource", "Content-Type: image/png, text/html\r\n", b"<p>")),
        (0, record("revisit", "Content-Type: text/html\r\n", b"<p>")),
        (0, record("conversion", "Content-Type: text/html\r\n", b"<p>")),
    ] {
        let mut archive = Archive::new(&file[..]);
        while archive.next_item().expect("memory can be read").is_some() {}
        let counts = archive.counts();
        let case = String::from_utf8_lossy(&file);
        assert_eq!((counts.pages, counts.records, counts.gaps), (pages, 1, 0), "{case}");
        assert_eq!(counts.pages + counts.other_media, counts.response + counts.resource, "{case}");
    }
}

#[test]
fn the_charset_is_that_of_the_last_type() {
    for (fields, name) in [
        ("Content-Type: text/html, text/html; charset=koi8-r\r\n", "KOI8-R"),
        ("Content-Type: text/html\r\nContent-Type: text/html; charset=koi8-r\r\n", "KOI8-R"),
        ("Content-Type: text/html; charset=koi8-r\r\nContent-Type: text/html\r\n", "KOI8-R"),
        ("Content-Type: text/plain; charset=koi8-r\r\nContent-Type: text/html; charset=big5\r\n", "Big5"),
        ("Content-Type: text/html; charset=koi8-r\r\nContent-Type: html; charset=big5\r\n", "KOI8-R"),
    ] {
        let file = http(fields, b"<p>");
        let mut archive = Archive::new(&file[..]);
        let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{fields}: no page") };
        page.for_each(|_| ()).expect("memory can be read");
        assert_eq!(page.tokenizer.encoding().expect("it was read").name(), name, "{fields}");
    }
}

/// The charset that a crawler has identified counts where HTTP and the page have none, and before a guess.
#[test]
fn an_identified_charset_is_likely() {
    let html = "Content-Type: text/html\r\n";
    for (kind, fields, body, name, source) in [
        ("text/html; charset=koi8-r", html, &b"<p>\xC1"[..], "KOI8-R", EncodingSource::Likely),
        ("text/html;charset=\"koi8-r\"", "", b"<p>", "KOI8-R", EncodingSource::Likely),
        ("text/html", html, b"<p>caf\xE9", "windows-1252", EncodingSource::Detection),
        ("text/html; charset=klingon-8", html, b"<p>", "UTF-8", EncodingSource::Default),
        ("text/html; charset=koi8-r", html, b"<meta charset=big5>", "Big5", EncodingSource::Prescan),
        (
            "text/html; charset=koi8-r",
            "Content-Type: text/html; charset=big5\r\n",
            b"<p>",
            "Big5",
            EncodingSource::Transport,
        ),
    ] {
        let file = identified(kind, fields, body);
        let mut archive = Archive::new(&file[..]).tokenizer(Tokenizer::new(), EncodingOptions::detecting());
        let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{kind}: no page") };
        page.for_each(|_| ()).expect("memory can be read");
        let decision = page.tokenizer.encoding_decision().expect("it was read");
        assert_eq!((decision.encoding().name(), decision.source()), (name, source), "{kind} {fields}");
    }
}

/// A body of another type is no page of text, whatever its header says: the row tells the type.
#[test]
fn bodies_of_other_types_are_left_out() {
    let html = "Content-Type: text/html\r\n";
    let gzipped = format!("{html}Content-Encoding: gzip\r\n");
    let utf_16: Vec<u8> = "text".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (found, file) in [
        (Some("image/png"), http(html, PNG)),
        (Some("application/pdf"), http(html, PDF)),
        (Some("image/jpeg"), http(html, b"\xFF\xD8\xFF\xE0")),
        (Some("image/gif"), http(html, b"GIF89a\x01")),
        (Some("image/webp"), http(html, b"RIFF\x10\0\0\0WEBPVP8 ")),
        (Some("video/mp4"), http(html, b"\0\0\0\x18ftypmp42")),
        (Some("application/zip"), http(html, b"PK\x03\x04\x14")),
        (Some("application/x-gzip"), http(html, &encode("gzip", PNG))),
        (Some("application/x-gzip"), http(html, &encode("gzip", &encode("gzip", b"<p>")))),
        (Some("application/octet-stream"), http(html, b"\0\0\0\x01data")),
        (Some("image/png"), http("Content-Type: application/xhtml+xml\r\n", PNG)),
        (Some("image/png"), record("resource", html, PNG)),
        // Within the codings of HTTP, those that are true and others.
        (Some("image/png"), http(&gzipped, &encode("gzip", PNG))),
        (Some("image/png"), http(&gzipped, PNG)),
        (Some("application/pdf"), http(&gzipped, PDF)),
        (Some("application/pdf"), http(&format!("{html}Content-Encoding: compress\r\n"), PDF)),
        (
            Some("application/pdf"),
            http(&format!("{html}Transfer-Encoding: chunked\r\n"), b"3\r\n%PD\r\n3\r\nF-1\r\n0\r\n\r\n"),
        ),
        // The type that the crawler has identified counts where the bytes tell nothing.
        (Some("image/png"), identified("image/png", html, b"text")),
        (Some("image/png"), identified("IMAGE/PNG;x=y", html, PNG)),
        (Some("image/png"), identified("text/html", "Content-Type: image/jpeg\r\n", PNG)),
        (None, identified("image/png", html, b" <p>")),
        (None, identified("text/plain", html, b"text")),
        (None, identified("application/x-gzip", &gzipped, &encode("gzip", b"text"))),
        (None, identified("image/png", html, b"")),
        (None, http(html, b"")),
        (None, http(html, b"text")),
        (None, http(html, b"\x01\x02text")),
        (None, http(html, b"BMW and others")),
        (None, http(html, b"ID3 tags")),
        (None, http(html, b"<p>\0\0\0")),
        (None, http(html, &utf_16)),
        (None, http(html, b"\xFF\xFE\0\0\0\0")),
    ] {
        let mut archive = Archive::new(&file[..]);
        let case = String::from_utf8_lossy(&file);
        let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{case}: no page") };
        let mut length = 0;
        while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
            length += chunk.len();
        }
        assert_eq!(page.body.truncation(), found.map(Truncation::NotHtml), "{case}");
        assert!(found.is_none() || length == 0, "{case}");
        let counts = archive.counts();
        assert_eq!((counts.not_html, counts.truncated), (u64::from(found.is_some()), 0), "{case}");
    }
}
