//! Corrupted checkpoints: written ones with changed values, which are refused or work like any other.

use serde_json::{Value, json};
use tagspan::{Checkpoint, Tokenizer};

use crate::checkpoints::{OTHERWISE, described};
use crate::trace::ensure;

/// The length to which a repeated value may grow: changes are made one on another, and each repetition multiplies.
const LONGEST: usize = 600;

/// The replacement of a value.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => {
            let registers = |start: u32| json!([start, start]);
            vec![
                json!(0),
                json!(69),
                json!([1, 2]),
                registers(0),
                registers(4),
                registers(u32::MAX),
                json!({"return_state": 1, "ampersand": 1, "code": 65, "name": "", "stopped": false}),
                json!({"return_state": 36, "ampersand": 9, "code": 0, "name": "no", "stopped": true}),
                json!({"end_tag": true, "self_closing": true, "name_end": 3, "attribute_start": 3,
                       "attributes": [[3, 4, 5, 6, 1]], "attribute_phase": 0, "is_truncated": true, "drops_attributes": false, "truncated_values": []}),
                json!({"state": 45, "over_limit": 1, "truncates_value": false, "missing_bytes": 1, "name": "", "keyword": 0, "matched": 0,
                       "reference": null, "tag": null, "comment": [4, 4], "target_end": 0, "doctype": null}),
                json!({"state": 40, "over_limit": 2, "truncates_value": false, "missing_bytes": 0, "name": "<a", "keyword": 0, "matched": 0,
                       "reference": null, "comment": null, "target_end": 0, "doctype": null,
                       "tag": {"end_tag": false, "self_closing": false, "name_end": 0, "attribute_start": 0,
                               "attributes": [], "attribute_phase": 0, "is_truncated": false, "drops_attributes": false, "truncated_values": []}}),
                json!({"name": [9, 10], "public_id": null, "system_id": [1, 1], "force_quirks": false}),
                json!({"at": 0, "codes": ["eof-in-tag"], "checked": 3}),
                json!({"elements": [[6, "svg", 0]], "fixed": false, "overflow": 1, "ambiguity": 1, "frames": 0, "drops_newline": true}),
                json!({"namespace": 1, "name": "svg", "integration_point": true}),
            ]
        }
        Value::Bool(on) => vec![json!(!on), json!(1)],
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let near = [number.wrapping_sub(1), number.wrapping_add(1), number / 2, number.wrapping_mul(2)];
            let small = (0..90).chain([255]);
            let large = [1 << 8, 1 << 16, u64::from(u32::MAX) - 1, u64::from(u32::MAX), 1 << 63, u64::MAX];
            let numbers = near.into_iter().chain(small).chain(large).filter(|other| *other != number);
            numbers.map(Value::from).chain([json!(-1), json!("1")]).collect()
        }
        Value::String(text) => {
            let mut cut: Vec<char> = text.chars().collect();
            cut.pop();
            let shorter: String = cut.iter().collect();
            let behind: String = text.chars().skip(1).collect();
            [
                "", "<", "</", "&", "&#x1F", "]", "<!", "<!doc", "<a b=\"c", "script", "\u{FF}", "\u{100}",
                "\0", "\r", "\u{C3}",
            ]
            .map(str::to_owned)
            .into_iter()
            .chain([
                shorter,
                behind,
                text.to_uppercase(),
                text.chars().cycle().take((text.chars().count() * 2).min(LONGEST)).collect(),
                format!("{text}&"),
                format!("{text}\n"),
            ])
            .chain(
                ["Ready", "Reading", "Ended", "Full", "Failed", "Open", "Complete", "Truncated"]
                    .map(str::to_owned),
            )
            .chain([format!("<{text}"), "n".repeat(272), "n".repeat(300)])
            .filter(|other| other != text)
            .map(Value::from)
            .collect()
        }
        Value::Array(items) => {
            let mut others = vec![json!([]), Value::Null];
            if let Some(last) = items.last() {
                others.push(Value::from(&items[..items.len() - 1]));
                others.push(Value::from([&items[..], std::slice::from_ref(last)].concat()));
                others.push(items.iter().rev().cloned().collect());
                others.push(Value::Array(
                    items.iter().cycle().take((items.len() * 300).min(LONGEST)).cloned().collect(),
                ));
            } else {
                others.extend([json!([[6, "svg", 0]]), json!([[0, "template", 0]])]);
            }
            others
        }
        Value::Object(fields) => {
            let without = |name: &String| {
                let mut fields = fields.clone();
                fields.remove(name);
                Value::Object(fields)
            };
            let more = [("more".to_owned(), json!(0))].into_iter().chain(fields.clone()).collect();
            fields.keys().map(without).chain([Value::Null, json!({}), Value::Object(more)]).collect()
        }
    }
}

