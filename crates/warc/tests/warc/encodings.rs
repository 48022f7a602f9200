//! Content encodings and chunks of HTTP, where the header tells the truth and where it lies.

use std::io::{Error, ErrorKind, Read};

use tagspan_warc::{Archive, Counts, Item, Truncation};
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
        // The first bytes tell deflate with a header from that without, however many chunks they are in.
        for size in [1, 2, 7, 4000] {
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
    for label in ["gzip", "zstd"] {
        let twice = [encode(label, b"<p>1"), encode(label, b"<p>2")].concat();
        let header = format!("Content-Encoding: {label}\r\n");
        let wanted = (b"<p>1<p>2".to_vec(), None, 0);
        assert_eq!(read(&header, &twice), wanted, "{label}");
        // A chunk may end anywhere within the first bytes of the second stream.
        let header = format!("{header}Transfer-Encoding: chunked\r\n");
        for size in 2..twice.len() {
            assert_eq!(read(&header, &chunked(&twice, size)), wanted, "{label} in chunks of {size}");
        }
    }
    let trailer = b"3;name=value\r\n<p>\r\n0\r\nName: value\r\n\r\n";
    assert_eq!(read("Transfer-Encoding: chunked\r\n", trailer), (b"<p>".to_vec(), None, 0));
    assert_eq!(read("Content-Encoding: gzip\r\n", b""), (Vec::new(), None, 0));
}

