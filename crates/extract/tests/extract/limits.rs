//! Limits: data within them is kept, and all other data is counted.

use tagspan::{LimitAction, Limits};
use tagspan_extract::{Extractor, JsonLd, Link, Lost, PageLimits};

use crate::harness::{page_with, read, utf8};

fn limits(set: impl FnOnce(&mut PageLimits)) -> tagspan_extract::ExtractorBuilder {
    let mut limits = PageLimits::default();
    set(&mut limits);
    Extractor::builder().limits(limits)
}

fn lost(set: impl FnOnce(&mut Lost)) -> Lost {
    let mut lost = Lost::default();
    set(&mut lost);
    lost
}

#[test]
fn what_is_left_out_is_counted() {
    let title = page_with(b"<title>a &auml; bc</title>", &utf8(), &limits(|limits| limits.title = 3));
    // The second character has two bytes, and what comes after a gap is left out too.
    assert_eq!(title.title.as_deref(), Some("a "));
    assert_eq!(title.lost, lost(|lost| lost.title = 5));

    let text = page_with(b"<p>a &auml;<p>bc", &utf8(), &limits(|limits| limits.text = 3));
    assert_eq!(text.text, "a ");
    assert_eq!(text.lost, lost(|lost| lost.text = 6));

    let html = b"<html lang=en-GB><base href=longer><link rel=canonical href=long><a rel=nofollow href=abcd ping='x y'>";
    let values = page_with(html, &utf8(), &limits(|limits| limits.value = 3));
    assert_eq!(values.lang.as_deref(), Some("en-"));
    assert_eq!((values.base.as_deref(), values.base_url()), (Some("lon"), None));
    // Resolved, it would lead elsewhere.
    assert_eq!(values.canonical, None);
    let links: Vec<_> =
        values.links.iter().map(|link| (link.value.as_str(), link.rel.as_deref(), link.truncated)).collect();
    let expected = [
        ("lon", Some("can"), true),
        ("abc", Some("nof"), true),
        ("x", Some("nof"), false),
        ("y", Some("nof"), false),
    ];
    assert_eq!(links, expected);
    assert_eq!(values.url(&values.links[1]), None);
    // lang, base, canonical, and for each of the two tags with links its `href` and `rel`.
    assert_eq!(values.lost, lost(|lost| lost.values = 7));
}

#[test]
fn text_after_a_character_that_does_not_fit_is_left_out() {
    let title = page_with("<title>é b</title>".as_bytes(), &utf8(), &limits(|limits| limits.title = 1));
    assert_eq!((title.title.as_deref(), title.lost), (Some(""), lost(|lost| lost.title = 3)));

    let text = page_with("é<i>b".as_bytes(), &utf8(), &limits(|limits| limits.text = 1));
    assert_eq!((&*text.text, text.lost), ("", lost(|lost| lost.text = 3)));

    let html = "<script type=application/ld+json>éb</script>".as_bytes();
    let script = page_with(html, &utf8(), &limits(|limits| limits.json_ld = 1 + size_of::<JsonLd>()));
    assert_eq!((&*script.json_ld[0].text, script.lost), ("", lost(|lost| lost.json_ld = 3)));

    let link = page_with("<a href=x>é b</a>".as_bytes(), &utf8(), &limits(|limits| limits.value = 1));
    assert_eq!((link.links[0].text.as_deref(), link.lost), (None, lost(|lost| lost.values = 1)));
}

#[test]
fn the_text_of_links_is_cut_and_counted() {
    let html = b"<a href=x>one two</a><a href=y>a b</a>";
    for (value, room, texts, lost) in [
        (5, 1 << 20, &["one t", "a b"][..], 1),
        (2, 1 << 20, &["on", "a "], 2),
        // The text of a link takes the room of the next one.
        (100, size_of::<Link>() + 4, &["one"], 1),
    ] {
        let settings = limits(|limits| (limits.value, limits.links) = (value, room));
        let page = page_with(html, &utf8(), &settings);
        let found: Vec<_> = page.links.iter().map(|link| link.text.as_deref().unwrap()).collect();
        assert_eq!((&*found, page.lost.values), (texts, lost), "{value}, {room}");
    }
}

