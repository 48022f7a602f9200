//! Diagnostics in SARIF 2.1.0, the format of static analysis results.

use std::path::Path;

use serde_json::{Value, json};
use tagspan_check::{Diagnostic, Edit, Explanation, Place};
use tagspan_extract::Url;

use super::excerpt::Excerpt;
use super::print::{Outcome, Print, Shown, message};
use super::window::Window;
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
            Source::Remote(remote) => json!({"uri": uri(remote.path())}),
        };
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, window: &Window, is_denied: bool) -> Shown {
        let code = diagnostic.code();
        let place = diagnostic.place();
        let mut result = json!({
            "ruleId": code.as_str(),
            "ruleIndex": code.index(),
            "level": if is_denied { "error" } else { "warning" },
            "message": {"text": message(diagnostic)},
            "locations": [self.place(place)],
        });
        if let Some(excerpt) = Excerpt::of(window, place.text) {
            // "text" would be the line as it is, which may be the whole input.
            result["locations"][0]["physicalLocation"]["contextRegion"] =
                json!({"startLine": place.start.line(), "snippet": {"rendered": {"text": excerpt.line}}});
        }
        let related = diagnostic.related().iter().map(|related| {
            let mut place = self.place(related.place());
            place["message"] = json!({"text": related.label()});
            place
        });
        let related: Vec<_> = related.collect();
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if let Some(fix) = diagnostic.fix() {
            let replacements: Vec<_> = fix.edits().iter().map(replacement).collect();
            result["fixes"] = json!([{
                "description": {"text": fix.title()},
                "artifactChanges": [{"artifactLocation": self.location, "replacements": replacements}],
            }]);
        }
        Shown::Part(result)
    }

    fn end(&mut self, outcome: &Outcome) -> String {
        let rule = |one: &Explanation| {
            json!({
                "id": one.code().as_str(),
                "shortDescription": {"text": one.fault()},
                "fullDescription": {"text": one.effect()},
                "helpUri": one.address(),
            })
        };
        let rules: Vec<_> = Explanation::ALL.iter().map(rule).collect();
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

impl Sarif {
    fn place(&self, place: Place) -> Value {
        json!({"physicalLocation": {"artifactLocation": self.location, "region": region(place)}})
    }
}

/// All of the bytes: without its end, a region would be the rest of the line.
fn region(place: Place) -> Value {
    json!({
        "startLine": place.start.line(),
        "startColumn": place.start.column(),
        "endLine": place.end.line(),
        "endColumn": place.end.column(),
        "byteOffset": place.source.start,
        "byteLength": place.source.end - place.source.start,
    })
}

fn replacement(edit: &Edit) -> Value {
    match (region(edit.place()), edit.text()) {
        (region, "") => json!({"deletedRegion": region}),
        (region, text) => json!({"deletedRegion": region, "insertedContent": {"text": text}}),
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
