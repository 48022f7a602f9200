//! Every kernel against its scalar oracle: all bytes, all places, all tails, up to an unreadable page (I6).

use std::ops::Range;

use super::Special::{self, Name, Raw, References};
use super::{find_byte, plain, scalar, search};
use crate::block::{Native, Search, Swar};

const SPECIALS: [Special; 3] = [Raw, References, Name];

/// The bytes to search for in text, in attribute values, and where there are no references.
const NEEDLES: [[u8; 3]; 3] = [*b"\r&\r", *b"\r&\0", *b"\r\r\0"];

/// Bytes that begin or end a range of a kernel's set, and their neighbours.
const BYTES: &[u8] = b"\0\x01\x0C\r\x0E%&'@AZ[`az{\x7F\x80\x81\xC3\xFF";

fn plain_equals_oracle(within: &[u8], part: Range<usize>) {
    for special in SPECIALS {
        let expected = scalar::plain(within, part.clone(), special);
        assert_eq!(plain(within, part.clone(), special), expected, "{part:?} {}", within.escape_ascii());
        let native = search::plain::<Native>(within, part.clone(), special, |long| long.run::<Native>());
        let swar = search::plain::<Swar>(within, part.clone(), special, |long| long.run::<Swar>());
        assert_eq!([native, swar], [expected; 2], "{part:?} {}", within.escape_ascii());
    }
}

fn near_equals_oracle(bytes: &[u8]) {
    for needles in NEEDLES {
        for start in 0..=bytes.len() {
            let expected = bytes[start..]
                .iter()
                .position(|byte| needles.contains(byte))
                .map_or(bytes.len(), |at| start + at);
            assert_eq!(find_byte(bytes, start, needles), expected, "{start} {}", bytes.escape_ascii());
            assert_eq!(
                search::find_byte::<Swar>(bytes, start, needles),
                expected,
                "{start} {}",
                bytes.escape_ascii()
            );
        }
    }
}

/// The oracle itself, by the words of what it answers.
#[test]
fn the_oracle_is_right() {
    for byte in 0..=u8::MAX {
        for special in SPECIALS {
            let stands_for_itself = byte < 0x80
                && byte != 0
                && byte != b'\r'
                && !(special == References && byte == b'&')
                && !(special == Name && byte.is_ascii_uppercase());
            let input = [b'x', byte];
            let found = scalar::plain(&input, 0..2, special);
            assert_eq!(found.is_ok(), stands_for_itself, "{byte} {special:?}");
            assert_eq!(found.err(), (!stands_for_itself).then_some(1), "{byte} {special:?}");
        }
    }
}

/// Among letters, which stand above the capitals, and digits, which stand below.
#[test]
fn every_byte_at_every_place_of_every_length() {
    for (length, other) in (0..=70).flat_map(|length| [(length, b'a'), (length, b'0')]) {
        let mut input = vec![other; length];
        plain_equals_oracle(&input, 0..length);
        near_equals_oracle(&input);
        for place in 0..length {
            for byte in 0..=u8::MAX {
                input[place] = byte;
                plain_equals_oracle(&input, 0..length);
            }
            for &byte in b"\r&\0" {
                input[place] = byte;
                near_equals_oracle(&input[..length]);
            }
            input[place] = other;
        }
    }
}

/// At every alignment, and whatever is around the part: it must not count.
#[test]
fn what_is_around_a_part_does_not_count() {
    for around in [0, 1, 7, 15, 16, 17, 40] {
        for outside in [b'a', b'&', 0xFF] {
            for length in (0..=36).chain([63, 64, 65]) {
                for start in 0..16 {
                    let mut within = vec![outside; start + length + around];
                    let part = start..start + length;
                    within[part.clone()].fill(b'a');
                    plain_equals_oracle(&within, part.clone());
                    for place in [0, length / 2, length.saturating_sub(1)] {
                        for &byte in BYTES {
                            if place < length {
                                within[start + place] = byte;
                                // A later one too: the first counts.
                                within[start + length - 1] = byte;
                                plain_equals_oracle(&within, part.clone());
                            }
                        }
                        within[part.clone()].fill(b'a');
                    }
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "out of range")]
fn a_part_that_is_not_within_panics() {
    let _ = plain(b"four", 2..5, Raw);
}

#[test]
fn long_runs_go_on() {
    for length in [16, 63, 64, 65, 80, 200, 10_000] {
        let mut input = vec![b'a'; length];
        assert_eq!(find_byte(&input, 0, NEEDLES[0]), length);
        input.push(b'&');
        assert_eq!(find_byte(&input, 0, NEEDLES[0]), length);
        plain_equals_oracle(&input, 0..length);
        plain_equals_oracle(&input, 0..length + 1);
    }
}

/// A kernel that reads one byte beyond its input does not survive this.
#[test]
#[cfg(all(unix, not(miri)))]
fn nothing_beyond_the_end_is_read() {
    let mut page = super::guarded::Guarded::new();
    for length in 0..=70 {
        for byte in [b'a', b'&', 0x80] {
            let bytes = page.last_mut(length);
            bytes.fill(b'a');
            if let Some(last) = bytes.last_mut() {
                *last = byte;
            }
            plain_equals_oracle(bytes, 0..length);
            plain_equals_oracle(bytes, length / 2..length);
            near_equals_oracle(bytes);
        }
    }
}
