//! The URL of links beside `a.href` of Chromium, in a page of windows-1252.

use serde_json::json;
use tagspan::{Tokenizer, WINDOWS_1252};
use tagspan_extract::Extractor;
use testing::browser::Browser;

use crate::harness::read;

/// The base of the page.
const BASE: &str = "http://a.example/b/c/d?q=1#f";

/// The value of `href` as it is written between quotes, and its URL here and in Chromium. `None` if it is no URL.
const EQUAL: &[(&str, Option<&str>)] = &[
    // Relative to the base.
    ("", Some("http://a.example/b/c/d?q=1")),
    ("e", Some("http://a.example/b/c/e")),
    ("./e", Some("http://a.example/b/c/e")),
    ("../e", Some("http://a.example/b/e")),
    ("../../e", Some("http://a.example/e")),
    ("../../../e", Some("http://a.example/e")),
    ("/e", Some("http://a.example/e")),
    ("//h.example/e", Some("http://h.example/e")),
    ("///e", Some("http://e/")),
    ("////e", Some("http://e/")),
    ("?", Some("http://a.example/b/c/d?")),
    ("?r", Some("http://a.example/b/c/d?r")),
    ("#", Some("http://a.example/b/c/d?q=1#")),
    ("#g", Some("http://a.example/b/c/d?q=1#g")),
    ("?r#g", Some("http://a.example/b/c/d?r#g")),
    (".", Some("http://a.example/b/c/")),
    ("..", Some("http://a.example/b/")),
    ("./", Some("http://a.example/b/c/")),
    ("../.", Some("http://a.example/b/")),
    ("e/../f", Some("http://a.example/b/c/f")),
    ("e/./f", Some("http://a.example/b/c/e/f")),
    ("%2e%2E/e", Some("http://a.example/b/e")),
    ("%2e/e", Some("http://a.example/b/c/e")),
    ("e//f", Some("http://a.example/b/c/e//f")),
    ("e/", Some("http://a.example/b/c/e/")),
    ("e;p=1", Some("http://a.example/b/c/e;p=1")),
    ("e?x=/../y", Some("http://a.example/b/c/e?x=/../y")),
    ("e#x?y", Some("http://a.example/b/c/e#x?y")),
    // White space and control characters.
    (" e ", Some("http://a.example/b/c/e")),
    ("\te\n", Some("http://a.example/b/c/e")),
    ("&#12;e", Some("http://a.example/b/c/e")),
    ("e f", Some("http://a.example/b/c/e%20f")),
    ("e\tf", Some("http://a.example/b/c/ef")),
    ("e\nf", Some("http://a.example/b/c/ef")),
    ("e&#13;f", Some("http://a.example/b/c/ef")),
    ("\n/\ne\n", Some("http://a.example/e")),
    ("ht\ntp://h.example/", Some("http://h.example/")),
    ("&nbsp;e", Some("http://a.example/b/c/%C2%A0e")),
    ("e&nbsp;", Some("http://a.example/b/c/e%C2%A0")),
    ("&#8195;e", Some("http://a.example/b/c/%E2%80%83e")),
    ("&#1;e", Some("http://a.example/b/c/e")),
    ("e&#31;", Some("http://a.example/b/c/e")),
    ("&#127;e", Some("http://a.example/b/c/%7Fe")),
    // Backslashes.
    ("\\e", Some("http://a.example/e")),
    ("..\\e", Some("http://a.example/b/e")),
    ("\\\\h.example\\e", Some("http://h.example/e")),
    ("e\\f", Some("http://a.example/b/c/e/f")),
    ("/\\h.example/e", Some("http://h.example/e")),
    ("http:\\\\h.example\\e\\f", Some("http://h.example/e/f")),
    ("?x\\y", Some("http://a.example/b/c/d?x\\y")),
    ("#x\\y", Some("http://a.example/b/c/d?q=1#x\\y")),
    // Schemes with a base.
    ("http:x", Some("http://a.example/b/c/x")),
    ("http:/x", Some("http://a.example/x")),
    ("http://x", Some("http://x/")),
    ("http:///x", Some("http://x/")),
    ("http:", Some("http://a.example/b/c/d?q=1")),
    ("http:?x", Some("http://a.example/b/c/d?x")),
    ("http:#x", Some("http://a.example/b/c/d?q=1#x")),
    ("http://", None),
    ("HTTP://H.Example/E", Some("http://h.example/E")),
    ("hTTp:e", Some("http://a.example/b/c/e")),
    ("https:x", Some("https://x/")),
    ("https:/x", Some("https://x/")),
    ("https:", None),
    ("ws:x", Some("ws://x/")),
    ("ftp://h.example/e", Some("ftp://h.example/e")),
    ("ftp:x", Some("ftp://x/")),
    ("file:///c:/e", Some("file:///c:/e")),
    ("file:e", Some("file:///e")),
    ("file://h.example/e", Some("file://h.example/e")),
    ("file:\\\\h.example\\e", Some("file://h.example/e")),
    // Ports and credentials.
    ("http://h.example:80/", Some("http://h.example/")),
    ("http://h.example:8080/", Some("http://h.example:8080/")),
    ("http://h.example:/", Some("http://h.example/")),
    ("http://h.example:65535/", Some("http://h.example:65535/")),
    ("http://h.example:65536/", None),
    ("http://h.example:x/", None),
    ("http://h.example:00080/", Some("http://h.example/")),
    ("https://h.example:443/", Some("https://h.example/")),
    ("http://u@h.example/", Some("http://u@h.example/")),
    ("http://u:p@h.example/", Some("http://u:p@h.example/")),
    ("http://@h.example/", Some("http://h.example/")),
    ("http://:@h.example/", Some("http://h.example/")),
    ("http://u:p@/", None),
    ("http://u@v@h.example/", Some("http://u%40v@h.example/")),
    ("http://h.example@/x", None),
    ("//u@h.example", Some("http://u@h.example/")),
    // Addresses.
    ("http://127.1/", Some("http://127.0.0.1/")),
    ("http://0x7f.1/", Some("http://127.0.0.1/")),
    ("http://2130706433/", Some("http://127.0.0.1/")),
    ("http://017700000001/", Some("http://127.0.0.1/")),
    ("http://256.1.1.1/", None),
    ("http://1.2.3.4.5/", None),
    ("http://1.2.3/", Some("http://1.2.0.3/")),
    ("http://1.2.3.4./", Some("http://1.2.3.4/")),
    ("http://0x/", Some("http://0.0.0.0/")),
    ("http://[::1]/", Some("http://[::1]/")),
    ("http://[1:0:0::2]/", Some("http://[1::2]/")),
    ("http://[::127.0.0.1]/", Some("http://[::7f00:1]/")),
    ("http://[x]/", None),
    ("http://[::1/", None),
    ("http://[::1]:8080/", Some("http://[::1]:8080/")),
    ("http://[::1%25eth0]/", None),
    // Hosts.
    ("http://é.example/", Some("http://xn--9ca.example/")),
    ("http://ß.example/", Some("http://xn--zca.example/")),
    ("http://xn--9ca.example/", Some("http://xn--9ca.example/")),
    ("http://XN--9CA.example/", Some("http://xn--9ca.example/")),
    ("http://&#26085;&#26412;.example/", Some("http://xn--wgv71a.example/")),
    ("http://&#128169;.example/", Some("http://xn--ls8h.example/")),
    ("http://a&#12290;b/", Some("http://a.b/")),
    ("http://a&#65294;b/", Some("http://a.b/")),
    ("http://&#65313;/", Some("http://a/")),
    ("http://a&shy;b.example/", Some("http://ab.example/")),
    ("http://%C3%A9.example/", Some("http://xn--9ca.example/")),
    ("http://%41.example/", Some("http://a.example/")),
    ("http://a%2eb/", Some("http://a.b/")),
    ("http://a%zz/", None),
    ("http://a_b.example/", Some("http://a_b.example/")),
    ("http://-a.example/", Some("http://-a.example/")),
    ("http://a-.example/", Some("http://a-.example/")),
    ("http://a..b/", Some("http://a..b/")),
    ("http://a.b./", Some("http://a.b./")),
    ("http://a<b/", None),
    ("http://a^b/", None),
    ("http://a|b/", None),
    ("http://a{b}/", Some("http://a{b}/")),
    ("http://a!b/", Some("http://a!b/")),
    ("http://a'b/", Some("http://a'b/")),
    ("http://a,b/", Some("http://a,b/")),
    ("http://&#8204;.example/", None),
    ("http://&#x202e;a/", None),
    (
        "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/",
        Some("http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/"),
    ),
    (
        "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
        Some(
            "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
        ),
    ),
    // Characters, in a page of windows-1252.
    ("é", Some("http://a.example/b/c/%C3%A9")),
    ("é?é#é", Some("http://a.example/b/c/%C3%A9?%E9#%C3%A9")),
    ("?é", Some("http://a.example/b/c/d?%E9")),
    ("?€", Some("http://a.example/b/c/d?%80")),
    ("?&#1076;", Some("http://a.example/b/c/d?%26%231076%3B")),
    ("?x&#1076;&#128169;y", Some("http://a.example/b/c/d?x%26%231076%3B%26%23128169%3By")),
    ("?%E9", Some("http://a.example/b/c/d?%E9")),
    ("?%zz", Some("http://a.example/b/c/d?%zz")),
    ("e%zz", Some("http://a.example/b/c/e%zz")),
    ("e%", Some("http://a.example/b/c/e%")),
    ("e%2f", Some("http://a.example/b/c/e%2f")),
    ("e%2E%2E/f", Some("http://a.example/b/c/e%2E%2E/f")),
    ("?a b", Some("http://a.example/b/c/d?a%20b")),
    ("?a'b", Some("http://a.example/b/c/d?a%27b")),
    ("?a&quot;b", Some("http://a.example/b/c/d?a%22b")),
    ("?<>", Some("http://a.example/b/c/d?%3C%3E")),
    ("?`{}|^", Some("http://a.example/b/c/d?`{}|^")),
    ("e[]", Some("http://a.example/b/c/e[]")),
    ("?[]", Some("http://a.example/b/c/d?[]")),
    ("#[]", Some("http://a.example/b/c/d?q=1#[]")),
    ("#`{}|^<> &quot;", Some("http://a.example/b/c/d?q=1#%60{}|^%3C%3E%20%22")),
    ("#é", Some("http://a.example/b/c/d?q=1#%C3%A9")),
    ("e'f", Some("http://a.example/b/c/e'f")),
    ("e&quot;f", Some("http://a.example/b/c/e%22f")),
    ("e~!$()*+,;=:@", Some("http://a.example/b/c/e~!$()*+,;=:@")),
    ("e%00", Some("http://a.example/b/c/e%00")),
    ("?a+b", Some("http://a.example/b/c/d?a+b")),
    ("e&amp;f", Some("http://a.example/b/c/e&f")),
    ("?a&amp;b", Some("http://a.example/b/c/d?a&b")),
    ("?a&copy=1", Some("http://a.example/b/c/d?a&copy=1")),
    ("?a&copy;=1", Some("http://a.example/b/c/d?a%A9=1")),
    ("e&#xD800;", Some("http://a.example/b/c/e%EF%BF%BD")),
    ("e&#xFFFE;", Some("http://a.example/b/c/e%EF%BF%BE")),
    ("e&#x10FFFF;", Some("http://a.example/b/c/e%F4%8F%BF%BF")),
    ("?\u{A0}", Some("http://a.example/b/c/d?%A0")),
    // Other schemes.
    ("javascript:x", Some("javascript:x")),
    ("javascript: x y", Some("javascript: x y")),
    ("JavaScript:'é'", Some("javascript:'%C3%A9'")),
    ("javascript:x\ny", Some("javascript:xy")),
    ("java\nscript:x", Some("javascript:x")),
    ("javascript:", Some("javascript:")),
    ("javascript://x\\y", None),
    ("javascript:x#y z", Some("javascript:x#y%20z")),
    ("data:text/html,a b", Some("data:text/html,a b")),
    ("data:,é", Some("data:,%C3%A9")),
    ("mailto:a@b", Some("mailto:a@b")),
    ("mailto:a b", Some("mailto:a b")),
    ("MAILTO:a@b?s=é", Some("mailto:a@b?s=%C3%A9")),
    ("tel:+1 2", Some("tel:+1 2")),
    ("about:blank", Some("about:blank")),
    ("about:", Some("about:")),
    ("blob:x", Some("blob:x")),
    ("urn:a:b", Some("urn:a:b")),
    ("x:", Some("x:")),
    ("x:y z", Some("x:y z")),
    ("x:/y/../z", Some("x:/z")),
    ("x://h/../z", Some("x://h/z")),
    ("x://H/y", Some("x://H/y")),
    ("x://h:80/", Some("x://h:80/")),
    ("x://é/", Some("x://%C3%A9/")),
    ("x://a b/", None),
    ("x:\\y", Some("x:\\y")),
    ("x://[::1]/", Some("x://[::1]/")),
    ("1:x", Some("http://a.example/b/c/1:x")),
    (":x", Some("http://a.example/b/c/:x")),
    ("+x:y", Some("http://a.example/b/c/+x:y")),
    ("x+1.-:y", Some("x+1.-:y")),
    ("x_y:z", Some("http://a.example/b/c/x_y:z")),
    ("e:f", Some("e:f")),
    ("e/f:g", Some("http://a.example/b/c/e/f:g")),
    ("./e:f", Some("http://a.example/b/c/e:f")),
    ("?e:f", Some("http://a.example/b/c/d?e:f")),
    ("view-source:http://h.example/", Some("view-source:http://h.example/")),
    ("web+x:y", Some("web+x:y")),
    ("intent://h/#I;end", Some("intent://h/#I;end")),
    ("ws://h.example:80/", Some("ws://h.example/")),
    ("wss://h.example/e#f", Some("wss://h.example/e#f")),
    ("gopher://h/", Some("gopher://h/")),
    ("x:é?é#é", Some("x:%C3%A9?%C3%A9#%C3%A9")),
    ("x:a ", Some("x:a")),
    ("x:a ?b", Some("x:a ?b")),
    ("x:a  #b", Some("x:a  #b")),
    ("non-special:/..//p", Some("non-special:/.//p")),
    ("x:/.//p", Some("x:/.//p")),
    // Hosts that end early, and paths.
    ("http://h.example?x", Some("http://h.example/?x")),
    ("http://h.example#x", Some("http://h.example/#x")),
    ("http://h.example\\x", Some("http://h.example/x")),
    ("http:////h.example/", Some("http://h.example/")),
    ("http:/\\h.example/", Some("http://h.example/")),
    ("//", None),
    ("///", None),
    ("//?x", None),
    ("//#x", None),
    ("// ", None),
    ("//é.example", Some("http://xn--9ca.example/")),
    ("http://h.example/a/../../b", Some("http://h.example/b")),
    ("http://h.example/%7Ea", Some("http://h.example/%7Ea")),
    ("http://h.example/~a", Some("http://h.example/~a")),
    ("http://h.example/a%2F..", Some("http://h.example/a%2F..")),
    ("http://./", Some("http://./")),
    ("http://../", Some("http://../")),
    ("http://a.%2e/", Some("http://a../")),
    ("# ", Some("http://a.example/b/c/d?q=1#")),
    ("#a%zz", Some("http://a.example/b/c/d?q=1#a%zz")),
    ("#&#10;a", Some("http://a.example/b/c/d?q=1#a")),
    ("#a\nb", Some("http://a.example/b/c/d?q=1#ab")),
    ("e#a&#9;b", Some("http://a.example/b/c/e#ab")),
];

