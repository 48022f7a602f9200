//! Content encodings and chunks of HTTP, where the header tells the truth and where it lies.

use std::io::{Error, ErrorKind, Read};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tagspan_warc::{Archive, Counts, Item, Limits, Truncation};
use testing::archives::{chunked, encode, record, response};

const BODY: &[u8] =
    b"<!doctype html><p>A body that is long enough, long enough, long enough to be compressed.";

/// The stream that `brotli` makes of this without compression: a window of 16 bits, one block of stored bytes, the end.
fn brotli(body: &[u8]) -> Vec<u8> {
    let length = body.len() as u32 - 1;
    // Bits from the lowest: WBITS 0; ISLAST 0, MNIBBLES 4, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
    let header = length << 4 | 1 << 20;
    [&header.to_le_bytes()[..3], body, &[3]].concat()
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
        let sent = if label == "br" { brotli(BODY) } else { encode(label, BODY) };
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

/// A body in codings, the innermost first.
fn encoded(labels: &str, body: &[u8]) -> Vec<u8> {
    labels.split_whitespace().fold(body.to_vec(), |body, label| match label {
        "br" => brotli(&body),
        label => encode(label, &body),
    })
}

/// RFC 9110, section 8.4: lists over several lines, in which members may be empty.
#[test]
fn lists_of_codings_are_undone() {
    for (lines, sent, is_true) in [
        (&["Content-Encoding: gzip, gzip"][..], "gzip gzip", true),
        (&["Content-Encoding: gzip, gzip, gzip"], "gzip gzip gzip", true),
        (&["Content-Encoding: gzip, identity"], "gzip", true),
        (&["Content-Encoding: identity, GZIP"], "gzip", true),
        (&["Content-Encoding: gzip,"], "gzip", true),
        (&["Content-Encoding: , gzip"], "gzip", true),
        (&["Content-Encoding: ,, ,"], "", true),
        (&["Content-Encoding: br, gzip"], "br gzip", true),
        (&["Content-Encoding: gzip, br"], "gzip br", true),
        (&["Content-Encoding: br ,\tgzip"], "br gzip", true),
        (&["Content-Encoding: deflate, zstd, x-gzip"], "raw zstd gzip", true),
        (&["Content-Encoding: zstd,deflate"], "zstd deflate", true),
        (&["Content-Encoding: br", "Content-Encoding: gzip"], "br gzip", true),
        (&["Content-Encoding: gzip", "Content-Encoding:"], "gzip", true),
        (&["Content-Encoding: gzip", "Vary: *", "content-encoding: identity"], "gzip", true),
        (&["Transfer-Encoding: gzip"], "gzip", true),
        (&["Transfer-Encoding: gzip", "Content-Encoding: br"], "br gzip", true),
        // Some layers are gone, or others than the header names.
        (&["Content-Encoding: gzip, gzip"], "gzip", false),
        (&["Content-Encoding: br, gzip"], "br", false),
        (&["Content-Encoding: br, gzip"], "gzip", false),
        (&["Content-Encoding: gzip"], "gzip gzip", false),
        (&["Content-Encoding: br"], "gzip", false),
        (&["Content-Encoding: zstd"], "gzip", false),
        (&["Content-Encoding: gzip"], "zstd", false),
        (&["Content-Encoding: deflate"], "gzip", false),
        (&["Content-Encoding: compress"], "gzip", false),
        (&["Content-Encoding: utf-8, gzip"], "gzip", false),
        (&["Content-Encoding: gzip, utf-8"], "gzip", false),
        (&["Vary: *"], "gzip", false),
        (&["Vary: *"], "zstd", false),
    ] {
        let header: String = lines.iter().flat_map(|line| [line, "\r\n"]).collect();
        let wanted = (BODY.to_vec(), None, u64::from(!is_true));
        let body = encoded(sent, BODY);
        assert_eq!(read(&header, &body), wanted, "{header}{sent}");
        for chunks in ["Transfer-Encoding: chunked\r\n", "transfer-encoding: , Chunked ,\r\n"] {
            for size in [1, 5, 4000] {
                let header = format!("{header}{chunks}");
                assert_eq!(read(&header, &chunked(&body, size)), wanted, "{header}{sent}, chunks of {size}");
            }
        }
        let one_line = header.replace("Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip, chunked\r\n");
        if one_line != header {
            assert_eq!(read(&one_line, &chunked(&body, 7)), wanted, "{one_line}");
        }
    }
}

/// A sample that cannot be decoded does not outweigh the magic number before it, nor bytes that are no text.
#[test]
fn damage_at_the_start_of_a_body_is_no_header_that_lies() {
    let mut rng = testing::rng::Rng::of_seed(7, 0);
    let words: Vec<u8> = (0..30_000).map(|_| b"abcdefghijklmnopqrstuvwxyz  "[rng.below(28)]).collect();
    let page = [BODY, &words].concat();
    for (header, labels) in [
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("deflate", "deflate"),
        ("deflate", "raw"),
        ("zstd", "zstd"),
        ("gzip, gzip", "gzip gzip"),
        ("deflate, gzip", "raw gzip"),
        ("br", "gzip"),
        ("identity", "gzip"),
    ] {
        let whole = encoded(labels, &page);
        let header = format!("Content-Encoding: {header}\r\n");
        for at in [3, 10, 11, 20, 100, 200, 400, 511, 512, 600, 5000] {
            for chunks in [false, true] {
                let mut sent = whole.clone();
                sent[at] ^= 0x40;
                let (header, sent) = match chunks {
                    false => (header.clone(), sent),
                    true => (format!("{header}Transfer-Encoding: chunked\r\n"), chunked(&sent, 1000)),
                };
                let (body, truncation, _) = read(&header, &sent);
                let same = body.iter().zip(&page).take_while(|(found, wanted)| found == wanted).count();
                let case = format!("{header}{labels}, byte {at}: {same} of {}", body.len());
                // The time in a header of gzip is no part of the body, and deflate alone has no checksum.
                let is_found = body == page || truncation.is_some() || labels == "raw";
                assert!(is_found, "{case}");
                let is_compressed = body.len() > 20 && sent.windows(20).any(|part| part == &body[..20]);
                assert!(!is_compressed, "{case}");
            }
        }
    }
    // Without its magic number nothing of it is read, and it is no text either.
    for at in 0..3 {
        let mut sent = encode("gzip", &page);
        sent[at] ^= 0x40;
        assert_eq!(
            read("Content-Encoding: gzip\r\n", &sent),
            (vec![], Some(Truncation::Encoding), 0),
            "{at}"
        );
    }
}

#[test]
fn what_cannot_be_undone_makes_no_text() {
    // The first bytes of `compress`, and bytes of no format.
    let packed = [&b"\x1F\x9D\x90\x3C\x42\xBC\xE1\x20"[..], &[0x93; 100]].concat();
    let unknown = [&b"\x01\x02\x03"[..], &[0x93; 100]].concat();
    let gzipped = encode("gzip", &unknown);
    let deep = "gzip ".repeat(7);
    for (header, sent) in [
        ("compress", &packed),
        ("x-compress", &packed),
        ("exi", &unknown),
        ("exi, gzip", &gzipped),
        ("sdch,gzip", &gzipped),
        (&deep.trim().replace(' ', ","), &encoded(&deep, BODY)),
    ] {
        let http = format!("Content-Type: text/html\r\nContent-Encoding: {header}\r\n");
        let file = [response("http://a.example/", &http, sent), response("", "", b"<p>")].concat();
        let mut archive = Archive::new(&file[..]);
        let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{header}: no page") };
        assert_eq!(page.body.next_chunk().expect("memory can be read"), None, "{header}");
        assert_eq!(page.body.truncation(), Some(Truncation::UnknownEncoding), "{header}");
        assert!(matches!(archive.next_item(), Ok(Some(Item::Page(_)))), "{header}");
        let counts = archive.counts();
        assert_eq!((counts.unknown_encodings, counts.truncated, counts.pages), (1, 0, 2), "{header}");
        // A lie over text is read.
        assert_eq!(
            read(&format!("Content-Encoding: {header}\r\n"), BODY),
            (BODY.to_vec(), None, 1),
            "{header}"
        );
    }
}

#[test]
fn bytes_behind_a_compressed_body_are_counted() {
    // Some begin as another stream does.
    let garbage = [&b"garbage"[..], b"\x1F\x8Bgarba", b"\x28\xB5\x2Fgarb"];
    for (label, garbage) in ["gzip", "deflate", "zstd", "br"]
        .into_iter()
        .flat_map(|label| garbage.map(|garbage| (label, garbage)))
    {
        let sent = if label == "br" { brotli(BODY) } else { encode(label, BODY) };
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

/// Of the body as it is stored, and of that without its chunks: also where the body is not read to its end.
#[test]
fn digests_are_those_of_the_whole_body() {
    let html = |sent: &[u8]| (sent.to_vec(), "");
    let mut damaged = encode("gzip", &BODY.repeat(40));
    damaged[60] ^= 0x10;
    let mut limits = Limits::default();
    limits.body = 10;
    for ((sent, header), limits, truncation) in [
        (html(BODY), Limits::default(), None),
        (html(BODY), limits, Some(Truncation::Limit)),
        (html(b"%PDF-1.4 and more of it"), Limits::default(), Some(Truncation::NotHtml("application/pdf"))),
        ((damaged, "Content-Encoding: gzip\r\n"), Limits::default(), Some(Truncation::Encoding)),
        (
            (b"\x1F\x9D\x90\x93\x93".to_vec(), "Content-Encoding: compress\r\n"),
            Limits::default(),
            Some(Truncation::UnknownEncoding),
        ),
    ] {
        let digest = |bytes: &[u8]| format!("sha256:{}", HEXLOWER.encode(&Sha256::digest(bytes)));
        let chunks = chunked(&sent, 7);
        for (block, header, digests) in [
            (&sent, header.to_owned(), vec![(digest(&sent), true), (digest(b"other"), false)]),
            (
                &chunks,
                format!("{header}Transfer-Encoding: chunked\r\n"),
                vec![(digest(&sent), true), (digest(&chunks), true), (digest(b"other"), false)],
            ),
        ] {
            for (digest, is_right) in digests {
                let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{header}\r\n");
                let fields = format!("WARC-Payload-Digest: {digest}\r\n");
                let file = record("response", &fields, &[http.as_bytes(), block].concat());
                let mut archive = Archive::new(&file[..]).limits(limits).check_digests(true);
                let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("{header}: no page") };
                while page.body.next_chunk().unwrap().is_some() {}
                assert_eq!(page.body.truncation(), truncation, "{header}");
                assert_eq!(page.body.digest_ok(), Some(is_right), "{header} {truncation:?}");
                assert_eq!(page.body.record_length(), Some(file.len() as u64), "{header}");
            }
        }
    }
}

/// The first segment of a record has no digest of its own, and is not the whole page.
#[test]
fn segments_say_that_they_are_no_whole_pages() {
    let fields = "WARC-Segment-Number: 1\r\nWARC-Payload-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n";
    let block = b"HTTP/1.1 OK\r\nContent-Language: de\r\n\r\n<p>";
    let file = record("response", fields, block);
    let mut archive = Archive::new(&file[..]).check_digests(true);
    let Ok(Some(Item::Page(mut page))) = archive.next_item() else { panic!("no page") };
    // A status that cannot be read does not make the type of the record that of the page.
    assert_eq!((page.content_type(), page.status()), (None, None));
    while page.body.next_chunk().unwrap().is_some() {}
    assert_eq!((page.body.truncation(), page.body.digest_ok()), (Some(Truncation::Segmented), None));
}
