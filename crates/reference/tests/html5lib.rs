//! The html5lib tokenizer suite: every token, every error code in its order, every line and column.
//!
//! The folder `tokenizer` is the suite from before processing instructions came in 2026; `tokenizer-2026-10` holds
//! the two files that they changed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::{Map, Value, json};
use tagspan_reference::{Context, Edition, Event, EventKind, Options, Tag, TextState, tokenize};

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
    let report = run_folder(&suite.join("tokenizer"), Edition::Living, &[]);
    assert!(report.runs > 6000, "the suite has shrunk: {} runs", report.runs);
    assert!(report.skipped < 20, "too many cases count as lone surrogates: {}", report.skipped);
}

#[test]
fn the_suite_with_processing_instructions_passes() {
    let folder = suite().map(|suite| suite.join("tokenizer-2026-10")).filter(|folder| folder.is_dir());
    let Some(folder) = folder else {
        // Under CI too: only some copies of the suite have the folder. A clone has either the files of before or
        // the changed ones, in the folder `tokenizer`.
        let _ = io::stderr().write_all(
            b"html5lib: processing instructions skipped, no folder `tokenizer-2026-10` beside `tokenizer`\n",
        );
        return;
    };
    let report = run_folder(&folder, Edition::LivingProcessingInstructions, SLIPS);
    assert!(report.runs > 1500, "the suite has shrunk: {} runs", report.runs);
    assert_eq!(report.skipped, 0, "no case of these files has a lone surrogate");
}

/// A case whose errors the suite has wrong. Its tokens are right.
struct Slip {
    file: &'static str,
    description: &'static str,
    input: &'static str,
    /// The code and the column of each error, all of them on line 1.
    errors: &'static [(&'static str, usize)],
    why: &'static str,
}

/// A slip in the column of the end of the input.
const fn at_end(description: &'static str, input: &'static str, errors: &'static [(&str, usize); 1]) -> Slip {
    let why = "the suite says column 4 for any input: copied from the shorter cases, where the end is there";
    Slip { file: "test3.test", description, input, errors, why }
}

const COLUMN_6: &[(&str, usize); 1] = &[("eof-in-processing-instruction", 6)];
const COLUMN_7: &[(&str, usize); 1] = &[("eof-in-processing-instruction", 7)];

/// The known slips of `tokenizer-2026-10`. Of the descriptions, `<?Z Z?` stands for two inputs.
const SLIPS: &[Slip] = &[
    at_end("<?a a", "<?a a", COLUMN_6),
    at_end("<?b b", "<?b b", COLUMN_6),
    at_end("<?y y", "<?y y", COLUMN_6),
    at_end("<?z z", "<?z z", COLUMN_6),
    at_end("<?A A", "<?A A", COLUMN_6),
    at_end("<?B B", "<?B B", COLUMN_6),
    at_end("<?Y Y", "<?Y Y", COLUMN_6),
    at_end("<?Z Z?", "<?Z Z?", COLUMN_7),
    at_end("<?a a?", "<?a a", COLUMN_6),
    at_end("<?b b?", "<?b b", COLUMN_6),
    at_end("<?y y?", "<?y y", COLUMN_6),
    at_end("<?z z?", "<?z z", COLUMN_6),
    at_end("<?A A?", "<?A A", COLUMN_6),
    at_end("<?B B?", "<?B B", COLUMN_6),
    at_end("<?Y Y?", "<?Y Y", COLUMN_6),
    at_end("<?Z Z?", "<?Z Z", COLUMN_6),
    Slip {
        file: "test3.test",
        description: "<?\\u000B",
        input: "<?\u{B}",
        errors: &[
            ("control-character-in-input-stream", 3),
            ("invalid-first-character-of-processing-instruction-target", 3),
        ],
        why: "an error of the input stream comes before the state's at the same character: the rest of the suite \
              has it so, `<!` + U+000B for one",
    },
];

/// What came of a folder in which nothing failed.
struct Report {
    runs: usize,
    /// The cases with lone surrogates, which UTF-8 cannot carry.
    skipped: usize,
}

/// Runs every file of a folder, and panics if a case fails that is not listed as a slip, or if a slip is listed
/// that is none.
fn run_folder(folder: &Path, edition: Edition, slips: &[Slip]) -> Report {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the suite can be read")
        .map(|entry| entry.expect("the suite can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .collect();
    files.sort();
    let (mut runs, mut skipped, mut failures) = (0, 0, Vec::new());
    let mut unused: Vec<&Slip> = slips.iter().collect();
    for file in files {
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let content: Value = serde_json::from_slice(&fs::read(&file).expect("the file can be read"))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        // `xmlViolationTests` instead: what an XML serialiser is to make of HTML, not what HTML is.
        if content.get("xmlViolationTests").is_some() {
            continue;
        }
        for test in content["tests"].as_array().unwrap_or_else(|| panic!("{name}: no tests")) {
            let is_of_this_case = |slip: &Slip| {
                slip.file == name && slip.description == test["description"] && slip.input == test["input"]
            };
            let slip = unused.iter().position(|slip| is_of_this_case(slip)).map(|index| unused.remove(index));
            match run(test, edition, slip) {
                None => skipped += 1,
                Some(outcomes) => {
                    runs += outcomes.len();
                    failures.extend(outcomes.into_iter().flatten().map(|what| format!("{name}: {what}")));
                }
            }
        }
    }
    failures.extend(unused.iter().map(|slip| {
        let Slip { file, description, input, .. } = slip;
        format!("{file}: {description} ({input:?}) is listed as a slip, but there is no such case")
    }));
    println!(
        "{edition:?}: {runs} runs, {skipped} cases with lone surrogates skipped, {} slips, {} failures",
        slips.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Report { runs, skipped }
}

/// One outcome for each initial state: what is wrong, or `None`. No outcomes at all for an input that has a
/// lone surrogate. A slip's errors are what is wanted instead of the suite's.
fn run(test: &Value, edition: Edition, slip: Option<&Slip>) -> Option<Vec<Option<String>>> {
    let escaped = test["doubleEscaped"] == true;
    let unescape = |text: &str| if escaped { unescape(text) } else { Some(text.to_owned()) };
    let input = unescape(test["input"].as_str().expect("an input"))?;
    let expected =
        strings(&test["output"], &|text| unescape(text).expect("a lone surrogate only in the input"));
    let of_the_suite: Vec<Value> = test["errors"].as_array().cloned().unwrap_or_default();
    let expected_errors = match slip {
        None => of_the_suite,
        Some(slip) => {
            let error = |(code, column): &_| json!({ "code": code, "line": 1, "col": column });
            let errors: Vec<Value> = slip.errors.iter().map(error).collect();
            assert_ne!(errors, of_the_suite, "{} is no slip any more ({})", slip.description, slip.why);
            errors
        }
    };
    let states = match &test["initialStates"] {
        Value::Null => vec![TextState::Data],
        names => names.as_array().expect("a list of states").iter().map(state).collect(),
    };
    let outcome = |initial_state: TextState| {
        let last_start_tag = test["lastStartTag"].as_str().map(str::to_owned);
        let context = Context::None;
        let options = Options { edition, initial_state, last_start_tag, context, ..Options::default() };
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
            EventKind::ProcessingInstruction { target, data } => {
                tokens.push(json!(["ProcessingInstruction", target, data]));
            }
            EventKind::Error(code) => {
                let (line, column) = line_and_column(input, event.span.start);
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
