//! Title, language, canonical link, metas and JSON-LD.

use crate::harness::page;

#[test]
fn the_title_is_the_first() {
    for (html, expected) in [
        ("<p>text", None),
        ("<title></title>", Some("")),
        ("<title>  A \n\t page\x0C&nbsp; </title>", Some("A page \u{A0}")),
        ("<title>Fish &amp; <b>chips</b></title>", Some("Fish & <b>chips</b>")),
        ("<title></title><title>second</title>", Some("")),
        ("<title>one</title><title>second</title>", Some("one")),
        ("<body><p>late<title>in body</title>", Some("in body")),
        ("<svg><title>icon</title></svg><title>page</title>", Some("page")),
        ("<template><title>no</title></template><title>page</title>", Some("page")),
        ("<template><svg></template><title>page</title>", Some("page")),
        (
            "<template><svg><template></template></svg><title>no</title></template><title>page</title>",
            Some("page"),
        ),
        ("<!--<title>no</title>--><script><title>no</title></script><TITLE>page</TITLE>", Some("page")),
        ("<title>unfinished", Some("unfinished")),
        ("<title>a</title>b<textarea>c</textarea>", Some("a")),
        ("<titles>no</titles><title >yes</title >", Some("yes")),
        ("<title>a\0b</title>", Some("a\u{FFFD}b")),
    ] {
        assert_eq!(page(html).title.as_deref(), expected, "{html}");
    }
}

#[test]
fn the_language_is_that_of_html_or_of_the_pragma() {
    for (html, expected) in [
        ("<p lang=en>", None),
        ("<html lang=en>", Some("en")),
        ("<html><p><html lang=de><html lang=fr>", Some("de")),
        ("<html lang>", Some("")),
        ("<HTML LANG=pt-BR xml:lang=en>", Some("pt-BR")),
        ("<html xml:lang=en>", None),
        ("<template><html lang=en></template>", None),
        ("<meta http-equiv=Content-Language content=' de at'>", Some("de")),
        (
            "<meta http-equiv=content-language content=de><meta http-equiv=content-language content=fr>",
            Some("fr"),
        ),
        (
            "<meta http-equiv=content-language content=de><meta http-equiv=content-language content=' '>",
            Some("de"),
        ),
        ("<meta http-equiv=content-language content='de, en'><meta http-equiv=content-language>", None),
        ("<meta name=content-language content=de><meta http-equiv=language content=de>", None),
        ("<html lang=en><meta http-equiv=content-language content=de>", Some("en")),
        ("<html lang><meta http-equiv=content-language content=de>", Some("")),
        ("<meta http-equiv=content-language content=de><html lang=en>", Some("en")),
        ("<template><meta http-equiv=content-language content=de></template>", None),
    ] {
        assert_eq!(page(html).lang.as_deref(), expected, "{html}");
    }
}

#[test]
fn the_canonical_link_is_the_first() {
    for (html, expected) in [
        ("<link rel=stylesheet href=a>", None),
        ("<link rel=canonical>", None),
        ("<link rel=canonical><link rel='x CANONICAL' href=a><link rel=canonical href=b>", Some("a")),
        ("<link rel=canonical-x href=a><a rel=canonical href=b>", None),
        ("<template><link rel=canonical href=a></template>", None),
    ] {
        assert_eq!(page(html).canonical.as_deref(), expected, "{html}");
    }
}

#[test]
fn metas_have_a_name_and_content() {
    let html = "<meta charset=utf-8><meta name=a><meta content=b>\
        <meta name=Robots content='noindex, nofollow'><meta property=og:title content='A &amp; B'>\
        <meta http-equiv=refresh content='0; url=x'><meta name=robots content=second>\
        <meta name=n property=p content=''>\
        <template><meta name=a content=b></template><noscript><meta name=c content=d></noscript>";
    let page = page(html);
    let metas: Vec<_> = page
        .metas
        .iter()
        .map(|meta| {
            let names =
                [&meta.name, &meta.property, &meta.http_equiv].map(|name| name.as_deref().unwrap_or("-"));
            (names, meta.content.as_str())
        })
        .collect();
    assert_eq!(
        metas,
        [
            (["Robots", "-", "-"], "noindex, nofollow"),
            (["-", "og:title", "-"], "A & B"),
            (["-", "-", "refresh"], "0; url=x"),
            (["robots", "-", "-"], "second"),
            (["n", "p", "-"], ""),
            (["c", "-", "-"], "d"),
        ]
    );
    for (name, expected) in [
        ("robots", Some("noindex, nofollow")),
        ("OG:TITLE", Some("A & B")),
        ("p", Some("")),
        ("refresh", None),
        ("a", None),
    ] {
        assert_eq!(page.meta(name), expected, "{name}");
    }
}

#[test]
fn robots_adds_up() {
    for (html, expected) in [
        ("<meta name=robot content=noindex><meta property=robots content=noindex>", None),
        (
            "<meta name=robots content=index><meta name=ROBOTS content='noindex,nofollow'>",
            Some("index, noindex,nofollow"),
        ),
        ("<meta name=robots content=''>", Some("")),
        (
            "<meta name=robots content=''><meta name=robots content=noindex><meta name=robots content=''>",
            Some("noindex"),
        ),
        ("<template><meta name=robots content=noindex></template>", None),
    ] {
        assert_eq!(page(html).robots().as_deref(), expected, "{html}");
    }
}

#[test]
fn json_ld_has_its_text_and_span() {
    let html = "<script type='application/ld+json'>{\"a\": \"&amp;<b>\"}</script><script>{}</script>\
        <SCRIPT TYPE=' Application/LD+JSON ; charset=utf-8'></SCRIPT>\
        <template><script type=application/ld+json>no</script></template>\
        <script type=application/ld+json>[1]<!-- <script> </script> -->";
    let page = page(html);
    let scripts: Vec<_> = page
        .json_ld
        .iter()
        .map(|script| {
            let source = script.span.map(|span| &html[span.start as usize..span.end as usize]);
            (script.text.as_str(), source)
        })
        .collect();
    assert_eq!(
        scripts,
        [
            ("{\"a\": \"&amp;<b>\"}", Some("{\"a\": \"&amp;<b>\"}")),
            ("", None),
            ("[1]<!-- <script> </script> -->", Some("[1]<!-- <script> </script> -->")),
        ]
    );
    assert!(page.json_ld.iter().all(|script| !script.truncated));
}
