//! The links of a page beside the URLs that Chromium exposes as properties of elements.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tagspan_extract::{Extractor, LinkKind, Page, Url};
use testing::browser::Browser;

use crate::harness::{page_with, utf8};

/// The base of the pages. Browsers refuse the port, so that nothing is loaded.
const BASE: &str = "http://127.0.0.1:1/b/";

/// An element and an attribute.
type Pair = (&'static str, &'static str);

/// The attributes of HTML whose property Chromium resolves, of all elements and properties that it has.
#[rustfmt::skip]
const RESOLVED: &[Pair] = &[
    ("a", "href"), ("area", "href"), ("audio", "src"), ("blockquote", "cite"), ("button", "formaction"), ("del", "cite"),
    ("embed", "src"), ("form", "action"), ("frame", "longdesc"), ("frame", "src"), ("iframe", "longdesc"),
    ("iframe", "src"), ("img", "longdesc"), ("img", "lowsrc"), ("img", "src"), ("input", "formaction"), ("input", "src"),
    ("ins", "cite"), ("link", "href"), ("object", "data"), ("q", "cite"), ("script", "src"), ("source", "src"),
    ("track", "src"), ("video", "poster"), ("video", "src"),
];

/// Attributes that Chromium resolves and that are no links, with the reason.
const NO_LINKS: &[(Pair, &str)] = &[(("object", "codebase"), "It is the base of other URLs, and obsolete.")];

/// Attributes that are links and that Chromium does not resolve, with the reason.
const NOT_RESOLVED: &[(&[Pair], &str)] = &[
    (
        &[("a", "ping"), ("area", "ping"), ("img", "srcset"), ("source", "srcset"), ("link", "imagesrcset")],
        "The property is the list as it is written. The tests below compare its URLs.",
    ),
    (&[("body", "background")], "The property is the value as it is written. The test below resolves it."),
    (
        &[
            ("table", "background"),
            ("tbody", "background"),
            ("td", "background"),
            ("tfoot", "background"),
            ("th", "background"),
            ("thead", "background"),
            ("tr", "background"),
        ],
        "Chromium loads the image, but has no property.",
    ),
    (
        &[
            ("html", "manifest"),
            ("head", "profile"),
            ("bgsound", "src"),
            ("image", "longdesc"),
            ("image", "lowsrc"),
            ("image", "src"),
            ("image", "srcset"),
        ],
        "Obsolete, and without a property; a tag of `image` makes an `img`.",
    ),
];

/// All elements of HTML, obsolete ones and those of Chromium too.
const ELEMENTS: &str = "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink \
    blockquote body br button canvas caption center cite code col colgroup command content data datalist dd del details dfn \
    dialog dir div dl dt element em embed fencedframe fieldset figcaption figure font footer form frame frameset geolocation \
    h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing \
    main map mark marquee menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup \
    option output p param permission picture plaintext portal pre progress q rb rp rt rtc ruby s samp script search section \
    select selectedcontent shadow slot small source spacer span strike strong style sub summary sup table tbody td template \
    textarea tfoot th thead time title tr track tt u ul var video wbr xmp";

/// Attributes that hold a URL in some element, or may seem to.
const ATTRIBUTES: &str = "action archive background cite classid code codebase content data formaction href icon imagesrcset \
    itemid itemtype longdesc lowsrc manifest ping poster profile src srcdoc srcset style usemap value xlink:href";

/// Pairs of an element and an attribute whose property is the resolved value.
const PROBE: &str = "const page = document.implementation.createHTMLDocument('');
    page.head.appendChild(page.createElement('base')).href = BASE;
    const found = [];
    for (const name of ELEMENTS) {
        const element = page.createElement(name);
        for (const property in element) {
            if (property in HTMLElement.prototype) continue;
            element.setAttribute(property, 'probe');
            if (element[property] === BASE + 'probe') found.push([name, property.toLowerCase()]);
            element.removeAttribute(property);
        }
    }
    return found";

