//! The trees are those of html5ever's own parser, in every chunking and through every door.

use crate::common::{self, Setup, Way, html5evers, ours, suite};

/// Inputs that a driver of the tree builder may get wrong.
const TRICKY: &[&str] = &[
    "",
    " \n ",
    "text",
    "<!DOCTYPE html><html lang=en><head><title>T &amp; &lt;b></title></head><body class='a b' CLASS=c>x</body></html>",
    "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'><p>",
    "<!DOCTYPE><p>",
    "<!DOCTYPE html SYSTEM 'about:legacy-compat'><!-- a --><!--> --><!---> <! b><?php c ?></ d>",
    // The states that the tree builder asks for.
    "<title>a<b>&lt;</b></title><p>b",
    "<textarea>\n\n<p>&amp;</textarea>x",
    "<style>a > b { } <!-- </style> --></style>x",
    "<script>if (a<b) '</scrip' + '<!--<script></script>' </script>x",
    "<script><!--<script></script>--></script>x",
    "<xmp><b></xmp><iframe><b></iframe><noembed><b></noembed><noframes><b></noframes><noscript><b></noscript>x",
    "<noscript><style></noscript></style>x",
    "<plaintext><p></plaintext></p>",
    "<title/>a</title>b<script/>c</script>d<p/>e<br/>f",
    "<TITLE>a</TiTlE>b<SCRIPT>c</scRipt >d",
    // In svg and math content the same names are no such elements.
    "<svg><title>a<b>b</b></title></svg><math><title>a<b>b</b></math>",
    "<svg><script>a<b>b</script>c<style>d<e></style></svg>f",
    "<svg><textarea><b></textarea><plaintext><b></plaintext>",
    // A newline after these start tags is no text.
    "<pre>\n\na</pre><listing>\r\nb</listing><textarea>\r\rc</textarea><pre>&#10;d</pre><pre>e\n</pre>",
    "<pre><!-- -->\n\na</pre><pre><b>\n</b></pre><pre>\n<!-- --></pre>",
    // Newlines in all their forms, in text, values, comments.
    "a\rb\r\nc\n\rd<p title='a\rb\r\nc\n\rd'><!--a\rb\r\nc\n\rd--><textarea>a\rb\r\nc</textarea>",
    // NUL in each kind of text, in names and values.
    "a\0b<p>c\0\0d<table>e\0f<tr>g\0",
    "<title>a\0b</title><script>a\0b</script><style>\0</style><textarea>\0</textarea><plaintext>a\0b",
    "<svg>a\0b<![CDATA[c\0d]]><p>e\0f",
    "<math><mi>a\0b</mi>c\0d",
    "<a\0b c\0d=e\0f><!--g\0h--><!DOCTYPE i\0j>",
    "\0<html>\0<head>\0</head>\0<body>\0<select>\0<option>\0",
    // CDATA sections, where they are some.
    "<![CDATA[a]]><p><![CDATA[b]]>",
    "<svg><![CDATA[a<b>&amp;]]></svg><![CDATA[c]]>",
    "<svg><![CDATA[]]><g><![CDATA[a]]]]><![CDATA[>b]]>c</g></svg>",
    "<math><mi><![CDATA[a]]></mi><annotation-xml encoding=text/html><![CDATA[b]]><p><![CDATA[c]]></p>",
    "<svg><foreignObject><![CDATA[a]]><p><![CDATA[b]]></p><![CDATA[c]]></foreignObject><![CDATA[d]]></svg>",
    "<svg><desc><div><![CDATA[a]]></div><svg><![CDATA[b]]></svg><![CDATA[c]]>",
    "<svg></svg><![CDATA[a]]><svg/><![CDATA[b]]><svg><p><![CDATA[c]]>",
    "<svg><g/><![CDATA[a]]><br><![CDATA[b]]>",
    "<svg><![CDATA[a]",
    "<svg><![CDATA[a]]",
    "<svg><![CDA",
    // Text opens a formatting element again, and the current node is an HTML element again.
    "<math><mi><p><b></p>a<![CDATA[b]]>",
    "<svg><title><p><i></p><![CDATA[a]]>b<![CDATA[c]]>",
    "<table><svg><![CDATA[a]]></svg><![CDATA[b]]></table>",
    // References.
    "&amp;&notit;&not;&notin;&#x41;&#0;&#x80;&#xD800;&#x110000;&;&a;&am &amp",
    "<a href='?a=b&copy=c&copy;=d&ampx&amp' title=&quot;x&quot; b=&lt>&nbsp;&Aacute;&NotEqualTilde;",
    "<p>&#13;&#10;&#12;x<pre>&#13;\n&#x0A",
    // Attributes.
    "<p a=1 A=2 a=3 b><p =a =b c=d'e f\"g=h i/j/=k><p a='1'b=\"2\"c=3>",
    "<p a b c d e f g h i j k l m n o p q r s t u v w x y z a b c>",
    "<p data-a-long-name=1 DATA-A-LONG-NAME=2 data-another-long-name ontouchstart onclick=x>",
    "<svg viewbox=a xlink:href=b definitionurl=c preserveaspectratio=d xmlns=e xmlns:xlink=f xml:lang=g><foreignobject>",
    "<math definitionurl=a xlink:title=b><annotation-xml encoding=Text/Html><p>",
    "<html a=1><body b=2><html a=3 c=4><body b=5 d=6>",
    "</p a=b></br c=d></p/></div x>",
    // Tags that the end cuts, and other ends.
    "a<p",
    "a<p b='c",
    "a<p b=c",
    "a</p",
    "a</",
    "a<",
    "a<!",
    "a<!-",
    "a<!--b",
    "a<!doctype",
    "<title>a",
    "<title>a</titl",
    "<script>a<!--",
    "a&",
    "a&am",
    "a&#",
    "a&#x",
    "a\r",
    "<p title='a\r",
    // Misnesting, foster parents, templates, forms, frames, selects.
    "<b><p>a</b>b</p><a>c<a>d<i><table><a>e</table>f",
    "<table>a<tr>b<td>c</td>d<p>e</table>f",
    "<table> <tr> <script>a</script> x</table>",
    "<template><tr><td>a</td></tr>b<template>c</template></template>d",
    "<form><div></form><form>a<input></div>",
    "<frameset><frame> a\n</frameset>\n b<noframes>c</noframes>",
    "<select><option selected>a<optgroup>b<div>c</select>d",
    "<p>a<div>b</p>c<h1>d<h2>e</h1>f<button>g<button>h<nobr>i<nobr>j",
    "<head><meta charset=utf-8><base charset=x><link></head><meta http-equiv=Content-Type content='text/html;charset=koi8-r'>",
    "a</body>b</html>c<!-- d --> <p>e",
    // Not ASCII, in every place.
    "é<é é=é title='日本 &amp; é'>日本<!--é--><title>𝄞</title><script>é</script><p\u{85}\u{a0}x>\u{FEFF}",
    "<straße-größe attr-größe-größe=größe>x</straße-größe>",
];

