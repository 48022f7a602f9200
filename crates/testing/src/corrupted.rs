//! Corrupted checkpoints: written ones with changed values, which are refused or work like any other.

use serde_json::{Value, json};
use tagspan::{Checkpoint, Tokenizer};

use crate::checkpoints::{OTHERWISE, described};
use crate::trace::ensure;

/// The length to which a repeated value may grow: changes are made one on another, and each repetition multiplies.
const LONGEST: usize = 600;

/// The states of the machine: each is replaced by each other.
const STATES: &str = "Data Rcdata Rawtext ScriptData Plaintext TagOpen EndTagOpen TagName RcdataLessThanSign RcdataEndTagOpen \
    RcdataEndTagName RawtextLessThanSign RawtextEndTagOpen RawtextEndTagName ScriptDataLessThanSign \
    ScriptDataEndTagOpen ScriptDataEndTagName ScriptDataEscapeStart ScriptDataEscapeStartDash ScriptDataEscaped \
    ScriptDataEscapedDash ScriptDataEscapedDashDash ScriptDataEscapedLessThanSign ScriptDataEscapedEndTagOpen \
    ScriptDataEscapedEndTagName ScriptDataDoubleEscapeStart ScriptDataDoubleEscaped ScriptDataDoubleEscapedDash \
    ScriptDataDoubleEscapedDashDash ScriptDataDoubleEscapedLessThanSign ScriptDataDoubleEscapeEnd \
    BeforeAttributeName AttributeName AfterAttributeName BeforeAttributeValue AttributeValueDoubleQuoted \
    AttributeValueSingleQuoted AttributeValueUnquoted AfterAttributeValueQuoted SelfClosingStartTag BogusComment \
    MarkupDeclarationOpen CommentStart CommentStartDash Comment CommentLessThanSign CommentLessThanSignBang \
    CommentLessThanSignBangDash CommentLessThanSignBangDashDash CommentEndDash CommentEnd CommentEndBang Doctype \
    BeforeDoctypeName DoctypeName AfterDoctypeName AfterDoctypePublicKeyword BeforeDoctypePublicIdentifier \
    DoctypePublicIdentifierDoubleQuoted DoctypePublicIdentifierSingleQuoted AfterDoctypePublicIdentifier \
    BetweenDoctypePublicAndSystemIdentifiers AfterDoctypeSystemKeyword BeforeDoctypeSystemIdentifier \
    DoctypeSystemIdentifierDoubleQuoted DoctypeSystemIdentifierSingleQuoted AfterDoctypeSystemIdentifier \
    BogusDoctype CdataSection CdataSectionBracket CdataSectionEnd CharacterReference NamedCharacterReference \
    AmbiguousAmpersand NumericCharacterReference HexadecimalCharacterReferenceStart DecimalCharacterReferenceStart \
    HexadecimalCharacterReference DecimalCharacterReference NumericCharacterReferenceEnd ProcessingInstructionOpen \
    ProcessingInstructionTarget AfterProcessingInstructionTarget ProcessingInstructionData \
    ProcessingInstructionQuestionMark";

/// Values of the other enumerations.
const VALUES: &str = "Open Complete Truncated Full Html UndecidedTemplate Columns Svg SvgPoint MathMl AnnotationXml Possible \
    Ignored Inside Nothing Value ValueEnd Public System Doctype No Truncating None Forever html svg math fail truncate \
    skip simulated names none no-value unquoted single double tag attribute-value comment doctype document \
    processing-instruction character-reference open-elements rcdata plaintext cdata-section eof-in-tag";

