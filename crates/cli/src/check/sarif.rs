//! Errors in SARIF 2.1.0, the format of static analysis results.

use std::path::Path;

use serde_json::{Value, json};
use tagspan_extract::Url;

use super::errors::{Errors, Found};
use super::explanations::{EXPLANATIONS, of, section};
use super::print::{Outcome, Print, Shown};
use crate::inputs::Source;

/// One run over all inputs, which is one object.
#[derive(Default)]
pub(super) struct Sarif {
    location: Value,
}

impl Print for Sarif {
    fn begin(&mut self, source: &Source) {
        self.location = match source {
            Source::Stdin => json!({"description": {"text": "standard input"}}),
            Source::Record(_, uri) => json!({"uri": escape(uri.as_bytes(), IN_URIS)}),
            Source::Path(path) | Source::Pipe(path) | Source::Archive(path) => json!({"uri": uri(path)}),
            Source::Part(part) => json!({"uri": uri(part.path())}),
        };
    }

    fn error(&mut self, error: &Found, errors: &Errors, is_denied: bool) -> Shown {
        let explanation = of(error.code);
        // A code has its place among all codes.
        let index = EXPLANATIONS.iter().position(|one| one.code == error.code);
        let (line, column) = (error.place.line(), error.place.column());
        let (shown, marked) = errors.line(error);
        Shown::Part(json!({
            "ruleId": error.code.as_str(),
            "ruleIndex": index,
            "level": if is_denied { "error" } else { "warning" },
            "message": {"text": format!("{}. {}", explanation.wrong, explanation.effect)},
            "locations": [{"physicalLocation": {
                "artifactLocation": self.location,
                "region": {
                    "startLine": line,
                    "startColumn": column,
                    // Without it, the region would be the rest of the line. Behind the last character it is empty.
                    "endColumn": column + u64::from(!marked.is_empty()),
                    "byteOffset": error.source,
                },
                // "text" would be the line as it is, which may be the whole input.
                "contextRegion": {"startLine": line, "snippet": {"rendered": {"text": shown}}},
            }}],
        }))
    }

    fn end(&mut self, outcome: &Outcome) -> String {
        let rules: Vec<_> = EXPLANATIONS
            .iter()
            .map(|one| {
                json!({
                    "id": one.code.as_str(),
                    "shortDescription": {"text": one.wrong},
                    "fullDescription": {"text": one.effect},
                    "helpUri": section(one.code),
                })
            })
            .collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {"name": "tagspan", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": outcome.parts,
            }],
        });
        log.to_string() + "\n"
    }
}

/// A path as a reference of a URI: a relative one is relative to where the command ran.
fn uri(path: &Path) -> String {
    // Absolute paths only.
    Url::from_file_path(path).map(|url| escape(url.as_str().as_bytes(), IN_URIS)).unwrap_or_else(|()| {
        let segments = path.components().map(|part| escape(part.as_os_str().as_encoded_bytes(), IN_SEGMENTS));
        segments.collect::<Vec<_>>().join("/")
    })
}

/// The characters that RFC 3986 never reserves. They are all that is kept of the name of a file.
const IN_SEGMENTS: &[u8] = b"-._~";
/// The characters that a URI may have, with the percent sign of escapes. URLs may have others, such as brackets in paths.
const IN_URIS: &[u8] = b"-._~:/?#@!$&'()*+,;=%";

/// Escapes all bytes but letters, digits, those that are kept, and of these a percent sign that escapes nothing.
fn escape(text: &[u8], kept: &[u8]) -> String {
    let is_escape =
        |at: usize| text.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    let is_kept = |at, byte: u8| {
        byte.is_ascii_alphanumeric() || kept.contains(&byte) && (byte != b'%' || is_escape(at))
    };
    let character = |(at, &byte)| {
        if is_kept(at, byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.iter().enumerate().map(character).collect()
}
