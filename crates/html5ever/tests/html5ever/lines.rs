//! The line numbers and errors that a sink receives are html5ever's, or the specification's where the two differ.

use crate::common::watch::{Seen, Watch};
use crate::common::{Setup, Way, suite};
use tagspan_html5ever::TendrilSink;

fn html5evers(input: &str) -> Seen {
    Setup::default().html5ever(Watch::default()).one(input)
}

fn assert_same_lines(name: &str, input: &str, ways: &[Way]) {
    let expected = html5evers(input);
    for &way in ways {
        let seen = way.parse(&Setup::default(), Watch::default(), input);
        let different = seen.nodes.iter().zip(&expected.nodes).find(|(ours, theirs)| ours != theirs);
        assert_eq!(different, None, "{name}: {way:?} of {:?}", input.get(..200).unwrap_or(input));
        assert_eq!(seen.nodes.len(), expected.nodes.len(), "{name}");
        assert_eq!(seen.popped, expected.popped, "{name}");
    }
}

#[test]
fn real_pages_have_html5evers_lines() {
    for (name, bytes) in suite::pages("utf8") {
        let page = String::from_utf8_lossy(&bytes);
        assert_same_lines(&name, &page, &[Way::Whole, Way::Bytes(1460)]);
    }
}

/// Inputs in which all newlines but those after `=` are counted alike.
const SAME: &[&str] = &[
    "<p>\n<b>\r\n<i>\r<u>\n\n\r<s>",
    "\n\n<p>",
    "<p\na\n=1\n>\n<b\r\nc='\n\r\n\r'\r>\r<i>",
    "<!DOCTYPE\nhtml\r\n>\n<!--\n-->\r\n<!--\r--><p>",
    "<title>\na\n\n</title\n>\n<script>\n\n</script>\r\n<p>",
    "<p>a\nb&amp;\nc\n&lt;\r\n<p>d\r\re<b>",
    "<svg>\n<![CDATA[\n\r\n]]>\n<g>",
    "<b>\n<p>x</b>\n\n<i>y",
    "\0\n<p>\0\n\n\0<b>",
    "<table>\n<tr>\n\nx\n<td>",
    "<p>\n</>\n<b></ \n><i>",
    "<p a=1 a=2>\n<b a B b>\n<i a b></i c c>\n<u/>",
];

#[test]
fn lines_are_html5evers() {
    for input in SAME {
        assert_same_lines(input, input, &Way::ALL);
    }
}

/// Inputs in which text makes nodes, whose lines depend on how it is cut. (Why html5ever cuts it thus is its own affair.)
const SAME_WHOLE: &[&str] = &[
    "a\nb\n<p>",
    "a\nb & c\n<p>",
    "a\nb&amp;\nc\n&lt;\r\n<p>d\r\re<b>",
    "a\r\nb\r\n<p>",
    "<p><b></p>\n\nx\n<i>",
    "<p><b></p>x\n\ny\n<i>",
    "<p><b></p>x\ny\0\n<i>",
];

#[test]
fn lines_of_nodes_that_text_makes_are_html5evers() {
    for input in SAME_WHOLE {
        assert_same_lines(input, input, &[Way::Whole, Way::Bytes(usize::MAX), Way::Driver(usize::MAX)]);
    }
}

/// html5ever overlooks one between `=` and a value.
#[test]
fn every_newline_counts_once() {
    for (input, theirs) in [("<p a=\n1>\n<b>", 2), ("<p a=\r\n'1'>\n<b>", 2)] {
        let line = |seen: &Seen| seen.nodes.last().expect("a node for <b>").clone();
        assert_eq!(
            line(&html5evers(input)),
            ("<b>".to_owned(), theirs),
            "html5ever is better now: {input:?}"
        );
        for way in Way::ALL {
            let seen = way.parse(&Setup::default(), Watch::default(), input);
            assert_eq!(line(&seen), ("<b>".to_owned(), 3), "{way:?} of {input:?}");
        }
    }
}

/// Each error's code and line.
type Errors = &'static [(&'static str, u64)];

const ERRORS: &[(&str, Errors)] = &[
    ("<p>a</p>", &[]),
    ("\n</>\n\n<p a a>", &[("missing-end-tag-name", 2), ("duplicate-attribute", 4)]),
    ("a\0\r\nb&#0;", &[("unexpected-null-character", 1), ("null-character-reference", 2)]),
    (
        "<p\n\n=\n'>",
        &[("unexpected-equals-sign-before-attribute-name", 3), ("unexpected-character-in-attribute-name", 4)],
    ),
    ("<p\na", &[("eof-in-tag", 2)]),
    (
        "\n&notit;\n\n&x;<?a\n>",
        &[
            ("missing-semicolon-after-character-reference", 2),
            ("unknown-named-character-reference", 4),
            ("unexpected-question-mark-instead-of-tag-name", 4),
        ],
    ),
    ("<title>\n<script>\n<!--", &[]),
    ("<script>\n<!--\n", &[("eof-in-script-html-comment-like-text", 3)]),
    ("<svg>\n<![CDATA[", &[("eof-in-cdata", 2)]),
    ("<p>\n<![CDATA[x]]>", &[("cdata-in-html-content", 2)]),
    ("a\u{1}\n\u{FDD0}", &[("control-character-in-input-stream", 1), ("noncharacter-in-input-stream", 2)]),
    (
        "<!DOCTYPE html\n public\"a\"'b'>",
        &[
            ("missing-whitespace-after-doctype-public-keyword", 2),
            ("missing-whitespace-between-doctype-public-and-system-identifiers", 2),
        ],
    ),
];

/// The errors that have a code of the specification: html5ever's tree builder has sentences.
fn codes(seen: &Seen) -> Vec<(String, u64)> {
    let is_code = |error: &str| error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let codes = seen.errors.iter().filter(|(error, _)| is_code(error));
    codes.map(|(error, line)| (error.to_string(), *line)).collect()
}

#[test]
fn exact_errors_have_their_codes_and_lines() {
    let setup = Setup { exact_errors: true, ..Setup::default() };
    for &(input, expected) in ERRORS {
        let expected: Vec<_> = expected.iter().map(|(code, line)| ((*code).to_owned(), *line)).collect();
        for way in Way::ALL {
            let seen = way.parse(&setup, Watch::default(), input);
            assert_eq!(codes(&seen), expected, "{way:?} of {input:?}");
        }
    }
}

#[test]
fn without_exact_errors_there_are_those_of_the_tree_builder_only() {
    for &(input, _) in ERRORS {
        let theirs = html5evers(input).errors;
        let from_tokenizer = [
            "Saw ",
            "Duplicate attribute",
            "Invalid character ref",
            "Invalid numeric",
            "Semicolon",
            "Character",
        ];
        let expected: Vec<_> = theirs
            .into_iter()
            .map(|(error, _)| error)
            .filter(|error| !from_tokenizer.iter().any(|start| error.starts_with(start)))
            .collect();
        for way in Way::ALL {
            let seen = way.parse(&Setup::default(), Watch::default(), input);
            let errors: Vec<_> = seen.errors.into_iter().map(|(error, _)| error).collect();
            assert_eq!(errors, expected, "{way:?} of {input:?}");
        }
    }
}
