//! All names, split at every byte and followed by everything that matters, against a linear search of the list.

use super::oracle::{self, Entry};
use tagspan_entities::tokenizing::{LONGEST_NAME, Match, Matcher};
use tagspan_entities::{Decode, decode_with, lookup};

/// The bytes that may follow a name; the empty entry is the end of input.
const FOLLOWERS: [&str; 8] = ["", ";", "=", "x", "Z", "7", " ", "&"];

fn expected_match(entry: &Entry) -> (usize, bool, String) {
    (entry.name.len(), entry.name.ends_with(';'), entry.characters.clone())
}

fn found_match(found: Match) -> (usize, bool, String) {
    (found.len, found.terminated, found.characters.to_string())
}

#[test]
fn the_list_is_the_whole_list() {
    let entries = oracle::entries();
    assert_eq!(entries.len(), 2231);
    assert_eq!(entries.iter().filter(|entry| !entry.name.ends_with(';')).count(), 106);
    assert_eq!(entries.iter().filter(|entry| entry.characters.chars().count() == 2).count(), 93);
    assert_eq!(entries.iter().map(|entry| entry.name.len()).max(), Some(LONGEST_NAME));
    assert!(entries.is_sorted_by(|a, b| a.name.as_bytes() < b.name.as_bytes()));
}

#[test]
fn every_name_is_found_and_nothing_near_it() {
    let entries = oracle::entries();
    let exact = |name: &[u8]| entries.iter().find(|entry| entry.name.as_bytes() == name);
    for entry in &entries {
        let name = entry.name.as_bytes();
        for end in 0..=name.len() {
            let expected = exact(&name[..end]).map(|entry| {
                let mut characters = entry.characters.chars();
                (characters.next().expect("a name stands for something"), characters.next())
            });
            assert_eq!(lookup(&name[..end]), expected, "{}", entry.name);
        }
        for follower in [";", "x", "\0", "\u{80}"] {
            let longer = format!("{}{follower}", entry.name);
            assert_eq!(lookup(longer.as_bytes()).is_some(), exact(longer.as_bytes()).is_some(), "{longer:?}");
        }
    }
}

#[test]
fn a_matcher_may_be_put_aside_after_any_byte() {
    let entries = oracle::entries();
    for entry in &entries {
        for follower in FOLLOWERS {
            let input = format!("{}{follower}", entry.name);
            let input = input.as_bytes();
            let mut whole = Matcher::new();
            assert_eq!(whole.advance(input), oracle::consumed(&entries, input), "{}", entry.name);
            assert_eq!(
                whole.longest().map(found_match),
                oracle::longest(&entries, input).map(expected_match),
                "{}",
                entry.name
            );

            let mut stepped = Matcher::new();
            for cut in 0..=input.len() {
                let mut resumed = stepped;
                let consumed = stepped.consumed() + resumed.advance(&input[cut..]);
                assert_eq!((resumed, consumed), (whole, whole.consumed()), "{} cut at {cut}", entry.name);
                if cut == input.len() {
                    break;
                }
                let was_dead = stepped.is_dead();
                let taken = stepped.push(input[cut]);
                assert_eq!(taken, cut < whole.consumed(), "{} at {cut}", entry.name);
                assert!(!was_dead || !taken, "{} at {cut}", entry.name);
            }
            assert_eq!(stepped, whole, "{}", entry.name);
        }
    }
}

#[test]
fn a_matcher_is_dead_where_no_name_goes_on() {
    let entries = oracle::entries();
    for entry in &entries {
        let mut matcher = Matcher::new();
        for end in 1..=entry.name.len() {
            assert!(matcher.push(entry.name.as_bytes()[end - 1]));
            let prefix = &entry.name[..end];
            let longer = entries.iter().any(|other| other.name.len() > end && other.name.starts_with(prefix));
            assert_eq!(matcher.is_dead(), !longer, "{prefix}");
        }
    }
}

#[test]
fn every_prefix_of_every_name_decodes_as_the_oracle_does() {
    let entries = oracle::entries();
    let mut previous = "";
    for entry in &entries {
        let shared = previous.bytes().zip(entry.name.bytes()).take_while(|(a, b)| a == b).count();
        previous = entry.name;
        for end in shared..=entry.name.len() {
            for follower in FOLLOWERS {
                let input = format!("&{}{follower}", &entry.name[..end]);
                for how in [Decode::DATA, Decode::ATTRIBUTE] {
                    let mut errors = Vec::new();
                    let text =
                        decode_with(input.as_bytes(), how, |offset, error| errors.push((offset, error)));
                    let expected = oracle::decode(&entries, input.as_bytes(), how);
                    assert_eq!((text.into_owned(), errors), expected, "{input:?} {how:?}");
                }
            }
        }
    }
}

#[test]
fn longest_matches_far_behind_and_near() {
    // Length, terminated, characters.
    type Longest = Option<(usize, bool, &'static str)>;
    // Input, bytes consumed, the longest name.
    let table: [(&str, usize, Longest); 15] = [
        ("gtreqqlesX", 9, Some((2, false, ">"))),
        ("gtreqqless;", 11, Some((11, true, "\u{2A8C}"))),
        ("notit;", 4, Some((3, false, "¬"))),
        ("notin;", 6, Some((6, true, "∉"))),
        ("notin", 5, Some((3, false, "¬"))),
        ("notindot;", 9, Some((9, true, "\u{22F5}\u{338}"))),
        ("nGt;", 4, Some((4, true, "\u{226B}\u{20D2}"))),
        ("nLt;", 4, Some((4, true, "\u{226A}\u{20D2}"))),
        ("CounterClockwiseContourIntegral;;", 32, Some((32, true, "\u{2233}"))),
        ("CounterClockwiseContourIntegral", 31, None),
        ("amp;amp;", 4, Some((4, true, "&"))),
        ("ampamp;", 3, Some((3, false, "&"))),
        ("", 0, None),
        (";", 0, None),
        ("\u{e9}", 0, None),
    ];
    for (input, consumed, longest) in table {
        let mut matcher = Matcher::new();
        assert_eq!(matcher.advance(input.as_bytes()), consumed, "{input}");
        assert_eq!(matcher.consumed(), consumed, "{input}");
        let longest = longest.map(|(len, terminated, text)| (len, terminated, String::from(text)));
        assert_eq!(matcher.longest().map(found_match), longest, "{input}");
    }
}

#[test]
fn a_dead_matcher_stays_dead() {
    for first in ["lt;", "x\0", "\0", ";"] {
        let mut matcher = Matcher::new();
        matcher.advance(first.as_bytes());
        let dead = matcher;
        assert!(dead.is_dead());
        assert_eq!(matcher.advance(b"amp;"), 0);
        for byte in 0..=u8::MAX {
            assert!(!matcher.push(byte));
        }
        assert_eq!(matcher, dead);
    }
}

/// A matcher is put aside in every tokenizer and every checkpoint.
#[test]
fn a_matcher_is_small_and_can_be_shared() {
    fn shared<T: Send + Sync + Copy + 'static>() {}
    shared::<Matcher>();
    assert!(size_of::<Matcher>() <= 24, "{}", size_of::<Matcher>());
}
