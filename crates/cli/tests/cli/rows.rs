//! Rows of odd archives: each is right, or says what is wrong with it, from files of any name and from pipes.

use crate::harness::{Folder, Run, pipe, run};
use testing::archives::{gzip, record, response};

const PAGE: &[u8] = b"<title>T</title><p>hello <a href=/x>x</a>";
const HTML: &str = "Content-Type: text/html\r\n";

fn page(name: &str, http: &str, body: &[u8]) -> Vec<u8> {
    response(&format!("http://a.example/{name}"), http, body)
}

/// Names that do not tell an archive.
const NAMES: [&str; 3] = ["crawl.gz", "page.html", "page.html.gz"];

/// The rows of an archive under names of archives and of pages, and from a pipe, which are the same.
fn extract(columns: &str, file: &[u8]) -> Run {
    extract_as(&[&NAMES[..], &["crawl.warc", "crawl.warc.gz"]].concat(), columns, file)
}

fn extract_as(names: &[&str], columns: &str, file: &[u8]) -> Run {
    let columns = format!("--columns={columns}");
    let piped = pipe(["extract", &columns], file);
    let folder = Folder::new();
    for name in names {
        let path = folder.file(name, file);
        let named = run(["extract".as_ref(), columns.as_ref(), path.as_os_str()]);
        assert_eq!((&named.stdout, named.status), (&piped.stdout, piped.status), "{name}: {}", named.stderr);
    }
    piped
}

/// Letters that compress little.
fn noise() -> Vec<u8> {
    let mut state = 1u32;
    let mut letter = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        b'a' + (state % 26) as u8
    };
    (0..20_000).map(|_| letter()).collect()
}

