//! The committed vectors, replayed in every chunking.

use std::fs;

use serde_json::Value;
use tagspan_core::{Context, TextMode, Tokenizer, TokenizerBuilder};

use crate::harness::{End, Item, Stream, chunkings, corpora, stream};

/// A case of `corpora/vectors`, which has the description of the format.
pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
    pub(crate) builder: TokenizerBuilder,
    expected: Vec<Expected>,
}

struct Expected {
    item: Item,
    /// The bytes of a token; none for an error.
    raw: Vec<u8>,
    /// Of an error.
    offset: Option<u64>,
}

/// All vectors, in the order of their files.
pub(crate) fn load() -> Vec<Vector> {
    let folder = corpora().join("vectors");
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
    let mut builder = Tokenizer::builder();
    for (key, value) in vector.as_object().expect("an object") {
        builder = match key.as_str() {
            "name" | "input" | "tokens" => builder,
            "mode" => {
                builder.initial_text_mode(text(value).parse::<TextMode>().expect("the name of a text state"))
            }
            "last_start_tag" => builder.last_start_tag(text(value)),
            "cdata" => builder.cdata(value.as_bool().expect("true or false")),
            "processing_instructions" => {
                builder.processing_instructions(value.as_bool().expect("true or false"))
            }
            "scripting" => builder.scripting(value.as_bool().expect("true or false")),
            "context" => builder.context(match text(value) {
                "none" => Context::None,
                "document" => Context::Document,
                other => panic!("{name}: no such context: {other}"),
            }),
            other => panic!("{name}: no such setting: {other}"),
        };
    }
    let input = bytes(&vector["input"]);
    let expected: Vec<Expected> =
        vector["tokens"].as_array().expect("a list").iter().map(|item| expected(&name, item)).collect();
    let raw: Vec<u8> = expected.iter().flat_map(|expected| &expected.raw).copied().collect();
    assert_eq!(raw, input, "{name}: the bytes of the tokens are not the input");
    Vector { name, input, builder, expected }
}

fn expected(name: &str, item: &Value) -> Expected {
    let fields: Vec<&Value> = item.as_array().expect("a list").iter().collect();
    let flag = |rest: &[&Value], flag: &str| match rest {
        [] => false,
        [word] => text(word) == flag || panic!("{name}: {word} is not {flag:?}"),
        _ => panic!("{name}: too many fields in {item}"),
    };
    let optional = |value: &Value| if value.is_null() { None } else { Some(text(value).to_owned()) };
    let pairs = |list: &Value| -> Vec<(String, String)> {
        let pair = |pair: &Value| (text(&pair[0]).to_owned(), text(&pair[1]).to_owned());
        list.as_array().expect("a list of pairs").iter().map(pair).collect()
    };
    let (item, raw) = match (text(fields[0]), &fields[1..]) {
        ("Error", [code, offset]) => {
            let offset = Some(offset.as_u64().expect("a byte offset"));
            return Expected { item: Item::Error(text(code).to_owned()), raw: Vec::new(), offset };
        }
        ("Text", [raw, data]) => (Item::Text(text(data).to_owned()), raw),
        ("Comment", [raw, data]) => (Item::Comment(text(data).to_owned()), raw),
        ("ProcessingInstruction", [raw, target, data]) => {
            (Item::ProcessingInstruction(text(target).to_owned(), text(data).to_owned()), raw)
        }
        ("Dropped", [raw, reason]) => (Item::Dropped(text(reason).to_owned()), raw),
        ("StartTag", [raw, tag, attributes, rest @ ..]) => {
            let (name, attributes) = (text(tag).to_owned(), pairs(attributes));
            (Item::StartTag { name, attributes, self_closing: flag(rest, "self-closing") }, raw)
        }
        ("EndTag", [raw, tag, attributes, rest @ ..]) => {
            let (name, attributes) = (text(tag).to_owned(), pairs(attributes));
            (Item::EndTag { name, attributes, self_closing: flag(rest, "self-closing") }, raw)
        }
        ("Doctype", [raw, doctype, public_id, system_id, rest @ ..]) => {
            let ids = [optional(public_id), optional(system_id)];
            (Item::Doctype { name: optional(doctype), ids, force_quirks: flag(rest, "force-quirks") }, raw)
        }
        _ => panic!("{name}: {item} is not in the format"),
    };
    Expected { item, raw: bytes(raw), offset: None }
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
    /// Whether a run with errors gave what is expected, told with what it gave.
    fn compare(&self, stream: &Stream) -> Result<(), String> {
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

#[test]
fn every_vector_in_every_chunking() {
    let vectors = load();
    assert!(vectors.len() > 400, "only {} vectors", vectors.len());
    let mut failed = Vec::new();
    for vector in &vectors {
        let mut loud = vector.builder.clone().parse_errors(true).build();
        let mut quiet = vector.builder.clone().build();
        let whole = stream(&mut loud, &[&vector.input], End::WithChunk);
        if let Err(error) = vector.compare(&whole) {
            failed.push(format!("{}: {error}", vector.name));
            continue;
        }
        let silent = whole.without_errors();
        for chunks in chunkings(&vector.input) {
            for end in [End::WithChunk, End::Apart] {
                loud.reset();
                quiet.reset();
                let name = &vector.name;
                assert_eq!(stream(&mut loud, &chunks, end), whole, "{name}: {chunks:x?}");
                let got = stream(&mut quiet, &chunks, end);
                assert_eq!(got, silent, "{name}: without errors, {chunks:x?}");
            }
        }
    }
    assert!(failed.is_empty(), "{} of {} fail\n{}", failed.len(), vectors.len(), failed.join("\n"));
}
