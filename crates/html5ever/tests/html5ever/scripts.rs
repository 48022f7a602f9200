//! Pauses at scripts: what they write comes right after them, however deep.

use html5ever::tendril::ByteTendril;
use html5ever::tokenizer::TokenizerOpts;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use tagspan::{EncodingOptions, Error, ErrorKind, UTF_8};
use tagspan_html5ever::{Driver, ParseOpts, Progress, parse_document};

use crate::common::{self, Setup};

/// A page, and the page with everything written out where its scripts write it.
///
/// The script `{a}{b}` writes twice: first `a`, then `b`. In what it writes, `[`, `]`, `(` and `)` stand for `<`, `>`,
/// `{` and `}`, `^` and `$` for `[` and `]`.
const PAGES: &[(&str, &str)] = &[
    ("<p>a<script>{b}</script>c", "<p>a<script>{b}</script>bc"),
    ("<script></script><script>{}</script>a", "<script></script><script>{}</script>a"),
    ("<script>{a}{b}</script><script>{c}</script>d", "<script>{a}{b}</script>ab<script>{c}</script>cd"),
    // A tag begun by the script, ended by the page, and the other way round.
    ("<script>{[b cl}</script>ass=x>y", "<script>{[b cl}</script><b class=x>y"),
    ("<script>{[b cl}{ass=x]}</script>y", "<script>{[b cl}{ass=x]}</script><b class=x>y"),
    ("<script>{[!--a}</script>b--c>d-->e", "<script>{[!--a}</script><!--ab--c>d-->e"),
    ("<script>{&am}</script>p;a", "<script>{&am}</script>&amp;a"),
    ("<script>{[}</script>/script>a", "<script>{[}</script></script>a"),
    // Other states than that of data.
    ("<script>{[title]a[b]}</script>c</title>d", "<script>{[title]a[b]}</script><title>a<b>c</title>d"),
    ("<script>{[plaintext]}</script><p>", "<script>{[plaintext]}</script><plaintext><p>"),
    ("<svg><g><script>{a}</script>b", "<svg><g><script>{a}</script>b"),
    (
        "<svg><desc><p><script>{[/p][!^CDATA^a[b]$$]}</script>c",
        "<svg><desc><p><script>{[/p][!^CDATA^a[b]$$]}</script></p><![CDATA[a<b>]]>c",
    ),
    // A script that is written. It runs when its end tag is met, be that written or in the page.
    (
        "<script>{a[script](b)[/script]c}{d}</script>e",
        "<script>{a[script](b)[/script]c}{d}</script>a<script>{b}</script>bcde",
    ),
    ("<script>{[script](a)}</script></script>b", "<script>{[script](a)}</script><script>{a}</script>ab"),
    (
        "<script>{[script](a)[/script]}{[script](b)[/script]}</script>c",
        "<script>{[script](a)[/script]}{[script](b)[/script]}</script><script>{a}</script>a<script>{b}</script>bc",
    ),
    // Where scripts are in tables, and where their writing ends the head.
    ("<table><tr><script>{[td]a}</script>b<td>c", "<table><tr><script>{[td]a}</script><td>ab<td>c"),
    ("<head><script>{x}</script><title>t</title>", "<head><script>{x}</script>x<title>t</title>"),
];

/// The text of a node and all below it.
fn text(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(text).collect(),
    }
}

/// The text that a script writes, one piece for each `{…}`. Within it, parentheses are braces of the next level.
fn writes(script: &Handle) -> Vec<String> {
    let source = text(script);
    let pieces = source.split('{').skip(1).map(|piece| piece.strip_suffix('}').unwrap_or(piece));
    let written = |character| match character {
        '[' => '<',
        ']' => '>',
        '(' => '{',
        ')' => '}',
        '^' => '[',
        '$' => ']',
        other => other,
    };
    pieces.map(|piece| piece.chars().map(written).collect()).collect()
}

fn run(driver: &mut Driver<RcDom>, mut progress: Progress<Handle>) -> Result<(), Error> {
    loop {
        match progress {
            Progress::Done => return Ok(()),
            Progress::Script(script) => {
                for piece in writes(&script) {
                    let inserted = driver.insert(piece)?;
                    run(driver, inserted)?;
                }
            }
            Progress::EncodingIndicator(_) => {}
        }
        progress = driver.resume()?;
    }
}

