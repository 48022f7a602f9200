//! Content encodings and chunks of HTTP, where the header tells the truth and where it lies.

use tagspan_warc::{Archive, Item, Truncation};
use testing::archives::{chunked, encode, record, response};

const BODY: &[u8] =
    b"<!doctype html><p>A body that is long enough, long enough, long enough to be compressed.";

/// The stream that `brotli` makes of [`BODY`] without compression: a window of 16 bits, one block of stored bytes, the end.
fn brotli() -> Vec<u8> {
    let length = BODY.len() as u32 - 1;
    // Bits from the lowest: WBITS 0; ISLAST 0, MNIBBLES 4, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
    let header = length << 4 | 1 << 20;
    [&header.to_le_bytes()[..3], BODY, &[3]].concat()
}

fn read(http: &str, sent: &[u8]) -> (Vec<u8>, Option<Truncation>, u64) {
    let file = response("http://a.example/", &format!("Content-Type: text/html\r\n{http}"), sent);
    let mut archive = Archive::new(&file[..]);
    let mut body = Vec::new();
    let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{http}: no page") };
    while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
        body.extend_from_slice(chunk);
    }
    let truncation = page.body.truncation();
    assert!(archive.next_item().expect("memory can be read").is_none(), "{http}");
    (body, truncation, archive.counts().false_encodings)
}

#[test]
fn a_header_that_tells_the_truth_is_undone() {
    for label in ["", "gzip", "deflate", "raw", "zstd", "br"] {
        let sent = if label == "br" { brotli() } else { encode(label, BODY) };
        let header = match label {
            "" => String::new(),
            "raw" => "content-encoding: deflate\r\n".to_owned(),
            label => format!("Content-Encoding: {}\r\n", label.to_uppercase()),
        };
        assert_eq!(read(&header, &sent), (BODY.to_vec(), None, 0), "{label}");
        // The first chunk has to tell deflate with a header from that without.
        for size in [2, 7, 4000] {
            let header = format!("{header}Transfer-Encoding: chunked\r\n");
            assert_eq!(
                read(&header, &chunked(&sent, size)),
                (BODY.to_vec(), None, 0),
                "{label} in chunks of {size}"
            );
        }
        // Cut anywhere it is the beginning of the body, and says so.
        for cut in (1..sent.len()).filter(|_| !label.is_empty()) {
            let (body, truncation, _) = read(&header, &sent[..cut]);
            assert!(BODY.starts_with(&body) || body == sent[..cut], "{label}, cut at {cut}");
            assert_eq!(truncation, Some(Truncation::Encoding), "{label}, cut at {cut}");
        }
    }
    let twice = [encode("gzip", b"<p>1"), encode("gzip", b"<p>2")].concat();
    assert_eq!(read("Content-Encoding: gzip\r\n", &twice), (b"<p>1<p>2".to_vec(), None, 0));
    let trailer = b"3;name=value\r\n<p>\r\n0\r\nName: value\r\n\r\n";
    assert_eq!(read("Transfer-Encoding: chunked\r\n", trailer), (b"<p>".to_vec(), None, 0));
    assert_eq!(read("Content-Encoding: gzip\r\n", b""), (Vec::new(), None, 0));
}

#[test]
fn bytes_behind_a_compressed_body_are_counted() {
    for label in ["gzip", "deflate", "zstd", "br"] {
        let sent = if label == "br" { brotli() } else { encode(label, BODY) };
        let sent = [&sent[..], b"garbage"].concat();
        for (header, sent) in [("", sent.clone()), ("Transfer-Encoding: chunked\r\n", chunked(&sent, 50))] {
            let http = format!("Content-Type: text/html\r\nContent-Encoding: {label}\r\n{header}");
            let file = response("http://a.example/", &http, &sent);
            let mut archive = Archive::new(&file[..]);
            let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{http}: no page") };
            let mut body = Vec::new();
            while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
                body.extend_from_slice(chunk);
            }
            assert_eq!((page.body.truncation(), &body[..]), (None, BODY), "{http}");
            assert_eq!(archive.counts().trailing_bytes, 7, "{http}");
        }
    }
}

#[test]
fn a_header_that_lies_is_counted() {
    for header in ["gzip", "deflate", "br", "zstd", "utf-8"] {
        let header = format!("Content-Encoding: {header}\r\nContent-Length: 99999\r\n");
        assert_eq!(read(&header, BODY), (BODY.to_vec(), None, 1), "{header}");
    }
    assert_eq!(read("Transfer-Encoding: chunked\r\n", BODY), (BODY.to_vec(), None, 1));
    let both = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n";
    assert_eq!(read(both, &encode("gzip", BODY)), (BODY.to_vec(), None, 1));
    assert_eq!(read(both, &chunked(BODY, 50)), (BODY.to_vec(), None, 1));
}

#[test]
fn a_body_that_is_cut_says_so() {
    for (header, sent, body, truncation) in [
        ("Content-Length: 4\r\n", &b"<p>"[..], &b"<p>"[..], Some(Truncation::ShortHttp)),
        ("Content-Length: 2\r\n", b"<p>", b"<p>", None),
        ("Transfer-Encoding: chunked\r\n", b"9\r\n<p>", b"<p>", Some(Truncation::Encoding)),
        ("Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\nx", b"<p>", Some(Truncation::Encoding)),
        ("Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\n", b"<p>", Some(Truncation::Encoding)),
    ] {
        assert_eq!(read(header, sent), (body.to_vec(), truncation, 0), "{header} {sent:?}");
    }
    let fields = "WARC-Truncated: length\r\nContent-Type: text/html\r\n";
    let file = record("resource", fields, b"<p>text <a href=");
    let mut archive = Archive::new(&file[..]);
    let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("no page") };
    let mut cut = false;
    let truncation = page.for_each(|token| cut |= token.is_truncated()).expect("memory can be read");
    assert_eq!((truncation, cut, archive.counts().truncated), (Some(Truncation::Declared), true, 1));
}

#[test]
fn html_is_told_by_media_types_or_the_first_byte() {
    let http = |field: &str, body: &[u8]| response("http://a.example/", field, body);
    for (pages, file) in [
        (1, http("Content-Type: TEXT/HTML ; charset=x\r\n", b"")),
        (1, http("Content-Type: application/xhtml+xml\r\n", b"")),
        (0, http("Content-Type: text/plain\r\n", b"<p>")),
        (1, http("", b" \n<p>")),
        (0, http("", b"text")),
        (0, http("", b"")),
        (
            1,
            record(
                "response",
                "WARC-Identified-Payload-Type: text/html\r\n",
                b"HTTP/2 200\r\nContent-Type: x\r\n\r\n",
            ),
        ),
        (1, record("resource", "", b"<p>")),
        (0, record("resource", "Content-Type: image/png\r\n", b"<p>")),
        (0, record("revisit", "Content-Type: text/html\r\n", b"<p>")),
        (0, record("conversion", "Content-Type: text/html\r\n", b"<p>")),
    ] {
        let mut archive = Archive::new(&file[..]);
        while archive.next_item().expect("memory can be read").is_some() {}
        let counts = archive.counts();
        assert_eq!(
            (counts.pages, counts.records, counts.gaps),
            (pages, 1, 0),
            "{}",
            String::from_utf8_lossy(&file)
        );
    }
}
