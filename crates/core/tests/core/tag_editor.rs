//! Tests of `TagEditor`: the bytes that it changes, and those that it keeps.

use tagspan::{LimitAction, Limits, Tag, TagEditor, Token, Tokenizer};
use tagspan_core::scanner::Scanner;
use testing::sample;

/// One call of the editor.
#[derive(Clone, Copy, Debug)]
enum Call<'a> {
    Set(&'a str, &'a str),
    Remove(&'a str),
    Name(&'a str),
}
use Call::{Name, Remove, Set};

fn edit<'a>(tag: Tag<'a>, calls: &[Call<'_>]) -> TagEditor<'a> {
    let mut editor = tag.edit();
    for call in calls {
        match *call {
            Set(name, value) => editor.set_attribute(name, value),
            Remove(name) => editor.remove_attribute(name),
            Name(name) => editor.set_name(name),
        };
    }
    editor
}

/// Calls `check` with the only tag of the input; false if it is not one tag and nothing else.
fn with_tag(html: &[u8], check: impl FnOnce(Tag<'_>)) -> bool {
    let mut scanner = Scanner::default();
    // A span of the input is not one of the tag.
    scanner.skip_offset(100);
    let body = &html[scanner.enter(html, true)];
    match scanner.scan(body, true).unwrap().map(|found| scanner.resolve(body, found)) {
        Some(Token::StartTag(tag) | Token::EndTag(tag)) if tag.raw() == html => check(tag),
        _ => return false,
    }
    true
}

#[test]
fn only_what_changes_is_written_anew() {
    let table: &[(&str, &[Call<'_>], &str)] = &[
        ("<a>", &[], "<a>"),
        // Values keep their quotes, or get double ones.
        ("<a b>", &[Set("b", "x")], "<a b=\"x\">"),
        ("<a b c>", &[Set("b", "x")], "<a b=\"x\" c>"),
        ("<a b/>", &[Set("b", "x")], "<a b=\"x\"/>"),
        ("<a b=c>", &[Set("b", "x")], "<a b=\"x\">"),
        ("<a B = 'c' >", &[Set("b", "x")], "<a B = 'x' >"),
        ("<a b=\"c\">", &[Set("B", "x")], "<a b=\"x\">"),
        ("<a b=''>", &[Set("b", "x")], "<a b='x'>"),
        ("<a b=>", &[Set("b", "x")], "<a b=\"x\">"),
        ("<a b= >", &[Set("b", "")], "<a b= \"\">"),
        // The solidus is a part of the value.
        ("<a b=c/>", &[Set("b", "x")], "<a b=\"x\">"),
        ("<a b=c/>", &[Set("d", "x")], "<a b=c/ d=\"x\">"),
        ("<a b=c />", &[Set("d", "x")], "<a b=c d=\"x\" />"),
        ("<a b=c />", &[Remove("b")], "<a />"),
        ("<a b=c d/>", &[Remove("d")], "<a b=c />"),
        ("<br/>", &[Set("b", "x")], "<br b=\"x\"/>"),
        ("<br b/>", &[Remove("b")], "<br />"),
        ("<br b />", &[Remove("b")], "<br />"),
        // Escapes.
        (
            "<a b='c'>",
            &[Set("b", "it's \"a\" & <b>\u{A0}\r\n")],
            "<a b='it&#39;s &quot;a&quot; &amp; &lt;b&gt;&nbsp;&#13;\n'>",
        ),
        ("<a b=c>", &[Set("b", "it's \"a\"")], "<a b=\"it's &quot;a&quot;\">"),
        // The first of several counts, and all of them go.
        ("<a b=1 B=2 c b>", &[Set("b", "x")], "<a b=\"x\" B=2 c b>"),
        ("<a b=1 B=2 c b>", &[Remove("b")], "<a c>"),
        ("<a b=1 c B='2'>", &[Remove("B")], "<a c>"),
        // New attributes come after the last.
        ("<a>", &[Set("b", "x"), Set("c", "y")], "<a b=\"x\" c=\"y\">"),
        ("<a  c='1'\n>", &[Set("b", "x")], "<a  c='1' b=\"x\"\n>"),
        ("<a c=>", &[Set("b", "x")], "<a c=\"\" b=\"x\">"),
        ("<a c= >", &[Set("b", "x")], "<a c= \"\" b=\"x\">"),
        ("<a c= >", &[Set("b", "x"), Remove("c")], "<a b=\"x\">"),
        ("<a c= >", &[Set("b", "x"), Set("c", "y")], "<a c= \"y\" b=\"x\">"),
        // Removed ones take the whitespace before them.
        ("<a  b >", &[Remove("b")], "<a >"),
        ("<a b>", &[Remove("b")], "<a>"),
        ("<a\tb\n=\nc\td>", &[Remove("b")], "<a\td>"),
        ("<a b c d>", &[Remove("b"), Remove("c")], "<a d>"),
        ("<a b c d>", &[Remove("d"), Remove("b")], "<a c>"),
        ("<a b>", &[Remove("c")], "<a b>"),
        ("<a b>", &[Remove("b"), Set("c", "x")], "<a c=\"x\">"),
        // What is on both sides is not read together.
        ("<a b='1'c='2'>", &[Remove("b")], "<a c='2'>"),
        ("<a b='1'c='2'>", &[Remove("c")], "<a b='1'>"),
        ("<a /b>", &[Remove("b")], "<a / >"),
        ("<a / b>", &[Remove("b")], "<a / >"),
        ("<a b/c>", &[Remove("b"), Remove("c")], "<a / >"),
        ("<a x b='1'=c>", &[Remove("b")], "<a x /=c>"),
        ("<a x b =c>", &[Remove("b")], "<a x>"),
        ("<a x b='1' =c>", &[Remove("b")], "<a x / =c>"),
        // The last call wins.
        ("<a b=1>", &[Set("b", "x"), Set("B", "y")], "<a b=\"y\">"),
        ("<a b=1>", &[Set("b", "x"), Remove("b")], "<a>"),
        ("<a b=1>", &[Remove("b"), Set("b", "x")], "<a b=\"x\">"),
        ("<a>", &[Set("b", "x"), Remove("b")], "<a>"),
        // Names and end tags.
        ("<a b>", &[Name("h1")], "<h1 b>"),
        ("<A/>", &[Name("b"), Set("c", "")], "<b c=\"\"/>"),
        ("</a >", &[Name("b")], "</b >"),
        ("</a b=1>", &[Remove("b")], "</a>"),
        ("</a>", &[Set("b", "1")], "</a b=\"1\">"),
        ("<a \u{E9}=1>", &[Set("\u{E9}", "\u{436}")], "<a \u{E9}=\"\u{436}\">"),
    ];
    for (html, calls, expected) in table {
        let is_tag = with_tag(html.as_bytes(), |tag| {
            let edited = edit(tag, calls).finish().unwrap();
            assert_eq!(String::from_utf8(edited).unwrap(), *expected, "{html} {calls:?}");
        });
        assert!(is_tag, "{html}");
    }
}

#[test]
fn ill_formed_bytes_stay() {
    with_tag(b"<a\xFF b=\xC3 c\0=\"\xE2\x82\" d='1'>", |tag| {
        let edited = edit(tag, &[Set("d", "2"), Set("e", "3")]).finish().unwrap();
        assert_eq!(edited, b"<a\xFF b=\xC3 c\0=\"\xE2\x82\" d='2' e=\"3\">");
    });
}

#[test]
fn names_that_the_tag_has_are_valid() {
    let table: &[(&[u8], &[Call<'_>], &str)] = &[
        (b"<img b\"c=x>", &[Set("b\"c", "y")], "<img b\"c=\"y\">"),
        (b"<img <b C'D>", &[Set("<b", "y"), Set("c'd", "")], "<img <b=\"y\" C'D=\"\">"),
        (b"<img ==x>", &[Set("=", "y")], "<img ==\"y\">"),
        (b"<img \0=x>", &[Set("\u{FFFD}", "y")], "<img \0=\"y\">"),
        // An attribute that is not added needs no name.
        (b"<img>", &[Set("b c", "y"), Remove("b c")], "<img>"),
    ];
    for (html, calls, expected) in table {
        let is_tag = with_tag(html, |tag| {
            let edited = edit(tag, calls).finish().unwrap();
            assert_eq!(String::from_utf8(edited).unwrap(), *expected);
        });
        assert!(is_tag, "{expected}");
    }
}

#[test]
fn invalid_names_are_refused() {
    with_tag(b"<a b>", |tag| {
        for name in [
            "",
            " ",
            "a b",
            "a=b",
            "=",
            "a>",
            "<a",
            "a/",
            "a\"",
            "a'",
            "a\0",
            "a\n",
            "a\u{85}",
            "a\u{FFFE}",
            "\u{FDD0}",
        ] {
            let error = edit(tag, &[Set(name, "x"), Set("b", "y")]).finish().unwrap_err();
            assert_eq!(error.name(), name);
            assert!(error.to_string().contains(" is not an attribute name: choose "), "{error}");
        }
        for name in ["", "1", "\u{E9}", "a b", "a/", "a>", "a\0", "a\u{1FFFF}"] {
            let error = edit(tag, &[Name(name), Set("", "y")]).changes().unwrap_err();
            assert_eq!(error.name(), name);
            assert!(error.to_string().contains(" is not a tag name: choose "), "{error}");
        }
        for name in ["data-x", "@click", ":key", "xlink:href", "\u{436}", "[a]", "a.b", "*ngIf", "#x"] {
            assert!(edit(tag, &[Set(name, "x")]).finish().is_ok(), "{name}");
        }
    });
}

/// A comparison of each call with each attribute would take many minutes.
#[test]
fn work_is_linear_in_calls_and_attributes() {
    const COUNT: usize = 400_000;
    let tag_of = |prefix: &str, quote: &str| -> String {
        (0..COUNT).map(|number| format!(" {prefix}{number}={quote}{number}{quote}")).collect()
    };
    let limits = Limits::all(64 << 20, LimitAction::Fail);
    let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    let page = format!("<p{}>", tag_of("a", "'"));
    let mut tokens = tokenizer.feed_last(page.as_bytes());
    let Some(Token::StartTag(tag)) = tokens.next_token().unwrap() else { panic!() };
    let mut editor = tag.edit();
    for number in 0..COUNT {
        editor.remove_attribute(&format!("a{number}"));
        editor.set_attribute(&format!("b{number}"), &number.to_string());
    }
    assert!(editor.finish().unwrap() == format!("<p{}>", tag_of("b", "\"")).as_bytes());
}

/// Name and value of each attribute.
fn attributes(tag: Tag<'_>) -> Vec<(String, String)> {
    tag.attributes().map(|it| (it.name().into_owned(), it.value().into_owned())).collect()
}

/// The attributes that a tag should have after the calls, of which each has a name of its own.
fn expected(tag: Tag<'_>, calls: &[Call<'_>]) -> Vec<(String, String)> {
    let mut attributes = attributes(tag);
    for call in calls {
        match *call {
            Set(name, value) => match attributes.iter_mut().find(|(other, _)| other == name) {
                Some((_, old)) => *old = value.to_owned(),
                None => attributes.push((name.to_owned(), value.to_owned())),
            },
            Remove(name) => attributes.retain(|(other, _)| other != name),
            Name(_) => {}
        }
    }
    attributes
}

/// All kinds of edits.
const EDITS: &[&[Call<'_>]] = &[
    &[],
    &[Set("a", "v")],
    &[Set("a", "")],
    &[Set("a", "'\"&/>"), Set("b", "=")],
    &[Set("c", "v")],
    &[Remove("a")],
    &[Remove("b")],
    &[Remove("a"), Remove("b")],
    &[Remove("a"), Set("b", "/")],
    &[Remove("b"), Set("c", "v")],
    &[Remove("a"), Remove("b"), Set("c", "v")],
    &[Name("y"), Remove("a"), Set("c", "/")],
];

/// A tag that a limit truncates becomes a whole one, with the attributes that are known and no others.
#[test]
fn edited_tags_of_which_a_limit_leaves_something_out() {
    let (mut tags, mut is_drawn) = (0, sample::one_in(4));
    for tag in ["tag", "attributes", "attribute_value"] {
        let all = (0..40).flat_map(|max| (0..40).map(move |filler| (max, "v".repeat(filler))));
        for (max, filler) in all.filter(|_| is_drawn()) {
            let limits = match tag {
                "tag" => Limits::new().tag(max, LimitAction::Truncate),
                "attributes" => Limits::new().attributes(max / 8, LimitAction::Truncate),
                _ => Limits::new().attribute_value(max, LimitAction::Truncate).tag(64, LimitAction::Truncate),
            };
            for html in [
                format!("<x a='{filler}' b=\"{filler}\" A=1 c>"),
                format!("<x b={filler} a b={filler} =c=d/>"),
                format!("<x{filler} /a=1/b=2/ =/ />"),
                format!("<x a=1 b= {filler}='>' a=2>"),
                format!("</x a='{filler}' b c='{filler}{filler}'>"),
            ] {
                let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
                match tokenizer.feed_last(html.as_bytes()).next_token().unwrap() {
                    Some(Token::StartTag(tag) | Token::EndTag(tag)) => {
                        EDITS.iter().for_each(|calls| check(tag, calls));
                        tags += u32::from(tag.is_truncated());
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(tags > sample::or_full(2500, 10_000), "{tags}");
}

/// All short tags over an alphabet of what matters, with all kinds of edits.
#[test]
fn edited_tags_are_read_as_expected() {
    const ALPHABET: &[u8] = b" /=\"'abB";
    let longest = sample::or_full(4, 5);
    let mut tags = 0;
    for length in 0..=longest {
        for mut number in 0..ALPHABET.len().pow(length) {
            let mut html = b"<x".to_vec();
            for _ in 0..length {
                html.push(ALPHABET[number % ALPHABET.len()]);
                number /= ALPHABET.len();
            }
            html.push(b'>');
            for calls in EDITS {
                tags += u32::from(with_tag(&html, |tag| check(tag, calls)));
            }
        }
    }
    assert!(tags > sample::or_full(10_000, 100_000), "{tags}");
}

fn check(tag: Tag<'_>, calls: &[Call<'_>]) {
    let edited = edit(tag, calls).finish().unwrap();
    let shown = || format!("{tag:?} {calls:?} {:?}", String::from_utf8_lossy(&edited));
    let is_tag = with_tag(&edited, |after| {
        assert_eq!(attributes(after), expected(tag, calls), "{}", shown());
        assert_eq!(after.self_closing(), tag.self_closing(), "{}", shown());
        let name = calls.iter().find_map(|call| if let Name(name) = call { Some(*name) } else { None });
        assert_eq!(after.name(), name.map_or(tag.name(), Into::into), "{}", shown());
        // What no call names is there as it was.
        for attribute in tag.attributes() {
            if !calls
                .iter()
                .any(|call| matches!(call, Set(name, _) | Remove(name) if *name == attribute.name()))
            {
                let same = after.attribute(&attribute.name()).unwrap();
                assert_eq!(
                    (attribute.raw_name(), attribute.raw_value()),
                    (same.raw_name(), same.raw_value())
                );
            }
        }
    });
    assert!(is_tag, "{}", shown());
    let (mut changed, start) = (Vec::new(), tag.span().start);
    let mut at = 0;
    for (span, text) in edit(tag, calls).changes().unwrap() {
        changed.extend_from_slice(&tag.raw()[at..(span.start - start) as usize]);
        changed.extend_from_slice(text.as_bytes());
        at = (span.end - start) as usize;
    }
    changed.extend_from_slice(&tag.raw()[at..]);
    assert_eq!(changed, edited, "{}", shown());
    if calls.is_empty() && !tag.is_truncated() {
        assert_eq!(edited, tag.raw());
    }
}