#[test]
fn bytes_behind_a_compressed_body_are_counted() {
    // Some begin as another stream does.
    let garbage = [&b"garbage"[..], b"\x1F\x8Bgarba", b"\x28\xB5\x2Fgarb"];
    for (label, garbage) in ["gzip", "deflate", "zstd", "br"]
        .into_iter()
        .flat_map(|label| garbage.map(|garbage| (label, garbage)))
    {
        let sent = if label == "br" { brotli() } else { encode(label, BODY) };
        let sent = [&sent[..], garbage].concat();
        for (header, sent) in [
            ("", sent.clone()),
            ("Transfer-Encoding: chunked\r\n", chunked(&sent, 50)),
            ("Transfer-Encoding: chunked\r\n", chunked(&sent, sent.len() - garbage.len() + 1)),
        ] {
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

/// A reader that fails three times after each part.
struct Interrupted<'a> {
    parts: Vec<&'a [u8]>,
    failures: usize,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let Some(part) = self.parts.first_mut() else { return Ok(0) };
        if !part.is_empty() {
            return part.read(buf);
        }
        self.failures += 1;
        if self.failures.is_multiple_of(3) {
            self.parts.remove(0);
        }
        Err(Error::from(ErrorKind::WouldBlock))
    }
}

/// Reads the only page of a file whose input fails between these parts, and continues where it did.
fn read_on(parts: Vec<&[u8]>) -> (Vec<u8>, Option<Truncation>, Counts) {
    let mut archive = Archive::new(Interrupted { parts, failures: 0 });
    let mut page = loop {
        match archive.next_item() {
            Ok(Some(Item::Page(page))) => break page,
            Ok(_) => panic!("no page"),
            Err(_) => {}
        }
    };
    let mut body = Vec::new();
    loop {
        match page.body.next_chunk() {
            Ok(Some(chunk)) => body.extend_from_slice(chunk),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    let truncation = page.body.truncation();
    while !matches!(archive.next_item(), Ok(None)) {}
    (body, truncation, *archive.counts())
}

/// The end of a body is read ahead of the last bytes that the caller gets.
#[test]
fn errors_of_the_input_take_nothing_of_a_body() {
    let mut rng = testing::rng::Rng::of_seed(1, 0);
    let body: Vec<u8> = (0..12_000).map(|_| b'a' + rng.below(26) as u8).collect();
    let all = |label: &str, rest: &[u8]| [&encode(label, &body)[..], rest].concat();
    let damaged = {
        let mut chunks = chunked(&all("gzip", b""), 3000);
        let at = chunks.len() - 5;
        chunks[at] = b'x';
        chunks
    };
    for (name, header, sent) in [
        ("no encoding", "", body.clone()),
        ("gzip", "Content-Encoding: gzip\r\n", all("gzip", b"")),
        ("zlib", "Content-Encoding: deflate\r\n", all("deflate", b"")),
        ("deflate", "Content-Encoding: deflate\r\n", all("raw", b"")),
        ("zstd", "Content-Encoding: zstd\r\n", all("zstd", b"")),
        ("garbage", "Content-Encoding: gzip\r\n", all("gzip", b"garbage\x1F\x8B\x08")),
        ("two streams", "Content-Encoding: gzip\r\n", all("gzip", &encode("gzip", b"<p>"))),
        ("a cut stream", "Content-Encoding: gzip\r\n", all("gzip", &encode("gzip", b"<p>")[..15])),
        (
            "chunks",
            "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
            chunked(&all("gzip", b""), 3000),
        ),
        ("a damaged chunk", "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", damaged),
    ] {
        let file = response("http://a.example/", &format!("Content-Type: text/html\r\n{header}"), &sent);
        let wanted = read_on(vec![&file]);
        assert!(wanted.0.starts_with(&body), "{name}");
        let (head, tail) = file.split_at(file.len() - 100);
        for at in 0..tail.len() {
            let (first, second) = tail.split_at(at);
            assert_eq!(read_on(vec![head, first, second]), wanted, "{name}, byte {at} of the last");
        }
    }
}

#[test]
fn a_header_that_lies_is_counted() {
    for header in ["gzip", "deflate", "br", "zstd", "utf-8"] {
        let header = format!("Content-Encoding: {header}\r\nContent-Length: 99999\r\n");
        assert_eq!(read(&header, BODY), (BODY.to_vec(), None, 1), "{header}");
    }
    // The first bytes of a page may begin a stream of another format, so one short chunk does not tell.
    let indented = [b"\n\n  ", BODY].concat();
    for (label, body) in
        ["gzip", "deflate", "br", "zstd"].iter().flat_map(|label| [(label, BODY), (label, &indented)])
    {
        let header = format!("Content-Encoding: {label}\r\nTransfer-Encoding: chunked\r\n");
        for size in 1..10 {
            let wanted = (body.to_vec(), None, 1);
            assert_eq!(read(&header, &chunked(body, size)), wanted, "{label}, chunks of {size}");
        }
        // An extension makes the line with the size longer than all that is read at first.
        let extended = [b"1;name=", &[b'x'; 4050][..], b"\r\n", &body[..1], b"\r\n"].concat();
        let sent = [extended, chunked(&body[1..], 2)].concat();
        assert_eq!(read(&header, &sent), (body.to_vec(), None, 1), "{label}, a long extension");
    }
    assert_eq!(read("Transfer-Encoding: chunked\r\n", BODY), (BODY.to_vec(), None, 1));
    let both = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n";
    assert_eq!(read(both, &encode("gzip", BODY)), (BODY.to_vec(), None, 1));
    assert_eq!(read(both, &chunked(BODY, 50)), (BODY.to_vec(), None, 1));
}

/// A server may send interim responses ahead of the final one, and some programs write them into one record.
#[test]
fn interim_responses_are_skipped() {
    let last = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    let page = |status| (1, Some(status), b"<p>".to_vec());
    for (name, block, wanted) in [
        ("none", last.to_owned(), page(200)),
        ("one", format!("HTTP/1.1 100 Continue\r\n\r\n{last}"), page(200)),
        (
            "an encoding that is not of the page",
            format!("{}{last}", hints.replace("Link", "Content-Encoding")),
            page(200),
        ),
        ("many", format!("{}{last}", hints.repeat(1000)), page(200)),
        ("other protocols", last.replace("200 OK", "101 Switching Protocols"), page(101)),
        ("nothing behind it", hints.to_owned(), (0, None, vec![])),
        ("no header behind it", hints.to_owned() + "<p>", page(103)),
    ] {
        let file = record("response", "", block.as_bytes());
        let mut archive = Archive::new(&file[..]);
        let (mut status, mut body) = (None, Vec::new());
        while let Some(item) = archive.next_item().expect("memory can be read") {
            let Item::Page(mut page) = item else { panic!("{name}: a gap") };
            status = page.status();
            while let Some(chunk) = page.body.next_chunk().expect("memory can be read") {
                body.extend_from_slice(chunk);
            }
        }
        assert_eq!((archive.counts().pages, status, body), wanted, "{name}");
    }
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
fn html_is_recognised_by_media_type_or_first_byte() {
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
