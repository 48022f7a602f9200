//! The short names, found by comparing one word: nearly all references of real pages.
//!
//! A step in the map costs as much as this does for the whole name. The table is made from the same list, when
//! this crate is compiled; what is not in it is the map's, and a test asks both for every name.

use std::ops::RangeInclusive;

/// The list that the map is made of.
const LIST: &[u8] = include_bytes!("../data/entities.txt");

/// Almost three times as many as there are names: most are found in the slot of their hash.
const SLOTS: usize = 4096;

/// Names of at most eight bytes, with or without a `;`, that stand for one character of the Basic Multilingual Plane.
/// All names without a `;` are among them.
struct Table {
    /// A name in the order of memory, filled up with zeros; 0 is a free slot.
    names: [u64; SLOTS],
    characters: [u16; SLOTS],
}

static TABLE: Table = table();

const fn slot(name: u64) -> usize {
    // Some odd number without a pattern; the highest bits of the product depend on all of the name.
    (name.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.ilog2())) as usize
}

/// Reads the list: a name, a tab, one or two code points, each line.
const fn table() -> Table {
    let mut table = Table { names: [0; SLOTS], characters: [0; SLOTS] };
    let mut at = 0;
    while at < LIST.len() {
        let mut name = 0;
        let mut length = 0;
        while LIST[at] != b'\t' && LIST[at] != b'\n' {
            if length < 8 {
                name |= (LIST[at] as u64) << (8 * length);
            }
            length += 1;
            at += 1;
        }
        let short = length <= 8 && LIST[at] == b'\t';
        let code_points = at + 1;
        while LIST[at] != b'\n' {
            at += 1;
        }
        // `U+` and four digits.
        if short && at == code_points + 6 {
            table.insert(name, hexadecimal(LIST, code_points + 2));
        }
        at += 1;
    }
    table
}

const fn hexadecimal(text: &[u8], start: usize) -> u16 {
    let mut value = 0;
    let mut at = start;
    while at < start + 4 {
        let Some(digit) = (text[at] as char).to_digit(16) else { panic!("a digit") };
        value = value << 4 | digit as u16;
        at += 1;
    }
    value
}

