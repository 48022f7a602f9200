//! Which attributes are links, their spans and values, and what they are resolved to.

use tagspan::{Encoding, LateDeclarations, Tokenizer};
use tagspan_extract::{Extractor, LinkAttribute, LinkKind, Page, Url};

use crate::harness::{page, page_with, utf8};

/// Element, attribute and value of each link.
fn triples(page: &Page) -> Vec<(&str, &str, &str)> {
    page.links.iter().map(|link| (&*link.element, &*link.attribute, link.value.as_str())).collect()
}

#[test]
fn each_attribute_of_the_standard_is_a_link() {
    // By hand from the index of attributes and the obsolete features, not from the table.
    for (html, expected) in [
        ("<a href=1 ping=2>", &[("a", "href", "1"), ("a", "ping", "2")][..]),
        ("<area href=1 ping=2>", &[("area", "href", "1"), ("area", "ping", "2")]),
        ("<audio src=1>", &[("audio", "src", "1")]),
        ("<blockquote cite=1>", &[("blockquote", "cite", "1")]),
        ("<button formaction=1>", &[("button", "formaction", "1")]),
        ("<del cite=1>", &[("del", "cite", "1")]),
        ("<embed src=1>", &[("embed", "src", "1")]),
        ("<form action=1>", &[("form", "action", "1")]),
        ("<iframe src=1>", &[("iframe", "src", "1")]),
        ("<img src=1>", &[("img", "src", "1")]),
        ("<input type=submit formaction=1>", &[("input", "formaction", "1")]),
        ("<input type=image src=1>", &[("input", "src", "1")]),
        ("<ins cite=1>", &[("ins", "cite", "1")]),
        ("<link href=1>", &[("link", "href", "1")]),
        ("<object data=1>", &[("object", "data", "1")]),
        ("<q cite=1>", &[("q", "cite", "1")]),
        ("<script src=1></script>", &[("script", "src", "1")]),
        ("<source src=1>", &[("source", "src", "1")]),
        ("<img srcset='1, 2 2x'>", &[("img", "srcset", "1"), ("img", "srcset", "2")]),
        ("<source srcset='1 5w'>", &[("source", "srcset", "1")]),
        ("<link imagesrcset='1 5w'>", &[("link", "imagesrcset", "1")]),
        ("<meta http-equiv=Refresh content='0; url=1'>", &[("meta", "content", "1")]),
        ("<track src=1>", &[("track", "src", "1")]),
        ("<video src=1 poster=2>", &[("video", "src", "1"), ("video", "poster", "2")]),
        ("<body background=1>", &[("body", "background", "1")]),
        (
            "<table background=1><tr background=2><td background=3>",
            &[("table", "background", "1"), ("tr", "background", "2"), ("td", "background", "3")],
        ),
        ("<frameset><frame src=1 longdesc=2>", &[("frame", "src", "1"), ("frame", "longdesc", "2")]),
        ("<html manifest=1><head profile=2>", &[("html", "manifest", "1"), ("head", "profile", "2")]),
        ("<img longdesc=1 lowsrc=2>", &[("img", "longdesc", "1"), ("img", "lowsrc", "2")]),
        ("<image src=1>", &[("img", "src", "1")]),
        (
            "<svg><a href=1 /><image xlink:href=2 /><use XLINK:HREF=3 />",
            &[("a", "href", "1"), ("image", "xlink:href", "2"), ("use", "xlink:href", "3")],
        ),
        (
            "<svg><feimage href=1 /><linearGradient href=2 /><radialGradient href=3 /><pattern href=4 />\
             <textPath href=5 /><mpath href=6 /><script href=7 /><filter xlink:href=8 />",
            &[
                ("feImage", "href", "1"),
                ("linearGradient", "href", "2"),
                ("radialGradient", "href", "3"),
                ("pattern", "href", "4"),
                ("textPath", "href", "5"),
                ("mpath", "href", "6"),
                ("script", "href", "7"),
                ("filter", "xlink:href", "8"),
            ],
        ),
        (
            "<svg><altGlyph xlink:href=1 /><color-profile xlink:href=2 /><cursor xlink:href=3 />\
             <font-face-uri xlink:href=4 /><glyphRef xlink:href=5 /><tref xlink:href=6 />",
            &[
                ("altGlyph", "xlink:href", "1"),
                ("color-profile", "xlink:href", "2"),
                ("cursor", "xlink:href", "3"),
                ("font-face-uri", "xlink:href", "4"),
                ("glyphRef", "xlink:href", "5"),
                ("tref", "xlink:href", "6"),
            ],
        ),
        // A part of the page itself is linked to, and not loaded.
        (
            "<svg><a href='#1' /><use href='#2' /><pattern xlink:href=' #3' /><use href='4#5' />",
            &[("a", "href", "#1"), ("use", "href", "4#5")],
        ),
        // Animations, whose target is in the same document.
        ("<svg><animate href=1 /><set href=2 /><animateMotion href=3 /><discard href=4 />", &[]),
        (
            "<math href=1><mi href=2>x</mi><MROW HREF=3><x-y href=4 src=5>",
            &[("math", "href", "1"), ("mi", "href", "2"), ("mrow", "href", "3"), ("x-y", "href", "4")],
        ),
        // Items, if they have a type.
        (
            "<p itemscope itemtype=t itemid=1><a itemid=2 href=3 ITEMTYPE=t itemscope>",
            &[("p", "itemid", "1"), ("a", "itemid", "2"), ("a", "href", "3")],
        ),
        ("<meta itemscope itemtype=t itemid=1 content='0;url=2'>", &[("meta", "itemid", "1")]),
        (
            "<p itemscope itemid=1 x><p itemtype=t itemid=2 x><p itemscope itemtype=' ' itemid=3>\
             <svg><g itemscope itemtype=t itemid=4></svg></p itemscope itemtype=t itemid=5>",
            &[],
        ),
        // Lists, and values as they are.
        ("<a ping=' 1\n2 '>", &[("a", "ping", "1"), ("a", "ping", "2")]),
        ("<a href=' a&amp;b\t'>", &[("a", "href", " a&b\t")]),
        ("<a href>", &[("a", "href", "")]),
        // The first of two attributes counts, in any case.
        ("<A HREF=1 href=2>", &[("a", "href", "1")]),
        // Links that are not seen, and that are.
        (
            "<template><a href=1></template><noscript><img src=2></noscript><p hidden><a href=3>",
            &[("a", "href", "1"), ("img", "src", "2"), ("a", "href", "3")],
        ),
        ("<!-- <a href=1> --><script>'<a href=2>'</script><title><a href=3></title>", &[]),
        // Left out by name.
        ("<base href=1><meta name=refresh content='0;url=2'><p srcset=3><img imagesrcset=4>", &[]),
        ("<p style='background:url(1)' itemid=2 itemtype=3><iframe srcdoc=4></iframe>", &[]),
        ("<object codebase=1 classid=2 archive=3><img usemap=#4>", &[]),
        // Of other elements, and of end tags.
        ("<p href=1><div src=2></a href=3><blockquotes cite=4>", &[]),
        ("<svg><rect href=1 /><img-x src=2>", &[]),
    ] {
        assert_eq!(triples(&page(html)), expected, "{html}");
    }
}

