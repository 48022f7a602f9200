//! The html5lib tokenizer suite: every token, every error code in its order, every line and column.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::{Map, Value, json};
use tagspan_reference::{Context, Event, EventKind, Options, Tag, TextState, tokenize};

/// Where the suite is looked for, from the repository's root, when the environment does not name its folder. The
/// command `cargo xtask conformance` looks there too.
const PLACES: [&str; 2] = ["../shared/html5lib-tests", "../html5lib-tests"];

/// The suite's folder: from the environment, else a clone beside the repository.
fn suite() -> Option<PathBuf> {
    let holds_the_suite = |folder: &Path| folder.join("tokenizer").is_dir();
    if let Some(named) = env::var_os("HTML5LIB_TESTS").filter(|folder| !folder.is_empty()) {
        let named = PathBuf::from(named);
        assert!(holds_the_suite(&named), "HTML5LIB_TESTS: {} has no folder `tokenizer`", named.display());
        return Some(named);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    PLACES.map(|place| root.join(place)).into_iter().find(|folder| holds_the_suite(folder))
}

#[test]
fn the_suite_passes() {
    let Some(suite) = suite() else {
        assert!(env::var("CI").as_deref() != Ok("true"), "CI=true wants the html5lib suite: HTML5LIB_TESTS");
        // Not by `eprintln!`, which the test runner captures. Nobody may be listening.
        let _ = io::stderr().write_all(
            b"html5lib: skipped, no suite: clone it as ../html5lib-tests, or name its folder in HTML5LIB_TESTS\n",
        );
        return;
    };
    let mut files: Vec<PathBuf> = fs::read_dir(suite.join("tokenizer"))
        .expect("the suite can be read")
        .map(|entry| entry.expect("the suite can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .collect();
    files.sort();
    let (mut runs, mut skipped, mut failures) = (0, 0, Vec::new());
    for file in files {
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let content: Value = serde_json::from_slice(&fs::read(&file).expect("the file can be read"))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        // `xmlViolationTests` instead: what an XML serialiser is to make of HTML, not what HTML is.
        if content.get("xmlViolationTests").is_some() {
            continue;
        }
        for test in content["tests"].as_array().unwrap_or_else(|| panic!("{name}: no tests")) {
            match run(test) {
                // UTF-8 cannot carry a lone surrogate.
                None => skipped += 1,
                Some(outcomes) => {
                    runs += outcomes.len();
                    failures.extend(outcomes.into_iter().flatten().map(|what| format!("{name}: {what}")));
                }
            }
        }
    }
    println!("{runs} runs, {skipped} cases with lone surrogates skipped, {} failures", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(runs > 6000, "the suite has shrunk: {runs} runs");
    assert!(skipped < 20, "too many cases count as lone surrogates: {skipped}");
}

/// One outcome for each initial state: what is wrong, or `None`. No outcomes at all for an input that has a
/// lone surrogate.
fn run(test: &Value) -> Option<Vec<Option<String>>> {
    let escaped = test["doubleEscaped"] == true;
    let unescape = |text: &str| if escaped { unescape(text) } else { Some(text.to_owned()) };
    let input = unescape(test["input"].as_str().expect("an input"))?;
    let expected =
        strings(&test["output"], &|text| unescape(text).expect("a lone surrogate only in the input"));
    let expected_errors: Vec<Value> = test["errors"].as_array().cloned().unwrap_or_default();
    let states = match &test["initialStates"] {
        Value::Null => vec![TextState::Data],
        names => names.as_array().expect("a list of states").iter().map(state).collect(),
    };
    let outcome = |initial_state: TextState| {
        let last_start_tag = test["lastStartTag"].as_str().map(str::to_owned);
        let options = Options { initial_state, last_start_tag, context: Context::None, ..Options::default() };
        let (tokens, errors) = in_the_suites_terms(&input, &tokenize(&input, &options));
        (tokens != expected || errors != expected_errors).then(|| {
            format!(
                "{} ({}), {input:?}\n  tokens {tokens:?}\n  wanted {expected:?}\n  errors {errors:?}\n  \
                 wanted {expected_errors:?}",
                test["description"],
                initial_state.as_str()
            )
        })
    };
    Some(states.into_iter().map(outcome).collect())
}

fn state(name: &Value) -> TextState {
    let found = TextState::ALL.into_iter().find(|state| name == state.as_str());
    found.unwrap_or_else(|| panic!("{name} is no state to start in"))
}

/// The same value with every string in it changed.
fn strings(value: &Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(text)),
        Value::Array(items) => items.iter().map(|item| strings(item, change)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (change(name), strings(field, change))).collect()
        }
        other => other.clone(),
    }
}

/// Undoes the second escaping of a test: `\uHHHH` stands for a UTF-16 code unit.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).expect("four hexadecimal digits"));
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

/// Tokens and errors as the suite writes them. Text is joined across errors, and an end tag is its name.
fn in_the_suites_terms(input: &str, events: &[Event]) -> (Value, Vec<Value>) {
    let (mut tokens, mut errors): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for event in events {
        match &event.kind {
            EventKind::Text(text) => match tokens.last_mut() {
                Some(last) if last[0] == "Character" => {
                    last[1] = Value::String(last[1].as_str().unwrap_or_default().to_owned() + text);
                }
                _ => tokens.push(json!(["Character", text])),
            },
            EventKind::StartTag(tag) if tag.self_closing => {
                tokens.push(json!(["StartTag", tag.name, attributes(tag), true]));
            }
            EventKind::StartTag(tag) => tokens.push(json!(["StartTag", tag.name, attributes(tag)])),
            EventKind::EndTag(tag) => tokens.push(json!(["EndTag", tag.name])),
            EventKind::Comment(data) => tokens.push(json!(["Comment", data])),
            EventKind::Doctype(doctype) => tokens.push(json!([
                "DOCTYPE",
                doctype.name,
                doctype.public_id,
                doctype.system_id,
                !doctype.force_quirks
            ])),
            EventKind::Error(code) => {
                let (line, column) = line_and_column(input, event.offset);
                errors.push(json!({ "code": code, "line": line, "col": column }));
            }
            other => panic!("{other:?} is not in the suite"),
        }
    }
    (Value::Array(tokens), errors)
}

fn attributes(tag: &Tag) -> Value {
    let pairs = tag.attributes.iter().map(|attribute| (attribute.name.clone(), json!(attribute.value)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

/// One-based; columns count UTF-16 code units, and CRLF, CR and LF each end a line.
fn line_and_column(input: &str, offset: usize) -> (usize, usize) {
    let before = input[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].encode_utf16().count() + 1)
}