/// Feeds the chunks, by tendrils or by slices, and runs the scripts.
fn browse<'a>(
    mut driver: Driver<RcDom>,
    chunks: impl Iterator<Item = &'a [u8]>,
    by_tendrils: bool,
) -> String {
    for chunk in chunks {
        let progress = match by_tendrils {
            true => driver.feed_tendril(ByteTendril::from_slice(chunk)),
            false => driver.feed(chunk),
        };
        run(&mut driver, progress.expect("no limit is met")).expect("no limit is met");
    }
    let progress = driver.end().expect("no limit is met");
    run(&mut driver, progress).expect("no limit is met");
    common::show(&driver.finish())
}

fn driver(encoding: EncodingOptions) -> Driver<RcDom> {
    parse_document(RcDom::default(), ParseOpts::default()).from_bytes(encoding).into_driver()
}

#[test]
fn what_scripts_write_is_a_part_of_the_page() {
    for (page, written_out) in PAGES {
        let expected = common::html5evers(&Setup::default(), written_out);
        for size in (1..page.len() + 1).chain([usize::MAX]) {
            for by_tendrils in [false, true] {
                let chunks = || page.as_bytes().chunks(size.min(page.len()));
                let utf8 = EncodingOptions::new().encoding(UTF_8);
                assert_eq!(browse(driver(utf8), chunks(), by_tendrils), expected, "{page:?} by {size}");
                // Nothing tells the encoding: the page is kept until its end, or until it is long enough.
                let unknown = EncodingOptions::new();
                assert_eq!(browse(driver(unknown), chunks(), by_tendrils), expected, "{page:?} by {size}");
            }
        }
        let text = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
        assert_eq!(browse(text, [page.as_bytes()].into_iter(), true), expected, "{page:?}");
    }
}

#[test]
fn what_scripts_write_is_not_in_the_pages_encoding() {
    let utf16: Vec<u8> =
        "<p>é<script>{é[b]日本}</script>ü".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let pages: [(&str, &[u8]); 2] =
        [("windows-1252", b"<p>\xE9<script>{\xE9[b]}</script>\xFC"), ("utf-16le", &utf16)];
    let expected = ["<p>é<script>{é[b]}</script>é<b>ü", "<p>é<script>{é[b]日本}</script>é<b>日本ü"];
    for ((label, page), written_out) in pages.into_iter().zip(expected) {
        let expected = common::html5evers(&Setup::default(), written_out);
        for size in 1..=page.len() {
            let encoding = EncodingOptions::new().charset(label).expect("a label of the standard");
            assert_eq!(browse(driver(encoding), page.chunks(size), false), expected, "{label} by {size}");
        }
    }
}

/// The order of stops, calls and results, step by step.
#[test]
fn each_stop_is_resumed_once() -> Result<(), Error> {
    let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    let is_script = |progress: &Progress<Handle>, expected: &str| matches!(progress, Progress::Script(script) if text(script) == expected);
    assert!(driver.resume()?.is_done(), "nothing waits");
    assert!(is_script(&driver.feed(b"<script>1</script>page<script>4")?, "1"));
    // The network continues: its bytes wait.
    assert!(driver.feed(b"</script>more")?.is_done());
    assert!(driver.feed_tendril(ByteTendril::from_slice(b"end"))?.is_done());
    assert!(driver.end()?.is_done(), "the end waits too");
    assert!(is_script(&driver.insert("<script>2</script>a<script>3</script>b")?, "2"));
    assert!(driver.insert("(2)")?.is_done());
    assert!(is_script(&driver.resume()?, "3"), "what 1 wrote goes on");
    assert!(driver.resume()?.is_done(), "what 1 wrote is used up");
    assert_eq!(text(&driver.sink().document), "12(2)a3b", "1 can look at what it wrote");
    assert!(driver.insert("(1)")?.is_done());
    assert!(is_script(&driver.resume()?, "4"), "the page goes on");
    assert_eq!(text(&driver.sink().document), "12(2)a3b(1)page4");
    assert!(driver.resume()?.is_done());
    assert_eq!(text(&driver.sink().document), "12(2)a3b(1)page4moreend");
    assert!(driver.insert("x").is_err(), "the input has ended");
    Ok(())
}

#[test]
fn nothing_is_fed_behind_the_end() -> Result<(), Error> {
    for page in ["<p>", "<script></script>"] {
        let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
        let _ = driver.feed(page.as_bytes())?;
        let _ = driver.end()?;
        let error = driver.feed(b"x").expect_err("the end was declared");
        assert_eq!(error.kind(), ErrorKind::FedAfterEnd);
        assert_eq!(driver.feed_tendril(ByteTendril::new()).expect_err("it says so again"), error);
        assert_eq!(common::show(&driver.finish()), common::html5evers(&Setup::default(), page));
    }
    Ok(())
}

