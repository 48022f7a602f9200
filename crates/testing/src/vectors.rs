//! The committed vectors of `corpora/vectors`, whose format is described there.

use std::fs;

use serde_json::Value;
use tagspan_core::DropReason;
use tagspan_reference::{
    Attribute, Context, Doctype, ERROR_CODES, Edition, EventKind, Options, Tag, TextState,
};

use crate::corpora;
use crate::trace::{Item, Stream};

/// A vector: an input, the settings, and what comes of it.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The file's name and the vector's.
    pub name: String,
    /// The bytes of the input.
    pub input: Vec<u8>,
    /// The settings.
    pub options: Options,
    expected: Vec<Expected>,
}

#[derive(Clone, Debug)]
struct Expected {
    item: Item,
    /// The bytes of a token; none for an error.
    raw: Vec<u8>,
    /// Of an error.
    offset: Option<u64>,
}

/// All vectors, in the order of their files.
///
/// # Panics
///
/// When a file cannot be read or is not in the format.
pub fn load() -> Vec<Vector> {
    let folder = corpora::folder().join("vectors");
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the vectors are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    let mut vectors = Vec::new();
    for path in paths {
        let file: Value = serde_json::from_slice(&fs::read(&path).expect("the file can be read"))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        for vector in file["vectors"].as_array().expect("a list of vectors") {
            vectors.push(load_one(&name, vector));
        }
    }
    vectors
}

fn load_one(file: &str, vector: &Value) -> Vector {
    let name = format!("{file}: {}", text(&vector["name"]));
    let mut options = Options::default();
    let flag = |value: &Value| value.as_bool().expect("true or false");
    for (key, value) in vector.as_object().expect("an object") {
        match key.as_str() {
            "name" | "input" | "tokens" => {}
            "mode" => {
                let named = |state: &TextState| state.as_str() == text(value);
                options.initial_state =
                    TextState::ALL.into_iter().find(named).expect("the name of a text state");
            }
            "last_start_tag" => options.last_start_tag = Some(text(value).to_owned()),
            "cdata" => options.cdata = flag(value),
            "processing_instructions" => {
                options.edition =
                    if flag(value) { Edition::LivingProcessingInstructions } else { Edition::Living };
            }
            "scripting" => options.scripting = flag(value),
            "context" => {
                options.context = match text(value) {
                    "none" => Context::None,
                    "document" => Context::Document,
                    other => panic!("{name}: no such context: {other}"),
                };
            }
            other => panic!("{name}: no such setting: {other}"),
        }
    }
    let input = bytes(&vector["input"]);
    let expected: Vec<Expected> =
        vector["tokens"].as_array().expect("a list").iter().map(|item| expected(&name, item)).collect();
    let raw: Vec<u8> = expected.iter().flat_map(|expected| &expected.raw).copied().collect();
    assert_eq!(raw, input, "{name}: the bytes of the tokens are not the input");
    Vector { name, input, options, expected }
}

fn expected(name: &str, item: &Value) -> Expected {
    let fields: Vec<&Value> = item.as_array().expect("a list").iter().collect();
    let flag = |rest: &[&Value], flag: &str| match rest {
        [] => false,
        [word] => text(word) == flag || panic!("{name}: {word} is not {flag:?}"),
        _ => panic!("{name}: too many fields in {item}"),
    };
    let optional = |value: &Value| if value.is_null() { None } else { Some(text(value).to_owned()) };
    let tag = |tag: &Value, attributes: &Value, rest: &[&Value]| {
        let attribute =
            |pair: &Value| Attribute { name: text(&pair[0]).to_owned(), value: text(&pair[1]).to_owned() };
        let attributes = attributes.as_array().expect("a list of pairs").iter().map(attribute).collect();
        Tag { name: text(tag).to_owned(), attributes, self_closing: flag(rest, "self-closing") }
    };
    let (kind, raw) = match (text(fields[0]), &fields[1..]) {
        ("Error", [code, offset]) => {
            let code = ERROR_CODES.iter().find(|known| **known == text(code));
            let item = Item::Event(EventKind::Error(code.expect("the code of a parse error")));
            let offset = Some(offset.as_u64().expect("a byte offset"));
            return Expected { item, raw: Vec::new(), offset };
        }
        ("Dropped", [raw, reason]) => {
            let item = Item::Dropped(reason_of(text(reason)));
            return Expected { item, raw: bytes(raw), offset: None };
        }
        ("Text", [raw, data]) => (EventKind::Text(text(data).to_owned()), raw),
        ("Comment", [raw, data]) => (EventKind::Comment(text(data).to_owned()), raw),
        ("ProcessingInstruction", [raw, target, data]) => {
            let (target, data) = (text(target).to_owned(), text(data).to_owned());
            (EventKind::ProcessingInstruction { target, data }, raw)
        }
        ("StartTag", [raw, name, attributes, rest @ ..]) => {
            (EventKind::StartTag(tag(name, attributes, rest)), raw)
        }
        ("EndTag", [raw, name, attributes, rest @ ..]) => {
            (EventKind::EndTag(tag(name, attributes, rest)), raw)
        }
        ("Doctype", [raw, name, public_id, system_id, rest @ ..]) => {
            let [name, public_id, system_id] = [name, public_id, system_id].map(|value| optional(value));
            let force_quirks = flag(rest, "force-quirks");
            (EventKind::Doctype(Doctype { name, public_id, system_id, force_quirks }), raw)
        }
        _ => panic!("{name}: {item} is not in the format"),
    };
    Expected { item: Item::Event(kind), raw: bytes(raw), offset: None }
}

fn reason_of(name: &str) -> DropReason {
    use DropReason::{
        ByteOrderMark, CdataEnd, CdataStart, MissingEndTagName, UnfinishedProcessingInstruction,
        UnfinishedTag,
    };
    [ByteOrderMark, UnfinishedTag, UnfinishedProcessingInstruction, MissingEndTagName, CdataStart, CdataEnd]
        .into_iter()
        .find(|reason| reason.as_str() == name)
        .unwrap_or_else(|| panic!("{name} is no reason to drop bytes"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string"))
}

/// `\xHH` stands for a byte, everything else for its UTF-8.
fn bytes(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text(value);
    while let Some(at) = rest.find("\\x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two hexadecimal digits"));
        rest = &rest[at + 4..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

impl Vector {
    /// Whether a run with errors gave what is expected.
    ///
    /// # Errors
    ///
    /// The expected and the actual result.
    pub fn compare(&self, stream: &Stream) -> Result<(), String> {
        let got = stream.items.iter().map(|placed| (&placed.item, placed.span.start, placed.span.len()));
        let mut at = 0;
        let wanted = self.expected.iter().map(|expected| {
            let start = at;
            at += expected.raw.len() as u64;
            (&expected.item, expected.offset.unwrap_or(start), expected.raw.len() as u64)
        });
        let (got, wanted): (Vec<_>, Vec<_>) = (got.collect(), wanted.collect());
        if got == wanted { Ok(()) } else { Err(format!("wanted {wanted:#?}\ngot {got:#?}")) }
    }
}
