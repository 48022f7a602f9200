//! Which elements a selector matches, by their ids, and what is told of them.

use tagspan_select::{Ambiguity, Event, Selection, Selectors, select};

/// The ids of the elements that match. Elements without a start tag are in parentheses.
fn ids(selector: &str, html: &str) -> String {
    let found = select(html.as_bytes(), selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    let id = |element: &tagspan_select::Element| match element.start_tag {
        Some(_) => element.attribute("id").unwrap_or("?").to_owned(),
        None => format!("({})", element.name),
    };
    found.iter().map(id).collect::<Vec<_>>().join(" ")
}

fn check(html: &str, rows: &[(&str, &str)]) {
    for (selector, expected) in rows {
        assert_eq!(ids(selector, html), *expected, "{selector} in {html}");
    }
}

const ARTICLE: &str = "<!DOCTYPE html><body id=b><div id=d class='one two' lang=en-GB>\
    <h1 id=h>Title</h1><p id=p1 class=One>a<a id=a1 href=/x title=''>b</a><p id=p2 data-n='a b'>c\
    <ul id=u><li id=l1>1<li id=l2 class=two>2<ul id=v><li id=l3><a id=a2 HREF='https://x/y.PDF'>3</a></ul><li id=l4>4</ul></div>\
    <form id=f><input id=i1 type=TEXT><INPUT id=i2 type=hidden></form>";

#[test]
fn compounds() {
    check(
        ARTICLE,
        &[
            ("p", "p1 p2"),
            ("P", "p1 p2"),
            ("li", "l1 l2 l3 l4"),
            ("nosuch", ""),
            ("#a2", "a2"),
            ("#A2", ""),
            (".two", "d l2"),
            (".one.two", "d"),
            (".One", "p1"),
            ("li.two", "l2"),
            (r".\74wo", "d l2"),
            ("[href]", "a1 a2"),
            ("[HREF]", "a1 a2"),
            ("a[href='/x']", "a1"),
            ("[title='']", "a1"),
            ("[title^='']", ""),
            ("[title*='']", ""),
            ("[title~='']", ""),
            ("[data-n~=b]", "p2"),
            ("[data-n~='a b']", ""),
            ("[data-n='a b']", "p2"),
            ("[lang|=en]", "d"),
            ("[lang|=EN]", "d"),
            ("[lang|=e]", ""),
            ("[href^=https]", "a2"),
            ("[href$='.pdf']", ""),
            ("[href$='.pdf' i]", "a2"),
            ("[href*='x/y']", "a2"),
            ("[href*='X/Y' i]", "a2"),
            ("[type=text]", "i1"),
            ("[type=text s]", ""),
            ("[type=HIDDEN]", "i2"),
            ("p, li", "p1 p2 l1 l2 l3 l4"),
            ("p, p", "p1 p2"),
        ],
    );
}

#[test]
fn combinators() {
    check(
        ARTICLE,
        &[
            ("div p", "p1 p2"),
            ("body > p", ""),
            ("div > p", "p1 p2"),
            ("p a", "a1"),
            ("div a", "a1 a2"),
            ("ul a", "a2"),
            ("ul ul a", "a2"),
            ("ul ul ul a", ""),
            ("ul > li > ul > li", "l3"),
            ("ul li li", "l3"),
            ("body > div > ul li > a", "a2"),
            ("h1 + p", "p1"),
            ("h1 ~ p", "p1 p2"),
            ("h1 + p + p", "p2"),
            ("p + p", "p2"),
            ("h1 ~ ul a", "a2"),
            ("li + li > ul", "v"),
            ("li ~ li", "l2 l4"),
            ("p + h1", ""),
            ("html", "(html)"),
            ("html > body", "b"),
            ("head", "(head)"),
        ],
    );
}

#[test]
fn pseudo_classes() {
    check(
        ARTICLE,
        &[
            (":root", "(html)"),
            (":root > body", "b"),
            (":not(html):root", ""),
            ("li:first-child", "l1 l3"),
            ("li:nth-child(2)", "l2"),
            ("li:nth-child(odd)", "l1 l3 l4"),
            ("li:nth-child(even)", "l2"),
            ("li:nth-child(n+2)", "l2 l4"),
            ("li:nth-child(-n+2)", "l1 l2 l3"),
            ("p:nth-child(2)", "p1"),
            ("p:nth-of-type(1)", "p1"),
            ("p:nth-of-type(2)", "p2"),
            ("p:first-of-type", "p1"),
            ("div > :first-of-type", "h p1 u"),
            ("div > :is(p:first-child, h1)", "h"),
            ("p:is(:nth-of-type(2))", "p2"),
            (":is(p, h1)", "h p1 p2"),
            (":is(h1 + p, ul > li.two)", "p1 l2"),
            (":where(#h, #p1)", "h p1"),
            ("p:not(.One)", "p2"),
            ("li:not(ul ul li)", "l1 l2 l4"),
            ("li:not(:first-child, .two)", "l4"),
            ("a:not(:is(p > a))", "a2"),
            (":is(:is(ul) > li) > a", "a2"),
            ("div :not(p):not(li):not(a)", "h u v"),
            ("body > :not(form)", "d"),
        ],
    );
}

#[test]
fn quirks_mode_compares_classes_and_ids_in_any_case() {
    for (doctype, expected) in
        [("", "X X"), ("<!DOCTYPE html>", ""), ("<!DOCTYPE HTML PUBLIC 'html'>", "X X")]
    {
        let html = format!("{doctype}<p id=X class=Lead>");
        assert_eq!([ids("#x", &html), ids(".lEAD", &html)].join(" ").trim(), expected, "{doctype}");
        // Names of attributes and values are the same in both.
        assert_eq!(ids("[class=lead]", &html), "");
    }
}

#[test]
fn foreign_names_have_the_case_of_a_tree() {
    check(
        "<svg id=s viewbox='0 0 1 1'><foreignobject id=f><DIV id=d></DIV></foreignobject><lineargradient id=g />\
         <a id=a xlink:href=x href=y></a></svg><math id=m definitionurl=u><mi id=mi></math><foreignobject id=h>",
        &[
            ("foreignObject", "f h"),
            ("foreignobject", "h"),
            ("linearGradient", "g"),
            ("lineargradient", ""),
            ("svg", "s"),
            ("SVG", ""),
            ("foreignObject > div", "d"),
            ("svg DIV", "d"),
            ("[viewBox]", "s"),
            ("[viewbox]", ""),
            ("[definitionURL]", "m"),
            ("[definitionurl]", ""),
            ("math > mi", "mi"),
            ("[href=y]", "a"),
            (r"[xlink\:href]", ""),
        ],
    );
}

#[test]
fn implied_ends_and_elements() {
    check(
        "<title id=t>T</title><p id=p1>a<div id=d><p id=p2>b</div><table id=tb><tr id=r1><td id=c1>1<td id=c2>2<tr id=r2><td id=c3></table>\
         <select id=s><option id=o1>1<option id=o2>2</select><dl id=dl><dt id=dt><dd id=dd></dl>",
        &[
            ("head > title", "t"),
            ("body > div", "d"),
            ("p div", ""),
            ("table > tr", ""),
            ("table > tbody > tr > td", "c1 c2 c3"),
            ("tbody", "(tbody)"),
            ("td + td", "c2"),
            ("tr + tr > td", "c3"),
            ("option + option", "o2"),
            ("dt + dd", "dd"),
            ("body > *", "p1 d tb s dl"),
        ],
    );
    check("<link id=l><body><p id=p>", &[("head > link", "l"), ("body > p", "p")]);
    check("<head></head><meta id=m><p id=p>", &[("head > meta", "m"), ("body > p", "p")]);
    check("<col id=c><p id=p>", &[("*", "(html) (head) (body) p")]);
    check("<table><col id=c></table>", &[("colgroup > col", "c"), ("colgroup", "(colgroup)")]);
    check("<image id=i>", &[("img", "i"), ("image", "")]);
    check("a</p><p id=p>", &[("p:nth-child(2)", "p")]);
    check("a</br><p id=p>", &[("br + p", "p")]);
    check("", &[("html > body", "(body)")]);
}

#[test]
fn formatting_elements_are_opened_again() {
    check(
        "<p id=p1><b id=b>a<p id=p2>b<i id=i>c</i></b><u id=u>d</u>",
        &[("p > b > i", "i"), ("b i", "i"), ("b u", ""), ("p + p > u", "u"), ("b", "b")],
    );
    // Four that are alike are three.
    check("<p><b><b><b><b><p><i id=i>", &[("p > b > b > b > i", "i"), ("b b b b > i", "")]);
    check("<a id=a>1<div id=d>2<a id=c>3", &[("div > a", "c"), ("a a", "")]);
}

#[test]
fn elements_in_templates_are_in_a_tree_of_their_own() {
    check(
        "<div id=d><template id=t><p id=p>a<b id=b></template><i id=i>",
        &[
            ("p", "p"),
            ("p > b", "b"),
            ("template p", ""),
            ("div p", ""),
            ("div > i", "i"),
            ("template + i", "i"),
        ],
    );
    let found = select(b"<div>a<template>b<p>c</template>d", "div, p").unwrap();
    assert_eq!([&*found[0].text, &*found[1].text], ["ad", "c"]);
}

#[test]
fn elements_moved_out_of_tables_have_the_parent_of_the_table() {
    let html = "<div id=d><table id=t><tr id=r><p id=p>a<td id=c>b</table>";
    check(html, &[("table p", ""), ("div > p", "p"), ("div td", "c"), ("tr > td", "c")]);
    let found = select(html.as_bytes(), "p, table").unwrap();
    assert_eq!([&*found[0].text, &*found[1].text], ["b", "a"]);
    assert_eq!([found[0].ambiguity, found[1].ambiguity], [None, Some(Ambiguity::FosterParented)]);
}

/// The start tag, content and element in the source, and the text.
fn spans<'a>(html: &'a str, selector: &str) -> Vec<[&'a str; 3]> {
    let part = |span: Option<tagspan::Span>| span.map_or("-", |span| &html[span.range()]);
    let found = select(html.as_bytes(), selector).unwrap();
    found.iter().map(|element| [part(element.start_tag), part(element.content), part(element.span)]).collect()
}

