//! The files of the suite's tokenizer tests as cases.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::token::{Place, Token};

/// A file of the suite.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, with [`CHANGED_PREFIX`] if it is a changed one.
    pub name: String,
    /// Its tests.
    pub cases: Vec<Case>,
}

/// One test of the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The description, which need not be unique.
    pub description: String,
    /// The input of the test.
    pub input: Input,
    /// The specification's names of the states to start in.
    pub initial_states: Vec<String>,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// Whether `<?` leads to processing instructions, as in the standard since June 2026.
    pub processing_instructions: bool,
    /// The expected tokens.
    pub tokens: Vec<Token>,
    /// The codes of the expected errors, each with its place.
    pub errors: Vec<(String, Place)>,
}

/// The input of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A string.
    Text(String),
    /// The test has a surrogate without its other half, which UTF-8 cannot carry.
    LoneSurrogate,
}

/// A folder that holds the files which changed when processing instructions came. An ordinary clone has none.
const CHANGED: &str = "tokenizer-2026-10";

/// The prefix of the file names in `CHANGED`, in reports and in the list of deviations.
pub const CHANGED_PREFIX: &str = "2026-10/";

/// Reads every file of the suite's tokenizer tests, in the order of their names; then those that changed when
/// processing instructions came, if they are there.
///
/// # Errors
///
/// A sentence if a file cannot be read or is not in the format, or if there is none.
pub fn load(suite: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = load_folder(&suite.join("tokenizer"), "", false)?;
    if files.is_empty() {
        return Err(format!("{}: no *.test in its folder `tokenizer`", suite.display()).into());
    }
    let changed = suite.join(CHANGED);
    if changed.is_dir() {
        files.extend(load_folder(&changed, CHANGED_PREFIX, true)?);
    }
    Ok(files)
}

fn load_folder(
    folder: &Path,
    prefix: &str,
    processing_instructions: bool,
) -> Result<Vec<File>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "test") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| load_file(path, prefix, processing_instructions)).collect()
}

fn load_file(path: &Path, prefix: &str, processing_instructions: bool) -> Result<File, Box<dyn Error>> {
    let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
    let bad = |what: &str| format!("{name}: {what}");
    let content: Value = serde_json::from_slice(&fs::read(path)?).map_err(|error| bad(&error.to_string()))?;
    let tests = content.get("tests").or_else(|| content.get("xmlViolationTests"));
    let tests = tests.and_then(Value::as_array).ok_or_else(|| bad("no list of tests"))?;
    let mut cases = Vec::with_capacity(tests.len());
    for test in tests {
        let description = test["description"].as_str().unwrap_or("without description");
        cases.push(
            case(test, processing_instructions)
                .ok_or_else(|| bad(&format!("{description:?} is not in the known format")))?,
        );
    }
    Ok(File { name, cases })
}

/// `None` when the test is not in the format that the suite's README describes.
fn case(test: &Value, processing_instructions: bool) -> Option<Case> {
    let escaped = test.get("doubleEscaped").is_some_and(|flag| flag == &Value::Bool(true));
    let unescape = |text: &str| if escaped { unescape(text) } else { Some(Input::Text(text.to_owned())) };
    let input = unescape(test["input"].as_str()?)?;
    // A surrogate may come out only if one goes in, so such a case needs no expectations.
    let string = |value: &Value| match unescape(value.as_str()?)? {
        Input::Text(text) => Some(text),
        Input::LoneSurrogate => Some(String::new()),
    };
    let strings = |list: &Value| -> Option<Vec<String>> { list.as_array()?.iter().map(string).collect() };
    Some(Case {
        description: test["description"].as_str()?.to_owned(),
        initial_states: match test.get("initialStates") {
            None => vec!["Data state".to_owned()],
            Some(states) => strings(states)?,
        },
        last_start_tag: match test.get("lastStartTag") {
            None => None,
            Some(name) => Some(name.as_str()?.to_owned()),
        },
        processing_instructions,
        tokens: test["output"].as_array()?.iter().map(|item| token(item, &string)).collect::<Option<_>>()?,
        errors: match test.get("errors") {
            None => Vec::new(),
            Some(errors) => errors.as_array()?.iter().map(error).collect::<Option<_>>()?,
        },
        input,
    })
}

fn token(item: &Value, string: &impl Fn(&Value) -> Option<String>) -> Option<Token> {
    let optional = |value: &Value| if value.is_null() { Some(None) } else { string(value).map(Some) };
    Some(match item.as_array()?.as_slice() {
        [kind, name, public_id, system_id, correct] if kind == "DOCTYPE" => Token::Doctype {
            name: optional(name)?,
            public_id: optional(public_id)?,
            system_id: optional(system_id)?,
            force_quirks: !correct.as_bool()?,
        },
        [kind, name, attributes, rest @ ..] if kind == "StartTag" => Token::StartTag {
            name: string(name)?,
            attributes: attributes
                .as_object()?
                .iter()
                .map(|(name, value)| Some((string(&Value::from(name.as_str()))?, string(value)?)))
                .collect::<Option<BTreeMap<_, _>>>()?,
            self_closing: match rest {
                [] => false,
                [flag] => flag.as_bool()?,
                _ => return None,
            },
        },
        [kind, name] if kind == "EndTag" => Token::EndTag { name: string(name)? },
        [kind, data] if kind == "Comment" => Token::Comment(string(data)?),
        [kind, target, data] if kind == "ProcessingInstruction" => {
            Token::ProcessingInstruction { target: string(target)?, data: string(data)? }
        }
        [kind, data] if kind == "Character" => Token::Text(string(data)?),
        _ => return None,
    })
}

fn error(error: &Value) -> Option<(String, Place)> {
    let place = Place { line: error["line"].as_u64()?, column: error["col"].as_u64()? };
    Some((error["code"].as_str()?.to_owned(), place))
}

/// Undoes the second escaping of a test: `\uHHHH` stands for a UTF-16 code unit.
fn unescape(text: &str) -> Option<Input> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(rest.get(at + 2..at + 6)?, 16).ok()?);
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    Some(String::from_utf16(&units).map_or(Input::LoneSurrogate, Input::Text))
}

#[cfg(test)]
mod tests {
    use super::{Input, unescape};

    #[test]
    fn the_second_escaping() {
        for (escaped, text) in [
            ("plain", Some("plain")),
            (r"a\u0000b\u000A", Some("a\0b\n")),
            (r"\uD83D\uDE00!", Some("\u{1F600}!")),
            (r"a\uDFFF", None),
            (r"\uD83D", None),
        ] {
            match unescape(escaped) {
                Some(Input::Text(found)) => assert_eq!(Some(&*found), text),
                Some(Input::LoneSurrogate) => assert_eq!(text, None),
                None => panic!("{escaped}"),
            }
        }
        assert!(unescape(r"\u12").is_none());
        assert!(unescape(r"\u12G4").is_none());
    }
}