/// A value, our URL of it, and that of Chromium.
type Different = (&'static str, Option<&'static str>, Option<&'static str>);

/// Why URLs differ, and the values.
const DIFFERENT: &[(&str, &[Different])] = &[
    (
        "A host has no space, by the standard. Chromium escapes it.",
        &[
            ("http:// x", None, Some("http://%20x/")),
            ("http://a b.example/", None, Some("http://a%20b.example/")),
            ("http://a%20b/", None, Some("http://a%20b/")),
        ],
    ),
    (
        "A host is valid Punycode, by the standard. Chromium takes labels of ASCII as they are.",
        &[
            ("http://xn--a.example/", None, Some("http://xn--a.example/")),
            ("http://xn--/", None, Some("http://xn--/")),
        ],
    ),
    (
        "The standard leaves these characters as they are. Chromium escapes them.",
        &[
            ("http://*.example/", Some("http://*.example/"), Some("http://%2A.example/")),
            (
                "e`{}|^<>",
                Some("http://a.example/b/c/e%60%7B%7D|^%3C%3E"),
                Some("http://a.example/b/c/e%60%7B%7D%7C%5E%3C%3E"),
            ),
            ("http://h.example/C|/x", Some("http://h.example/C|/x"), Some("http://h.example/C%7C/x")),
        ],
    ),
    (
        "`|` behind the letter of a drive is `:`, by the standard, wherever the URL is written.",
        &[("file:c|/e", Some("file:///c:/e"), Some("file:///c%7C/e"))],
    ),
    (
        "A URL has no line ends, by the standard. Chromium escapes those of `data:`.",
        &[("data:,a\nb", Some("data:,ab"), Some("data:,a%0Ab"))],
    ),
];

/// The rows of both tables: the value, our URL, and that of Chromium.
fn rows() -> Vec<Different> {
    let different = DIFFERENT.iter().flat_map(|(_, rows)| rows.iter().copied());
    EQUAL.iter().map(|&(value, url)| (value, url, url)).chain(different).collect()
}

/// A page with a link for each row.
fn document() -> Vec<u8> {
    let links: String = rows().iter().map(|(value, ..)| format!("<a href=\"{value}\"></a>")).collect();
    let html = format!("<!DOCTYPE html><meta charset=windows-1252><base href=\"{BASE}\">{links}");
    let (bytes, _, has_unmappable) = WINDOWS_1252.encode(&html);
    assert!(!has_unmappable);
    bytes.into_owned()
}

#[test]
fn urls_are_as_listed() {
    let html = document();
    let page = read(&[&html], &Tokenizer::builder(), &Extractor::builder());
    assert_eq!(page.encoding, Some(WINDOWS_1252));
    assert_eq!(page.links.len(), rows().len());
    for (link, (value, ours, _)) in page.links.iter().zip(rows()) {
        assert_eq!(page.url(link).as_ref().map(|url| url.as_str()), ours, "{value:?}");
    }
}

#[test]
fn urls_in_chromium_are_as_listed() {
    for (reason, rows) in DIFFERENT {
        for (value, ours, theirs) in *rows {
            assert_ne!(ours, theirs, "{value:?}: {reason}");
        }
    }
    let Some(browser) = Browser::start() else { return };
    let escaped: String = document().iter().map(|byte| format!("%{byte:02X}")).collect();
    browser.open(&format!("data:text/html,{escaped}"));
    assert_eq!(
        browser.ask("return [document.characterSet, document.baseURI]"),
        json!(["windows-1252", BASE])
    );
    // A link whose value is no URL has no scheme, and that value as `href`.
    let urls = browser.ask("return Array.from(document.links, a => a.protocol === ':' ? null : a.href)");
    let urls = urls.as_array().expect("a list");
    assert_eq!(urls.len(), rows().len());
    for (url, (value, _, theirs)) in urls.iter().zip(rows()) {
        assert_eq!(url.as_str(), theirs, "{value:?}");
    }
}