#[test]
fn style_sheets_are_searched_up_to_their_limit() {
    let html = b"<style>url(aaa) url(b)</style><style>url(c) url(d)</style><p style='b:url(eee)'>";
    let settings = limits(|limits| (limits.css, limits.value) = (9, 2)).css(true);
    let page = page_with(html, &utf8(), &settings);
    let found: Vec<_> = page.links.iter().map(|link| (link.value.as_str(), link.truncated)).collect();
    // The second sheet has room for the start of its last token, which is no URL.
    assert_eq!(found, [("aa", true), ("c", false), ("ee", true)]);
    assert_eq!(page.lost, lost(|lost| (lost.css, lost.values) = (10, 2)));
    let page = page_with(b"<style>url(abc)</style>", &utf8(), &limits(|limits| limits.css = 6).css(true));
    assert_eq!((&*page.links[0].value, page.links[0].truncated), ("ab", true));
    // Not searched, not left out.
    let page = page_with(html, &utf8(), &limits(|limits| limits.css = 0));
    assert_eq!(page.lost, Lost::default());
}

#[test]
fn records_are_left_out_whole() {
    let record = size_of::<tagspan_extract::Link>();
    let html = b"<a href=1><a href=22><a href=3><a href=4>";
    let page = page_with(html, &utf8(), &limits(|limits| limits.links = 2 * record + 2));
    let values: Vec<_> = page.links.iter().map(|link| link.value.as_str()).collect();
    assert_eq!((values, page.lost.links), (vec!["1", "3"], 2));

    // A name that is in no table takes memory too.
    let html = b"<math><mi href=1></mi><mimimi href=2></mimimi><mi href=3></mi>";
    let page = page_with(html, &utf8(), &limits(|limits| limits.links = 2 * record + 6));
    let values: Vec<_> = page.links.iter().map(|link| link.value.as_str()).collect();
    assert_eq!((values, page.lost.links), (vec!["1", "3"], 1));

    // And so do the attributes beside a URL, for each link of the tag, which has what the first one took.
    let html = b"<img alt=aa src=1 srcset='2, 3'><img src=4>";
    let room = 2 * (record + 1 + size_of::<(&str, String)>() + 2);
    let page = page_with(html, &utf8(), &limits(|limits| limits.links = room));
    let found: Vec<_> =
        page.links.iter().map(|link| (link.value.as_str(), link.attribute_value("alt"))).collect();
    assert_eq!((found, page.lost.links), (vec![("1", Some("aa")), ("2", Some("aa"))], 2));
    let page = page_with(html, &utf8(), &limits(|limits| limits.value = 1));
    let found: Vec<_> = page.links.iter().map(|link| link.attribute_value("alt")).collect();
    assert_eq!((found, page.lost.values), (vec![Some("a"), Some("a"), Some("a"), None], 1));
    // A link for which there is no room takes nothing.
    let html = b"<a rel=r ping='1 2' href=3>";
    let page = page_with(html, &utf8(), &limits(|limits| limits.links = record + 1));
    assert_eq!((page.links.len(), page.lost.links), (0, 3));
    let html = b"<a rel=r ping='111 2' href=3>";
    let page = page_with(html, &utf8(), &limits(|limits| limits.links = record + 2));
    assert_eq!((page.links[0].rel.as_deref(), page.lost.links), (Some("r"), 2));

    let record = size_of::<tagspan_extract::Meta>();
    let html = b"<meta name=1 content=2><meta name=1 content=22><meta name=1 content=3>";
    let page = page_with(html, &utf8(), &limits(|limits| limits.metas = 2 * record + 4));
    assert_eq!((page.metas.len(), page.lost.metas), (2, 1));
    assert_eq!(page.metas[1].content, "3");

    let record = size_of::<tagspan_extract::JsonLd>();
    let html = b"<script type=application/ld+json>123</script>".repeat(3);
    let page = page_with(&html, &utf8(), &limits(|limits| limits.json_ld = 2 * record + 4));
    let scripts: Vec<_> =
        page.json_ld.iter().map(|script| (script.text.as_str(), script.truncated)).collect();
    assert_eq!(scripts, [("123", false), ("1", true)]);
    assert_eq!(page.lost, lost(|lost| lost.json_ld = 5));
}