/// The value that a script returns in the page, with values in place of words.
fn ask(browser: &Browser, script: &str, values: &[(&str, Value)]) -> Value {
    let put = |script: String, (word, value): &(&str, Value)| script.replace(word, &value.to_string());
    browser.ask(&values.iter().fold(script.to_owned(), put))
}

/// Our page of a source.
fn page(html: &str) -> Page {
    page_with(html.as_bytes(), &utf8(), &Extractor::builder().base_url(Url::parse(BASE).expect("a URL")))
}

/// Element, attribute and URL.
type Found = (String, String, String);

fn found(page: &Page) -> Vec<Found> {
    let url = |link| page.url(link).map_or_else(String::new, String::from);
    page.links.iter().map(|link| (link.element.to_string(), link.attribute.to_string(), url(link))).collect()
}

/// The same of Chromium.
fn found_in_chromium(answer: Value) -> Vec<Found> {
    serde_json::from_value(answer).expect("lists of three strings")
}

/// The attributes of all elements that are links.
#[test]
fn links_are_the_attributes_of_the_tables() {
    let mut expected: BTreeSet<Pair> = RESOLVED.iter().copied().collect();
    expected.extend(NOT_RESOLVED.iter().flat_map(|(pairs, _)| *pairs));
    let mut ours = BTreeSet::new();
    for element in ELEMENTS.split_whitespace() {
        for attribute in ATTRIBUTES.split_whitespace() {
            if !page(&format!("<{element} {attribute}=probe>")).links.is_empty() {
                ours.insert((element, attribute));
            }
        }
    }
    assert_eq!(ours, expected);
}

#[test]
fn every_attribute_that_chromium_resolves_is_a_link() {
    let Some(browser) = Browser::start() else { return };
    let names: Vec<_> = ELEMENTS.split_whitespace().collect();
    browser.open("about:blank");
    let answer = ask(&browser, PROBE, &[("ELEMENTS", json!(names)), ("BASE", json!(BASE))]);
    let pairs: BTreeSet<(String, String)> = serde_json::from_value(answer).expect("lists of two strings");
    let expected = RESOLVED.iter().chain(NO_LINKS.iter().map(|(pair, _)| pair));
    let expected = expected.map(|(element, attribute)| ((*element).into(), (*attribute).into()));
    assert_eq!(pairs, expected.collect());
}

/// An element, an attribute, a URL, and why only one of the two has it.
type Listed = (&'static str, &'static str, &'static str, &'static str);

/// Pages with each kind of URL; the links that Chromium does not expose, with the reason; and what it exposes beside them.
const PAGES: &[(&str, &[Listed], &[Listed])] = &[
    (
        "<!DOCTYPE html><html manifest=1><head profile=2><base href=/d/><link rel=x href=3 imagesrcset='4, 5 2x'>\
         <meta http-equiv=refresh content='3600; url=6'><script src=7></script><noscript><link href=8></noscript>\
         <body background=9><a href=10 ping='11 12'>x</a><map><area href=13 ping=14></map><form action=15>\
         <button formaction=16></button><input type=submit formaction=17><input type=image src=18></form>\
         <blockquote cite=19></blockquote><q cite=20></q><ins cite=21></ins><del cite=22></del>\
         <iframe src=23 longdesc=24></iframe><embed src=25><object data=26></object><audio src=27></audio>\
         <video src=28 poster=29><source src=30><track src=31></video><img src=32 longdesc=33 lowsrc=34 srcset='35 2x'>\
         <picture><source srcset='36, 37 2x'><image src=38></picture>\
         <table background=39><tbody background=40><tr background=41><td background=42></table><p hidden><a href=43></a>\
         <template><a href=44></a></template><bgsound src=45><a href='  46 '></a><a href=''></a><a href='//h.example/47'></a>\
         <svg><a href=48 /><a xlink:href=49 /><image href=50 /><use xlink:href='51#x' /><script href=52></script>\
         <filter><feImage href=53 /></filter><linearGradient href=54 /><a href=55 xlink:href=56 /></svg>\
         <!--<a href=57>--><textarea><a href=58></textarea><div><a href=59><p><a href=60></div>",
        &[
            ("html", "manifest", "/d/1", "Obsolete, and without a property."),
            ("head", "profile", "/d/2", "Obsolete, and without a property."),
            ("meta", "content", "/d/6", "A refresh is carried out, and has no property."),
            ("table", "background", "/d/39", "Chromium loads the image, but has no property."),
            ("tbody", "background", "/d/40", "Chromium loads the image, but has no property."),
            ("tr", "background", "/d/41", "Chromium loads the image, but has no property."),
            ("td", "background", "/d/42", "Chromium loads the image, but has no property."),
            (
                "a",
                "href",
                "/d/44",
                "The content of a template is another document, which scripts make pages of.",
            ),
            ("bgsound", "src", "/d/45", "Obsolete, and without a property."),
            ("a", "xlink:href", "/d/56", "`href` takes its place, but both are written."),
        ],
        &[(
            "a",
            "href",
            "/d/59",
            "A tree has the `a` again in the paragraph, as it was not ended; it is one tag.",
        )],
    ),
    (
        "<!DOCTYPE html><base href=/d/><frameset><frame src=1 longdesc=2><frame src=//h.example></frameset>",
        &[],
        &[],
    ),
];

