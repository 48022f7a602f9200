//! Character references: all of the reference, with what it stands for.

use memchr::memrchr;
use tagspan::ErrorCode;
use tagspan::entities::{Decode, decode};

use super::character::symbol;
use super::fault::Culprit;
use crate::host::Host;

/// The label of a reference of an unknown name.
pub(crate) const UNKNOWN_NAME: &str = "there is no such name, and this is text";
/// The title of the fix for what is no reference.
pub(crate) const ESCAPE: &str = "write &amp; for the &";
/// The text that takes the place of its `&`.
pub(crate) const ESCAPED: &str = "&amp;";

pub(super) fn of(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    use ErrorCode::*;
    let raw = host.raw;
    let start = memrchr(b'&', &raw[..at])?;
    let escape = |culprit: Culprit| culprit.fix(ESCAPE, start..start + 1, ESCAPED);
    // The tokenizer stands behind a number and its semicolon, if there is one.
    let number = start..at;
    Some(match code {
        AbsenceOfDigitsInNumericCharacterReference => {
            escape(Culprit::new(number, "this has no digits, and is text"))
        }
        // It stands at the semicolon.
        UnknownNamedCharacterReference => escape(Culprit::new(start..(at + 1).min(raw.len()), UNKNOWN_NAME)),
        // Other letters may follow, which the author meant to belong to it. They may be in the next token.
        MissingSemicolonAfterCharacterReference => Culprit::new(
            number.clone(),
            format!("only this is read, as {}", decoded(&raw[number])),
        )
        .fix("add the semicolon", at..at, ";"),
        CharacterReferenceOutsideUnicodeRange => {
            Culprit::new(number, "this is above U+10FFFF, and read as U+FFFD")
        }
        NullCharacterReference => Culprit::new(number, "this is U+0000, and read as U+FFFD"),
        SurrogateCharacterReference => Culprit::new(number, "this is a surrogate, and read as U+FFFD"),
        _ => {
            let label = format!("this is read as {}", decoded(&raw[number.clone()]));
            Culprit::new(number, label)
        }
    })
}

/// The characters that a reference stands for.
fn decoded(reference: &[u8]) -> String {
    let names: Vec<String> = decode(reference, Decode::DATA).chars().map(symbol).collect();
    names.join(" and ")
}
