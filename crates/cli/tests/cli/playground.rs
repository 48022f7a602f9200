//! The playground of the npm package: the explanations that it shows, and the page that its own is compared with.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tagspan::ErrorCode;

use crate::harness::pipe;

/// Compares a file below `npm`, or writes it.
fn is_committed(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm").join(file);
    if std::env::var_os("TAGSPAN_BLESS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let how = "write it by `TAGSPAN_BLESS=1 cargo test -p tagspan-cli --test cli playground`";
    assert!(fs::read_to_string(path).is_ok_and(|text| text == expected), "npm/{file} has changed: {how}");
}

#[test]
fn the_playground_explains_errors_in_the_same_words() {
    let log: Value = serde_json::from_str(&pipe(["check", "--format=sarif"], b"").quiet()).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    // The playground shows no rules for authors.
    let is_parse_error = |rule: &&Value| ErrorCode::ALL.iter().any(|code| rule["id"] == code.as_str());
    let rules: Vec<_> = rules.iter().filter(is_parse_error).collect();
    assert!(rules.len() > 40);
    is_committed("playground/explanations.json", &(serde_json::to_string_pretty(&rules).unwrap() + "\n"));
}

/// A test of the package compares the elements of the playground with them.
#[test]
fn the_playground_is_compared_with_this_page() {
    for name in ["utf8", "shift-jis"] {
        let input = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../npm/tests/view-{name}.html"));
        let page = pipe(["view", "--chunk-size=48"], &fs::read(input).unwrap()).quiet();
        let (_, shown) = page.split_once("</header>").unwrap();
        let (shown, _) = shown.split_once("<output").unwrap();
        let (_, strip) = page.split_once("<svg").unwrap();
        let (strip, _) = strip.split_once("</header>").unwrap();
        is_committed(&format!("tests/view-{name}.expected.html"), &format!("<svg{strip}{shown}"));
    }
}
