//! Characters, and their names.

use std::ops::Range;
use std::str;

use tagspan::entities::is_noncharacter;

use super::fault::Culprit;
use crate::host::Host;

/// The bytes of the character at `at`, which may be the end. An ill-formed byte stands for itself.
pub(super) fn at(host: &Host<'_>, at: usize) -> Range<usize> {
    let rest = &host.raw[at..];
    let is_character =
        |length: &usize| rest.get(..*length).is_some_and(|bytes| str::from_utf8(bytes).is_ok());
    let length = (1..=4).find(is_character).unwrap_or(rest.len().min(1));
    at..at + length
}

/// A control character, a noncharacter or a NUL.
pub(super) fn in_input_stream(host: &Host<'_>, at: usize) -> Option<Culprit> {
    let range = self::at(host, at);
    let character = str::from_utf8(&host.raw[range.clone()]).ok()?.chars().next()?;
    Some(Culprit::new(range, format!("this is {}", symbol(character))))
}

/// The name of a character, for a character that is easily overlooked or mistaken for another.
pub(super) fn name(character: char) -> String {
    let name = match character {
        '"' => "a quotation mark",
        '\'' => "an apostrophe",
        '<' => "a less-than sign",
        '=' => "an equals sign",
        '`' => "a grave accent",
        _ => return symbol(character),
    };
    format!("{name} (U+{:04X})", u32::from(character))
}

/// The character and its code point.
pub(super) fn symbol(character: char) -> String {
    let code = u32::from(character);
    if character.is_control() || is_noncharacter(character) {
        format!("U+{code:04X}")
    } else {
        format!("{character} (U+{code:04X})")
    }
}