/// The URLs of a page's elements: those that properties resolve, and those of lists and strings, resolved.
const COLLECT: &str = "const page = new DOMParser().parseFromString(
        PAGE.replace('href=/d/', 'href=' + new URL('/d/', BASE)), 'text/html');
    const names = ['href', 'src', 'action', 'formAction', 'cite', 'data', 'poster', 'longDesc', 'lowsrc', 'background',
        'ping', 'srcset', 'imageSrcset', 'codeBase', 'manifest', 'profile'];
    const found = [];
    const add = (element, attribute, value) =>
        found.push([element.localName, attribute, new URL(value, page.baseURI).href]);
    for (const element of page.querySelectorAll('*:not(base)')) {
        for (const name of ['href', 'xlink:href']) {
            const isSet = element.hasAttribute(name) && element.href instanceof SVGAnimatedString;
            if (isSet && !(name === 'xlink:href' && element.hasAttribute('href'))) add(element, name, element.href.baseVal);
        }
        for (const name of names) {
            const value = element[name];
            if (!element.hasAttribute(name) || typeof value !== 'string') continue;
            const attribute = name.toLowerCase();
            if (attribute.endsWith('srcset')) value.split(', ').forEach(one => add(element, attribute, one.split(' ')[0]));
            else if (attribute === 'ping') value.split(' ').forEach(one => add(element, attribute, one));
            else add(element, attribute, value);
        }
    }
    return [found, Array.from(page.links, link => link.href)]";

/// Links of a list with reasons, resolved.
fn listed(links: &[Listed]) -> Vec<Found> {
    let base = Url::parse(BASE).expect("a URL");
    let url = |value: &str| base.join(value).expect("a URL").into();
    links
        .iter()
        .map(|(element, attribute, value, _)| ((*element).into(), (*attribute).into(), url(value)))
        .collect()
}

#[test]
fn links_of_a_page_are_those_of_chromium() {
    let Some(browser) = Browser::start() else { return };
    browser.open("about:blank");
    for (html, only_here, only_there) in PAGES {
        let page = page(html);
        let answer = ask(&browser, COLLECT, &[("PAGE", json!(html)), ("BASE", json!(BASE))]);
        let mut ours = found(&page);
        let mut theirs = found_in_chromium(answer[0].clone());
        // In each list what only the other one has, once each.
        ours.extend(listed(only_there));
        theirs.extend(listed(only_here));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs);
        let anchors: Vec<String> = serde_json::from_value(answer[1].clone()).expect("a list of strings");
        for url in anchors {
            let is_it = |link: &Found| link.1 == "href" && link.2 == url;
            assert!(found(&page).iter().any(is_it), "document.links: {url}");
        }
    }
}

