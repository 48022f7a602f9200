//! The slow and literal version of everything, over the plain list of names.

use tagspan_entities::{Decode, Nul, ReferenceError, References};

/// A line of the list.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) characters: String,
}

/// All 2,231 names, in the order of the list.
pub(crate) fn entries() -> Vec<Entry> {
    let lines = include_str!("../../data/entities.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, code_points) = line.split_once('\t').expect("a tab");
            let character = |code_point: &str| {
                let digits = code_point.strip_prefix("U+").expect("U+");
                char::from_u32(u32::from_str_radix(digits, 16).expect("a number")).expect("a character")
            };
            Entry { name, characters: code_points.split(' ').map(character).collect() }
        })
        .collect()
}

/// The longest name at the start of `bytes`, by asking each.
pub(crate) fn longest<'a>(entries: &'a [Entry], bytes: &[u8]) -> Option<&'a Entry> {
    entries
        .iter()
        .filter(|entry| bytes.starts_with(entry.name.as_bytes()))
        .max_by_key(|entry| entry.name.len())
}

/// How many bytes of `bytes` start some name.
pub(crate) fn consumed(entries: &[Entry], bytes: &[u8]) -> usize {
    let common = |entry: &Entry| entry.name.bytes().zip(bytes).take_while(|(a, b)| a == *b).count();
    entries.iter().map(common).max().unwrap_or(0)
}

/// The value of a numeric reference: 13.2.5.80 (12.2.5.80), sentence by sentence.
pub(crate) fn resolve(number: u64) -> (char, Option<ReferenceError>) {
    const TABLE: [(u64, u32); 27] = [
        (0x80, 0x20AC),
        (0x82, 0x201A),
        (0x83, 0x0192),
        (0x84, 0x201E),
        (0x85, 0x2026),
        (0x86, 0x2020),
        (0x87, 0x2021),
        (0x88, 0x02C6),
        (0x89, 0x2030),
        (0x8A, 0x0160),
        (0x8B, 0x2039),
        (0x8C, 0x0152),
        (0x8E, 0x017D),
        (0x91, 0x2018),
        (0x92, 0x2019),
        (0x93, 0x201C),
        (0x94, 0x201D),
        (0x95, 0x2022),
        (0x96, 0x2013),
        (0x97, 0x2014),
        (0x98, 0x02DC),
        (0x99, 0x2122),
        (0x9A, 0x0161),
        (0x9B, 0x203A),
        (0x9C, 0x0153),
        (0x9E, 0x017E),
        (0x9F, 0x0178),
    ];
    if number == 0 {
        return ('\u{FFFD}', Some(ReferenceError::Null));
    }
    if number > 0x10FFFF {
        return ('\u{FFFD}', Some(ReferenceError::OutsideUnicodeRange));
    }
    let number32 = u32::try_from(number).expect("it is a code point");
    let Some(character) = char::from_u32(number32) else {
        return ('\u{FFFD}', Some(ReferenceError::Surrogate));
    };
    if (0xFDD0..=0xFDEF).contains(&number) || number % 0x10000 >= 0xFFFE {
        return (character, Some(ReferenceError::Noncharacter));
    }
    if number == 0x0D || character.is_control() && !character.is_ascii_whitespace() {
        let row = TABLE.iter().find(|row| row.0 == number);
        let character = row.map_or(character, |row| char::from_u32(row.1).expect("a character"));
        return (character, Some(ReferenceError::Control));
    }
    (character, None)
}

/// A string and the errors met on the way.
pub(crate) type Decoded = (String, Vec<(usize, ReferenceError)>);

/// `decode_with`, character by character: first the input stream, then the states of the specification.
pub(crate) fn decode(entries: &[Entry], bytes: &[u8], how: Decode) -> Decoded {
    let characters = input_stream(bytes);
    let peek = |at: usize| characters.get(at).map(|&(_, character)| character);
    let offset = |at: usize| characters.get(at).map_or(bytes.len(), |&(offset, _)| offset);
    let mut text = String::new();
    let mut errors = Vec::new();
    let mut at = 0;
    while let Some(character) = peek(at) {
        at += 1;
        match character {
            '\0' if how.nul == Nul::Replace => text.push('\u{FFFD}'),
            '&' if how.references != References::None => match peek(at) {
                Some(next) if next.is_ascii_alphanumeric() => {
                    let rest: String = characters[at..].iter().map(|&(_, character)| character).collect();
                    let Some(entry) = longest(entries, rest.as_bytes()) else {
                        text.push('&');
                        while let Some(next) = peek(at).filter(char::is_ascii_alphanumeric) {
                            text.push(next);
                            at += 1;
                        }
                        if peek(at) == Some(';') {
                            errors.push((offset(at), ReferenceError::UnknownNamed));
                        }
                        continue;
                    };
                    at += entry.name.len();
                    let next = peek(at);
                    if how.references == References::Attribute
                        && !entry.name.ends_with(';')
                        && next.is_some_and(|next| next == '=' || next.is_ascii_alphanumeric())
                    {
                        text.push('&');
                        text.push_str(entry.name);
                        continue;
                    }
                    if !entry.name.ends_with(';') {
                        errors.push((offset(at), ReferenceError::MissingSemicolon));
                    }
                    text.push_str(&entry.characters);
                }
                Some('#') => {
                    let mut literal = String::from("&#");
                    at += 1;
                    let mut radix = 10;
                    if let Some(x @ ('x' | 'X')) = peek(at) {
                        literal.push(x);
                        at += 1;
                        radix = 16;
                    }
                    let mut number = None;
                    while let Some(digit) = peek(at).and_then(|next| next.to_digit(radix)) {
                        let so_far: u64 = number.unwrap_or(0);
                        number =
                            Some(so_far.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit)));
                        at += 1;
                    }
                    let Some(number) = number else {
                        errors.push((offset(at), ReferenceError::AbsenceOfDigits));
                        text.push_str(&literal);
                        continue;
                    };
                    if peek(at) == Some(';') {
                        at += 1;
                    } else {
                        errors.push((offset(at), ReferenceError::MissingSemicolon));
                    }
                    let (character, error) = resolve(number);
                    errors.extend(error.map(|error| (offset(at), error)));
                    text.push(character);
                }
                _ => text.push('&'),
            },
            _ => text.push(character),
        }
    }
    (text, errors)
}

/// The characters of the input stream with the offsets of their first bytes: ill-formed UTF-8 replaced, newlines
/// normalised.
fn input_stream(bytes: &[u8]) -> Vec<(usize, char)> {
    let mut characters = Vec::new();
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        characters.extend(chunk.valid().char_indices().map(|(at, character)| (offset + at, character)));
        offset += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            characters.push((offset, '\u{FFFD}'));
        }
        offset += chunk.invalid().len();
    }
    let mut normalised: Vec<(usize, char)> = Vec::new();
    let mut after_cr = false;
    for (offset, character) in characters {
        if !(after_cr && character == '\n') {
            normalised.push((offset, if character == '\r' { '\n' } else { character }));
        }
        after_cr = character == '\r';
    }
    normalised
}
