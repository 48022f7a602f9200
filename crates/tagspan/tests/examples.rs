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

const SIZES: [usize; 6] = [1, 2, 3, 7, 1460, 1 << 20];

#[test]
fn rewriter_writes_what_it_read_where_nothing_changes() {
    let mut pages = corpora::own();
    pages.push(("rewriter".to_owned(), rewriter::PAGE.into()));
    // Beyond the limit of the example.
    pages.push(("monster".to_owned(), format!("<p><!--{}--><b title='{0}'>", "-x".repeat(700_000)).into()));
    pages.push(("mark".to_owned(), b"\xEF\xBB\xBF<a href=http://caf\xC3>\xFF\0&\r\n\r<a href".to_vec()));
    for (name, page) in pages {
        for size in SIZES {
            let mut out = Vec::new();
            rewriter::run(&page[..], &mut out, size, |_| None).unwrap();
            assert!(out == page, "{name}, chunks of {size}");
        }
    }
}

#[test]
fn rewriter_changes_values_only() {
    for size in SIZES {
        let mut out = Vec::new();
        rewriter::run(rewriter::PAGE.as_bytes(), &mut out, size, rewriter::secure).unwrap();
        let expected = rewriter::PAGE
            .replace("http://one.example/?a=1&b=it&#39;s", "https://one.example/?a=1&amp;b=it&#39;s")
            .replace("http://two", "https://two")
            .replace("HTTP://four", "https://four");
        assert_eq!(String::from_utf8(out).unwrap(), expected, "chunks of {size}");
    }
}

/// Whatever stands for a value, the new one is what a reader gets.
#[test]
fn rewriter_escapes_for_each_quote() {
    let cases = [
        ("<a href>", r#"<a href="NEW">"#),
        ("<a href=''>", "<a href='NEW'>"),
        ("<a href=\"x\" id=a>", "<a href=\"NEW\" id=a>"),
        ("<a href=x id=a>", "<a href=NEW id=a>"),
        ("<a href=x>", "<a href=NEW>"),
    ];
    for value in ["", "plain", "it's \"a\" <b> & `c` &amp; d=e\t\r\n", "ж"] {
        for (page, expected) in cases {
            let mut out = Vec::new();
            rewriter::run(page.as_bytes(), &mut out, 64, |_| Some(value.to_owned())).unwrap();
            let (before, after) = expected.split_once("NEW").unwrap();
            assert!(out.starts_with(before.as_bytes()) && out.ends_with(after.as_bytes()), "{page} {value}");
            let mut tags = 0;
            tagspan::tokenize(&out[..])
                .for_each(|token| {
                    let tagspan::Token::StartTag(tag) = token else { panic!("{token:?}") };
                    assert_eq!(tag.attribute("href").unwrap().value(), value, "{page}");
                    tags += 1;
                })
                .unwrap();
            assert_eq!(tags, 1);
        }
    }
}

#[test]
fn rewriter_refuses_other_encodings() {
    let pages = [
        &b"<meta charset=koi8-r><a href=http://a.example>\xC1</a>"[..],
        b"\xFF\xFE<\0a\0 \0h\0r\0e\0f\0>\0",
        // Behind what is searched before anything is decoded.
        &[&b"<!--"[..], &[b'-'; 3000], b"--><meta charset=shift_jis>text"].concat(),
    ];
    for page in pages {
        for size in SIZES {
            let error = rewriter::run(page, std::io::sink(), size, rewriter::secure).unwrap_err();
            assert!(error.to_string().ends_with(": convert it to UTF-8 first"), "{error}");
        }
    }
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
