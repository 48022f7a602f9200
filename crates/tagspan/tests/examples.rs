//! The examples do what they say.

// Each is a program of its own too.
#![allow(dead_code)]

use tagspan_proof::corpora;

#[cfg(feature = "futures")]
#[path = "../examples/crawler/main.rs"]
mod crawler;
#[path = "../examples/links.rs"]
mod links;
#[path = "../examples/pause.rs"]
mod pause;
#[path = "../examples/rewriter.rs"]
mod rewriter;

#[test]
fn links_have_places_and_text() {
    let mut out = Vec::new();
    links::run(links::PAGE, &mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "3:8  /menu?day=1&lang=fr  le café d’à côté\n\
         4:4  #top  go back\n"
    );
}

/// A decoder gives its pieces where it likes; places are not off by that.
#[test]
fn links_are_found_where_they_are_in_long_pages() {
    let rows: String = (0..5000).map(|row| format!("<p><a title='стр. {row}' href={row}>да</a>\n")).collect();
    let page = tagspan::Encoding::for_label(b"koi8-r").unwrap().encode(&rows).0;
    let mut out = Vec::new();
    links::run(&[b"<meta charset=koi8-r>", &page[..]].concat(), &mut out).unwrap();
    let expected: String =
        (0..5000).map(|row| format!("{}:{}  {row}  да\n", row + 1, if row == 0 { 25 } else { 4 })).collect();
    assert!(String::from_utf8(out).unwrap() == expected);
}

#[test]
fn pause_reads_what_scripts_write_where_they_stand() {
    let mut out = Vec::new();
    pause::run(&pause::CHUNKS, &mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "\
doctype    <!DOCTYPE html>
start tag  <meta charset=windows-1252>
start tag  <h1>
text       Café
end tag    </h1>
start tag  <script>
text       write <p>one <script>write <i>two</i><\\/script>and <ul
end tag    </script>
start tag  <p>
text       one\u{20}
start tag  <script>
text       write <i>two</i>
end tag    </script>
start tag  <i>
text       two
end tag    </i>
text       and\u{20}
start tag  <ul class=menu>
text       thé\u{20}
text       &amp;
text        eau
end tag    </ul>
"
    );
}

const LINKS: &str = "<!DOCTYPE html>
<title>Links</title>
<p>See <A  HREF = 'http://one.example/?a=1&b=it&#39;s' >one</a>, <a href=http://two.example>two</a>,
<a href=\"https://three.example\">three</a> and <img alt=four src=HTTP://four.example/4.png>.
<!-- <a href=http://five.example> --><script>'<a href=http://six.example>'</script>
";

/// Gives at most so many bytes at a time.
struct Slowly<'p>(&'p [u8], usize);

impl std::io::Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

/// The page with its links rewritten, which has to be the same for all sizes of chunks.
fn rewritten(page: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    rewriter::run(page, &mut whole).unwrap();
    for size in [1, 2, 3, 7, 1460] {
        let mut output = Vec::new();
        rewriter::run(Slowly(page, size), &mut output).unwrap();
        assert!(output == whole, "chunks of {size}");
    }
    whole
}

#[test]
fn rewriter_writes_what_it_read_where_nothing_changes() {
    let mut pages = corpora::own();
    pages.push(("comment".to_owned(), format!("<p><!--{}--><b title='{0}'>", "-x".repeat(70_000)).into()));
    pages.push(("mark".to_owned(), b"\xEF\xBB\xBF<a href=https://caf\xC3>\xFF\0&\r\n\r<a href".to_vec()));
    for (name, page) in pages {
        if !page.windows(7).any(|bytes| bytes.eq_ignore_ascii_case(b"http://")) {
            assert!(rewritten(&page) == page, "{name}");
        }
    }
}

#[test]
fn rewriter_changes_values_only() {
    let expected = LINKS
        .replace("http://one.example/?a=1&b=it&#39;s", "https://one.example/?a=1&amp;b=it&#39;s")
        .replace("http://two.example", "\"https://two.example\"")
        .replace("HTTP://four.example/4.png", "\"https://four.example/4.png\"");
    assert_eq!(String::from_utf8(rewritten(LINKS.as_bytes())).unwrap(), expected);
}

/// Pages come back in their encoding, with only the values changed.
#[test]
fn rewriter_keeps_encodings() {
    let table: &[(&[u8], &[u8])] = &[
        // windows-1251, with a byte that it does not have.
        (
            b"<meta charset=windows-1251><a title='\xCC\xE8\xF0' href='http://\xEC.example/'>\xCF\x98</a>",
            b"<meta charset=windows-1251><a title='\xCC\xE8\xF0' href='https://\xEC.example/'>\xCF\x98</a>",
        ),
        (
            b"<meta charset=shift_jis><a title='\x95\x5C' href=http://\x93\xFA>\x81</a>",
            b"<meta charset=shift_jis><a title='\x95\x5C' href=\"https://\x93\xFA\">\x81</a>",
        ),
        // UTF-8 with ill-formed bytes, also in a tag that changes.
        (
            b"\xEF\xBB\xBF<a title='\xC3' href='http://\xC3\xA9'>\xE2\x82\xFF</a>",
            b"\xEF\xBB\xBF<a title='\xC3' href='https://\xC3\xA9'>\xE2\x82\xFF</a>",
        ),
    ];
    for (page, expected) in table {
        assert_eq!(rewritten(page), *expected, "{}", String::from_utf8_lossy(page));
    }
    // Without a declaration an edited value is ASCII, and the rest stays.
    assert_eq!(rewritten("é<a href='http://é'>".as_bytes()), "é<a href='https://&#233;'>".as_bytes());
    let utf_16 = |page: &str| -> Vec<u8> { page.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    // An unpaired surrogate, and half a unit.
    let rest = b"\x3D\xD8<\0p\0>\0\xFF";
    let page = [&utf_16("\u{FEFF}<p>日<img src='http://é'>")[..], rest].concat();
    let expected = [&utf_16("\u{FEFF}<p>日<img src='https://é'>")[..], rest].concat();
    assert_eq!(rewritten(&page), expected);
}

/// It fails by itself if the tokens of a page are not those of the page as a whole, or memory is over its budget.
#[cfg(feature = "futures")]
#[test]
fn crawler_reads_hundreds_of_pages_at_once() {
    let report = crawler::run(600).unwrap();
    let shown = report.to_string();
    assert_eq!((report.peak, report.idle), (report.pages, report.pages), "{shown}");
    // Systems that do not tell how many files there may be get fewer.
    assert!(report.pages >= 600 || shown.starts_with("only "), "{shown}");
    assert!(report.pages >= 96, "{shown}");
    // Two ways in eleven are aborted.
    assert!(report.truncated >= report.pages / 11, "{shown}");
    assert!(report.links > 10 * report.pages, "{shown}");
    // Those of the pages of the repository.
    assert!(report.encodings.len() > 20, "{shown}");
    for name in ["UTF-8", "windows-1251", "Shift_JIS", "gb18030", "UTF-16LE", "KOI8-R", "windows-1252"] {
        assert!(report.encodings.contains(name), "{name}: {:?}", report.encodings);
    }
    assert!(
        report.most_idle > 0 && report.most_idle <= report.most_ever && report.most_ever <= 4096,
        "{shown}"
    );
}

#[cfg(feature = "futures")]
#[test]
fn crawler_crawls_nothing() {
    let report = crawler::run(0).unwrap();
    assert_eq!((report.pages, report.peak, report.idle, report.links), (0, 0, 0, 0));
}
