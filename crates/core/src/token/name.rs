//! Comparison and decoding of names: ASCII lower case, U+FFFD for NUL and ill-formed bytes.

pub(crate) use tagspan_entities::tokenizing::decode_name;

use crate::steps::count;

/// Whether `raw` stands for the name `wanted`, in any ASCII case.
#[inline]
pub(crate) fn name_is(raw: &[u8], wanted: &str) -> bool {
    // Nearly all names differ in length. One that decodes to another length holds U+FFFD then.
    if raw.len() != wanted.len() && wanted.is_ascii() {
        return false;
    }
    is_name_of_length(raw, wanted)
}

#[inline(never)]
fn is_name_of_length(raw: &[u8], wanted: &str) -> bool {
    // A NUL in `raw` stands for U+FFFD, so it equals no NUL in `wanted`. Names are short: byte by byte takes least.
    let mut pairs = raw.iter().zip(wanted.as_bytes());
    if raw.len() == wanted.len() && pairs.all(|(byte, other)| *byte != 0 && byte.eq_ignore_ascii_case(other))
    {
        return true;
    }
    !wanted.is_ascii() && wanted.contains('\u{FFFD}') && decode_name(raw).eq_ignore_ascii_case(wanted)
}

/// Whether two names are the same once decoded.
///
/// The time is linear in the shorter one. So comparing a name with a few before it costs no more than its
/// own length, however long those are.
pub(crate) fn names_equal(a: &[u8], b: &[u8]) -> bool {
    // Each character takes one to four bytes.
    let within_reach = a.len() <= 4 * b.len() && b.len() <= 4 * a.len();
    count(if within_reach { a.len() + b.len() } else { 1 });
    a.eq_ignore_ascii_case(b) || (within_reach && decoded_characters(a).eq(decoded_characters(b)))
}

/// The characters of [`decode_name`].
fn decoded_characters(raw: &[u8]) -> impl Iterator<Item = char> {
    raw.utf8_chunks().flat_map(|part| {
        let ill_formed = (!part.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        part.valid().chars().map(decoded_character).chain(ill_formed)
    })
}

fn decoded_character(character: char) -> char {
    if character == '\0' { char::REPLACEMENT_CHARACTER } else { character.to_ascii_lowercase() }
}

/// A name that decodes to as many bytes: ASCII without NUL.
pub(crate) fn is_plain(name: &[u8]) -> bool {
    name.iter().all(|byte| (1..0x80).contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_that_of_decoded_names() {
        let names: &[&[u8]] = &[
            b"",
            b"a",
            b"A",
            b"aB",
            b"Ab",
            b"\0",
            b"\xFF",
            b"\xFE",
            b"\xEF\xBF\xBD",
            b"\xFFa",
            b"\0A",
            b"\xC2",
            b"\xC3\xA9",
            b"\xC3\x89",
            b"\xE2\x84\xAA",
            b"k",
            b"K",
            b"\xE2\x84",
            b"\xE2\x84\x80",
        ];
        for a in names {
            for b in names {
                let (x, y) = (decode_name(a), decode_name(b));
                assert_eq!(names_equal(a, b), x == y, "{a:?} {b:?}");
                assert_eq!(name_is(a, &y), x == y, "{a:?} {y:?}");
                assert_eq!(name_is(a, &y.to_ascii_uppercase()), x == y, "{a:?} {y:?}");
            }
        }
        assert!(!name_is(b"\0", "\0"), "no name holds a NUL");
    }
}
