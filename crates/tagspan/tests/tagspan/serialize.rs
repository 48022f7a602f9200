//! The serialized form of tokens beyond the example of `OwnedToken`: keys that are present only if they have a value.

use tagspan::{LimitAction, Limits, Tokenizer, UTF_8};

/// Input, and the objects of its tokens.
const ROWS: &[(&str, &[&str])] = &[
    ("<p>", &[r#"{"kind":"StartTag","span":[0,3],"name":"p","attributes":[],"self_closing":false}"#]),
    (
        "<p a=b C='&lt;'>",
        &[
            r#"{"kind":"StartTag","span":[0,16],"name":"p","attributes":[{"name":"a","value":"b"},{"name":"c","value":"<"}],"self_closing":false}"#,
        ],
    ),
    (
        "a&amp;b</p>",
        &[
            r#"{"kind":"Text","span":[0,7],"data":"a&b"}"#,
            r#"{"kind":"EndTag","span":[7,11],"name":"p","attributes":[],"self_closing":false}"#,
        ],
    ),
    (
        "<!DOCTYPE html PUBLIC 'a'>",
        &[
            r#"{"kind":"Doctype","span":[0,26],"name":"html","public_id":"a","system_id":null,"force_quirks":false}"#,
        ],
    ),
    ("<?a b?>", &[r#"{"kind":"ProcessingInstruction","span":[0,7],"target":"a","data":"b"}"#]),
    (
        "</>",
        &[
            r#"{"kind":"Error","code":"missing-end-tag-name","offset":2}"#,
            r#"{"kind":"Dropped","span":[0,3],"reason":"missing-end-tag-name","data":"</>"}"#,
        ],
    ),
    (
        "<svg><mi>",
        &[
            r#"{"kind":"StartTag","span":[0,5],"name":"svg","attributes":[],"self_closing":false,"namespace":"svg"}"#,
            r#"{"kind":"StartTag","span":[5,9],"name":"mi","attributes":[],"self_closing":false,"namespace":"svg"}"#,
        ],
    ),
    (
        "<math/>",
        &[
            r#"{"kind":"StartTag","span":[0,7],"name":"math","attributes":[],"self_closing":true,"namespace":"math"}"#,
        ],
    ),
    (
        "<!---------------------------------->",
        &[r#"{"kind":"Comment","span":[0,37],"data":"----------------------------","truncated":true}"#],
    ),
];

#[test]
fn namespaces_and_truncation_are_keys() {
    let limits = Limits::new().comment(32, LimitAction::Truncate);
    for (html, expected) in ROWS {
        let builder = Tokenizer::builder().encoding(UTF_8).limits(limits);
        let mut tokenizer = builder.parse_errors(true).processing_instructions(true).build();
        let mut objects = Vec::new();
        tokenizer
            .feed_last(html.as_bytes())
            .for_each(|token| {
                let owned = serde_json::to_string(&token.into_owned()).unwrap();
                assert_eq!(serde_json::to_string(&token).unwrap(), owned);
                objects.push(owned);
            })
            .unwrap();
        assert_eq!(objects, *expected, "{html}");
    }
}
