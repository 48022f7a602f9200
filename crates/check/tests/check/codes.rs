//! A table of all codes: samples, and what is said of them.

use std::collections::BTreeSet;
use std::fmt::Write;

use tagspan::{ErrorCode, UTF_8};
use tagspan_check::{Code, Diagnostic};

use crate::check_as;

/// Samples, in the order of the codes.
pub(crate) const SAMPLES: &[&str] = &[
    "a<!-->b",
    "<!DOCTYPE html PUBLIC \"a>b",
    "<!DOCTYPE html SYSTEM 'a>b",
    "a &#qux; <p title='&#xz'>",
    "<p><![CDATA[text]]>",
    "&#x110000; <p title=&#x110000>",
    "a\u{1}b<p \u{2}=\u{80}>",
    "&#x80; <p title='&#1;'>",
    "<?xml version=\"1.0\"?>",
    "<p id=one class=a\nid=two ID>",
    "<a b=1 b = '2'/>",
    "text</p class=x\tid>text",
    "</p/>",
    "text <",
    "text </",
    "<svg><![CDATA[text",
    "<!-- text <p>",
    "<!DOCTYPE html",
    "<?target data",
    "<script>a <!-- run()</scrip",
    "<script><!--><!-- -- > --",
    "<p class=x",
    "<p class=\"x>text</p>",
    "</p",
    "<a href=\"x>one</a> <a href=\"y\">two</a",
    "<!-- text --!>b",
    "<!ELEMENT br EMPTY>",
    "<!DOCTYPE html  5 6 >",
    "<? target>",
    "1 <2 </3>",
    "<?a=b>",
    "<p class= >",
    "<!DOCTYPE>",
    "<!DOCTYPE html PUBLIC >",
    "<!DOCTYPE html SYSTEM>",
    "a</>b <p></>b",
    "<!DOCTYPE html PUBLIC -//W3C//DTD HTML 4.01>",
    "<!DOCTYPE html SYSTEM about:legacy-compat>",
    "a &lt b &notit; &#65b <p title='&amp;&amp b'>",
    "<!DOCTYPE html PUBLIC\"-//W3C//DTD HTML 4.01//EN\">",
    "<!DOCTYPE html SYSTEM'about:legacy-compat'>",
    "<!DOCTYPEhtml>",
    "<p class=\"x\"id=y>",
    "<a href=\"x>one</a> <a href=\"y\">two</a>",
    "<a href=\"/one>one</a> <a href=\"/two\">two</a>",
    "<!DOCTYPE html PUBLIC \"a\"\"b\">",
    "<!-- a <!-- b -->",
    "&#xFFFE;",
    "a\u{FFFE}b",
    "&#0; <p title='&#0;'>",
    "&#xD83D;",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\" x y>",
    "<p class\"x '<>",
    "<a href=?x=1&y=\"2\" title=`>",
    "<p =x>",
    "a\0b<p \0>",
    "<?php run() ?>",
    "<p / class=x/y /a>",
    "a &nosuch; b &nosuch <p title='&nosuch;'>",
];

/// Samples of the rules for authors: what breaks each, and what comes near to it.
const AUTHORING: &[&str] = &[
    "<!doctype html><script>a</script><script><!--<script></script >--></SCRIPT>",
    "<!DOCTYPE html><script><!-- <script> </scrip </SCRIPT\t</scripts </script/ </script",
    "<!DOCTYPE html><script>1 </scrip</script><svg><script>&lt;/script></script></svg>",
    "<!DOCTYPE html><p>a</br><img></IMG ><input> </input><hr></br ></area>",
    "<!DOCTYPE html><svg><link></link><desc><link></link></desc></svg></param>",
    "<!DOCTYPE html><pre>&#10;a</pre><pre>\n&#10;</pre><textarea>&NewLine;</textarea><listing>&#xA</listing>",
    "<!DOCTYPE html><pre><b>&#10;</b></pre><p>&#10;<svg><textarea>&#10;</textarea></svg>",
    "<!DOCTYPE html>\n<!doctype html><p><!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
    " \n<!-- a --> &#32;a<!DOCTYPE html>",
    "&#x20;\t&Tab; \u{FEFF}",
    "<!-- a --></p><p>",
    "<!DOCTYPE html>\t\r\n<p/><br/><svg/><p a=b \n/><p a=b/><p / ><p / /><P\t//></p/><image/>",
    "<!DOCTYPE html><svg><a/><foreignObject><a/></foreignObject><math/></svg><math><mi><a/></mi></math>",
    "<!DOCTYPE HTML  PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' \"http://www.w3.org/TR/html4/loose.dtd\" >",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    "<!DOCTYPE html SYSTEM 'about:Legacy-compat'>",
    "<!DOCTYPE htm>",
    "<!DOCTYPE>",
    "a\0<!DOCTYPE html>",
];

/// All samples, and whether the rules for authors are on.
pub(crate) fn samples() -> impl Iterator<Item = (bool, &'static str)> {
    let of = |authoring, list: &'static [&'static str]| list.iter().map(move |&html| (authoring, html));
    of(false, SAMPLES).chain(of(true, AUTHORING))
}

/// A sample with a span of it in brackets.
fn marked(html: &str, range: std::ops::Range<usize>) -> String {
    let Some((before, within, after)) = html
        .get(..range.start)
        .zip(html.get(range.clone()))
        .zip(html.get(range.end..))
        .map(|((a, b), c)| (a, b, c))
    else {
        return format!("{range:?} is no range of {html}");
    };
    format!("{before}[{within}]{after}").escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
}

/// The diagnostics of a sample, as lines.
fn described(html: &str, found: &Diagnostic) -> String {
    let mut text = format!("{} at {}\n", found.code(), found.offset());
    writeln!(text, "    {}  {}", marked(html, found.place().source.range()), found.label()).unwrap();
    for related in found.related() {
        writeln!(text, "    {}  {}", marked(html, related.place().source.range()), related.label()).unwrap();
    }
    if let Some(fix) = found.fix() {
        let fixed = String::from_utf8(fix.apply(html.as_bytes(), UTF_8)).unwrap();
        writeln!(text, "    {}  {}", marked(&fixed, 0..fixed.len()), fix.title()).unwrap();
    }
    text
}

#[test]
fn each_code_points_at_the_bytes_at_fault() {
    let mut text = String::new();
    for (authoring, html) in samples() {
        for found in check_as(authoring, UTF_8, [html.as_bytes()]) {
            text += &described(html, &found);
        }
    }
    if std::env::var_os("TAGSPAN_BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/check/codes.txt"), &text).unwrap();
    }
    for (line, expected) in text.lines().zip(include_str!("codes.txt").lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(text.len(), include_str!("codes.txt").len(), "one has more than the other");
}

#[test]
fn all_codes_are_there() {
    let all = samples().flat_map(|(authoring, html)| check_as(authoring, UTF_8, [html.as_bytes()]));
    let found: BTreeSet<Code> = all.map(|found| found.code()).collect();
    let missing: Vec<_> = Code::ALL.into_iter().filter(|code| !found.contains(code)).collect();
    // With processing instructions as they are read here, a `?` is none.
    assert_eq!(missing, [ErrorCode::UnexpectedQuestionMarkInsteadOfTagName.into()]);
}
