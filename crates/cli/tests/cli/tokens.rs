//! The two formats of tokens, and that chunks do not show in them.

use std::ffi::OsStr;

use serde_json::Value;
use tagspan::{Token, Tokenizer};

use crate::harness::{Folder, PAGES, corpus, pipe, run};

/// Each kind of token as one line of text and as one of JSON.
const KINDS: &[(&str, &str, &str)] = &[
    (
        "<!DOCTYPE html>",
        "0..15\tDoctype\t<!DOCTYPE html>",
        r#"{"kind":"Doctype","span":[0,15],"name":"html","public_id":null,"system_id":null,"force_quirks":false}"#,
    ),
    (
        "<!doctype HTML public '-//a\"b' ''x>",
        "0..35\tDoctype\t<!DOCTYPE html public=\"-//a\\\"b\" system=\"\">",
        r#"{"kind":"Doctype","span":[0,35],"name":"html","public_id":"-//a\"b","system_id":"","force_quirks":false}"#,
    ),
    (
        "<!doctype>",
        "0..10\tDoctype\t<!DOCTYPE> force-quirks",
        r#"{"kind":"Doctype","span":[0,10],"name":null,"public_id":null,"system_id":null,"force_quirks":true}"#,
    ),
    (
        "<a href='x'>",
        "0..12\tStartTag\t<a href=\"x\">",
        r#"{"kind":"StartTag","span":[0,12],"name":"a","attributes":[{"name":"href","value":"x"}],"self_closing":false}"#,
    ),
    (
        "<IMG Alt='&lt;\"\n' hidden b='' alt=2 />",
        "0..38\tStartTag\t<img alt=\"<\\\"\\n\" hidden b=\"\"/>",
        r#"{"kind":"StartTag","span":[0,38],"name":"img","attributes":[{"name":"alt","value":"<\"\n"},{"name":"hidden","value":""},{"name":"b","value":""}],"self_closing":true}"#,
    ),
    (
        "</A>",
        "0..4\tEndTag\t</a>",
        r#"{"kind":"EndTag","span":[0,4],"name":"a","attributes":[],"self_closing":false}"#,
    ),
    (
        "</p a=1/>",
        "0..9\tEndTag\t</p a=\"1/\">",
        r#"{"kind":"EndTag","span":[0,9],"name":"p","attributes":[{"name":"a","value":"1/"}],"self_closing":false}"#,
    ),
    ("<!--x-->", "0..8\tComment\t<!--x-->", r#"{"kind":"Comment","span":[0,8],"data":"x"}"#),
    (
        "<?php \"\\\t\"?>",
        "0..12\tComment\t<!--?php \"\\\\\\t\"?-->",
        r#"{"kind":"Comment","span":[0,12],"data":"?php \"\\\t\"?"}"#,
    ),
    ("&amp;", "0..5\tText\t\"&\"", r#"{"kind":"Text","span":[0,5],"data":"&"}"#),
    (
        "a\r\nb\0\u{1B}\u{202E}é \"\\",
        "0..14\tText\t\"a\\nb\\0\\u{1b}\\u{202e}é \\\"\\\\\"",
        "{\"kind\":\"Text\",\"span\":[0,14],\"data\":\"a\\nb\\u0000\\u001b\u{202E}é \\\"\\\\\"}",
    ),
    (
        "</>",
        "0..3\tDropped\tmissing-end-tag-name \"</>\"",
        r#"{"kind":"Dropped","span":[0,3],"reason":"missing-end-tag-name","data":"</>"}"#,
    ),
];

#[test]
fn each_kind_in_both_formats() {
    for (html, text, json) in KINDS {
        // One of them is text with a NUL.
        let lines = pipe(["tokens", "--binary"], html.as_bytes()).quiet();
        assert_eq!(lines, format!("{text}\n"), "{html:?}");
        let jsonl = pipe(["tokens", "--binary", "--format", "jsonl"], html.as_bytes()).quiet();
        assert_eq!(jsonl, format!("{json}\n"), "{html:?}");
    }
}

/// The printed JSON is that of `tagspan::Token` and `tagspan::OwnedToken`.
#[test]
fn json_lines_are_those_of_the_library() {
    let kinds = KINDS.iter().map(|(html, ..)| html.as_bytes().to_vec());
    let more: [&[u8]; 4] = [
        b"<svg><path d=x /></svg><math><mi>x</mi></math>",
        b"<?go very fast?><p x=1 x=2>&lt</>text<a \xFF",
        // A comment and a start tag that need a tree to be sure.
        b"<svg></div><![CDATA[b]]>",
        b"text<frameset><title>a",
    ];
    let pages = PAGES.iter().map(|page| std::fs::read(corpus(page)).unwrap());
    let mut ambiguous = 0;
    for html in kinds.chain(more.map(<[u8]>::to_vec)).chain(pages) {
        let options = ["tokens", "--binary", "--charset=utf-8", "--format=jsonl", "--errors"];
        let options = options.into_iter().chain(["--processing-instructions"]);
        let printed = pipe(options, &html).stdout;
        let mut printed = printed.lines();

        let builder = Tokenizer::builder().charset("utf-8").unwrap();
        let mut tokenizer = builder.parse_errors(true).processing_instructions(true).build();
        let mut tokens = tokenizer.feed_last(&html);
        while let Some(token) = tokens.next_token().unwrap() {
            let serialised = serde_json::to_string(&token).unwrap();
            assert_eq!(serialised, serde_json::to_string(&token.into_owned()).unwrap());
            let printed = printed.next().expect("each token is a line");
            if let Token::Error(_) = token {
                // The command line adds where the error lies.
                assert!(printed.starts_with(serialised.strip_suffix('}').unwrap()), "{printed}");
            } else {
                assert_eq!(printed, serialised);
            }
            ambiguous += usize::from(printed.ends_with(r#","ambiguous":true}"#));
        }
        assert_eq!(printed.next(), None);
    }
    assert!(ambiguous > 1, "{ambiguous}");
}

#[test]
fn dropped_bytes_are_those_of_the_input() {
    let html = b"text<a \xFF\n\xE2\x82";
    assert_eq!(
        pipe(["tokens", "--default=utf-8"], html).lines(),
        ["0..4\tText\t\"text\"", "4..11\tDropped\tunfinished-tag \"<a \\xFF\\n\\xE2\\x82\""]
    );
    assert_eq!(
        pipe(["tokens", "--default=utf-8", "--format=jsonl"], html).lines()[1],
        "{\"kind\":\"Dropped\",\"span\":[4,11],\"reason\":\"unfinished-tag\",\"data\":\"<a \u{FFFD}\\n\u{FFFD}\"}"
    );
}

#[test]
fn errors_stand_ahead_of_their_token_and_cut_text() {
    let html = "a\nb&ltc</><p x=1 x=2>".as_bytes();
    assert_eq!(
        pipe(["tokens", "--errors"], html).quiet().lines().collect::<Vec<_>>(),
        [
            "0..3\tText\t\"a\\nb\"",
            "6..6\tError\tmissing-semicolon-after-character-reference 2:5",
            "3..7\tText\t\"<c\"",
            "9..9\tError\tmissing-end-tag-name 2:8",
            "7..10\tDropped\tmissing-end-tag-name \"</>\"",
            "18..18\tError\tduplicate-attribute 2:17",
            "10..21\tStartTag\t<p x=\"1\">",
        ]
    );
    assert_eq!(
        pipe(["tokens", "--errors", "--format=jsonl"], html).lines()[3],
        r#"{"kind":"Error","code":"missing-end-tag-name","offset":9,"line":2,"column":8}"#
    );
}

/// The help shows lines that the program prints.
#[test]
fn help_tells_the_truth() {
    let help = run(["tokens", "--help"]).quiet();
    let shown: Vec<_> = help.lines().map(str::trim).filter(|line| line.starts_with('{')).collect();
    let html = "<!DOCTYPE html>";
    let inputs = [html, "<a href='x'></a>", "<!--x-->", "<?a b?>", "&amp;", "text<a "];
    let mut printed = Vec::new();
    for input in inputs {
        let options = ["tokens", "--format=jsonl", "--errors", "--processing-instructions"];
        let run = pipe(options, input.as_bytes());
        printed.extend(run.stdout.lines().map(str::to_owned));
    }
    assert_eq!(shown.len(), 8, "one line for each kind:\n{help}");
    for line in shown {
        assert!(printed.iter().any(|printed| printed == line), "{line}\nis not among\n{printed:#?}");
    }
}

#[test]
fn chunks_do_not_show() {
    for page in PAGES {
        for format in ["text", "jsonl"] {
            for errors in [&[][..], &["--errors"]] {
                let page = corpus(page);
                let tokens = |chunk_size: &[&str]| {
                    let options = ["tokens", "--format", format].into_iter().chain(errors.iter().copied());
                    let options = options.chain(chunk_size.iter().copied()).map(OsStr::new);
                    run(options.chain([page.as_os_str()])).quiet()
                };
                let whole = tokens(&[]);
                assert!(whole.lines().count() > 100, "{} has many tokens", page.display());
                for chunk_size in ["1", "7", "64", "1460", "1M"] {
                    let chunked = tokens(&["--chunk-size", chunk_size]);
                    assert!(whole == chunked, "{page:?}, {format}, {errors:?}, chunks of {chunk_size}");
                }
            }
        }
    }
}

#[test]
fn long_text_is_one_line() {
    let folder = Folder::new();
    // Longer than any buffer, with references and line ends where buffers end.
    let html = format!("<p>{}</p>", "words &amp; more\r\n".repeat(20_000));
    let page = folder.file("long.html", &html);
    let stdout = run([OsStr::new("tokens"), page.as_ref()]).quiet();
    let expected = format!("3..{}\tText\t\"{}\"", html.len() - 4, r"words & more\n".repeat(20_000));
    assert_eq!(stdout.lines().count(), 3);
    assert!(stdout.lines().nth(1) == Some(&expected));
}

/// Every line is JSON with its kind, and the spans follow each other over the whole file.
#[test]
fn spans_partition_the_input() {
    for page in PAGES {
        let path = corpus(page);
        let length = std::fs::metadata(&path).unwrap().len();
        let stdout = run(["tokens".as_ref(), "--format=jsonl".as_ref(), path.as_os_str()]).quiet();
        let mut end = 0;
        for line in stdout.lines() {
            let object: Value = serde_json::from_str(line).expect("a line is JSON");
            assert!(line.starts_with("{\"kind\":\""), "{line}");
            assert_eq!(object["span"][0], end, "{page}: {line}");
            end = object["span"][1].as_u64().expect("a span has two ends");
            assert!(end <= length);
        }
        assert_eq!(end, length, "{page}");
    }
}