#[test]
fn spans_are_those_of_the_source() {
    let html = "<p>é<a href='/ä?a&amp;b'><img src=x><a ping=\"1 2\">";
    let spans: Vec<_> = page(html)
        .links
        .iter()
        .map(|link| link.span.map(|span| &html[span.start as usize..span.end as usize]))
        .collect();
    assert_eq!(spans, [Some("/ä?a&amp;b"), Some("x"), Some("1"), Some("2")]);

    let shift_jis = b"<p>\x93\xFA\x96\x7B<a href=\x93\xFA>";
    let builder = Tokenizer::builder().charset("shift_jis").expect("a label");
    let settings = Extractor::builder();
    for (on, expected) in [(true, Some(15..17)), (false, None)] {
        let page = page_with(shift_jis, &builder.clone().source_offsets(on), &settings);
        assert_eq!(page.links[0].value, "日");
        assert_eq!(page.links[0].span.map(|span| span.start..span.end), expected, "offsets: {on}");
    }
}

#[test]
fn urls_in_lists_have_a_kind_a_descriptor_and_a_span() {
    type Found<'a> = (&'a str, &'a str, Option<&'a str>, &'a str);
    let cases: [(&str, &[Found<'_>]); 9] = [
        ("<a href=1>", &[("attribute", "1", None, "1")]),
        ("<a ping='\n1 é '>", &[("ping", "1", None, "1"), ("ping", "é", None, "é")]),
        (
            "<img srcset='1,2 1x,\t3 2x , 4 5w 6h, 7'>",
            &[
                ("srcset", "1,2", Some("1x"), "1,2"),
                ("srcset", "3", Some("2x"), "3"),
                ("srcset", "4", Some("5w 6h"), "4"),
                ("srcset", "7", None, "7"),
            ],
        ),
        // Not written as it reads.
        (
            "<source srcset='é?a&amp;b 1x, c'>",
            &[("srcset", "é?a&b", Some("1x"), "é?a&amp;b 1x, c"), ("srcset", "c", None, "é?a&amp;b 1x, c")],
        ),
        ("<link imagesrcset='1 0w, 2 -1x, 3 1x 1x, 4'>", &[("srcset", "4", None, "4")]),
        ("<META HTTP-EQUIV=refresh CONTENT='5; URL=\"/next\"'>", &[("refresh", "/next", Some("5"), "/next")]),
        ("<meta http-equiv=refresh content=5><meta http-equiv=refresh><meta content='5;x'>", &[]),
        ("<img srcset><img srcset=' , '><a ping>", &[]),
        (
            "<noscript><meta http-equiv=refresh content='.5,a&#x62;'>",
            &[("refresh", "ab", None, ".5,a&#x62;")],
        ),
    ];
    for (html, expected) in cases {
        let page = page(html);
        let found = page.links.iter().map(|link| {
            let span = link.span.expect("the page is UTF-8");
            (link.kind.as_str(), &*link.value, link.descriptor.as_deref(), &html[span.range()])
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{html}");
    }
    // In another encoding.
    let shift_jis = b"<p>\x93\xFA\x96\x7B<img srcset='\x93\xFA 1x, \x96\x7B'>";
    let builder = Tokenizer::builder().charset("shift_jis").expect("a label").source_offsets(true);
    let page = page_with(shift_jis, &builder, &Extractor::builder());
    let spans: Vec<_> = page.links.iter().map(|link| link.span.map(|span| span.range())).collect();
    assert_eq!(spans, [Some(20..22), Some(27..29)]);
}

#[test]
fn links_are_resolved_against_the_first_base_with_href() {
    let at = |base: &str| Url::parse(base).expect("a URL");
    for (base, html, expected) in [
        (Some("https://a.example/b/c"), "<a href=d>", Some("https://a.example/b/d")),
        (Some("https://a.example/b/c"), "<a href=' ../d\n'>", Some("https://a.example/d")),
        (Some("https://a.example/b/c"), "<a href>", Some("https://a.example/b/c")),
        (Some("https://a.example/b/c"), "<a href='#f'>", Some("https://a.example/b/c#f")),
        (Some("https://a.example/b/c"), "<a href=//b.example>", Some("https://b.example/")),
        (Some("https://a.example/b/c"), "<a href='mailto:x@y'>", Some("mailto:x@y")),
        (Some("https://a.example/b/c"), "<a href='http://[x'>", None),
        (None, "<a href=d>", None),
        (None, "<a href=https://a.example>", Some("https://a.example/")),
        // Relative to the caller's, the first one that has href, wherever it stands.
        (Some("https://a.example/b/c"), "<base href=/d/><a href=e>", Some("https://a.example/d/e")),
        (
            Some("https://a.example/b/c"),
            "<base target=x><base href=/d/><base href=/f/><a href=e>",
            Some("https://a.example/d/e"),
        ),
        (Some("https://a.example/b/c"), "<a href=e><base href=/d/>", Some("https://a.example/d/e")),
        (None, "<base href=http://b.example><a href=e>", Some("http://b.example/e")),
        // No base: an empty one is the page itself, others have no effect.
        (Some("https://a.example/b/c"), "<base href><a href=e>", Some("https://a.example/b/e")),
        (
            Some("https://a.example/b/c"),
            "<base href='http://[x'><base href=/d/><a href=e>",
            Some("https://a.example/b/e"),
        ),
        (Some("https://a.example/b/c"), "<base href='data:x,y'><a href=e>", Some("https://a.example/b/e")),
        (
            Some("https://a.example/b/c"),
            "<base href='javascript:x'><a href=e>",
            Some("https://a.example/b/e"),
        ),
        // Not in the document.
        (
            Some("https://a.example/b/c"),
            "<template><base href=/d/></template><a href=e>",
            Some("https://a.example/b/e"),
        ),
        (
            Some("https://a.example/b/c"),
            "<svg><base href=/d/></svg><a href=e>",
            Some("https://a.example/b/e"),
        ),
        (Some("https://a.example/b/c"), "<!--<base href=/d/>--><a href=e>", Some("https://a.example/b/e")),
    ] {
        let mut settings = Extractor::builder();
        if let Some(base) = base {
            settings = settings.base_url(at(base));
        }
        let page = page_with(html.as_bytes(), &utf8(), &settings);
        let url = page.url(&page.links[0]);
        assert_eq!(url.as_ref().map(Url::as_str), expected, "{html}");
    }
}

#[test]
fn queries_are_in_the_encoding_that_is_found() {
    // The declaration is after the bytes that are searched, so that the document starts again.
    let comment = "-".repeat(2000);
    let html =
        [b"<a href='?\xC1'><!--", comment.as_bytes(), b"--><meta charset=koi8-r><a href='?\xC1'>"].concat();
    let settings = Extractor::builder().base_url(Url::parse("http://a.example/").expect("a URL"));
    let follow = Tokenizer::builder().late_declarations(LateDeclarations::Follow);
    let page = page_with(&html, &follow, &settings);
    assert_eq!(page.encoding, Encoding::for_label(b"koi8-r"));
    let urls: Vec<_> = page.links.iter().map(|link| page.url(link).map(String::from)).collect();
    assert_eq!(urls, [Some("http://a.example/?%C1".to_owned()), Some("http://a.example/?%C1".to_owned())]);
    assert_eq!(page.links[0].value, "?а");
}

#[test]
fn rel_is_kept() {
    let page = page("<a rel='NoFollow ugc' href=1><a href=2><form rel=search action=3>");
    let rels: Vec<_> = page.links.iter().map(|link| link.rel.as_deref()).collect();
    assert_eq!(rels, [Some("NoFollow ugc"), None, Some("search")]);
    assert!(page.links[0].has_rel("nofollow") && page.links[0].has_rel("UGC"));
    assert!(!page.links[0].has_rel("follow") && !page.links[1].has_rel("nofollow"));
}

#[test]
fn attributes_that_the_caller_names_are_links() {
    type Found<'a> = (&'a str, &'a str, &'a str, &'a str);
    let cases: [(&[&str], &str, &[Found<'_>]); 12] = [
        (
            &["img@data-src"],
            "<img data-src=1 src=2>",
            &[("img", "data-src", "attribute", "1"), ("img", "src", "attribute", "2")],
        ),
        (&["IMG@Data-Src"], "<Img DATA-SRC=1>", &[("img", "data-src", "attribute", "1")]),
        (&["img@data-src"], "<p data-src=1><imgs data-src=2></img data-src=3><img data-srcs=4>", &[]),
        (&["image@data-src"], "<image data-src=1>", &[]),
        (&["img@data-src"], "<image data-src=1>", &[("img", "data-src", "attribute", "1")]),
        (
            &["*@data-href"],
            "<p data-href=1><A data-href=2><x-y data-href>",
            &[
                ("p", "data-href", "attribute", "1"),
                ("a", "data-href", "attribute", "2"),
                ("x-y", "data-href", "attribute", ""),
            ],
        ),
        // A list of candidates.
        (
            &["img@data-srcset"],
            "<img data-srcset='1, 2 2x'>",
            &[("img", "data-srcset", "srcset", "1"), ("img", "data-srcset", "srcset", "2")],
        ),
        // Of the standard's attributes in other places; one that is listed anyway is one link.
        (
            &["base@href", "a@href"],
            "<base href=1><a href=2>",
            &[("base", "href", "attribute", "1"), ("a", "href", "attribute", "2")],
        ),
        (&["meta@content"], "<meta name=x content=1>", &[("meta", "content", "attribute", "1")]),
        // In SVG and MathML, a part of the page too.
        (
            &["use@data-x", "g@x"],
            "<svg><use data-x='#1' /><G x=2 /></svg><math><g x=3>",
            &[
                ("use", "data-x", "attribute", "#1"),
                ("g", "x", "attribute", "2"),
                ("g", "x", "attribute", "3"),
            ],
        ),
        // Two that match, and the first of equal names.
        (&["p@x", "*@x"], "<p x=1 X=2>", &[("p", "x", "attribute", "1")]),
        (&["p@@x"], "<p @x=1>", &[("p", "@x", "attribute", "1")]),
    ];
    for (names, html, expected) in cases {
        let attributes = names.iter().map(|name| name.parse().expect("an attribute"));
        let page = page_with(html.as_bytes(), &utf8(), &Extractor::builder().link_attributes(attributes));
        let found = page.links.iter();
        let found = found.map(|link| (&*link.element, &*link.attribute, link.kind.as_str(), &*link.value));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{names:?}: {html}");
        let places = page.links.iter().map(|link| link.span.expect("the page is UTF-8").range());
        assert!(places.zip(&page.links).all(|(place, link)| html[place] == link.value), "{html}");
    }
    for name in
        ["", "img", "@src", "img@", "i mg@src", "img@s rc", "img@a=b", "1@src", "a/b@src", "**@src", "a@b>"]
    {
        let error = name.parse::<LinkAttribute>().expect_err(name).to_string();
        assert!(error.contains("write ELEMENT@ATTRIBUTE, such as img@data-src"), "{error}");
    }
    for (name, written) in [("*@X", "*@x"), ("Img@data-SRC", "img@data-src")] {
        assert_eq!(name.parse::<LinkAttribute>().expect("an attribute").to_string(), written);
    }
}

#[test]
fn urls_of_css_are_links_on_request() {
    type Found<'a> = (&'a str, &'a str, &'a str, &'a str);
    let cases: [(&str, &[Found<'_>]); 14] = [
        ("<style>p{b:url(1)}@import 'é';</style>", &[("style", "", "1", "1"), ("style", "", "é", "é")]),
        // As it is written, but for escapes.
        ("<style>\r\n/*\r\n*/a{b:url('1\\'2')}", &[("style", "", "1'2", "1\\'2")]),
        (
            "<STYLE Type=Text/CSS>url(1)&amp;url(2)</STYLE>",
            &[("style", "", "1", "1"), ("style", "", "2", "2")],
        ),
        ("<style type=''>url(1)</style><style type=text/less>url(2)</style>", &[("style", "", "1", "1")]),
        ("<style></style>url(1)<p>url(2)", &[]),
        (
            "<p style='b:url(1)'><x-y style=\"b:url('2')\">",
            &[("p", "style", "1", "1"), ("x-y", "style", "2", "2")],
        ),
        // With character references, the place is that of all of it.
        ("<p style='b:url(1&amp;2)'>", &[("p", "style", "1&2", "b:url(1&amp;2)")]),
        ("<svg><style>url(1)</style></svg>", &[("style", "", "1", "1")]),
        ("<svg><style>url(1&amp;2)</style></svg>", &[("style", "", "1&2", "url(1&amp;2)")]),
        ("<svg><style/>url(1)</svg><math><style>url(2)", &[]),
        ("<svg><g style='fill:url(#a);mask:url(b#c)'>", &[("g", "style", "b#c", "b#c")]),
        ("<a href=1 style='b:url(2)'>", &[("a", "href", "1", "1"), ("a", "style", "2", "2")]),
        ("<template><style>url(1)</style></template>", &[("style", "", "1", "1")]),
        ("<style>@import '1", &[("style", "", "1", "1")]),
    ];
    for (html, expected) in cases {
        let page = page_with(html.as_bytes(), &utf8(), &Extractor::builder().css(true));
        let found = page.links.iter().map(|link| {
            let written = &html[link.span.expect("the page is UTF-8").range()];
            (&*link.element, &*link.attribute, &*link.value, written)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{html}");
        let is_css = |link: &tagspan_extract::Link| link.kind.as_str() == "css" || link.attribute == "href";
        assert!(page.links.iter().all(is_css), "{html}");
    }
    // In the order of the two settings, and without.
    let html = b"<p style='b:url(1)' x=2>";
    let attributes = || ["p@x".parse().expect("an attribute")];
    for (settings, expected) in [
        (Extractor::builder(), &[][..]),
        (Extractor::builder().css(true).link_attributes(attributes()), &["1", "2"]),
        (Extractor::builder().link_attributes(attributes()).css(true), &["1", "2"]),
        (Extractor::builder().link_attributes(attributes()).css(true).css(false), &["2"]),
    ] {
        let page = page_with(html, &utf8(), &settings);
        assert_eq!(page.links.iter().map(|link| &*link.value).collect::<Vec<_>>(), expected);
    }
    // In another encoding: exact if the text is of ASCII.
    let builder = Tokenizer::builder().charset("shift_jis").expect("a label").source_offsets(true);
    for (html, expected) in [
        (&b"\x93\xFA<style>url(1)</style>"[..], 13..14),
        (b"\x93\xFA<style>/*\x93\xFA*/url(1)</style>", 9..21),
    ] {
        let page = page_with(html, &builder, &Extractor::builder().css(true));
        assert_eq!(page.links[0].span.map(|span| span.range()), Some(expected));
    }
}

#[test]
fn attributes_beside_a_url_are_kept() {
    type Found<'a> = &'a [(&'a str, &'a str)];
    let cases: [(&str, &[Found<'_>]); 8] = [
        ("<img src=1 ALT='a &lt; b' title=x>", &[&[("alt", "a < b")]]),
        ("<img src=1 alt><img alt src=2><img src=3>", &[&[("alt", "")], &[("alt", "")], &[]]),
        (
            "<link rel=preload as=font type=font/woff2 href=1 hreflang=de>",
            &[&[("as", "font"), ("type", "font/woff2"), ("hreflang", "de")]],
        ),
        ("<a download=' f.pdf ' href=1>", &[&[("download", " f.pdf ")]]),
        // All links of a tag have them.
        ("<img src=1 srcset='2, 3 2x' alt=a>", &[&[("alt", "a")], &[("alt", "a")], &[("alt", "a")]]),
        ("<a ping='1 2' type=t href=3>", &[&[("type", "t")], &[("type", "t")], &[("type", "t")]]),
        // The first of two attributes counts.
        ("<area href=1 alt=a ALT=b>", &[&[("alt", "a")]]),
        ("<svg><a href=1 type=t /></svg><math href=2 alt=a>", &[&[("type", "t")], &[("alt", "a")]]),
    ];
    for (html, expected) in cases {
        let page = page(html);
        let found = page.links.iter().map(|link| {
            let attributes = link.attributes.iter().map(|(name, value)| (*name, value.as_str()));
            attributes.collect::<Vec<_>>()
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{html}");
    }
    let page = page("<a href=1 hreflang=en>");
    assert_eq!(page.links[0].attribute_value("hreflang"), Some("en"));
    assert_eq!(page.links[0].attribute_value("href"), None);
}

#[test]
fn the_text_of_a_link_is_that_of_its_anchor() {
    for (html, wanted) in [
        ("<a href=x>one</a>", &[Some("one")][..]),
        ("<a href=x> \n one\t<b>tw</b>o </a> three", &[Some("one two")]),
        ("<a href=x>a<br>b<h2>c</h2>d<i>e</i></a>", &[Some("a b c de")]),
        ("<a href=x></a>", &[None]),
        ("<a href=x> <img src=y> </a>", &[None, None]),
        ("<a href=x>o\0ne</a>", &[Some("one")]),
        // An `a` ends the one before it, one without a link too.
        ("<a href=x>one<a href=y>two</a>three", &[Some("one"), Some("two")]),
        ("<a href=x>one<a name=y>two</a>", &[Some("one")]),
        ("<a href=x>one<p>two</p><script>3</script><!--4--><style>5</style> six", &[Some("one two six")]),
        ("<a href=x ping='y z'>&lt;one&gt;", &[Some("<one>"), None, None]),
        ("<svg><a xlink:href=x><text>one</text></a><text>two", &[Some("one")]),
        (
            "<a href=x><svg><style>1</style><title>one</title><script>3</script><style/>two</svg>",
            &[Some("onetwo")],
        ),
        ("<a href=x><button>one</button><textarea>two</textarea>", &[Some("one")]),
        ("<link href=x>one<area href=y>two", &[None, None]),
        ("<a href=x itemscope itemtype=t itemid=y>one</a>", &[Some("one"), None]),
    ] {
        let page = page(html);
        assert_eq!(page.links.iter().map(|link| link.text.as_deref()).collect::<Vec<_>>(), wanted, "{html}");
    }
}

/// Those of the document in `srcdoc`, and of no document within it. They have the range of the whole attribute, and their own text.
#[test]
fn links_in_srcdoc_are_links() {
    for (srcdoc, expected) in [
        ("", &[][..]),
        ("text", &[]),
        ("<a href=1>one</a>two", &[("a", "href", "1", Some("one"))]),
        ("&lt;a href=&quot;1&amp;amp;2&quot;>", &[("a", "href", "1&2", None)]),
        (
            "<img srcset=\"1, 2 2x\"><base href=3>",
            &[("img", "srcset", "1", None), ("img", "srcset", "2", None)],
        ),
        ("<iframe src=1 srcdoc=\"<a href=2>\">", &[("iframe", "src", "1", None)]),
        ("<script><a href=1></script><a href=2>", &[("a", "href", "2", None)]),
        ("<style>a { b: url(1) }</style>", &[("style", "", "1", None)]),
    ] {
        let html = format!("<a href=0>zero<iframe srcdoc='{srcdoc}'></iframe>after</a>");
        let page = page_with(html.as_bytes(), &utf8(), &Extractor::builder().css(true));
        let (outer, inner) = page.links.split_first().unwrap();
        assert_eq!((outer.kind, outer.text.as_deref()), (LinkKind::Attribute, Some("zeroafter")), "{srcdoc}");
        let found: Vec<_> = inner
            .iter()
            .map(|link| (&*link.element, &*link.attribute, link.value.as_str(), link.text.as_deref()))
            .collect();
        assert_eq!(found, expected, "{srcdoc}");
        for link in inner {
            let span = link.span.unwrap();
            assert_eq!(&html[span.start as usize..span.end as usize], srcdoc);
            assert_eq!(link.kind, LinkKind::Srcdoc);
        }
    }
    // They are resolved against the base of the page, with queries in UTF-8.
    let url = Url::parse("http://a.example/").unwrap();
    let html = b"<base href=/b/><iframe srcdoc='<a href=\"?\xE9\">'></iframe>";
    let settings = Tokenizer::builder().charset("windows-1252").unwrap().source_offsets(true);
    let page = page_with(html, &settings, &Extractor::builder().base_url(url));
    assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "http://a.example/b/?%C3%A9");
}

/// NUL and ill-formed bytes are U+FFFD, wherever a chunk ends; line ends stay, as CSS reads them itself.
#[test]
fn css_does_not_depend_on_chunks() {
    for (html, expected) in [
        (&b"<style>/*\xFF*/\r\nb:url(a),url(d\0e)</style>"[..], &["a", "d\u{FFFD}e"][..]),
        (b"<style>b:url(a\r\n),url('b\\\r\nc')</style>", &["a", "bc"]),
        (b"<svg><style>b:url(a&amp;\0b)</style>", &["a&\u{FFFD}b"]),
    ] {
        let page = page_with(html, &utf8(), &Extractor::builder().css(true));
        let found: Vec<_> = page.links.iter().map(|link| link.value.as_str()).collect();
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(html));
    }
}

/// Fields of HTTP that say the same in several ways, or speak of something else.
#[test]
fn headers_say_what_http_says() {
    for (fields, lang, canonical, robots) in [
        (&[("Content-Language", "de")][..], Some("de"), None, None),
        (&[("Content-Language", "de, fr")], None, None, None),
        (
            &[("content-language", "de"), ("Content-Language", "fr"), ("Content-Language", "it")],
            None,
            None,
            None,
        ),
        (&[("Link", "</c>; rel=canonical")], None, Some("http://a.example/c"), None),
        (&[("Link", "</c>; rel=canonical; anchor=\"#x\"")], None, Some("/real"), None),
        (&[("Link", "</a>; title=\"\\\", <b>\"; rel=canonical")], None, Some("http://a.example/a"), None),
        (&[("X-Robots-Tag", "a: none"), ("X-Robots-Tag", "noindex, b: none")], None, None, Some("noindex")),
    ] {
        let url = Url::parse("http://a.example/").unwrap();
        let mut extractor = Extractor::builder().base_url(url).build();
        for (name, value) in fields {
            extractor.http_header(name, value.as_bytes());
        }
        extractor.read(tagspan::tokenize("<link rel=canonical href=/real>")).unwrap();
        let page = extractor.finish();
        assert_eq!(page.lang.as_deref(), lang, "{fields:?}");
        assert_eq!(page.canonical.as_deref(), canonical.or(Some("/real")), "{fields:?}");
        assert_eq!(page.robots().as_deref(), robots, "{fields:?}");
        // Nothing of it is left for the next page.
        extractor.read(tagspan::tokenize("")).unwrap();
        assert_eq!((extractor.page().links.len(), extractor.finish().canonical), (0, None));
    }
}