impl Table {
    const fn insert(&mut self, name: u64, character: u16) {
        let mut slot = slot(name);
        while self.names[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.names[slot] = name;
        self.characters[slot] = character;
    }

    #[inline]
    fn get(&self, name: u64) -> Option<char> {
        let mut slot = slot(name);
        loop {
            match self.names[slot] {
                found if found == name => return char::from_u32(u32::from(self.characters[slot])),
                0 => return None,
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

/// The length and the character of the name with a `;` that `bytes` starts with, if it is in the table.
///
/// After its `;` no longer name can be meant.
#[inline]
pub(crate) fn common(bytes: &[u8]) -> Option<(u8, char)> {
    const SEMICOLONS: u64 = u64::from_le_bytes([b';'; 8]);
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let word = word(bytes);
    let semicolons = word ^ SEMICOLONS;
    // The lowest bit is that of the first zero byte; there may be wrong ones above it.
    let semicolons = semicolons.wrapping_sub(ONES) & !semicolons & ONES << 7;
    if semicolons == 0 {
        return None;
    }
    let bits = semicolons.trailing_zeros() + 1;
    let character = TABLE.get(word & u64::MAX >> (u64::BITS - bits))?;
    Some(((bits / 8) as u8, character))
}

/// The lengths of the names without a `;`.
const UNTERMINATED: RangeInclusive<usize> = 2..=6;

/// The same for the longest name without a `;`, if `bytes` are all of the input and surely do not start with a name
/// that has one; otherwise an error, and it is for the map to say.
#[inline]
pub(crate) fn unterminated(bytes: &[u8]) -> Result<Option<(u8, char)>, Unsure> {
    let letters = bytes.iter().take(8).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if letters == 8 || bytes.get(letters) == Some(&b';') {
        return Err(Unsure);
    }
    let word = word(bytes);
    let longest = letters.min(*UNTERMINATED.end());
    let find = |length: usize| {
        let character = TABLE.get(word & u64::MAX >> (u64::BITS as usize - 8 * length))?;
        Some((length as u8, character))
    };
    Ok((*UNTERMINATED.start()..=longest).rev().find_map(find))
}

/// More than the table is needed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unsure;

/// The first eight bytes in the order of memory, filled up with zeros.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    if let Some(&first) = bytes.first_chunk() {
        return u64::from_le_bytes(first);
    }
    if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // Where they overlap they are the same.
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (bytes.len() - 4));
        return u64::from(u32::from_le_bytes(first)) | last;
    }
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::{Match, Matcher, lookup};

    fn names() -> impl Iterator<Item = &'static str> + Clone {
        let lines = std::str::from_utf8(LIST).expect("ASCII").lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once('\t')).map(|(name, _)| name)
    }

    /// Byte by byte the matcher never asks the table.
    fn longest(bytes: &[u8]) -> Option<Match> {
        let mut matcher = Matcher::new();
        bytes.iter().all(|&byte| matcher.push(byte));
        matcher.longest()
    }

    #[test]
    fn what_is_in_the_table_is_in_the_map() {
        let (mut found, mut found_unterminated) = (0, 0);
        for name in names() {
            let alone = common(name.as_bytes());
            for rest in ["", "x", ";", "&amp;", "=", " and more"] {
                let input = format!("{name}{rest}");
                let bytes = input.as_bytes();
                assert!(alone.is_none() || common(bytes) == alone, "{input}");
                if let Some((length, character)) = common(bytes) {
                    let named = lookup(&bytes[..usize::from(length)]);
                    assert_eq!(named, Some((character, None)), "{input}");
                    found += usize::from(rest.is_empty());
                }
                if let Ok(shortcut) = unterminated(bytes) {
                    let expected = longest(bytes).map(|name| {
                        assert!(!name.terminated && name.characters.second().is_none(), "{input}");
                        (name.len as u8, name.characters.first())
                    });
                    assert_eq!(shortcut, expected, "{input}");
                    let whole = shortcut.is_some_and(|(length, _)| usize::from(length) == input.len());
                    found_unterminated += usize::from(whole && rest.is_empty());
                }
            }
        }
        // Of 1,619 short names with a `;`, 61 stand for two characters, and 133 for one beyond the Basic
        // Multilingual Plane.
        assert_eq!((found, found_unterminated), (1_425, 106));
        assert_eq!(TABLE.names.iter().filter(|name| **name != 0).count(), 1_425 + 106);
        let unterminated = names().filter(|name| !name.ends_with(';')).map(str::len);
        assert!(unterminated.clone().all(|length| UNTERMINATED.contains(&length)));
        assert_eq!(unterminated.count(), 106);
    }

    #[test]
    fn what_is_not_in_the_table_is_not_found() {
        let inputs = [
            "",
            ";",
            "a",
            "amp",
            "AmP;",
            "amp ;",
            "thetasym;",
            "NotEqualTilde;",
            "nGt;",
            "Afr;",
            "\0;",
            "\0\0",
            "ampé;",
        ];
        for input in inputs {
            assert_eq!(common(input.as_bytes()), None, "{input}");
        }
        let table = [
            ("", Ok(None)),
            ("=", Ok(None)),
            ("b=1", Ok(None)),
            ("notin", Ok(Some((3, '¬')))),
            ("frac123", Ok(Some((6, '½')))),
            ("AMP\0", Ok(Some((3, '&')))),
            ("frac1234", Err(Unsure)),
            ("notin;", Err(Unsure)),
            ("no;", Err(Unsure)),
            ("no;t", Err(Unsure)),
        ];
        for (input, expected) in table {
            assert_eq!(unterminated(input.as_bytes()), expected, "{input}");
        }
    }
}
