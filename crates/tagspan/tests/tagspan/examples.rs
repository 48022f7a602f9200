//! The examples do what they say.

// Each is a program of its own too.
#![allow(dead_code)]

use testing::corpora;

#[path = "../../examples/caps.rs"]
mod caps;
#[cfg(feature = "tokio")]
#[path = "../../examples/channel.rs"]
mod channel;
#[cfg(feature = "serde")]
#[path = "../../examples/checkpoint.rs"]
mod checkpoint;
#[path = "../../examples/folder.rs"]
mod folder;
#[path = "../../examples/links.rs"]
mod links;
#[path = "../../examples/pause.rs"]
mod pause;
#[path = "../../examples/rewriter.rs"]
mod rewriter;
#[path = "../../examples/sanitizer.rs"]
mod sanitizer;
#[path = "../../examples/structured.rs"]
mod structured;
#[path = "../../examples/title.rs"]
mod title;

#[test]
fn links_have_lines_and_columns() {
    let page = b"<!DOCTYPE html>
<meta charset=windows-1252>
<p>caf\xE9 <a href='/menu?day=1&amp;lang=fr'>menu</a>,
or <A HREF=#top>go back</A> <a name=top></a>.
<!-- <a href=/old> --><script>'<a href=/nor>'</script>
";
    let mut out = Vec::new();
    links::run(&page[..], &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "3:9  /menu?day=1&lang=fr\n4:4  #top\n");
}

/// The decoder yields pieces at any place, which has no influence on lines and columns.
#[test]
fn links_have_lines_and_columns_in_long_pages() {
    let rows: String = (0..5000).map(|row| format!("<p><a title='стр. {row}' href={row}>да</a>\n")).collect();
    let page = tagspan::Encoding::for_label(b"koi8-r").unwrap().encode(&rows).0;
    let mut out = Vec::new();
    links::run(&[b"<meta charset=koi8-r>", &page[..]].concat()[..], &mut out).unwrap();
    let expected: String =
        (0..5000).map(|row| format!("{}:{}  {row}\n", row + 1, if row == 0 { 25 } else { 4 })).collect();
    assert!(String::from_utf8(out).unwrap() == expected);
}

#[test]
fn title_reads_windows_1251() {
    let page = b"<title>\xCF\xF0\xE8\xE2\xE5\xF2 &amp; co</title><style>p{}</style>
        <svg><title>Icon</title></svg><p>\xEC\xE8\xF0</p><script>'<p>no</p>'</script>";
    let mut out = Vec::new();
    title::run(&page[..], &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["Привет", "&", "co", "Iconмир"]);
}

#[cfg(feature = "tokio")]
#[tokio::test]
async fn channel_carries_owned_tokens() {
    let page = &b"<a href='/a?b&amp;c'>one</a> <a name=x> <a href=/two>two</a>"[..];
    assert_eq!(channel::links(page).await.unwrap(), ["/a?b&c", "/two"]);
}

#[test]
fn caps_report_what_is_missing() {
    let comment = format!("<!--{}-->", "-x".repeat(100_000));
    let value = format!("<p title='{}'>", "v".repeat(1 << 20));
    let mut out = Vec::new();
    caps::run(&[comment.as_bytes(), value.as_bytes()].concat()[..], &mut out).unwrap();
    let expected = "200007..1048576: 847535 bytes are missing\nthe page is longer than 1 MiB\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    let mut out = Vec::new();
    caps::run(&b"<p title=short><!-- a comment -->"[..], &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "");
}

#[test]
fn sanitizer_keeps_what_is_allowed() {
    let cases = [
        ("<p>a &lt; b <b>c", "<p>a &lt; b <b>c</b></p>"),
        ("<P onclick=x()>a</P>", "<p>a</p>"),
        ("<a href='https://a.example/?b&amp;c' id=x>d</a>", "<a href=\"https://a.example/?b&amp;c\">d</a>"),
        ("<a href=javascript:x()>a</a> <a href='&#106;avascript:x()'>b</a>", "<a>a</a> <a>b</a>"),
        ("<a href='#\"><script>'>a</a>", "<a href=\"#&quot;&gt;&lt;script&gt;\">a</a>"),
        ("<script>x()</script><style>a{}</style>b<!-- c -->", "b"),
        ("<img src=x onerror=x()><svg onload=x()><a href=#>a</a></svg>", "<a href=\"#\">a</a>"),
        ("<b><i>a</b>c</i></p>", "<b><i>a</i></b>c"),
        ("<p title='", ""),
    ];
    for (page, expected) in cases {
        assert_eq!(sanitizer::sanitize(page).unwrap(), expected, "{page}");
    }
}

/// A search of all open elements for each end tag would take many minutes.
#[test]
fn sanitizer_takes_linear_time() {
    const COUNT: usize = 500_000;
    let page = ["<b>", "</i>", "x"].map(|part| part.repeat(COUNT)).concat();
    assert!(sanitizer::sanitize(&page).unwrap().contains(&"x".repeat(COUNT)));
}

#[cfg(feature = "serde")]
#[test]
fn checkpoint_continues_at_every_byte() {
    let page = b"<p title='one'>&amp;<!-- a --></p><A href=/one>";
    let expected = [
        r#"StartTag(<p title="one">, 0..15)"#,
        r#"Comment(" a ", 20..30)"#,
        "EndTag(</p>, 30..34)",
        r#"StartTag(<a href="/one">, 34..47)"#,
    ];
    for at in 0..=page.len() {
        let (before, after) = page.split_at(at);
        let tokens = checkpoint::tokens(before, after).unwrap();
        // Text may be split where the chunk ends.
        let others: Vec<_> = tokens.into_iter().filter(|token| !token.starts_with("Text")).collect();
        assert_eq!(others, expected, "{at}");
    }
}

#[test]
fn folder_counts_the_links_of_all_pages() {
    let folder = std::env::temp_dir().join(format!("tagspan-folder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for page in 0..9 {
        let links = "<a href=/>link</a><a name=x>".repeat(page);
        std::fs::write(folder.join(format!("{page}.html")), links).unwrap();
    }
    let links = folder::run(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(links.unwrap(), 36);
}

#[test]
fn structured_finds_each_kind_of_data() {
    let page = "<title>A &amp; B</title><svg><title>Icon</title></svg>
        <meta property=og:image content=/a.png><meta name=other content=x>
        <script type=Application/LD+JSON>{\"name\": \"<b>\"}</script><script>x()</script>
        <p itemprop=name>Fish</p> and <a itemprop=url href=/fish>chips</a>";
    let data = structured::data(page.as_bytes()).unwrap();
    let data: Vec<_> = data.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(
        data,
        [
            ("title", "A & B"),
            ("og:image", "/a.png"),
            ("Application/LD+JSON", "{\"name\": \"<b>\"}"),
            ("name", "Fish"),
            ("url", "/fish"),
        ]
    );
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