#[test]
fn spans_are_those_of_the_source() {
    for (html, selector, expected) in [
        ("a<b>c</b>d", "b", vec![["<b>", "c", "<b>c</b>"]]),
        ("<ul><li>a<li>b</ul>", "li", vec![["<li>", "a", "<li>a"], ["<li>", "b", "<li>b"]]),
        ("<p>a<br/>b", "br", vec![["<br/>", "", "<br/>"]]),
        ("<p>a<div>", "p", vec![["<p>", "a", "<p>a"]]),
        ("<h1>a</h2>b", "h1", vec![["<h1>", "a", "<h1>a</h2>"]]),
        ("<svg><g/></svg>", "g", vec![["<g/>", "", "<g/>"]]),
        ("<b>a", "b", vec![["<b>", "a", "<b>a"]]),
        ("<script>a<b></script>", "script", vec![["<script>", "a<b>", "<script>a<b></script>"]]),
        ("<body>a</body></html>", "body", vec![["<body>", "a", "<body>a</body>"]]),
        ("<body>a</body> \n</html>", "body", vec![["<body>", "a", "<body>a</body>"]]),
        ("<body>a</body><i>b</i>", "body", vec![["<body>", "a</body><i>b</i>", "<body>a</body><i>b</i>"]]),
        ("<body>a<i></body>\n\0", "body", vec![["<body>", "a<i>", "<body>a<i></body>"]]),
        ("<body>a<i></body>\0", "body", vec![["<body>", "a<i>", "<body>a<i></body>"]]),
        ("<body>a</body>b", "body", vec![["<body>", "a</body>b", "<body>a</body>b"]]),
        ("<html>a</html>", "html", vec![["<html>", "a", "<html>a</html>"]]),
        (
            "<head><title>a</title></head>",
            "head",
            vec![["<head>", "<title>a</title>", "<head><title>a</title></head>"]],
        ),
        ("<head><title>a</title><p>", "head", vec![["<head>", "<title>a</title>", "<head><title>a</title>"]]),
        ("<table><tr><td>a</table>", "tbody", vec![["-", "<tr><td>a", "<tr><td>a"]]),
        ("<b>a<p>b</b>c</p>", "b", vec![["<b>", "a<p>b", "<b>a<p>b</b>"]]),
        ("<form><div>a</form>b</div>c", "form", vec![["<form>", "<div>a</form>b", "<form><div>a</form>b"]]),
    ] {
        assert_eq!(spans(html, selector), expected, "{selector} in {html}");
    }
}