#[test]
fn to_finish_is_to_pass_every_stop() {
    let page = "<meta charset=utf-8><script>1</script>a<script>2</script>b";
    let expected = common::html5evers(&Setup::default(), page);
    for stops in 0..=3 {
        let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
        let mut progress = driver.feed(page.as_bytes()).expect("no limit is met");
        for _ in 0..stops {
            assert!(!progress.is_done());
            progress = driver.resume().expect("no limit is met");
        }
        assert_eq!(common::show(&driver.finish()), expected);
    }
    // All of a short page comes at its end, if nothing tells its encoding.
    let mut kept = driver(EncodingOptions::new());
    let page = "<script>1</script>a<script>2</script>b";
    assert!(kept.feed(page.as_bytes()).is_ok_and(|progress| progress.is_done()));
    assert_eq!(common::show(&kept.finish()), common::html5evers(&Setup::default(), page));
}

#[test]
fn declarations_of_the_encoding_stop_the_driver() -> Result<(), Error> {
    let page = "<meta charset=koi8-r>a<meta http-equiv=content-type content='text/html; charset=\"x\"'>b<meta name=c>";
    let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    let mut labels = Vec::new();
    let mut progress = driver.feed(page.as_bytes())?;
    while !progress.is_done() {
        if let Progress::EncodingIndicator(label) = &progress {
            labels.push(label.to_string());
        }
        progress = driver.resume()?;
    }
    assert_eq!(labels, ["koi8-r", "x"]);
    assert_eq!(common::show(&driver.finish()), common::html5evers(&Setup::default(), page));
    Ok(())
}

/// Rare bytes are searched for in the text of scripts too.
#[test]
fn nul_is_written_as_it_is_read() -> Result<(), Error> {
    for (before, written) in [("<p>", "a\0b"), ("<svg>", "a\0b"), ("", "<title>a\0b</title>")] {
        let before = format!("{before}<script></script>");
        let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
        // In svg content nothing stops at a script.
        let _ = driver.feed(before.as_bytes())?;
        assert!(driver.insert(written)?.is_done());
        let expected = common::html5evers(&Setup::default(), &(before + written));
        assert_eq!(common::show(&driver.finish()), expected);
    }
    Ok(())
}

/// A CR and the LF after it are one newline, also if one is from the network and one from a script.
#[test]
fn newlines_may_be_written_in_two_parts() -> Result<(), Error> {
    let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
    let progress = driver.feed(b"<pre>\n<script></script>\nb")?;
    assert!(matches!(progress, Progress::Script(_)));
    for piece in ["a\r", "\nx\r"] {
        assert!(driver.insert(piece)?.is_done());
    }
    assert!(driver.resume()?.is_done());
    assert!(driver.end()?.is_done());
    assert_eq!(driver.line(), 4);
    assert_eq!(text(&driver.finish().document), "a\nx\nb");
    Ok(())
}

/// Each stop inserts the rest of the text again. A tokenizer that locates errors copies what is inserted, so that all of it
/// would be copied at each script.
#[test]
fn a_stop_in_long_text_copies_a_part_of_it() -> Result<(), Error> {
    let written = "<script></script>\r\né日本".repeat(10_000);
    let tokenizer = TokenizerOpts { exact_errors: true, ..TokenizerOpts::default() };
    let opts = ParseOpts { tokenizer, ..ParseOpts::default() };
    let mut driver = parse_document(RcDom::default(), opts).into_driver();
    let mut progress = driver.insert(&*written)?;
    let mut stops = 0;
    while !progress.is_done() {
        let allocated = driver.tokenizer().allocated();
        assert!(allocated < 200_000, "{allocated} bytes of {} at stop {stops}", written.len());
        stops += 1;
        progress = driver.resume()?;
    }
    assert_eq!((stops, driver.line()), (10_000, 10_001));
    assert_eq!(common::show(&driver.finish()), common::html5evers(&Setup::default(), &written));
    Ok(())
}

/// Text may be inserted between chunks too. What is fed while a script in it waits comes after the rest of the text.
#[test]
fn chunks_keep_their_order_behind_inserted_text() -> Result<(), Error> {
    for declared_early in [false, true] {
        let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
        assert!(driver.feed(b"<p>")?.is_done());
        assert!(matches!(driver.insert("<script></script>x")?, Progress::Script(_)));
        assert!(driver.feed(b"A")?.is_done());
        if declared_early {
            assert!(driver.end()?.is_done());
        }
        assert!(driver.resume()?.is_done());
        if !declared_early {
            assert!(driver.feed(b"B")?.is_done());
            assert!(driver.end()?.is_done());
        }
        let expected = if declared_early { "xA" } else { "xAB" };
        assert_eq!(text(&driver.finish().document), expected);
    }
    Ok(())
}