#[test]
fn rows_say_what_is_wrong_with_them() {
    let coded = |coding: &str| format!("{HTML}Content-Encoding: {coding}\r\n");
    let mut damaged = gzip(&[PAGE, &noise()].concat());
    damaged[200] ^= 0x10;
    let (title, none) = (r#""title":"T""#, r#""title":null"#);
    for (http, body, row, counted) in [
        (HTML.to_owned(), PAGE.to_vec(), [title, r#""truncated_message":null"#], "0 truncated pages"),
        (coded("gzip, gzip"), gzip(&gzip(PAGE)), [title, r#""truncated_message":null"#], "0 truncated pages"),
        (
            coded("br"),
            gzip(PAGE),
            [title, r#""truncated_message":null"#],
            "1 pages whose header is wrong about encodings",
        ),
        (
            coded("gzip"),
            PAGE.to_vec(),
            [title, r#""truncated_message":null"#],
            "1 pages whose header is wrong about encodings",
        ),
        (coded("gzip"), damaged, [title, "the encoding of the HTTP body is damaged"], "1 truncated pages"),
        (
            coded("compress"),
            [&b"\x1F\x9D\x90"[..], &[0x93; 40]].concat(),
            [none, "the body has a content coding that cannot be undone"],
            "1 pages in encodings that cannot be undone",
        ),
        (
            HTML.to_owned(),
            b"\x89PNG\r\n\x1A\n".to_vec(),
            [none, "the body is image/png, not HTML"],
            "1 pages that are no HTML",
        ),
    ] {
        let run = extract("title,truncated_message", &page("1", &http, &body));
        for part in row {
            assert!(run.stdout.contains(part), "{http}: {}", run.stdout);
        }
        assert!(run.stderr.contains(counted), "{http}: {}", run.stderr);
        assert_eq!((run.stdout.lines().count(), run.status), (1, Some(0)), "{http}");
    }
    let text = pipe(["text"], &page("1", HTML, b"%PDF-1.4"));
    let message =
        "tagspan: standard input: http://a.example/1: is left out: the body is application/pdf, not HTML\n";
    assert_eq!((text.stderr.as_str(), text.status), (message, Some(1)));
}

#[test]
fn archives_are_known_whatever_stands_before_their_first_record() {
    let records = ["1", "2", "3"].map(|name| page(name, HTML, PAGE));
    let plain = records.concat();
    let gzipped = records.each_ref().map(|record| gzip(record)).concat();
    let mut cases: Vec<(String, Vec<u8>, usize)> = Vec::new();
    let arc = arc();
    let mut damaged_arc = arc.clone();
    damaged_arc[0] ^= 1;
    for front in
        ["", "\r\n", "\n\n", "\0\0", "\x1F\u{8B}", "\u{FEFF}", "\u{FEFF}\n", "a line of text\n", "a\r\nb\r\n"]
    {
        for (kind, file) in [("WARC", &plain), ("ARC", &arc), ("damaged ARC", &damaged_arc)] {
            cases.push((format!("{front:?}, {kind}"), [front.as_bytes(), file].concat(), 3));
        }
    }
    for front in ["", "\r\n", "\0\0", "garbage", " ", "\u{FEFF}"] {
        cases.push((format!("{front:?} in gzip"), [gzip(front.as_bytes()), gzipped.clone()].concat(), 3));
    }
    for at in [0, 1, 2, 3, 10, 12, 20, 60] {
        let (mut plain, mut gzipped) = (plain.clone(), gzipped.clone());
        gzipped[at] ^= 0x55;
        cases.push((format!("gzip, byte {at}"), gzipped, 2));
        plain[at] ^= 0x05;
        // The field of the type and what follows tell no record.
        cases.push((format!("plain, byte {at}"), plain, if at < 12 { 2 } else { 0 }));
    }
    for (name, file, rows) in cases {
        let run = extract("uri", &file);
        let is_right = run.stdout.lines().count() >= rows && run.stdout.contains("http://a.example/3");
        assert!(is_right, "{name}: {}{}", run.stdout, run.stderr);
    }
    // A page that quotes a record, and what is no archive at all.
    let quoted = [&b"A record: "[..], &records[0]].concat();
    assert_eq!(extract_as(&NAMES, "uri", &quoted).stdout, "{\"uri\":null}\n");
    assert_eq!(extract_as(&NAMES, "uri", b"no page").stdout, "{\"uri\":null}\n");
}

#[test]
fn files_of_arc_are_read_and_those_of_wet_and_wat_explained() {
    let info = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n";
    let info =
        format!("filedesc://a.arc 0.0.0.0 20240102030405 text/plain {}\n{info}\n", info.len()).into_bytes();
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", PAGE].concat();
    let line = format!("http://a.example/ 192.0.2.1 20240102030405 text/html {}\n", block.len());
    let record_of_arc = [line.as_bytes(), &block, b"\n"].concat();
    let row =
        "{\"uri\":\"http://a.example/\",\"date\":\"2024-01-02T03:04:05Z\",\"status\":200,\"title\":\"T\"}\n";
    for file in [
        [&info[..], &record_of_arc, &record_of_arc].concat(),
        [gzip(&info), gzip(&record_of_arc), gzip(&record_of_arc)].concat(),
    ] {
        let run = extract("uri,date,status,title", &file);
        assert_eq!((run.stdout, run.status), (row.repeat(2), Some(0)), "{}", run.stderr);
    }
    let folder = Folder::new();
    for (kind, name, wanted) in [
        (
            "conversion",
            "a.warc.wet.gz",
            "as WET files do: read it with `tagspan text` or `tagspan extract` and --conversions, or name the WARC file with \
             the pages\n",
        ),
        ("metadata", "a.warc.wat.gz", "as WAT files do: name the WARC file with the pages\n"),
    ] {
        let file = gzip(&record(kind, "Content-Type: text/plain\r\n", b"text"));
        let path = folder.file(name, &file);
        for run in [
            pipe(["extract"], &file),
            pipe(["text"], &file),
            run(["extract".as_ref(), path.as_os_str()]),
            run(["links".as_ref(), path.as_os_str()]),
        ] {
            assert!(run.stderr.ends_with(wanted), "{name}: {}", run.stderr);
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(0)), "{name}");
        }
    }
}

#[test]
fn the_text_of_wet_files_is_read_on_request() {
    let of_wet = |name: &str, languages: &str, text: &[u8]| {
        let fields = format!(
            "WARC-Target-URI: http://a.example/{name}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n\
             WARC-Identified-Content-Language: {languages}\r\nContent-Type: text/plain\r\n"
        );
        gzip(&record("conversion", &fields, text))
    };
    let file = [
        of_wet("1", "eng", b"<title>1 < 2\r\n  &amp;\xFF"),
        // Neither a binary file nor in the encoding of the option.
        of_wet("2", "zho,eng", "\0caf\u{E9}\n".as_bytes()),
        gzip(&page("3", HTML, PAGE)),
    ]
    .concat();
    let folder = Folder::new();
    let path = folder.file("a.warc.wet.gz", &file);
    let columns = "--columns=uri,lang,title,content_type,encoding,tokens,text";
    let row = |uri: &str, lang: &str, text: &str| {
        format!(
            "{{\"uri\":\"http://a.example/{uri}\",\"lang\":{lang},\"title\":null,\"content_type\":\"text/plain\",\
             \"encoding\":\"UTF-8\",\"tokens\":[],\"text\":\"{text}\"}}\n"
        )
    };
    let rows =
        [row("1", "\"eng\"", "<title>1 < 2\\r\\n  &amp;\u{FFFD}"), row("2", "null", "\\u0000caf\u{E9}\\n")]
            .concat();
    for options in [
        &["extract", columns, "--conversions"][..],
        &["extract", columns, "--conversions", "--override=koi8-r"],
    ] {
        let piped = pipe(options.iter(), &file);
        let named = run(options.iter().map(std::ffi::OsStr::new).chain([path.as_os_str()]));
        for run in [piped, named] {
            let (of_text, of_page) = run.stdout.split_at(rows.len());
            assert_eq!(of_text, rows, "{}", run.stderr);
            assert!(of_page.contains("\"title\":\"T\"") && of_page.lines().count() == 1, "{of_page}");
            assert!(run.stderr.contains("3 pages"), "{}", run.stderr);
        }
    }
    let texts = pipe(["text", "--format=jsonl", "--conversions", "--override=koi8-r"], &file);
    let [first, second, third] = texts.stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", texts.stdout)
    };
    assert!(first.starts_with(r#"{"title":null,"lang":"eng","text":"<title>1 < 2\r\n  &amp;�","#), "{first}");
    assert!(
        second.starts_with("{\"title\":null,\"lang\":null,\"text\":\"\\u0000caf\u{E9}\\n\","),
        "{second}"
    );
    assert!(third.contains("\"title\":\"T\""), "{third}");
    let only_pages = pipe(["text", "--format=jsonl", "--override=koi8-r"], &file);
    assert_eq!((only_pages.stdout, only_pages.stderr), (format!("{third}\n"), texts.stderr));
}

/// A file of ARC with three pages.
fn arc() -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", PAGE].concat();
    let page = |number| {
        let line = format!("http://a.example/{number} 192.0.2.1 20240102030405 text/html {}\n", block.len());
        [line.as_bytes(), &block, b"\n"].concat()
    };
    [b"filedesc://a.arc 0.0.0.0 20240102030405 text/plain 2\n1\n\n".to_vec(), page(1), page(2), page(3)]
        .concat()
}

/// As of a record that is cut, there is a row of what was read.
#[test]
fn a_compressed_page_that_is_cut_has_a_row() {
    let page = [PAGE, &noise()].concat();
    let whole = gzip(&page);
    for (name, file, wanted) in [
        ("cut", whole[..whole.len() - 2000].to_vec(), "its gzip data is truncated"),
        (
            "garbage",
            [&whole[..], b"garbage"].concat(),
            "its gzip data is complete, but the bytes after it are not gzip",
        ),
    ] {
        let run = extract_as(&NAMES, "title,truncated,truncated_message", &file);
        let row = format!("{{\"title\":\"T\",\"truncated\":\"read\",\"truncated_message\":\"{wanted}\"}}\n");
        assert_eq!(run.stdout, row, "{name}");
        assert!(run.stderr.contains(wanted) && run.status == Some(1), "{name}: {}", run.stderr);
    }
}

/// However much white space is in front of an input, it is looked at once.
#[test]
fn much_white_space_is_no_work() {
    for blank in ["\n", "\r\n", " ", "\n \t"] {
        let page = blank.repeat(1 << 20) + "<p>text";
        assert_eq!(pipe(["text"], page.as_bytes()).quiet(), "text\n", "{blank:?}");
    }
}

/// URLs in the header of HTTP are links too, so a page that only redirects has one.
#[test]
fn links_are_those_of_the_http_header_too() {
    let http = format!("{HTML}Location: /next\r\nLink: <b>; rel=prev, <c>;rel=next\r\n");
    let archive = page("1", &http, b"<base href=/d/><a href=e>e</a>");
    let run = pipe(["links"], &archive);
    let expected = "==> standard input: http://a.example/1 <==\n\
                    -\t-\tlocation\thttp://a.example/next\n\
                    -\t-\tlink\thttp://a.example/b\n\
                    -\t-\tlink\thttp://a.example/c\n\
                    23..24\ta\thref\thttp://a.example/d/e\n";
    assert_eq!(run.stdout, expected, "{}", run.stderr);
    let first = pipe(["links", "--format=jsonl"], &archive).stdout;
    let first = first.lines().find(|line| line.contains("next")).unwrap_or_default();
    let expected = r#"{"span":null,"element":null,"attribute":"location","value":"/next","rel":null,"url":"http://a.example/next","kind":"http-header","descriptor":null,"#;
    assert!(first.starts_with(expected), "{first}");
    let row = extract(
        "lang,robots,canonical,content_type,status,payload,digest_ok",
        &page("1", "Content-Type: text/html\r\nX-Robots-Tag: none\r\n", b"<html lang=fr>"),
    )
    .stdout;
    let expected = r#"{"lang":"fr","robots":"none","canonical":null,"content_type":"text/html","status":200,"payload":"PGh0bWwgbGFuZz1mcj4=","digest_ok":null}"#;
    assert_eq!(row.trim_end(), expected);
}

#[test]
fn columns_of_selectors_follow_the_others() {
    let archive =
        [page("1", HTML, b"<p class=price>3 &pound;<a rel=next href=/2>"), page("2", HTML, b"<a href=/3>")]
            .concat();
    let select = ["--select=price=.price", "--select=next=a[rel=next]@href"];
    let expected = "{\"uri\":\"http://a.example/1\",\"price\":\"3 \u{a3}\",\"next\":\"/2\"}\n\
                    {\"uri\":\"http://a.example/2\",\"price\":null,\"next\":null}\n";
    let found = pipe(["extract", "--columns=uri"].into_iter().chain(select), &archive);
    assert_eq!((&*found.stdout, found.status), (expected, Some(0)));
    let page = pipe(["extract", "--columns=title", "--select=h1=h1"], b"<h1>caf\xE9</h1>");
    assert_eq!(page.stdout, "{\"title\":null,\"h1\":\"caf\u{e9}\"}\n");
}

#[test]
fn columns_of_selectors_are_checked() {
    for (select, message) in [
        (&["--select=a"][..], "a column is NAME=SELECTOR"),
        (&["--select=a=b["], "an attribute"),
        (&["--select=a=li:last-child"], "it depends on elements after the start tag"),
        (&["--select=a=b", "--select=a=c"], "--select: there are two columns a"),
        (&["--select=uri=b"], "--select: the column uri is one of every table"),
    ] {
        let run = pipe(["extract"].iter().chain(select), b"");
        assert_eq!((run.status, &*run.stdout), (Some(2), ""), "{select:?}");
        assert!(run.stderr.contains(message), "{select:?}: {}", run.stderr);
    }
}
