//! Tests that text which edits bring together stays text.

use std::cell::RefCell;

use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;
use tagspan::{TextMode, Token, TokenEdit, UTF_8};

use super::rewriter::{SIZES, encoding, known, rewrite};

/// A token by what a reader gets from it: text, or the bytes of another token.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Read {
    Text(String),
    Other(Vec<u8>),
}

impl Read {
    fn of(token: Token<'_>) -> Read {
        match token {
            Token::Text(text) => Read::Text(text.value().into_owned()),
            token => Read::Other(token.raw().to_vec()),
        }
    }

    /// Adds this to tokens whose text is joined.
    fn push_to(self, tokens: &mut Vec<Read>) {
        match (tokens.last_mut(), self) {
            (_, Read::Text(text)) if text.is_empty() => {}
            (Some(Read::Text(before)), Read::Text(text)) => *before += &text,
            (_, read) => tokens.push(read),
        }
    }
}

/// Text before a token, instead of it and after it.
#[derive(Default)]
struct TextEdit {
    before: String,
    instead: Option<String>,
    after: String,
}

impl TextEdit {
    fn instead(text: &str) -> TextEdit {
        TextEdit { instead: Some(text.to_owned()), ..TextEdit::default() }
    }
}

/// Rewrites a page by these edits, and compares what a reader of the output gets with what the edits say.
fn assert_joins(page: &str, size: usize, mut edit_of: impl FnMut(&Token<'_>) -> TextEdit) {
    let mut expected = Vec::new();
    let output = rewrite(known(UTF_8), page.as_bytes(), size, |token, edit| {
        let TextEdit { before, instead, after } = edit_of(&token);
        edit.before(&tagspan::escape_text(&before));
        edit.after(&tagspan::escape_text(&after));
        match &instead {
            Some(text) if text.is_empty() => edit.remove(),
            Some(text) => edit.replace_text(text),
            None => {}
        }
        Read::Text(before).push_to(&mut expected);
        instead.map_or_else(|| Read::of(token), Read::Text).push_to(&mut expected);
        Read::Text(after).push_to(&mut expected);
    });
    let mut read = Vec::new();
    let mut tokens = tagspan::tokenize(&output);
    while let Some(token) = tokens.next_token().unwrap() {
        Read::of(token).push_to(&mut read);
    }
    assert_eq!(read, expected, "{page:?} in chunks of {size}: {:?}", String::from_utf8_lossy(&output));
}

#[test]
fn text_that_edits_join_stays_text() {
    // A page, the pieces of text that are replaced, and by what; start tags and comments are removed.
    let table: &[(&str, &str, &str)] = &[
        ("a < 2 x", " 2 x", "img src=x onerror=alert(1) "),
        ("a <<!---->b onclick=x>", "", ""),
        ("<<b>script>", "", ""),
        ("<<b>/p>", "", ""),
        ("<<b>!--", "", ""),
        ("<<b>?x", "", ""),
        ("&<b>lt;x", "", ""),
        ("&<b>#60;x", "", ""),
        ("&#<b>60;x", "", ""),
        ("&#6<b>0;x", "", ""),
        ("&not<b>in;x", "", ""),
        ("&no<b>t", "", ""),
        ("&n<b>o<b>t;", "", ""),
        ("&lt<b>;", "", ""),
        ("a\r<b>\nb", "", ""),
        ("<title>a</tit<!-- -->le>", "<!-- -->", ""),
        ("<title>a</title<!-- --> >", "<!-- -->", ""),
    ];
    for (page, replaced, text) in table {
        for size in [1, 2, 3, usize::MAX] {
            assert_joins(page, size, |token| match token {
                Token::StartTag(tag) if tag.is("b") => TextEdit::instead(""),
                Token::Comment(_) => TextEdit::instead(""),
                Token::Text(part) if part.raw() == replaced.as_bytes() => TextEdit::instead(text),
                _ => TextEdit::default(),
            });
        }
    }
}

/// Text without references, such as that of scripts, is written as it is given, and what follows it stays text.
#[test]
fn text_without_references_is_written_as_given() {
    const SCRIPT: &str = "<script>b()</script>";
    let markup = "img src=x onerror=alert(1)>";
    // A page; markup before, instead of and after each text without references; the tags that are removed; the output.
    type Insert = (&'static str, Option<&'static str>, &'static str);
    let nothing = ("", None, "");
    let table: &[(&str, Insert, &str, &str)] = &[
        (SCRIPT, ("a()&&", None, ""), "", "<script>a()&&b()</script>"),
        (SCRIPT, ("", None, "&&"), "", "<script>b()&&</script>"),
        (SCRIPT, ("a<", Some("b"), "&"), "", "<script>a<b&</script>"),
        (SCRIPT, ("a<", Some(""), "b"), "", "<script>a<b</script>"),
        ("<style>b</style>", ("a&", Some("lt;"), "<"), "", "<style>a&lt;<</style>"),
        ("<svg><![CDATA[b]]>", ("a&", None, "<"), "", "<svg><![CDATA[a&b<]]>"),
        ("<<script>x</script>@", ("", Some(""), ""), "script", "<&#105;mg src=x onerror=alert(1)>"),
        ("<<xmp>x</xmp>@", ("", Some(""), ""), "xmp", "<&#105;mg src=x onerror=alert(1)>"),
        ("&<style>x</style>lt;", ("", Some(""), ""), "style", "&&#108;t;"),
        ("a\r<style>x</style>\nb", ("", Some(""), ""), "style", "a\r&#10;b"),
        ("<style>a<</style>@", nothing, "style", "a<&#105;mg src=x onerror=alert(1)>"),
        ("<style>a</style>@", ("", Some("<"), ""), "style", "<&#105;mg src=x onerror=alert(1)>"),
        ("<style>a<</style>@", nothing, "", "<style>a<</style>img src=x onerror=alert(1)>"),
    ];
    for &(page, (before, instead, after), removed, expected) in table {
        let page = page.replace('@', markup);
        let output = rewrite(known(UTF_8), page.as_bytes(), usize::MAX, |token, edit| match token {
            Token::Text(text) if !matches!(text.mode(), TextMode::Data | TextMode::Rcdata) => {
                edit.before(before);
                edit.after(after);
                if let Some(html) = instead {
                    edit.replace(html);
                }
            }
            Token::StartTag(tag) | Token::EndTag(tag) if tag.is(removed) => edit.remove(),
            _ => {}
        });
        assert_eq!(String::from_utf8(output).unwrap(), expected, "{page}");
    }
    // Instead of an element whose text has no references.
    let edits: [fn(Token<'_>, &mut TokenEdit); 4] = [
        |token, edit| {
            if let Token::StartTag(_) = token {
                edit.after("img src=x>")
            }
        },
        |token, edit| {
            if let Token::StartTag(_) = token {
                edit.replace("img src=x>")
            }
        },
        |token, edit| {
            if let Token::Text(_) = token {
                edit.replace("img src=x>")
            }
        },
        |token, edit| {
            if let Token::EndTag(_) = token {
                edit.replace("img src=x>")
            }
        },
    ];
    for each in edits {
        let output = rewrite(known(UTF_8), b"<<script>x</script>y", usize::MAX, |token, edit| {
            if !matches!(token, Token::Text(text) if text.mode() == TextMode::Data) {
                edit.remove();
                each(token, edit);
            }
        });
        assert_eq!(output, b"<&#105;mg src=x>y");
    }
    let output = rewrite(known(UTF_8), b"a <<b>", 1, |token, edit| {
        if let Token::StartTag(_) = token {
            edit.before("\r\nx");
        }
    });
    assert_eq!(output, b"a <&#10;x<b>");
    // Next to the tags of an element whose text has no references.
    let output = rewrite(known(UTF_8), SCRIPT.as_bytes(), usize::MAX, |token, edit| match token {
        Token::StartTag(_) => edit.after("a()<"),
        Token::EndTag(_) => edit.before("&"),
        Token::Text(_) => edit.before("b"),
        _ => {}
    });
    assert_eq!(output, b"<script>a()<bb()&</script>");
}

/// The output begins with a byte order mark only if the source does.
#[test]
fn what_is_removed_makes_no_byte_order_mark() {
    let table: &[(&str, &[u8], &str, &[u8])] = &[
        ("windows-1252", b"<!--c-->\xFF\xFEx", "", b"&#255;\xFEx"),
        ("windows-1252", b"<!--c-->\xFE\xFFx", "", b"&#254;\xFFx"),
        ("windows-1252", b"<!--c-->\xEF\xBB\xBFx", "", b"&#239;\xBB\xBFx"),
        ("windows-1252", b"<!--c-->x", "\u{FF}\u{FE}", b"&#255;\xFEx"),
        ("windows-1252", b"<!--c-->\xFFx", "", b"&#255;x"),
        ("windows-1251", b"\xFF<!--c-->\xFE<p>", "", b"\xFF&#1102;<p>"),
        ("windows-1252", b"\xEF<!--c-->\xBB\xBFx", "", b"\xEF&#187;\xBFx"),
        ("windows-1252", b"\xFF<!--c-->x", "\u{FE}", b"\xFF&#254;x"),
        ("utf-8", b"\xFE<!--c-->\xFF<p>", "", b"\xFE&#65533;<p>"),
        ("koi8-r", b"<!--c-->\xFF\xFEx", "", b"&#1066;\xFEx"),
        ("utf-8", b"<!--c-->\xEF\xBB\xBFx", "", b"&#65279;x"),
        ("utf-8", b"\xEF\xBB\xBF<!--c-->\xEF\xBB\xBFx", "", b"\xEF\xBB\xBF\xEF\xBB\xBFx"),
        ("utf-8", b"<p><!--c-->\xEF\xBB\xBFx", "", b"<p>\xEF\xBB\xBFx"),
    ];
    for (label, page, inserted, expected) in table {
        for size in SIZES {
            let output = rewrite(known(encoding(label)), page, size, |token, edit| {
                if let Token::Comment(_) = token {
                    edit.replace(inserted);
                }
            });
            assert_eq!(output, *expected, "{label}");
        }
    }
}

#[test]
fn text_after_the_end_stays_text() {
    for page in ["a</", "</", "a<", "a&", "a&#", "a&am", "a\r", "<title>a</tit"] {
        for after in ["x", "<b>", "!--", "p;", "\n", " "] {
            for size in [1, usize::MAX] {
                let mut length = 0;
                assert_joins(page, size, |token| {
                    length += token.raw().len();
                    let after = if length == page.len() { after.to_owned() } else { String::new() };
                    TextEdit { after, ..TextEdit::default() }
                });
            }
        }
    }
}

#[test]
fn text_that_edits_join_stays_text_by_chance() {
    const PIECES: [&str; 31] = [
        "<",
        "&",
        "&#",
        "lt",
        ";",
        "#",
        "60",
        "x",
        "x3",
        "not",
        "in",
        "\r",
        "\n",
        " ",
        "b",
        ">",
        "/",
        "!",
        "?",
        "--",
        "<b>",
        "</b>",
        "<!--c-->",
        "<title>",
        "</tit",
        "le",
        "<script>",
        "</script>",
        "<xmp>",
        "</xmp>",
        "<a b>",
    ];
    let rng = RefCell::new(XorShiftRng::seed_from_u64(4));
    let below = |end: usize| rng.borrow_mut().next_u32() as usize % end;
    for _ in 0..20_000 {
        let page: String = (0..12).map(|_| PIECES[below(PIECES.len())]).collect();
        let size = [1, 2, 3, 5, usize::MAX][below(5)];
        // Within an element whose text has no references: whether all of it is removed.
        let mut raw = None;
        assert_joins(&page, size, |token| {
            let text = |chance: usize, is_raw: bool| match (below(chance), is_raw) {
                // It may cut what looks like a comment in a script, which changes where the script ends.
                (0, true) if !page.contains("--") => "x3".to_owned(),
                (0, false) => PIECES[below(PIECES.len())].repeat(below(3)).replace('\r', ""),
                _ => String::new(),
            };
            let was_raw = raw;
            match token {
                Token::StartTag(tag) if tag.is("script") || tag.is("xmp") => raw = Some(below(2) == 0),
                Token::EndTag(_) => raw = None,
                _ => {}
            }
            if was_raw == Some(true) || raw == Some(true) {
                return TextEdit::instead("");
            }
            let (before, after) = (text(8, was_raw.is_some()), text(8, raw.is_some()));
            let instead = match token {
                _ if was_raw.is_some() => None,
                Token::StartTag(tag) | Token::EndTag(tag) if !tag.is("b") => None,
                Token::Dropped(_) => None,
                _ => (below(3) == 0).then(|| text(2, false)),
            };
            // The last bytes of a page may be the beginning of a comment or a tag, of which text after it becomes a part.
            let is_last = matches!(token, Token::Comment(_) | Token::Dropped(_));
            TextEdit { before, instead, after: if is_last { String::new() } else { after } }
        });
    }
}
