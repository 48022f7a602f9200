//! The visible text: white space, blocks, tables, what is skipped, and which end tag ends which element.

use tagspan::TextMode;
use tagspan_extract::{Extractor, PageLimits};

use crate::harness::{page, page_with, utf8};

#[track_caller]
fn assert_texts(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(page(html).text, *expected, "{html}");
    }
}

#[test]
fn white_space_is_collapsed() {
    assert_texts(&[
        ("", ""),
        (" \n\t ", ""),
        ("  a \r\n\t b\x0C ", "a b"),
        ("a<b> b </b> c", "a b c"),
        ("a<b>b</b>c", "abc"),
        ("a <!-- x --> b", "a b"),
        ("a&nbsp;&#32; b", "a\u{A0} b"),
        ("caf&eacute; \u{2003}x", "café \u{2003}x"),
        ("a\0b", "ab"),
        ("a \0<div>\0</div>b", "a\nb"),
        (
            "<svg>\0<foreignObject>a\0</foreignObject><text>\0<![CDATA[\0]]></text></svg>\0",
            "a\n\u{FFFD}\u{FFFD}",
        ),
        ("a</>b", "ab"),
        ("a<br> b <br>c", "a\nb\nc"),
        ("<br>a<br><br>b<br>", "\na\n\nb\n"),
        ("a</br>b", "a\nb"),
        ("a<wbr>b<img>c", "abc"),
    ]);
}

