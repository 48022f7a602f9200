//! What tokens serialise as beyond the example of `OwnedToken`: the keys that are present only where they say something.

use tagspan::{LimitAction, Limits, Tokenizer, UTF_8};

/// Input, and the objects of its tokens.
const ROWS: &[(&str, &[&str])] = &[
    ("<p>", &[r#"{"kind":"StartTag","span":[0,3],"name":"p","attributes":[],"self_closing":false}"#]),
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
        let mut tokenizer = Tokenizer::builder().encoding(UTF_8).limits(limits).build();
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