/// Images, the URLs of their lists, and the one that Chromium chooses for a screen of one pixel a dot.
const IMAGES: &[(&str, &[&str], &str)] = &[
    ("<img srcset='c, d 2x'>", &["c", "d"], "c"),
    ("<img src=e srcset='f 2x'>", &["f"], "e"),
    ("<img src=e srcset='f 1x'>", &["f"], "f"),
    ("<img srcset='c 2x, d 1x'>", &["c", "d"], "d"),
    ("<img srcset='c 0.5x, d 3x'>", &["c", "d"], "d"),
    ("<img srcset='c 100w, d 200w, e 300w' sizes=100px>", &["c", "d", "e"], "c"),
    ("<img srcset='c 100w, d 200w, e 300w' sizes=200px>", &["c", "d", "e"], "d"),
    ("<img srcset='c 100w, d 200w, e 300w' sizes=300px>", &["c", "d", "e"], "e"),
    ("<img srcset='c 100w 50h, d 200w 100h' sizes=200px>", &["c", "d"], "d"),
    ("<picture><source srcset='k 2x, l 1x'><img src=m></picture>", &["k", "l"], "l"),
    (
        "<picture><source srcset='k' media='not all'><source srcset='l'><img src=m></picture>",
        &["k", "l"],
        "l",
    ),
    ("<img srcset='//h.example/c, d 2x'>", &["//h.example/c", "d"], "//h.example/c"),
    // Commas, white space and parentheses.
    ("<img srcset='c,d 1x'>", &["c,d"], "c,d"),
    ("<img srcset='c,, d 2x'>", &["c", "d"], "c"),
    ("<img srcset=',c'>", &["c"], "c"),
    ("<img srcset=' ,\n c\t1x\n,d 2x '>", &["c", "d"], "c"),
    ("<img srcset='c 1x,d 2x'>", &["c", "d"], "c"),
    ("<img src=e srcset='c (1x, d), f 1x'>", &["f"], "f"),
    // Descriptors that are in error.
    ("<img src=e srcset='c -1x'>", &[], "e"),
    ("<img src=e srcset='c 1y'>", &[], "e"),
    ("<img src=e srcset='c 1x 1x'>", &[], "e"),
    ("<img src=e srcset='c 0w'>", &[], "e"),
    ("<img src=e srcset='c 1.5w'>", &[], "e"),
    ("<img src=e srcset='c 5h'>", &[], "e"),
    ("<img src=e srcset='c 1x 5w'>", &[], "e"),
    ("<img src=e srcset='c 1e0x'>", &["c"], "c"),
    ("<img src=e srcset='c +1x'>", &[], "e"),
    ("<img src=e srcset='c .9x, d 2x'>", &["c", "d"], "e"),
    ("<img srcset='c .9x'>", &["c"], "c"),
];

/// `currentSrc` of the image of each page, once it is known that it cannot be loaded.
const CHOOSE: &str = "return Promise.all(PAGES.map(html => new Promise(done => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const page = frame.contentDocument;
    page.open();
    page.write('<!DOCTYPE html><base href=' + BASE + '>' + html);
    page.close();
    const image = page.images[0];
    image.onerror = () => done(image.currentSrc);
})))";

#[test]
fn the_images_that_chromium_chooses_are_links() {
    let base = Url::parse(BASE).expect("a URL");
    for (html, expected, chosen) in IMAGES {
        let page = page(html);
        let srcset = page.links.iter().filter(|link| link.kind == LinkKind::Srcset);
        assert_eq!(srcset.map(|link| link.value.as_str()).collect::<Vec<_>>(), *expected, "{html}");
        assert!(page.links.iter().any(|link| page.url(link) == base.join(chosen).ok()), "{html}");
    }
    let Some(browser) = Browser::start() else { return };
    browser.open("about:blank");
    let pages: Vec<_> = IMAGES.iter().map(|(html, ..)| html).collect();
    let answer = ask(&browser, CHOOSE, &[("PAGES", json!(pages)), ("BASE", json!(BASE))]);
    for ((html, _, chosen), url) in IMAGES.iter().zip(answer.as_array().expect("a list")) {
        assert_eq!(url.as_str(), base.join(chosen).ok().as_ref().map(Url::as_str), "{html}");
    }
}