/// The paths of all values, as JSON pointers.
fn paths(value: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, paths: &mut Vec<String>) {
        paths.push(at.to_owned());
        match value {
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(index, item)| walk(item, &format!("{at}/{index}"), paths));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(name, field)| walk(field, &format!("{at}/{name}"), paths));
            }
            _ => {}
        }
    }
    let mut paths_found = Vec::new();
    walk(value, "", &mut paths_found);
    paths_found
}

/// The results of corruption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many were refused.
    pub refused: usize,
    /// How many were read, and then continued.
    pub read: usize,
}

/// Puts something else in the place of each value of the scanner in turn, and tries what comes of it. The tests of `tagspan` do
/// it with those of the decoder, which differ by features.
///
/// # Errors
///
/// The fault of a tokenizer that continued from the checkpoint that was read.
pub fn each_value(checkpoint: &Checkpoint) -> Result<Figures, String> {
    let written = serde_json::to_value(checkpoint).map_err(|error| error.to_string())?;
    let mut figures = Figures::default();
    for path in paths(&written).into_iter().filter(|path| path.starts_with("/scanner")) {
        let value = written.pointer(&path).ok_or("the path leads nowhere")?;
        for other in others(value) {
            let mut corrupted = written.clone();
            *corrupted.pointer_mut(&path).ok_or("the path leads nowhere")? = other;
            figures.add(try_corrupted(&corrupted, figures.read)?);
        }
    }
    Ok(figures)
}

/// Puts something else in the place of some values, as the bytes say.
///
/// # Errors
///
/// As [`each_value`].
pub fn some_values(checkpoint: &Checkpoint, bytes: &[u8]) -> Result<Figures, String> {
    let mut corrupted = serde_json::to_value(checkpoint).map_err(|error| error.to_string())?;
    let mut figures = Figures::default();
    for choice in bytes.chunks_exact(3) {
        let paths = paths(&corrupted);
        let path = &paths[usize::from(choice[0]) % paths.len()];
        let Some(value) = corrupted.pointer_mut(path) else { continue };
        let others = others(value);
        let index = usize::from(u16::from_le_bytes([choice[1], choice[2]])) % others.len();
        *value = others[index].clone();
        figures.add(try_corrupted(&corrupted, figures.read)?);
    }
    Ok(figures)
}

impl Figures {
    /// One more.
    fn add(&mut self, read: bool) {
        if read { self.read += 1 } else { self.refused += 1 }
    }

    /// Both together.
    pub fn and(self, other: Figures) -> Figures {
        Figures { refused: self.refused + other.refused, read: self.read + other.read }
    }
}

/// Reads it, and continues with some of what may follow, other things each turn. Whether it was read.
fn try_corrupted(corrupted: &Value, turn: usize) -> Result<bool, String> {
    let Ok(read) = serde_json::from_value::<Checkpoint>(corrupted.clone()) else { return Ok(false) };
    let wrong = |wrong: String| format!("{wrong}\nof {corrupted}");
    let again = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    let same: Checkpoint = serde_json::from_value(again).map_err(|error| wrong(error.to_string()))?;
    ensure!(same == read, "{}", wrong(format!("it was written as {same:?}")));
    for (index, rest) in OTHERWISE.into_iter().enumerate().skip(turn % 5).step_by(5) {
        let size = if (index + turn).is_multiple_of(2) { usize::MAX } else { 1 };
        described(read.clone(), rest, size).map_err(wrong)?;
    }
    let mut tokenizer = Tokenizer::from_checkpoint(read);
    tokenizer.shrink_to_fit();
    tokenizer.reset();
    tokenizer.feed_last(b"<p a=b>c</p>").for_each(|_| {}).map_err(|failure| failure.to_string()).or_else(
        |failure| {
            // The limit may be corrupted, too.
            if failure.contains("raise this limit") { Ok(()) } else { Err(wrong(failure)) }
        },
    )?;
    Ok(true)
}
