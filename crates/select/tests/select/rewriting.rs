//! Rewriting by element, in any chunks: each edit, implied ends, void and raw elements, misnested ones, encodings, and errors.

use tagspan::{LimitAction, Tokenizer, escape_text};
use tagspan_select::{Edit, ElementRewriteError, ElementRewriter, EndEdit, Selection, Selectors, StartEdit};
use testing::chunkings::few_chunkings;
use testing::tag_soup;

type Start = for<'r, 'a> fn(&'r mut StartEdit<'a>) -> &'r mut StartEdit<'a>;

/// The selectors, with an edit each.
type Edits = [(&'static str, Start)];

/// (the page, the edits, the output)
const TABLE: &[(&str, &Edits, &str)] = &[
    ("<A HREF=x  y>a</A>", &[("a", |it| it.set_attribute("rel", "b"))], "<A HREF=x  y rel=\"b\">a</A>"),
    ("<a b=1 c=2>", &[("[b]", |it| it.remove_attribute("b"))], "<a c=2>"),
    ("<i>a</I><i>b", &[("i", |it| it.set_name("em"))], "<em>a</em><em>b"),
    // Around the element and its content, in the order of the calls.
    (
        "<b>1</b>",
        &[("b", |it| {
            it.before("(").before("[").prepend("<").prepend("{").append("}").append(">").after("]").after(")")
        })],
        "([<b><{1}></b>])",
    ),
    // Both selectors match: the edits of each are made, the first one's first.
    ("<p class=c>1</p>", &[("p", |it| it.before("a")), (".c", |it| it.before("b"))], "ab<p class=c>1</p>"),
    // An element without an end tag ends at the tag that implies its end, or at the end of the page.
    ("<li>1<li>2</ul>", &[("li", |it| it.append("!"))], "<li>1!<li>2</ul>!"),
    ("<ul><li>1<li>2</ul>3", &[("li", |it| it.append("!").after("?"))], "<ul><li>1!?<li>2!?</ul>3"),
    ("<p>1<p>2", &[("p", |it| it.append("!").after("?"))], "<p>1!?<p>2!?"),
    ("<p>1<div>2</div>", &[("p", |it| it.set_name("b"))], "<b>1<div>2</div>"),
    // Elements without content.
    ("a<br>b", &[("br", |it| it.before("(").prepend("x").append("y").after(")"))], "a(<br>)b"),
    ("<img a><img b>", &[("img", |it| it.remove())], ""),
    ("<br>a", &[("br", |it| it.set_inner_content("x"))], "<br>a"),
    ("<svg><path/>a</svg>", &[("path", |it| it.after("b"))], "<svg><path/>ba</svg>"),
    // Removed and replaced ones, with all that is in them.
    (
        "1<div>2<b>3</b><!--4--></div>5",
        &[("div", |it| it.remove()), ("b", |_| panic!("it is removed"))],
        "15",
    ),
    ("1<p>2<p>3", &[("p", |it| it.remove())], "1"),
    ("1<b>2</b>3", &[("b", |it| it.replace("<i>4</i>"))], "1<i>4</i>3"),
    ("1<b>2</b>3", &[("b", |it| it.before("a").replace("4").after("c"))], "1a4c3"),
    ("<b>1<i>2</i></b>", &[("b", |it| it.set_inner_content("3"))], "<b>3</b>"),
    ("<b>1</b>2", &[("b", |it| it.set_inner_content("3").append("4").prepend("5"))], "<b>354</b>2"),
    ("<b>1<i>2</i>3</b>4", &[("b, i", |it| it.unwrap())], "1234"),
    ("<b>1<i>2</i></b>", &[("b", |it| it.unwrap()), ("b > i", |it| it.set_name("em"))], "1<em>2</em>"),
    ("<script>a<b></script>c", &[("script", |it| it.remove())], "c"),
    ("<script>a</script>", &[("script", |it| it.set_inner_content("b && c"))], "<script>b && c</script>"),
    ("<title>a&amp;</title>", &[("title", |it| it.set_inner_content("b"))], "<title>b</title>"),
    ("<textarea><b></textarea>", &[("textarea", |it| it.after("<hr>"))], "<textarea><b></textarea><hr>"),
    // What joins stays text.
    ("&<i>lt;</i> <<i>b>", &[("i", |it| it.unwrap())], "&&#108;t; <&#98;>"),
    ("a&<b>x</b>amp;", &[("b", |it| it.remove())], "a&&#97;mp;"),
    // The tree builder adds it: there is no tag that could be changed.
    (
        "<table><tr><td>1</table>",
        &[("tbody", |it| it.set_attribute("a", "b").prepend("<!--1-->").append("<!--2-->"))],
        "<table><!--1--><tr><td>1<!--2--></table>",
    ),
    ("a", &[("body", |it| it.prepend("<h1>").append("<hr>"))], "<h1>a<hr>"),
    // Where the end tag of the body is, though more may follow.
    (
        "<body>a</body> </html> ",
        &[("body", |it| it.append("<hr>").after("!"))],
        "<body>a<hr></body> </html> !",
    ),
    ("<html><body>a</html>b", &[("html", |it| it.append("!"))], "<html><body>a!</html>b"),
    ("<body>a</body>", &[("body", |it| it.unwrap())], "a"),
    // The end tag of an element around a removed one that is open.
    ("<b>1<p>2</b>3</p>4", &[("b", |it| it.append("!")), ("p", |it| it.remove())], "<b>1!</b>4"),
    // Nothing is changed: all stays, ill-formed bytes too.
    ("<p a='b\0'>\0&\r\n</p x><!--", &[("*", |it| it)], "<p a='b\0'>\0&\r\n</p x><!--"),
    ("<p>a<!-- b", &[("p", |it| it.append("c"))], "<p>a<!-- bc"),
];

fn rewrite(page: &[u8], edits: &Edits, size: usize) -> Vec<u8> {
    let selectors = Selectors::new(edits.iter().map(|(selector, _)| selector)).unwrap();
    let mut rewriter = ElementRewriter::new(Vec::new(), Selection::new(&selectors));
    let mut each = |edit: Edit<'_, '_>| {
        if let Edit::Start(start) = edit {
            for selector in start.selectors().to_vec() {
                edits[selector as usize].1(start);
            }
        }
        Ok(())
    };
    for chunk in page.chunks(size) {
        rewriter.write(chunk, &mut each).unwrap();
    }
    rewriter.finish(&mut each).unwrap()
}

#[test]
fn edits() {
    for (page, edits, expected) in TABLE {
        for size in [1, 2, 3, 7, 1 << 20] {
            let output = rewrite(page.as_bytes(), edits, size);
            assert_eq!(String::from_utf8_lossy(&output), *expected, "{page}, chunks of {size}");
        }
    }
}

/// A callback that only looks changes no byte, of any page in any chunks.
#[test]
fn what_is_not_changed_is_as_it_was() {
    for (name, page) in testing::corpora::own() {
        for size in [7, 1460, 1 << 20] {
            assert!(rewrite(&page, &[("*", |it| it)], size) == *page, "{name}, chunks of {size}");
        }
    }
    let ill_formed = b"<p>\xFF\xC3</p>\x80";
    assert_eq!(rewrite(ill_formed, &[("p", |it| it)], 1), ill_formed);
}

#[test]
fn text_is_whole_at_the_end() {
    let page = "<h1>Fish &am\u{70}; <b>chips</b></h1><h2>\r\n&notit;</h2><h3>c";
    let selectors = Selectors::new(["h1, h2, h3"]).unwrap();
    for size in [1, 2, 5, 100] {
        let (mut texts, mut pieces) = (Vec::new(), String::new());
        let builder = Tokenizer::builder().encoding(tagspan::UTF_8);
        let mut rewriter = ElementRewriter::with_builder(Vec::new(), builder, Selection::new(&selectors));
        let mut each = |edit: Edit<'_, '_>| {
            match edit {
                Edit::Start(start) => {
                    start.keep_text().edit_text();
                }
                Edit::Text(text) => pieces += text.text,
                Edit::End(end) => {
                    texts.push(end.text().to_owned());
                    let slug = escape_text(end.text().trim()).into_owned();
                    end.after(&format!("<!--{slug}-->"));
                }
            }
            Ok(())
        };
        for chunk in page.as_bytes().chunks(size) {
            rewriter.write(chunk, &mut each).unwrap();
        }
        let output = rewriter.finish(&mut each).unwrap();
        assert_eq!(texts, ["Fish & chips", "\n\u{AC}it;", "c"], "{size}");
        assert_eq!(pieces, texts.concat());
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "<h1>Fish &am\u{70}; <b>chips</b></h1><!--Fish &amp; chips--><h2>\r\n&notit;</h2><!--\u{AC}it;--><h3>c<!--c-->"
        );
    }
}

/// Inserted text is in the encoding of the source.
#[test]
fn encodings() {
    let edits: &Edits = &[("p", |it| it.append("\u{65E5}\u{1F600}"))];
    let page = b"<meta charset=shift_jis><p>\x93\xFA</p>";
    assert_eq!(rewrite(page, edits, 5), b"<meta charset=shift_jis><p>\x93\xFA\x93\xFA&#128512;</p>");
    let utf_16: Vec<u8> = "\u{FEFF}<p>a".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let expected: Vec<u8> =
        "\u{FEFF}<p>a\u{65E5}\u{1F600}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(rewrite(&utf_16, edits, 3), expected);
}

#[test]
fn the_output_is_exact_when_a_callback_fails() {
    fn fail_at_end(_: &mut EndEdit) -> Result<(), tagspan_select::HandlerError> {
        Err("the end is near".into())
    }
    let selectors = Selectors::new(["i"]).unwrap();
    for (page, written) in [("a<b>c<i>d</i>e", "a<b>c<i>d"), ("a<i>b", "a<i>b")] {
        let mut output = Vec::new();
        let error = ElementRewriter::new(&mut output, Selection::new(&selectors))
            .read_from(page.as_bytes(), |edit| match edit {
                Edit::End(end) => fail_at_end(end),
                _ => Ok(()),
            })
            .unwrap_err();
        let ElementRewriteError::Handler { error, offset } = error else { panic!("{error}") };
        assert_eq!((error.to_string().as_str(), offset), ("the end is near", written.len() as u64));
        assert_eq!(String::from_utf8(output).unwrap(), written);
    }
}

#[test]
fn limits_and_invalid_names_are_errors() {
    let selection = || Selection::new(&Selectors::new(["p"]).unwrap());
    let deep = "<i>".repeat(20);
    let mut output = Vec::new();
    let rewriter = ElementRewriter::new(&mut output, selection().depth(16, LimitAction::Fail));
    let error = rewriter.read_from(deep.as_bytes(), |_| Ok(())).unwrap_err();
    assert!(matches!(error, ElementRewriteError::Select(_)), "{error}");
    assert_eq!(output, "<i>".repeat(14).as_bytes());

    let error = ElementRewriter::new(Vec::new(), selection())
        .read_from(&b"<p>"[..], |edit| {
            if let Edit::Start(start) = edit {
                start.set_name("no name");
            }
            Ok(())
        })
        .unwrap_err();
    assert!(matches!(error, ElementRewriteError::Rewrite(_)), "{error}");

    let builder = Tokenizer::builder().limits(tagspan::Limits::all(8, LimitAction::Fail));
    let error = ElementRewriter::with_builder(Vec::new(), builder, selection())
        .read_from(&b"<p title=0123456789>"[..], |_| Ok(()))
        .unwrap_err();
    assert!(matches!(error, ElementRewriteError::Rewrite(_)), "{error}");
}

/// Makes an edit that depends on the number of the element only, and counts the markers that it writes.
fn edit_by_number(edit: Edit<'_, '_>, counts: &mut [usize; 3]) {
    match edit {
        Edit::Start(start) => {
            counts[0] += 1;
            match start.element() % 7 {
                0 => start.unwrap(),
                1 => start.remove(),
                2 => start.set_name("x-y").set_attribute("z", "\""),
                3 => start.set_inner_content("<!--3-->"),
                4 => start.replace("<!--4-->"),
                _ => start
                    .before("<!--before-->")
                    .prepend("<!--first-->")
                    .append("<!--last-->")
                    .after("<!--after-->"),
            };
            counts[1] += usize::from(start.element() % 7 > 4);
            if start.element() % 2 == 0 {
                start.edit_text();
            }
        }
        Edit::End(_) => counts[2] += 1,
        Edit::Text(text) if text.text.len() % 3 == 0 => text.edit.remove(),
        Edit::Text(text) => text.edit.after("<!--text-->"),
    }
}

#[test]
fn no_chunking_changes_an_edit() {
    let selectors = Selectors::new(["*"]).unwrap();
    for number in 0..400 {
        let html = tag_soup::generate(5, number).html();
        let outputs = few_chunkings(html.as_bytes()).map(|chunks| {
            let mut counts = [0; 3];
            let builder = Tokenizer::builder().encoding(tagspan::UTF_8);
            let mut rewriter = ElementRewriter::with_builder(Vec::new(), builder, Selection::new(&selectors));
            let mut each = |edit: Edit<'_, '_>| {
                edit_by_number(edit, &mut counts);
                Ok(())
            };
            for chunk in chunks {
                rewriter.write(chunk, &mut each).unwrap();
            }
            let output = String::from_utf8(rewriter.finish(&mut each).unwrap()).unwrap();
            let [starts, marked, ends] = counts;
            assert_eq!(starts, ends, "{html:?}");
            for marker in ["<!--before-->", "<!--after-->"] {
                assert_eq!(output.matches(marker).count(), marked, "{marker} in {output:?} of {html:?}");
            }
            output
        });
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{outputs:#?} of {html:?}");
    }
}
