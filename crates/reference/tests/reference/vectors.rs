//! Vectors derived by hand from the specification's text: events, their order and their offsets.

use tagspan_reference::{Context, EventKind, Options, TextState, tokenize};

/// An event's offset, and what it is.
type Expected = (usize, EventKind);

fn events<I: AsRef<[u8]> + ?Sized>(input: &I, options: &Options) -> Vec<Expected> {
    tokenize(input, options).into_iter().map(|event| (event.span.start, event.kind)).collect()
}

fn text(offset: usize, data: &str) -> Expected {
    (offset, EventKind::Text(data.to_owned()))
}

fn error(offset: usize, code: &'static str) -> Expected {
    (offset, EventKind::Error(code))
}

fn comment(offset: usize, data: &str) -> Expected {
    (offset, EventKind::Comment(data.to_owned()))
}

fn tag(name: &str, attributes: &[(&str, &str)], self_closing: bool) -> tagspan_reference::Tag {
    let attribute = |&(name, value): &(&str, &str)| tagspan_reference::Attribute {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let attributes = attributes.iter().map(attribute).collect();
    tagspan_reference::Tag { name: name.to_owned(), attributes, self_closing }
}

fn start(offset: usize, name: &str, attributes: &[(&str, &str)]) -> Expected {
    (offset, EventKind::StartTag(tag(name, attributes, false)))
}

fn end(offset: usize, name: &str) -> Expected {
    (offset, EventKind::EndTag(tag(name, &[], false)))
}

fn doctype(offset: usize, name: Option<&str>, ids: [Option<&str>; 2], force_quirks: bool) -> Expected {
    let [public_id, system_id] = ids.map(|id| id.map(str::to_owned));
    let name = name.map(str::to_owned);
    let doctype = tagspan_reference::Doctype { name, public_id, system_id, force_quirks };
    (offset, EventKind::Doctype(doctype))
}

const CONTROL: &str = "control-character-in-input-stream";
const NONCHARACTER: &str = "noncharacter-in-input-stream";
const NULL: &str = "unexpected-null-character";
const SEMICOLON: &str = "missing-semicolon-after-character-reference";
const FIRST_CHARACTER: &str = "invalid-first-character-of-tag-name";

fn check(options: &Options, cases: Vec<(&[u8], Vec<Expected>)>) {
    for (input, expected) in cases {
        assert_eq!(events(input, options), expected, "{:?}", input.escape_ascii().to_string());
    }
}

#[test]
fn data() {
    check(
        &Options::default(),
        vec![
            (b"", vec![]),
            (b"a<p>b", vec![text(0, "a"), start(1, "p", &[]), text(4, "b")]),
            // NUL stays in the data state.
            (b"a\0b", vec![text(0, "a"), error(1, NULL), text(1, "\0b")]),
            (b"a\r\nb\rc", vec![text(0, "a\nb\nc")]),
            (b"\xE2\x82<p>", vec![text(0, "\u{FFFD}"), start(2, "p", &[])]),
            (b"<", vec![error(1, "eof-before-tag-name"), text(0, "<")]),
            (b"a</", vec![text(0, "a"), error(3, "eof-before-tag-name"), text(1, "</")]),
            (b"a</>b", vec![text(0, "a"), error(3, "missing-end-tag-name"), text(4, "b")]),
            (b"<a", vec![error(2, "eof-in-tag")]),
            (b"a<=b", vec![text(0, "a"), error(2, FIRST_CHARACTER), text(1, "<=b")]),
            (b"</=b>", vec![error(2, FIRST_CHARACTER), comment(0, "=b")]),
            (b"<?a", vec![error(1, "unexpected-question-mark-instead-of-tag-name"), comment(0, "?a")]),
        ],
    );
}

#[test]
fn errors_of_the_input_stream() {
    check(
        &Options::default(),
        vec![
            (b"a\x01b", vec![text(0, "a"), error(1, CONTROL), text(1, "\x01b")]),
            (b"\xC2\x80", vec![error(0, CONTROL), text(0, "\u{80}")]),
            (b"\xEF\xBF\xBE", vec![error(0, NONCHARACTER), text(0, "\u{FFFE}")]),
            // Neither U+FFFD nor what it stands for is an error.
            (b"\xEF\xBF\xBD\xFF", vec![text(0, "\u{FFFD}\u{FFFD}")]),
            // Before other errors at the same character.
            (b"<\x01", vec![error(1, CONTROL), error(1, FIRST_CHARACTER), text(0, "<\x01")]),
            (b"&amp\x01", vec![error(4, CONTROL), error(4, SEMICOLON), text(0, "&\x01")]),
            (
                b"&#x0;\x01",
                vec![error(5, CONTROL), error(5, "null-character-reference"), text(0, "\u{FFFD}\x01")],
            ),
            (b"<!\x01>", vec![error(2, CONTROL), error(2, "incorrectly-opened-comment"), comment(0, "\x01")]),
            // A word that is looked for is not looked at.
            (
                b"<!DOC\x01>",
                vec![error(2, "incorrectly-opened-comment"), error(5, CONTROL), comment(0, "DOC\x01")],
            ),
            (
                b"<!DOCTYPE a PUB\x01>",
                vec![
                    error(12, "invalid-character-sequence-after-doctype-name"),
                    error(15, CONTROL),
                    doctype(0, Some("a"), [None, None], true),
                ],
            ),
            // Text from before the character comes first.
            (b"&\x01", vec![text(0, "&"), error(1, CONTROL), text(1, "\x01")]),
            (b"&x\x01", vec![text(0, "&x"), error(2, CONTROL), text(2, "\x01")]),
            (
                b"<a \x01=\x02>",
                vec![error(3, CONTROL), error(5, CONTROL), start(0, "a", &[("\x01", "\x02")])],
            ),
        ],
    );
    let rcdata = Options { initial_state: TextState::Rcdata, ..Options::default() };
    check(&rcdata, vec![(b"<\x01", vec![text(0, "<"), error(1, CONTROL), text(1, "\x01")])]);
    let cdata = Options { initial_state: TextState::CdataSection, ..Options::default() };
    check(&cdata, vec![(b"]]\x01]]>", vec![text(0, "]]"), error(2, CONTROL), text(2, "\x01")])]);
}

#[test]
fn character_references() {
    let data: Vec<(&[u8], Vec<Expected>)> = vec![
        (b"ab&ampc", vec![text(0, "ab"), error(6, SEMICOLON), text(2, "&c")]),
        (b"I'm &notit;", vec![text(0, "I'm "), error(8, SEMICOLON), text(4, "\u{AC}it;")]),
        (b"I'm &notin;", vec![text(0, "I'm \u{2209}")]),
        (b"&x;", vec![text(0, "&x"), error(2, "unknown-named-character-reference"), text(2, ";")]),
        (b"&#", vec![error(2, "absence-of-digits-in-numeric-character-reference"), text(0, "&#")]),
        (b"&#xg", vec![error(3, "absence-of-digits-in-numeric-character-reference"), text(0, "&#xg")]),
        (b"&#0;a", vec![error(4, "null-character-reference"), text(0, "\u{FFFD}a")]),
        (
            b"&#99999999999999999999",
            vec![
                error(22, SEMICOLON),
                error(22, "character-reference-outside-unicode-range"),
                text(0, "\u{FFFD}"),
            ],
        ),
        (b"&#xD800;", vec![error(8, "surrogate-character-reference"), text(0, "\u{FFFD}")]),
        (b"&#xFFFF;", vec![error(8, "noncharacter-character-reference"), text(0, "\u{FFFF}")]),
        (b"&#x80;", vec![error(6, "control-character-reference"), text(0, "\u{20AC}")]),
        (b"&#x81;", vec![error(6, "control-character-reference"), text(0, "\u{81}")]),
        (b"&#13;", vec![error(5, "control-character-reference"), text(0, "\r")]),
        (b"&#10;&#12;", vec![text(0, "\n\u{C}")]),
    ];
    check(&Options::default(), data);
    let value = |value| start(0, "a", &[("b", value)]);
    check(
        &Options::default(),
        vec![
            (b"<a b='&notit;'>", vec![value("&notit;")]),
            (b"<a b='&not='>", vec![value("&not=")]),
            (b"<a b='&not;='>", vec![value("\u{AC}=")]),
            (b"<a b='&not'>", vec![error(10, SEMICOLON), value("\u{AC}")]),
            (b"<a b=&x;>", vec![error(7, "unknown-named-character-reference"), value("&x;")]),
        ],
    );
}

#[test]
fn tags() {
    let equals = "unexpected-equals-sign-before-attribute-name";
    let in_name = "unexpected-character-in-attribute-name";
    check(
        &Options::default(),
        vec![
            (b"<A B=C>", vec![start(0, "a", &[("b", "C")])]),
            (b"<a =b>", vec![error(3, equals), start(0, "a", &[("=b", "")])]),
            (b"<a b\"c>", vec![error(4, in_name), start(0, "a", &[("b\"c", "")])]),
            (b"<a b=>", vec![error(5, "missing-attribute-value"), start(0, "a", &[("b", "")])]),
            (b"<a b=1 B=2>", vec![error(8, "duplicate-attribute"), start(0, "a", &[("b", "1")])]),
            // The removed attribute is still the current one: its value goes nowhere.
            (
                b"<a b b=x&amp;y c>",
                vec![error(6, "duplicate-attribute"), start(0, "a", &[("b", ""), ("c", "")])],
            ),
            // Equal once NUL and ill-formed bytes are U+FFFD.
            (
                b"<a \xFF=1 \0=2>",
                vec![error(7, NULL), error(8, "duplicate-attribute"), start(0, "a", &[("\u{FFFD}", "1")])],
            ),
            (b"<a b b", vec![error(6, "duplicate-attribute"), error(6, "eof-in-tag")]),
            (b"<a/b>", vec![error(3, "unexpected-solidus-in-tag"), start(0, "a", &[("b", "")])]),
            (
                b"<a b='c'd>",
                vec![
                    error(8, "missing-whitespace-between-attributes"),
                    start(0, "a", &[("b", "c"), ("d", "")]),
                ],
            ),
            (
                b"</a b/>",
                vec![
                    error(6, "end-tag-with-attributes"),
                    error(6, "end-tag-with-trailing-solidus"),
                    (0, EventKind::EndTag(tag("a", &[("b", "")], true))),
                ],
            ),
        ],
    );
}

#[test]
fn text_states() {
    let no_tag = start(0, "title", &[]);
    check(
        &Options::default(),
        vec![
            (b"<title><b></TITLE>", vec![no_tag, text(7, "<b>"), end(10, "title")]),
            (
                b"<style>&amp;\0",
                vec![start(0, "style", &[]), text(7, "&amp;"), error(12, NULL), text(12, "\u{FFFD}")],
            ),
            (
                b"<script><!--<script></script></script>",
                vec![start(0, "script", &[]), text(8, "<!--<script></script>"), end(29, "script")],
            ),
            (
                b"<script><!--a",
                vec![
                    start(0, "script", &[]),
                    text(8, "<!--a"),
                    error(13, "eof-in-script-html-comment-like-text"),
                ],
            ),
            // U+0130 and U+212A are no letters here.
            ("<script></scr\u{130}pt>".as_bytes(), vec![start(0, "script", &[]), text(8, "</scr\u{130}pt>")]),
            (b"<plaintext></plaintext>", vec![start(0, "plaintext", &[]), text(11, "</plaintext>")]),
            (b"<noscript><b>", vec![start(0, "noscript", &[]), start(10, "b", &[])]),
        ],
    );
    let scripting = Options { scripting: true, ..Options::default() };
    check(&scripting, vec![(b"<noscript><b>", vec![start(0, "noscript", &[]), text(10, "<b>")])]);
    let alone = Options { context: Context::None, ..Options::default() };
    check(&alone, vec![(b"<title><b>", vec![start(0, "title", &[]), start(7, "b", &[])])]);
    // Without a start tag before it no end tag is appropriate.
    let mut rcdata = Options { initial_state: TextState::Rcdata, ..Options::default() };
    check(&rcdata, vec![(b"a</b>", vec![text(0, "a</b>")])]);
    rcdata.last_start_tag = Some("B".to_owned());
    check(&rcdata, vec![(b"a</b>", vec![text(0, "a"), end(1, "b")])]);
}

#[test]
fn comments_doctypes_and_cdata() {
    let abrupt = "abrupt-closing-of-empty-comment";
    check(
        &Options::default(),
        vec![
            (b"<!---->", vec![comment(0, "")]),
            (b"<!-->", vec![error(4, abrupt), comment(0, "")]),
            (b"<!--->", vec![error(5, abrupt), comment(0, "")]),
            (b"<!--a--!>", vec![error(8, "incorrectly-closed-comment"), comment(0, "a")]),
            (b"<!--<!--a-->", vec![error(8, "nested-comment"), comment(0, "<!--a")]),
            (b"<!--<!-->", vec![comment(0, "<!")]),
            (b"<!--a-", vec![error(6, "eof-in-comment"), comment(0, "a")]),
            (b"<![CDATA[a]]>", vec![error(8, "cdata-in-html-content"), comment(0, "[CDATA[a]]")]),
            (b"<!doctype HTML>", vec![doctype(0, Some("html"), [None, None], false)]),
            (b"<!DOCTYPE", vec![error(9, "eof-in-doctype"), doctype(0, None, [None, None], true)]),
            (b"<!DOCTYPE>", vec![error(9, "missing-doctype-name"), doctype(0, None, [None, None], true)]),
            (
                b"<!DOCTYPE a public''\"\">",
                vec![
                    error(18, "missing-whitespace-after-doctype-public-keyword"),
                    error(20, "missing-whitespace-between-doctype-public-and-system-identifiers"),
                    doctype(0, Some("a"), [Some(""), Some("")], false),
                ],
            ),
            (
                b"<!DOCTYPE a SYSTEM 'b' c\0>",
                vec![
                    error(23, "unexpected-character-after-doctype-system-identifier"),
                    error(24, NULL),
                    doctype(0, Some("a"), [None, Some("b")], false),
                ],
            ),
        ],
    );
    let foreign = Options { cdata: true, ..Options::default() };
    check(
        &foreign,
        vec![
            (b"a<![CDATA[\0<]]]>&amp;", vec![text(0, "a\0<]&")]),
            (b"<![CDATA[a]]", vec![text(9, "a]]"), error(12, "eof-in-cdata")]),
        ],
    );
}
