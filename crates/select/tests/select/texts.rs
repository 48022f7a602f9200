//! Texts of elements that are edited whole, in any chunks: what a text is, what is written for it, limits and errors.

use tagspan::{LimitAction, RewriteErrorKind, TokenEdit, Tokenizer};
use tagspan_select::{
    Edit, ElementRewriteError, ElementRewriter, HandlerError, Selection, Selectors, TextEdit,
};
use testing::chunkings::{chunkings, few_chunkings};
use testing::{corpora, tag_soup};

type Change = fn(&mut TokenEdit);

type Each<'e> = &'e mut dyn FnMut(TextEdit<'_>) -> Result<(), HandlerError>;

fn rewriter(selectors: &[&str]) -> ElementRewriter<Vec<u8>> {
    let builder = Tokenizer::builder().encoding(tagspan::UTF_8);
    ElementRewriter::with_builder(Vec::new(), builder, Selection::new(&Selectors::new(selectors).unwrap()))
}

/// Edits the texts of all elements that match.
fn run(
    mut rewriter: ElementRewriter<Vec<u8>>,
    chunks: &[&[u8]],
    each: Each<'_>,
) -> Result<Vec<u8>, ElementRewriteError> {
    let mut each = |edit: Edit<'_, '_>| match edit {
        Edit::Start(start) => {
            start.edit_text();
            Ok(())
        }
        Edit::Text(text) => each(text),
        Edit::End(_) => Ok(()),
    };
    for chunk in chunks {
        rewriter.write(chunk, &mut each)?;
    }
    rewriter.finish(&mut each)
}

/// (the page, the selector, the texts, the output with each text in capitals)
const TABLE: &[(&str, &str, &[&str], &str)] = &[
    ("<p>a &amp; b</p>c", "p", &["a & b"], "<p>A &amp; B</p>c"),
    // Tags and comments divide texts, those of other elements too.
    ("<p>a<b>b</b>c<!--d-->e<br>f", "p", &["a", "b", "c", "e", "f"], "<p>A<b>B</b>C<!--d-->E<br>F"),
    ("<p>a</q>b</>c", "p", &["a", "b", "c"], "<p>A</q>B</>C"),
    ("<b>a<i>b</i>c</b>d", "i", &["b"], "<b>a<i>B</i>c</b>d"),
    ("<p>&lt;b>&#60;", "p", &["<b><"], "<p>&lt;B&gt;&lt;"),
    ("<title>a<b>&lt;</title>", "title", &["a<b><"], "<title>A&lt;B&gt;&lt;</title>"),
    ("a<p>b<p>c", "body", &["a", "b", "c"], "A<p>B<p>C"),
    // What a tree leaves out at the start of a text.
    ("<pre>\na\r\nb</pre>", "pre", &["a\nb"], "<pre>\nA\nB</pre>"),
    ("<pre>\r\n\na</pre>", "pre", &["\na"], "<pre>\r\n\nA</pre>"),
    ("<pre>&#10;a</pre>", "pre", &["a"], "<pre>&#10;A</pre>"),
    ("<pre>\n</pre>", "pre", &[], "<pre>\n</pre>"),
    ("<p>\0\0a\0b\0</p>", "p", &["ab"], "<p>\0\0AB</p>"),
    ("<p>\0</p>", "p", &[], "<p>\0</p>"),
    ("<svg>\0a</svg>", "svg", &["\u{FFFD}a"], "<svg>\u{FFFD}A</svg>"),
    // White space that is elsewhere than the text after it.
    (" \n a", "html", &["a"], " \n A"),
    ("<head> \0a", "html", &["a"], "<head> \0A"),
    ("<head> &#32;a", "body", &["a"], "<head> &#32;A"),
    ("<head> a", "head", &[], "<head> a"),
    ("<head> <title>a</title> ", "head", &[" ", "a", " "], "<head> <title>A</title> "),
    ("<div><table> \0a b<tr>", "div", &["a b"], "<div><table> \0A B<tr>"),
    ("<table> <colgroup> a", "table", &[" "], "<table> <colgroup> a"),
    ("<body>a</body> b </html> c", "body", &["a", " b ", " c"], "<body>A</body> B </html> C"),
    // Text after which the page ends within a construct.
    ("<p>a<", "p", &["a<"], "<p>A&lt;"),
    ("<p>a</", "p", &["a</"], "<p>A&lt;/"),
    ("<p>a&am", "p", &["a&am"], "<p>A&amp;AM"),
    ("<p>a<b", "p", &["a"], "<p>A<b"),
    ("<p>a\r", "p", &["a\n"], "<p>A\n"),
    ("<plaintext>a</p>", "plaintext", &["a</p>"], "<plaintext>a</p>"),
    ("<script>a</b></script>", "script", &["a</b>"], "<script>a</b></script>"),
];

#[test]
fn texts_are_whole() {
    for (page, selector, expected, output) in TABLE {
        for chunks in chunkings(page.as_bytes()) {
            let mut texts = Vec::new();
            let written = run(rewriter(&[selector]), &chunks, &mut |text| {
                texts.push(text.text.to_owned());
                if !["script", "plaintext"].contains(selector) {
                    text.edit.replace_text(&text.text.to_uppercase());
                }
                Ok(())
            });
            assert_eq!(texts, *expected, "{chunks:?}");
            assert_eq!(String::from_utf8(written.unwrap()).unwrap(), *output, "{page} in {chunks:?}");
        }
    }
}

#[test]
fn texts_that_are_looked_at_stay() {
    let ill_formed: &[u8] = b"<p>\xFF\xC3<b>\x80&lt;\0\r\n</p>\xF0\x9F";
    let pages = corpora::own().into_iter().map(|(_, page)| page).chain([ill_formed.to_vec()]);
    for page in pages {
        for chunks in few_chunkings(&page) {
            let mut length = 0;
            let written = run(rewriter(&["*"]), &chunks, &mut |text| {
                length += text.text.len();
                Ok(())
            });
            assert!(written.unwrap() == page);
            assert!(length > 0);
        }
    }
}

/// A text has the elements around it, and their selectors.
#[test]
fn texts_say_where_they_are() {
    let mut seen = Vec::new();
    let page = b"<p>a<b class=x>b</b><i>c</i>";
    run(rewriter(&["p", "b", ".x", "i"]), &[page], &mut |text| {
        seen.push((text.text.to_owned(), text.elements.to_vec(), text.selectors.to_vec()));
        Ok(())
    })
    .unwrap();
    let expected = [("a", &[0][..], &[0][..]), ("b", &[0, 1], &[0, 1, 2]), ("c", &[0, 2], &[0, 3])];
    let expected =
        expected.map(|(text, elements, selectors)| (text.to_owned(), elements.to_vec(), selectors.to_vec()));
    assert_eq!(seen, expected);
}

#[test]
fn every_edit_of_a_text() {
    let edits: [(Change, &str); 6] = [
        (|edit| edit.before("<hr>"), "<p><hr>a</p>&<i>lt;</i>"),
        (|edit| edit.after("<hr>"), "<p>a<hr></p>&<i>lt;</i>"),
        (|edit| edit.remove(), "<p></p>&<i>lt;</i>"),
        (|edit| edit.replace("<u>b</u>"), "<p><u>b</u></p>&<i>lt;</i>"),
        (|edit| edit.replace_text("<u>"), "<p>&lt;u&gt;</p>&<i>lt;</i>"),
        (|edit| edit.replace("&"), "<p>&</p>&<i>lt;</i>"),
    ];
    let page = b"<p>a</p>&<i>lt;</i>";
    for (edit, output) in edits {
        for chunks in chunkings(page) {
            let written = run(rewriter(&["p"]), &chunks, &mut |text| {
                edit(text.edit);
                Ok(())
            });
            assert_eq!(String::from_utf8(written.unwrap()).unwrap(), output);
        }
    }
}

/// Where tags between texts are removed, the texts stay what they are.
#[test]
fn texts_that_come_together_stay_text() {
    let page = b"&<i>lt;</i>x<i>y&</i>amp;<i>&</i>gt;";
    for (edits, output) in [(false, "&&#108;t;xy&&#97;mp;&&#103;t;"), (true, "&&#108;t;xy&amp;amp;&amp;gt;")]
    {
        for chunks in chunkings(page) {
            let mut rewriter = rewriter(&["i"]);
            let mut each = |edit: Edit<'_, '_>| {
                match edit {
                    Edit::Start(start) => {
                        start.unwrap().edit_text();
                    }
                    Edit::Text(text) if edits && text.text.contains('&') => text.edit.replace_text(text.text),
                    _ => {}
                }
                Ok(())
            };
            for chunk in &chunks {
                rewriter.write(chunk, &mut each).unwrap();
            }
            let written = String::from_utf8(rewriter.finish(&mut each).unwrap()).unwrap();
            assert_eq!(written, output, "{chunks:?}");
        }
    }
}

#[test]
fn encodings() {
    let selection = || Selection::new(&Selectors::new(["p"]).unwrap());
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (page, output) in [
        (utf_16("\u{FEFF}<p>a\u{E4}<b>c"), utf_16("\u{FEFF}<p>A\u{C4}<b>C")),
        (
            b"<meta charset=koi8-r><p>\xC1\xC2\xFF<b>".to_vec(),
            b"<meta charset=koi8-r><p>\xE1\xE2\xFF<b>".to_vec(),
        ),
    ] {
        for chunks in chunkings(&page) {
            let rewriter = ElementRewriter::new(Vec::new(), selection());
            let written = run(rewriter, &chunks, &mut |text| {
                text.edit.replace_text(&text.text.to_uppercase());
                Ok(())
            });
            assert!(written.unwrap() == output, "{chunks:?}");
        }
    }
}

#[test]
fn texts_over_the_limit() {
    let page = b"<p>1234<b>12345</b>&lt;<i>\0\0\0\0\0\0";
    for chunks in chunkings(page) {
        let mut texts = Vec::new();
        let written = run(rewriter(&["p"]).text_limit(4, LimitAction::Skip), &chunks, &mut |text| {
            texts.push(text.text.to_owned());
            text.edit.replace_text("!");
            Ok(())
        });
        assert_eq!(texts, ["1234", "<"], "{chunks:?}");
        assert_eq!(written.unwrap(), b"<p>!<b>12345</b>!<i>\0\0\0\0\0\0");

        let result = run(rewriter(&["p"]).text_limit(4, LimitAction::Fail), &chunks, &mut |text| {
            text.edit.replace_text("!");
            Ok(())
        });
        assert!(matches!(result, Err(ElementRewriteError::TextLimit { limit: 4, offset: 10 })), "{result:?}");
    }
}

#[test]
fn kept_text_over_the_limit() {
    for (action, expected) in [(LimitAction::Skip, Some("|12|")), (LimitAction::Fail, None)] {
        for chunks in chunkings(b"<p>12<b>34</b>5</p><p>12") {
            let mut rewriter = rewriter(&["p"]).text_limit(4, action);
            let mut texts = String::new();
            let mut each = |edit: Edit<'_, '_>| {
                match edit {
                    Edit::Start(start) => {
                        start.keep_text();
                    }
                    Edit::End(end) => texts = format!("{texts}{}|", end.text()),
                    Edit::Text(_) => panic!("no text is edited"),
                }
                Ok(())
            };
            let written = chunks.iter().try_for_each(|chunk| rewriter.write(chunk, &mut each));
            let written = written.and_then(|()| rewriter.finish(&mut each));
            assert_eq!(written.is_ok().then_some(&*texts), expected, "{chunks:?}");
        }
    }
}

/// The output ends before the text at which the callback fails, or before the tag.
#[test]
fn the_output_is_exact_when_a_callback_fails() {
    for chunks in chunkings(b"<p>a<b>bc</b>d") {
        let mut output = Vec::new();
        let builder = Tokenizer::builder().encoding(tagspan::UTF_8);
        let selection = Selection::new(&Selectors::new(["p"]).unwrap());
        let mut rewriter = ElementRewriter::with_builder(&mut output, builder, selection);
        let mut each = |edit: Edit<'_, '_>| match edit {
            Edit::Start(start) => {
                start.edit_text();
                Ok(())
            }
            Edit::Text(text) if text.text == "bc" => Err("no bc".into()),
            Edit::Text(text) => {
                text.edit.replace_text("A!");
                Ok(())
            }
            Edit::End(_) => Ok(()),
        };
        let result = chunks.iter().try_for_each(|chunk| rewriter.write(chunk, &mut each));
        let result = result.and_then(|()| rewriter.finish(&mut each).map(drop));
        let error = result.unwrap_err();
        assert!(matches!(&error, ElementRewriteError::Handler { offset: 7, .. }), "{error:?}");
        assert_eq!(output, b"<p>A!<b>");
    }
}

#[test]
fn raw_text_is_not_escaped() {
    let result = run(rewriter(&["script"]), &[b"<script>a</script>"], &mut |text| {
        text.edit.replace_text("<");
        Ok(())
    });
    let Err(ElementRewriteError::Rewrite(error)) = result else { panic!("{result:?}") };
    assert!(matches!(error.kind(), RewriteErrorKind::RawText(_)), "{error}");
    assert_eq!(error.offset(), 8);
}

#[test]
fn no_chunking_changes_an_edit_of_texts() {
    for number in 0..400 {
        let html = tag_soup::generate(6, number).html();
        let mut all = Vec::new();
        for chunks in few_chunkings(html.as_bytes()) {
            let mut texts = Vec::new();
            let written = run(rewriter(&["*"]), &chunks, &mut |text| {
                let edit = text.edit;
                match (texts.len() + text.text.len()) % 5 {
                    0 => edit.replace(&format!("[{}]", texts.len())),
                    1 => edit.before("<!--before-->"),
                    2 => edit.after("<!--after-->"),
                    3 => edit.remove(),
                    _ => {}
                }
                texts.push((text.text.to_owned(), text.elements.to_vec()));
                Ok(())
            });
            all.push((String::from_utf8(written.unwrap()).unwrap(), texts));
        }
        assert!(all.iter().all(|one| *one == all[0]), "{all:#?} of {html:?}");
    }
}
