//! Hostile pages: bounded memory and linear time, and no panic.

use tagspan_extract::{Extractor, PageLimits};
use testing::tag_soup;

use crate::harness::{page, page_with, read, utf8};

/// Pages that repeat something that grows a stack, a list or a string, or that searches them.
fn pages(count: usize) -> Vec<String> {
    let many = |part: &str| part.repeat(count);
    vec![
        many("<div>"),
        many("<div hidden>x"),
        many("</p>"),
        many("<b>") + &many("</i></p>"),
        "<div>".repeat(600) + &many("</x><p>"),
        "<div>".repeat(511) + &many("<b></b></p></x></li>"),
        many("<table><tr><td>"),
        many("<table>"),
        many("<td>"),
        "<table>".to_owned() + &many("<tr><td>x"),
        many("<svg><title>"),
        many("<svg><foreignObject><math><mi>"),
        many("<template>"),
        many("<li>") + &many("</ul>"),
        many("<a href=x>"),
        many("<select><option>"),
        many("<p><button>"),
        format!("<div hidden>{}", many("text <p>")),
        format!("<pre>{}", many("\n")),
        format!("<p>{}", many(" \n")),
        format!("<a href='{}'>", many("x")),
        format!("<a ping='{}'>", many("x ")),
        format!("<img srcset='{}'>", many("x, ")),
        format!("<img srcset='{}'>", many("x 1x,")),
        format!("<img srcset='{}'>", many("x (,")),
        format!("<img srcset='x {}'>", many("1w ")),
        format!("<img srcset='x{}'>", many(",")),
        many("<img srcset='x 1x, y 2x'>"),
        format!("<style>{}", many("url(x")),
        format!("<style>{}", many("url(x)@import 'y';")),
        format!("<style>{}", many("@namespace(")),
        format!("<style>url(\"{}", many("\\\n")),
        format!("<style>url({}", many("\\61 ")),
        format!("<p style='{}'>", many("url(x);\\")),
        many("<style>url(x)</style>"),
        format!("<img src=x alt='{}'>", many("x")),
        format!("<meta http-equiv=refresh content='0;url={}'>", many("x")),
        format!("<meta http-equiv=refresh content='{}'>", many("0")),
        format!("<title>{}", many("a b ")),
        format!("<base href=http://x/{}>{}", many("y"), many("<a href=z>")),
        format!("<script type=application/ld+json>{}", many("[")),
        many("<script type=application/ld+json></script>"),
        many("<meta name=a content=b>"),
        many("<br>"),
        many("<noscript>x"),
    ]
}

#[test]
fn every_chunking_gives_the_same() {
    for html in pages(30) {
        page_with(html.as_bytes(), &utf8(), &Extractor::builder().css(true));
    }
    for html in pages(700) {
        page_with(html.as_bytes(), &utf8(), &Extractor::builder().css(true));
    }
}

#[test]
fn every_chunking_of_tag_soup_gives_the_same() {
    for number in 0..150 {
        page(&tag_soup::generate(18, number).html());
    }
}

#[test]
fn memory_is_bounded() {
    let mut limits = PageLimits::default();
    (limits.title, limits.value, limits.text) = (1000, 1000, 1000);
    (limits.links, limits.metas, limits.json_ld) = (10_000, 10_000, 10_000);
    let settings = Extractor::builder().limits(limits).css(true);
    for html in pages(20_000) {
        let page = read(&[html.as_bytes()], &utf8(), &settings);
        let strings = [&page.title, &page.lang, &page.canonical, &page.base]
            .map(|kept| kept.as_ref().map_or(0, String::len));
        let start = &html[..40.min(html.len())];
        assert!(strings.iter().all(|&length| length <= 1000) && page.text.len() <= 1000, "{start}");
        let links: usize = page
            .links
            .iter()
            .map(|link| {
                let attributes =
                    link.attributes.iter().map(|attribute| size_of_val(attribute) + attribute.1.len());
                let descriptor = link.descriptor.as_ref().map_or(0, String::len);
                size_of_val(link) + link.value.len() + descriptor + attributes.sum::<usize>()
            })
            .sum();
        let scripts: usize = page.json_ld.iter().map(|script| size_of_val(script) + script.text.len()).sum();
        let metas: usize = page.metas.iter().map(|meta| size_of_val(meta) + meta.content.len()).sum();
        assert!(links <= 10_000 && scripts <= 10_000 && metas <= 10_000, "{start}");
    }
}

/// With quadratic work this would take hours.
#[test]
fn long_pages_end() {
    for html in pages(500_000) {
        let page = read(&[html.as_bytes()], &utf8(), &Extractor::builder().css(true));
        assert!(page.text.len() <= PageLimits::default().text, "{}", &html[..40]);
    }
}

#[test]
fn depth_beyond_the_limit_is_counted_back() {
    for depth in [100, 511, 512, 513, 5000] {
        let (open, close) = ("<span>".repeat(depth), "</span>".repeat(depth));
        let html = format!("<p>a{open}b{close}<p hidden>c</p>d");
        assert_eq!(page(&html).text, "ab\n\nd", "{depth}");
        let html =
            format!("<div hidden>{open}<p>b</p>{close}</div>c<span hidden>{open}<p>b</p>{close}</span>d");
        assert_eq!(page(&html).text, "cd", "{depth}");
        // Scripts are not shown at any depth.
        let html = format!("{open}<script>a</script><style>b</style><title>c</title>d");
        assert_eq!(page(&html).text, "d", "{depth}");
        let html = format!("<pre>{open}<style>a</style><xmp>b</xmp><iframe>c</iframe>");
        assert_eq!(page(&html).text, "b", "{depth}");
    }
}

#[test]
fn a_hidden_element_without_end_hides_the_rest_of_its_parent() {
    for (html, expected) in [
        ("<div hidden>a<p>b<ul><li>c", ""),
        ("<div><span hidden>a</div>b", "b"),
        ("<ul><li hidden>a<li>b</ul>c", "b\nc"),
        ("<table><tr><td hidden>a<td>b<tr hidden><td>c<tr><td>d</table>e", "b\nd\ne"),
    ] {
        assert_eq!(page_with(html.as_bytes(), &utf8(), &Extractor::builder()).text, expected, "{html}");
    }
}