/// What is no HTML is read in the PLAINTEXT state from its first byte on.
#[test]
fn plain_text_stays_as_it_stands() {
    let tokenizer = utf8().initial_text_mode(TextMode::Plaintext);
    for (bytes, expected) in [
        (&b""[..], ""),
        (b"\n a  b\t\r\n\rc\r\n \n", "\n a  b\t\r\n\rc\r\n \n"),
        (b"<b>x</b> &amp; <!--", "<b>x</b> &amp; <!--"),
        (b"a\0b\x0C", "a\0b\x0C"),
        (b"\xE2\x82\xAC\xF0\x9F\x98\x80", "\u{20AC}\u{1F600}"),
        (b"a\xFFb\xE2\x82c\xF0\x9F\x98", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
        (b"\xEF\xBB\xBFa\xEF\xBB\xBF", "a\u{FEFF}"),
    ] {
        let page = page_with(bytes, &tokenizer, &Extractor::builder());
        assert_eq!(page.text, expected, "{bytes:?}");
        assert!(page.title.is_none() && page.links.is_empty(), "{bytes:?}");
    }
    let mut limits = PageLimits::default();
    limits.text = 4;
    let page = page_with("  €€\r\n".as_bytes(), &tokenizer, &Extractor::builder().limits(limits));
    assert_eq!((page.text.as_str(), page.lost.text), ("  ", 8));
}

#[test]
fn blocks_break_lines() {
    assert_texts(&[
        ("a<div>b</div>c", "a\nb\nc"),
        ("<div>a</div><div> b </div>", "a\nb"),
        ("<div><div>a</div></div>\n<div></div><div>b</div>", "a\nb"),
        ("a<p>b</p>c", "a\n\nb\n\nc"),
        ("<p>a</p> <p>b</p>", "a\n\nb"),
        ("<p>a<p>b<div>c", "a\n\nb\n\nc"),
        ("a</p>b", "a\n\nb"),
        ("<p></p>a<p></p>", "a"),
        ("<h1>a</h1>b<h2>c</h3>d", "a\nb\nc\nd"),
        ("a<hr>b", "a\nb"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>d", "a\nb\nc\nd"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "a\nb\nc"),
        ("<select><option>a<option>b<optgroup>c<option>d</select>e", "a\nb\nc\nd\ne"),
        ("<details open><summary>a</summary>b</details>c", "a\nb\nc"),
        ("<fieldset><legend>a</legend>b", "a\nb"),
        ("<span>a</span><x-y>b</x-y><button>c</button>", "abc"),
        ("<html><head><body>a</body></html>b", "ab"),
        ("<blockquote>a</blockquote><article>b</article><center>c</center>", "a\nb\nc"),
    ]);
}

#[test]
fn tables_have_tabs_and_lines() {
    assert_texts(&[
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc"),
        ("x<table>\n <tr>\n <th> a <td> b \n<tr><td>c</table>y", "x\na\tb\nc\ny"),
        (
            "<table><caption>t</caption><thead><tr><th>a<tbody><tr><td>b<tr><td>c<tfoot><tr><td>d</table>",
            "t\na\nb\nc\nd",
        ),
        ("<table><tr><td></td><td>b</table>", "\tb"),
        ("<table><td>a<td>b<tr><td>c</table>", "a\tb\nc"),
        ("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>", "a\nb\tc\n\td"),
        ("<table><tr><td><p>a</p><td>b</table>", "a\n\n\tb"),
        ("<table><colgroup><col></colgroup><tr><td>a</table>", "a"),
        ("<table><tbody hidden><td>a<tbody><tr><td>b</table>", "b"),
        ("<table><tr hidden><td>a<col><tr><td>b</table>", "b"),
        ("<table><tr><td>a</div></span></body>b</table>c", "ab\nc"),
        // A table in a table ends it; cells and rows without a table are no cells and rows.
        ("<table><tr><table><tr><td>a</table>b", "a\nb"),
        ("<td>a<td>b<tr>c</td>", "abc"),
    ]);
}

#[test]
fn white_space_in_pre_is_preserved() {
    assert_texts(&[
        ("<pre>\n a\n  b</pre>c", " a\n  b\nc"),
        ("<pre>\n\na</pre>", "\na"),
        ("<pre>&#10;a</pre>", "a"),
        ("<pre>a<b>  b</b>\tc</pre> d  e", "a  b\tc\nd e"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<pre>a\r\nb\rc</pre>", "a\nb\nc"),
        ("x<xmp><b> &amp;</xmp>y", "x\n<b> &amp;\ny"),
        ("x<listing>\n a  b</listing>y", "x\n a  b\ny"),
        ("x<plaintext> a\n</plaintext>", "x\n a\n</plaintext>"),
    ]);
}

#[test]
fn what_is_not_visible_is_skipped() {
    assert_texts(&[
        ("a<script>b</script><style>c</style><template>d<p>e</template>f", "af"),
        (
            "<title>a</title><textarea>b</textarea><iframe>c</iframe><noembed>d</noembed><noframes>e</noframes>f",
            "f",
        ),
        ("<head><title>a</title></head><body>b", "b"),
        ("a<noscript>b<div>c</div></noscript>d", "ad"),
        ("<div>a<noscript></div><p>b</noscript>c</div>d", "ac\nd"),
        ("a<p hidden>b</p>c", "ac"),
        ("a<div HIDDEN=until-found><div>b</div>c</div>d", "ad"),
        ("a<span hidden=until-found>b</span>c", "abc"),
        ("a<div popover>b</div>c", "ac"),
        ("a<div popover open>b</div>c", "ac"),
        ("a<dialog popover>b</dialog>c", "ac"),
        ("<details popover open>a</details>b", "b"),
        // A block is one part of a value, whatever is in it.
        ("<p style='display:none!important{;visibility:hidden;}'>a", "a"),
        ("<p style='content:\"a\\&#13;&#10;;display:none;\"'>a", "a"),
        ("a<span hidden>b<br hidden></span><br hidden>c", "ac"),
        ("a<datalist><option>b</datalist><ruby>c<rp>(<rt>d<rp>)</ruby>e", "acde"),
        ("a<video>b</video><audio>c</audio><canvas>d</canvas><meter>e</meter><progress>f</progress>g", "ag"),
        ("a<object>b</object>c", "abc"),
        ("a<dialog>b</dialog><dialog open>c</dialog>d", "a\nc\nd"),
        ("<table><tr hidden><td>a<tr><td hidden>b<td>c<td>d</table>", "c\td"),
        ("<ul><li>a<li hidden>b<li>c</ul>", "a\nc"),
        ("a<input type=hidden value=b hidden>c", "ac"),
        (
            "a<svg><title>b</title><desc>c</desc><defs><text>d</text></defs><text>e</text><style>f</style></svg>g",
            "a\ne\ng",
        ),
        ("a<svg><g hidden><text>b</text></g></svg>c", "a\nb\nc"),
        ("a<math><mi>x</mi><annotation>b</annotation><annotation-xml>c</annotation-xml></math>d", "axd"),
        ("a<math><annotation-xml encoding=Text/HTML><p>b</p></annotation-xml></math>c", "ac"),
        // Without the encoding, the paragraph ends the formula.
        ("a<math><annotation-xml><p>b</p></annotation-xml></math>c", "a\n\nb\n\nc"),
        ("a<![CDATA[b]]>c<svg><text><![CDATA[<d>]]></svg>", "ac\n<d>"),
        // Only text in `text` is drawn.
        ("a<svg> b <g>c</g><a><text>d<tspan>e</tspan></text>f</a></svg>g", "a\nde\ng"),
    ]);
    let shown = Extractor::builder().noscript(true);
    for (html, expected) in [
        ("a<noscript>b<div>c</div></noscript>d", "ab\nc\nd"),
        ("<noscript><p>a</noscript><p>b", "a\n\nb"),
        ("<noscript hidden>a</noscript>b", "b"),
    ] {
        assert_eq!(page_with(html.as_bytes(), &utf8(), &shown).text, expected, "{html}");
    }
    // With scripting, the tokenizer takes it as raw text.
    let html = b"a<noscript><p>b</noscript>c";
    assert_eq!(page_with(html, &utf8().scripting(true), &Extractor::builder()).text, "ac");
    let html = b"<pre>a<noscript><b>b</noscript>c";
    assert_eq!(page_with(html, &utf8().scripting(true), &shown).text, "ac");
}

#[test]
fn style_attributes_hide() {
    let cases = [
        ("<p style='display:none'>x</p>y", "y", "x\n\ny"),
        ("a<div style='color:red; DISPLAY: None !important'>b<div>c</div></div>d", "ad", "a\nb\nc\nd"),
        ("a<b style='display:none'>b</b>c", "ac", "abc"),
        ("a<br style=display:none>b", "ab", "a\nb"),
        ("a<b style='&#100;isplay:none'>b</b><b style=display:none style=x>c</b>", "a", "abc"),
        ("a<b style=x style=display:none>b</b>", "ab", "ab"),
        (
            "<p style='display:block;display:none'>a</p><p style='display:none;display:inline'>b</p>c",
            "b\n\nc",
            "a\n\nb\n\nc",
        ),
        ("a<p hidden style=display:block>b</p><p hidden style=color:red>c</p>", "a\n\nb", "a"),
        ("a<dialog style=display:block>b</dialog>", "a\nb", "a"),
        ("a<script style=display:block>b</script>", "a", "a"),
        ("a<svg style=display:none><text>b</text></svg>c", "ac", "a\nb\nc"),
        ("<table><tr style=display:none><td>a<tr><td style=display:none>b<td>c</table>", "c", "a\nb\tc"),
        // Lines.
        ("a<b style=display:block>b</b>c", "a\nb\nc", "abc"),
        ("a<div style=display:inline>b</div>c", "abc", "a\nb\nc"),
        ("a<b style=display:flex hidden>b</b>c", "a\nb\nc", "ac"),
        ("a<img style=display:block>b<svg style=display:block></svg>c", "a\nb\nc", "abc"),
        ("a<svg><g style=display:block></g></svg>b", "ab", "ab"),
        ("a<p style=display:inline>b</p>c", "a\n\nb\n\nc", "a\n\nb\n\nc"),
        ("<table><tr style=display:block><td style=display:block>a<td>b</table>", "a\tb", "a\tb"),
        // What is not visible takes its place, but has no text and no line ends.
        ("<span style='visibility:hidden'>a</span>", "", "a"),
        ("a<div style=visibility:hidden>b<br>c</div>d", "ad", "a\nb\nc\nd"),
        (
            "a<div style=visibility:hidden>b<i style=visibility:visible>c<br></i>d<div style=visibility:visible>e</div></div>f",
            "ac\n\ne\nf",
            "a\nbc\nd\ne\nf",
        ),
        ("<b style=visibility:collapse>a<b style=visibility:inherit>b</b></b>c", "c", "abc"),
        (
            "<b style=visibility:hidden>a<b style=display:none>b</b>c<b style=visibility:visible>d</b>e</b>f",
            "df",
            "abcdef",
        ),
        ("<b style=visibility:hidden>a<div>b</b>c</div>d", "c\nd", "a\nbc\nd"),
        ("<p style=visibility:hidden>a<p>b", "b", "a\n\nb"),
        (
            "<table><tr style=visibility:hidden><td>a<td>b<tr><td>c<tr><td style=visibility:hidden>d<td>e</table>",
            "c\ne",
            "a\tb\nc\nd\te",
        ),
        ("<details style=display:none><summary>a</summary>b</details>c", "c", "a\nc"),
        ("<body style=display:none>a", "a", "a"),
    ];
    for (html, expected, without) in cases {
        assert_eq!(page(html).text, expected, "{html}");
        let settings = Extractor::builder().style_attributes(false);
        assert_eq!(page_with(html.as_bytes(), &utf8(), &settings).text, without, "{html}");
    }
}

#[test]
fn a_closed_details_shows_its_summary() {
    assert_texts(&[
        ("<details><summary>s</summary>body</details>", "s"),
        ("a<details>b<summary>c</summary><p>d</p></details>e", "a\nc\ne"),
        ("<details OPEN>a<summary>b</summary>c</details>d", "a\nb\nc\nd"),
        ("<details>a</details>b", "b"),
        ("a<details></details>b", "a\nb"),
        ("<details><summary>a</summary><summary>b</summary></details>c", "a\nc"),
        ("<details><div><summary>a</summary></div></details>b", "b"),
        ("<details><summary>a<details><summary>b</summary>c</details>d</summary>e</details>f", "a\nb\nd\nf"),
        ("<details><summary>a</summary><details open><summary>b</summary>c</details>d</details>e", "a\ne"),
        (
            "<details open><summary>a</summary><details><summary>b</summary>c</details>d</details>e",
            "a\nb\nd\ne",
        ),
        ("<details><summary hidden>a</summary>b</details>c", "c"),
        ("<details hidden><summary>a</summary>b</details>c", "c"),
        ("<div hidden><details><summary>a</summary>b</details></div>c", "c"),
        ("<summary>a</summary>b", "a\nb"),
        ("<details><summary>a</details>b", "a\nb"),
        ("<details><table><tr><td>a<td>b</table><summary>c</summary></details>d", "c\nd"),
    ]);
}

#[test]
fn list_items_have_markers_on_request() {
    let settings = Extractor::builder().list_markers(true);
    for (html, expected) in [
        ("<ul><li>a<li> b </ul>c", "• a\n• b\nc"),
        ("x<ol><li>a<li>b</ol>", "x\n1. a\n2. b"),
        ("<ol start=3><li>a<li value=7>b<li>c</ol>", "3. a\n7. b\n8. c"),
        ("<ol start=-1 type=a><li>a<li>b<li>c</ol>", "-1. a\n0. b\na. c"),
        ("<ol type=A start=26><li>a<li>b<li type=I>c</ol>", "Z. a\nAA. b\nXXVIII. c"),
        ("<ol type=i start=3999><li>a<li>b</ol>", "mmmcmxcix. a\n4000. b"),
        ("<ol reversed start=2><li>a<li>b<li>c</ol>", "2. a\n1. b\n0. c"),
        ("<ol reversed><li>a<li value=4>b<li>c</ol>", "• a\n4. b\n3. c"),
        ("<ol start=x><li value=' +2x'>a</ol>", "2. a"),
        ("<ol start=2147483647><li>a<li>b</ol>", "2147483647. a\n2147483647. b"),
        ("<ol start=2147483648><li>a</ol>", "1. a"),
        ("<ul><li value=3>a</ul>", "• a"),
        ("<ol><li>a<menu><li>b</menu><li>c</ol>", "1. a\n• b\n2. c"),
        ("<ol><li>a<dir><li>b</dir><li>c</ol>", "1. a\n• b\n2. c"),
        ("<ul><li>a<ol><li>b<ul><li>c</ul><li>d</ol><li>e</ul>", "• a\n1. b\n• c\n2. d\n• e"),
        ("<ul><li></li><li>a</li><li></li></ul>b", "• \n• a\n• \nb"),
        ("<ul><li><ul><li>a</ul></ul>", "• \n• a"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "• a\n\nb\n\n• c"),
        ("<ul><li><br>a</ul>", "• \na"),
        ("<ul><li><pre>\n a</pre></ul>", "•  a"),
        ("<li>a<li>b", "• a\n• b"),
        ("<ol><li>a<li hidden>b<li style=visibility:hidden>c<li>d</ol>", "1. a\n3. d"),
        ("<ul hidden><li>a</ul>b", "b"),
        ("<ol><li>a</ol></ol><ol><li>b</ol><li>c", "1. a\n1. b\n• c"),
    ] {
        assert_eq!(page_with(html.as_bytes(), &utf8(), &settings).text, expected, "{html}");
    }
}

#[test]
fn separators_of_tables_collapse_on_request() {
    let settings = Extractor::builder().collapse_tables(true);
    for (html, expected) in [
        ("<table><tr><td>a<td>b<tr><td>c</table>d", "a\tb\nc\nd"),
        ("<table><tr><td><td> a <td><td> b <td></table>c", "a\tb\nc"),
        ("a<table><tr><td><tr><td><tr><td><td>b</table>", "a\nb"),
        ("<table><tr><td><table><tr><td>a<td>b</table><td><td>c</table>", "a\tb\nc"),
        ("<table><tr><td>a<td><br>b<td><p>c</p></table>d", "a\nb\n\nc\n\nd"),
        ("<table><tr><td>a<br><br>b<td>c</table>", "a\n\nb\tc"),
    ] {
        assert_eq!(page_with(html.as_bytes(), &utf8(), &settings).text, expected, "{html}");
    }
}

#[test]
fn elements_end_as_in_a_tree() {
    assert_texts(&[
        // An end tag that is left out.
        ("<p hidden>a<p>b", "b"),
        ("<p hidden>a<div>b", "b"),
        ("<p hidden>a<span>b<div>c", "c"),
        ("<dl><dt hidden>a<dd>b</dl>", "b"),
        ("<select><option hidden>a<option>b</select>", "b"),
        ("<select><option hidden><p>a<option>b</select>", "b"),
        ("<select><optgroup hidden><option>a<hr>b</select>", "b"),
        ("<select hidden>a<select>b", "b"),
        ("<select hidden>a<input>b", "b"),
        ("<div hidden><select></div>a</select>b</div>c", "c"),
        ("<ruby>a<rt hidden>b<rt>c</ruby>", "ac"),
        ("<ruby>a<rp><p>b<rt>c</ruby>", "ac"),
        ("<ruby>a<rtc hidden>b<rt>c</ruby>d", "ad"),
        ("<rt hidden>a<rt>b</rt>c</rt>d", "d"),
        ("<table><tr><td hidden>a<tr><td>b</table>", "\nb"),
        ("<table><tbody hidden><tr><td>a<tbody><tr><td>b</table>", "b"),
        ("<h1 hidden>a<h2>b", "b"),
        ("<button hidden>a<button>b", "b"),
        ("<a href=x hidden>a<a href=y>b", "b"),
        ("<a hidden><select><a>a</select>b", "b"),
        ("<a hidden><svg><foreignObject><a>a</a></svg>b", "b"),
        ("<a hidden><object><a>a</object>b", ""),
        ("<div><p hidden>a</div>b", "b"),
        // An end tag too many, and one that does not reach.
        ("<div hidden>a</span></p></ul></table></template>b</div>c", "c"),
        ("<div hidden><table><tr><td>a</div>b</table>c</div>d", "d"),
        ("<ul hidden><li><ul></li>a</ul></ul>b", "b"),
        ("<div hidden><button>a</p>b</button></div>c", "c"),
        ("<span hidden><div>a</span>b</div>c", ""),
        ("<span hidden><i>a</span>b", "b"),
        ("<template><div></template>a", "a"),
        ("<div hidden><template></div></template>a</div>b", "b"),
        ("<div hidden><svg><g></div>a", "a"),
        ("<div hidden><svg><foreignObject></div>a</svg>b</div>c", "c"),
        ("<svg><g><p>a</svg>b</g><p>c", "ab\n\nc"),
        ("<form hidden>a<form>b</form>c", "c"),
        ("<form><p hidden>a<form>b</p>c</form>d", "c\nd"),
        ("<form><div hidden>a</form>b</div>c", "c"),
        ("<form hidden><p>a</form>b", "b"),
        ("<form hidden><div>a</form>b</div>c", "c"),
        ("<form>a<div>b</form>c</div>d", "a\nbc\nd"),
        ("<form>a<span hidden>b</form></span>c", "a\nc"),
        ("<form>a<i>b</form>c</i>d", "abc\nd"),
        ("<span hidden><form><b></form></span></b>a", "a"),
        ("<form><div></form><p hidden>a</form>b", ""),
        ("<form hidden><b><div></form>a</b>b", "b"),
        ("<meter><dialog>a</meter>b", "b"),
        // Formatting elements end without the blocks that they hold.
        ("<b hidden>a<p>b</b>c", "c"),
        ("<p><a><span hidden>a</a>b", "b"),
        ("<nobr><span hidden>a<nobr>b", "b"),
        ("<b><span hidden>a<div>b</b>c", "c"),
        ("<b><i hidden>a<div>b</b>c</i>d", "d"),
        ("<b><i hidden>a</b>b</i>c", "c"),
        ("<b><div><span hidden>a</b>b", "b"),
        ("<b><option>a<div>b</b>c", "a\nbc"),
        ("<b><option>a<i>b</b>c", "ab\nc"),
        ("<p><b hidden>a</p>b", "b"),
        // Names in any case, long names, and void elements that say that they end.
        ("<DIV hidden>a</dIv>b", "b"),
        ("<x-element-of-a-long-name hidden>a</x-element-of-a-long-nam></X-ELEMENT-of-a-long-name>b", "b"),
        ("<br hidden/><img hidden>a<div hidden/>b", "a"),
        ("<svg><g hidden/></svg>a", "a"),
    ]);
}