#[test]
fn spans_are_bytes_of_the_encoding() {
    let html = b"<meta charset=shift_jis><p>\x93\xFA\x96\x7B<b>\x93\xFA</b>";
    let found = select(html, "b").unwrap();
    assert_eq!(&html[found[0].content.unwrap().range()], b"\x93\xFA");
    assert_eq!(found[0].text, "日");
}

#[test]
fn text_is_that_of_a_tree() {
    for (html, expected) in [
        ("<p id=x>a&amp;b", "a&b"),
        ("<p id=x>a\r\nb<!--c-->d", "a\nbd"),
        ("<p id=x>a\0b", "ab"),
        ("<svg id=x>a\0b</svg>", "a\u{FFFD}b"),
        ("<pre id=x>\na\n", "a\n"),
        ("<textarea id=x>\n<b>&lt;", "<b><"),
        ("<script id=x>a && b</script>", "a && b"),
        ("<div id=x>a<style>b</style><p>c</div>d", "abc"),
        ("<title id=x>&copy;</title>", "©"),
        ("<div id=x>a<b>b<p>c</b>d</p>e</div>f", "abcde"),
        ("<div id=x><form>a<div>b</form>c</div>d</div>e", "abcd"),
    ] {
        assert_eq!(select(html.as_bytes(), "#x").unwrap()[0].text, expected, "{html}");
    }
}