/// The replacement of a value.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => {
            let tag = |attributes: Value| json!({"name_end": 0, "attributes": attributes, "is_truncated": false, "truncated_values": []});
            let over_limit = |state: &str, over: Value, skipped_tag: &str, construct: Value, tag: Value| {
                json!({"state": state, "over": over, "truncates_value": false, "missing_bytes": 1, "skipped_tag": skipped_tag,
                       "keyword": null, "reference": null, "construct": construct, "tag": tag})
            };
            let doctype =
                json!({"name": [9, 10], "public_id": null, "system_id": [10, 10], "force_quirks": false});
            vec![
                json!(0),
                json!(69),
                json!("AmbiguousAmpersand"),
                json!([1, 2]),
                json!([0, 0]),
                json!([4, 4]),
                json!([u32::MAX, u32::MAX]),
                json!({"return_state": "Data", "ampersand": 1, "code": 65, "name": "", "stopped": false}),
                json!({"return_state": "AttributeValueDoubleQuoted", "ampersand": 9, "code": 0, "name": "no", "stopped": true}),
                json!({"word": "Public", "matched": 2}),
                json!({"word": "CdataOpen", "matched": 9}),
                json!({"Tag": {"start": 3, "phase": "ValueEnd"}}),
                json!({"Comment": [4, 4]}),
                json!({"Doctype": doctype}),
                json!({"ProcessingInstruction": {"target": [2, 3], "data": [3, 3]}}),
                tag(json!([])),
                tag(json!([{"name": [3, 4], "value": [5, 6], "quote": "unquoted"}])),
                over_limit("Comment", json!("Truncating"), "", json!({"Comment": [4, 4]}), Value::Null),
                over_limit("BogusDoctype", json!("Truncating"), "", json!({"Doctype": doctype}), Value::Null),
                over_limit(
                    "SelfClosingStartTag",
                    json!({"Skipping": "tag"}),
                    "<a",
                    Value::Null,
                    tag(json!([])),
                ),
                over_limit("BogusDoctype", json!({"Skipping": "doctype"}), "", Value::Null, Value::Null),
                json!({"at": 0, "codes": ["eof-in-tag"], "checked": 3}),
                json!({"elements": [["Svg", "svg", 3]], "fixed": false, "overflow": 1, "ambiguity": {"UntilBreakout": "svg"}, "frames": "Possible", "drops_newline": true}),
                json!({"namespace": "svg", "name": "svg", "integration_point": true}),
            ]
        }
        Value::Bool(on) => vec![json!(!on), json!(1)],
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let near = [1, 3].map(|by| [number.wrapping_sub(by), number.wrapping_add(by)]);
            let near = near.into_iter().flatten().chain([number / 2, number.wrapping_mul(2)]);
            let small = (0..90).chain([255]);
            let large = [1 << 8, 1 << 16, u64::from(u32::MAX) - 1, u64::from(u32::MAX), 1 << 63, u64::MAX];
            let numbers = near.chain(small).chain(large).filter(|other| *other != number);
            numbers.map(Value::from).chain([json!(-1), json!("1")]).collect()
        }
        Value::String(text) if STATES.split_whitespace().any(|state| state == text) => {
            STATES.split_whitespace().filter(|state| state != text).map(Value::from).collect()
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
            .chain(VALUES.split_whitespace().map(str::to_owned))
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
                others.extend([json!([["Svg", "svg", 3]]), json!([["Html", "template", 8]])]);
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
    for path in paths(&written).into_iter().filter(|path| path.starts_with("/1/scanner")) {
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
    let Ok(mut tokenizer) = Tokenizer::from_checkpoint(read.clone()) else { return Ok(false) };
    let wrong = |wrong: String| format!("{wrong}\nof {corrupted}");
    let again = serde_json::to_value(&read).map_err(|error| error.to_string())?;
    let same: Checkpoint = serde_json::from_value(again).map_err(|error| wrong(error.to_string()))?;
    ensure!(same == read, "{}", wrong(format!("it was written as {same:?}")));
    for (index, rest) in OTHERWISE.into_iter().enumerate().skip(turn % 5).step_by(5) {
        let size = if (index + turn).is_multiple_of(2) { usize::MAX } else { 1 };
        described(read.clone(), rest, size).map_err(wrong)?;
    }
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