#[test]
fn what_the_tokenizer_leaves_out_is_counted() {
    let html = format!("<a href='{0}'>text</a {0}><!--{0}-->", "x".repeat(100));
    for (limit, expected) in [
        (Limits::new().attribute_value(40, LimitAction::Truncate), (Some((40, true)), 1, 60)),
        (Limits::new().tag(40, LimitAction::Skip), (None, 0, 111 + 105)),
        (Limits::new().comment(40, LimitAction::Skip), (Some((100, false)), 0, 0)),
    ] {
        let page = page_with(html.as_bytes(), &utf8().limits(limit), &Extractor::builder());
        let link = page.links.first().map(|link| (link.value.len(), link.truncated));
        assert_eq!((link, page.lost.values, page.lost.markup), expected);
        assert_eq!(page.text, "text");
    }
    // The raw text of a tag that is skipped is not that of the `xmp` before it.
    let html = format!("<xmp>a</xmp><style {}>b</style>c", "x".repeat(100));
    let skips = utf8().limits(Limits::new().tag(40, LimitAction::Skip));
    assert_eq!(page_with(html.as_bytes(), &skips, &Extractor::builder()).text, "a\nc");
}

#[test]
fn limits_count_what_is_kept() {
    let settings = limits(|limits| {
        limits.text = 10;
        limits.links = size_of::<tagspan_extract::Link>() + 10;
    });
    let html = b"<p>some text <a href=1>".repeat(50);
    let whole = read(&[&html], &utf8(), &settings);
    assert!(whole.lost.text > 0 && whole.lost.links == 49);

    let (mut tokenizer, mut extractor) = (utf8().build(), settings.build());
    let (mut text, mut links) = (String::new(), 0);
    for chunk in html.chunks(5) {
        extractor.read(tokenizer.feed(chunk)).expect("no limit fails");
        text += &std::mem::take(&mut extractor.page_mut().text);
        links += extractor.page_mut().links.drain(..).count();
    }
    extractor.read(tokenizer.finish()).expect("no limit fails");
    text += &extractor.page().text;
    links += extractor.page().links.len();
    assert_eq!(extractor.finish().lost, Lost::default());
    assert_eq!((text, links), (["some text"; 50].join("\n\n"), 50));
}

#[test]
fn text_is_kept_again_once_it_is_taken() {
    for (room, expected) in [(9, "\n\na b c d"), (3, "\n\na"), (0, "")] {
        let mut extractor = limits(|limits| limits.text = room).build();
        extractor.read(tagspan::tokenize("<p>one <b>or</b> two")).expect("no limit fails");
        for _ in 0..2 {
            extractor.page_mut().text.clear();
            extractor.read(tagspan::tokenize("<p>a <b>b</b> c <b>d")).expect("no limit fails");
            assert_eq!(extractor.page().text, expected, "{room}");
        }
    }
}

/// A small page can have long resolved URLs, because each link may repeat the whole base.
#[test]
fn the_urls_of_links_are_within_the_limit() {
    let base = format!("<base href='http://a.example/{}/'>", "é".repeat(8000));
    let links = "<a href=1>".repeat(16_000);
    let limit = PageLimits::default().links;
    // The base counts for the links before it too.
    for html in [base.clone() + &links, links + &base] {
        let page = page_with(html.as_bytes(), &utf8(), &Extractor::builder());
        let urls: Vec<_> = page.links.iter().map(|link| page.url(link).expect("a URL").to_string()).collect();
        let all: usize = urls.iter().map(|url| url.len() + 1 + size_of::<Link>()).sum();
        assert!(all <= limit && all + urls[0].len() + 1 + size_of::<Link>() > limit, "{all} bytes");
        assert_eq!(page.lost, lost(|lost| lost.links = 16_000 - page.links.len() as u64));
    }
}

#[test]
fn links_count_with_their_urls() {
    let html = b"<base href=http://a.example/><a href=1 rel=x>one</a><a href=http://[>two</a><a href=3>";
    // The URLs `http://a.example/1` and `http://a.example/3`, the values, what `rel` and the texts hold, and nothing for what is
    // no URL.
    let (record, whole) = (size_of::<Link>(), 3 * size_of::<Link>() + 18 + 18 + 1 + 8 + 1 + 1 + 6);
    for (room, kept) in [(whole, 3), (whole - 1, 2), (whole - record - 19, 2), (whole - record - 20, 1)] {
        let page = page_with(html, &utf8(), &limits(|limits| limits.links = room));
        assert_eq!((page.links.len(), page.lost.links), (kept, 3 - kept as u64), "{room}");
    }
}