#[test]
fn names_longer_than_their_keys_are_told_apart() {
    // These two have one hash of 64 bits, as the key has.
    check(
        "<x-element-one id=a><x-element-two id=b></x-element-one><p id=p>",
        &[("x-element-one p", ""), ("x-element-one > x-element-two", "b"), ("body > p", "p")],
    );
    check(
        "<x-first-name id=a></x-first-name><x-other-name id=b></x-other-name>",
        &[("x-first-name:first-of-type", "a")],
    );
}

#[test]
fn a_set_tells_its_selectors_apart() {
    let selectors = Selectors::new(["p, .x", "div p", "*", "p:nth-child(2)"]).unwrap();
    let mut found = Vec::new();
    let html = "<div><p class=x>a<p>b</div>";
    Selection::new(&selectors)
        .read(tagspan::tokenize(html), |event| {
            if let Event::Entered(entered) = event {
                found.push(format!("{} {:?}", entered.name, entered.selectors));
            }
        })
        .unwrap();
    assert_eq!(found, ["html [2]", "head [2]", "body [2]", "div [2]", "p [0, 1, 2]", "p [0, 1, 2, 3]"]);
}

#[test]
fn elements_above_the_depth_are_noted() {
    let selectors = Selectors::new(["b"]).unwrap();
    let html = format!("{}<b id=x>a</b>{}<b>", "<i>".repeat(600), "</i>".repeat(600));
    let mut selection = Selection::new(&selectors);
    let mut count = 0;
    selection
        .read(tagspan::tokenize(html.as_str()), |event| {
            count += usize::from(matches!(event, Event::Entered(_)))
        })
        .unwrap();
    assert_eq!(count, 1);
    assert!(selection.ambiguities().any(|(why, count)| why == Ambiguity::Depth && count > 80));
}