/// Inputs with the elements that they are the content of.
const FRAGMENTS: &[(&str, &str)] = &[
    ("div", "a<p>b</div>c<td>d"),
    ("title", "a<b>&lt;</title>c"),
    ("textarea", "\na<b></textarea>"),
    ("style", "a<b></style>"),
    ("script", "a<!--<script></script>"),
    ("noscript", "<p>a</noscript>"),
    ("plaintext", "a<b>"),
    ("iframe", "<b>"),
    ("xmp", "<b></xmp>"),
    ("noembed", "<b>"),
    ("noframes", "<b>\0"),
    ("td", "a</td><td>b<p>"),
    ("tr", "<td>a</td>b"),
    ("table", "a<tr>b<![CDATA[c]]>"),
    ("select", "<option>a<b>c"),
    ("template", "<td>a<tr>b"),
    ("svg svg", "<![CDATA[a]]><g/>b<p><![CDATA[c]]>"),
    ("svg desc", "<![CDATA[a]]><g/>b<p><![CDATA[c]]>"),
    ("svg title", "<![CDATA[a]]><b>&amp;"),
    ("svg script", "<![CDATA[a<b>]]><b>"),
    ("math mi", "<![CDATA[a]]>b<p><![CDATA[c]]></p><![CDATA[d]]>"),
    ("math math", "<mi><![CDATA[a\0]]><b><![CDATA[b]]>"),
    ("html", "<head><title>a</title><body>b"),
    ("frameset", "<frame>a"),
];

fn assert_same(name: &str, setup: &Setup, input: &str, ways: &[Way]) {
    let expected = html5evers(setup, input);
    for &way in ways {
        assert_eq!(ours(way, setup, input), expected, "{name}: {way:?} of {input:?} in {setup:?}");
    }
}

#[test]
fn tricky_documents_have_html5evers_trees() {
    for &input in TRICKY {
        for setup in [
            Setup::default(),
            Setup { script_off: true, ..Setup::default() },
            Setup { exact_errors: true, ..Setup::default() },
        ] {
            assert_same("tricky", &setup, input, &Way::ALL);
        }
    }
}

#[test]
fn fragments_have_html5evers_trees() {
    for &(context, input) in FRAGMENTS {
        for script_off in [false, true] {
            let setup = Setup { script_off, ..Setup::fragment(context) };
            assert_same(context, &setup, input, &Way::ALL);
        }
    }
    // Every document is a fragment's content too.
    for &input in TRICKY {
        for context in ["div", "td", "svg g", "math mi"] {
            assert_same(context, &Setup::fragment(context), input, &[Way::Whole, Way::Bytes(1)]);
        }
    }
}

#[test]
fn documents_cut_anywhere_have_the_tree_of_the_whole() {
    for &input in TRICKY {
        let expected = html5evers(&Setup::default(), input);
        for cut in 0..=input.len() {
            let mut parser = Setup::default()
                .tagspan(markup5ever_rcdom::RcDom::default())
                .from_bytes(tagspan::EncodingOptions::new().encoding(tagspan::UTF_8));
            parser.feed(&input.as_bytes()[..cut]);
            parser.feed(&input.as_bytes()[cut..]);
            assert_eq!(common::show(&parser.finish()), expected, "{input:?} cut at {cut}");
        }
    }
}

#[test]
fn the_suites_inputs_have_html5evers_trees() {
    let Some(cases) = suite::cases() else { return };
    for (name, setup, input) in &cases {
        assert_same(name, setup, input, &Way::ALL);
    }
    assert!(cases.len() > 1600, "the suite has shrunk: {} cases", cases.len());
}

#[test]
fn real_pages_have_html5evers_trees() {
    for (name, bytes) in suite::pages("utf8") {
        let page = String::from_utf8_lossy(&bytes);
        assert_same(
            &name,
            &Setup::default(),
            &page,
            &[Way::Whole, Way::Utf8(4096), Way::Bytes(1460), Way::Driver(61)],
        );
    }
}

#[test]
fn our_own_pages_have_html5evers_trees() {
    for name in ["app.html", "article.html", "editions.html", "soup.html"] {
        assert_same(name, &Setup::default(), &suite::own_page(name), &Way::ALL);
    }
}
