//! The fuzz target of character references, with a search in the plain list as its oracle.

use std::borrow::Cow;
use std::sync::LazyLock;

use tagspan_entities::tokenizing::{Match, Matcher, NumericCode};
use tagspan_entities::{Decode, Nul, References, decode, decode_with, lookup};
use tagspan_reference::Options;

/// The slow and literal version of everything, which the tests of the crate itself use.
#[allow(dead_code, reason = "a part of it is for those tests only")]
#[path = "../../../entities/tests/entities/oracle.rs"]
mod oracle;

static ENTRIES: LazyLock<Vec<oracle::Entry>> = LazyLock::new(oracle::entries);

const REFERENCES: [References; 3] = [References::None, References::Text, References::Attribute];

/// The whole input is decoded in each way; after every `&` the matcher and the numbers are looked at alone.
pub(super) fn run(data: &[u8]) {
    for references in REFERENCES {
        for nul in [Nul::Keep, Nul::Replace] {
            decoding(data, Decode { references, nul });
        }
    }
    let after = data.iter().enumerate().filter(|&(_, byte)| *byte == b'&').map(|(at, _)| &data[at + 1..]);
    // A reference is shorter than the input, but names need no `&` in front of them here.
    for rest in after.chain([data]) {
        matching(rest);
        numbers(rest);
    }
}

/// A seed of this target is the plain input, if there is a reference in it.
pub(super) fn seed(input: &[u8], _: &Options) -> Option<Vec<u8>> {
    input.contains(&b'&').then(|| input.to_vec())
}

fn decoding(bytes: &[u8], how: Decode) {
    let mut errors = Vec::new();
    let text = decode_with(bytes, how, |offset, error| errors.push((offset, error)));
    assert_eq!(matches!(text, Cow::Borrowed(_)), text.as_bytes() == bytes, "borrowed iff unchanged, {how:?}");
    assert_eq!(text, decode(bytes, how), "with errors and without, {how:?}");
    assert_eq!((text.into_owned(), errors), oracle::decode(&ENTRIES, bytes, how), "{how:?}");
}

/// The matcher at once, and put aside at every byte and resumed.
fn matching(rest: &[u8]) {
    let mut whole = Matcher::new();
    assert_eq!(whole.advance(rest), oracle::consumed(&ENTRIES, rest), "consumed");
    let plain = |found: Match| (found.len, found.terminated, found.characters.to_string());
    let longest = oracle::longest(&ENTRIES, rest);
    let expected =
        longest.map(|entry| (entry.name.len(), entry.name.ends_with(';'), entry.characters.clone()));
    assert_eq!(whole.longest().map(plain), expected, "the longest name");
    let mut stepped = Matcher::new();
    for cut in 0..=rest.len().min(whole.consumed() + 1) {
        let mut resumed = stepped;
        let consumed = stepped.consumed() + resumed.advance(&rest[cut.min(stepped.consumed())..]);
        assert_eq!((resumed, consumed), (whole, whole.consumed()), "cut at {cut}");
        let Some(&byte) = rest.get(cut) else { break };
        assert_eq!(stepped.push(byte), cut < whole.consumed(), "pushed at {cut}");
    }
    // Whole names: everything up to the first byte that no name has.
    let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
    for name in [&rest[..end], &rest[..rest.len().min(end + 1)]] {
        let entry = ENTRIES.iter().find(|entry| entry.name.as_bytes() == name);
        let found = lookup(name)
            .map(|(first, second)| [Some(first), second].into_iter().flatten().collect::<String>());
        assert_eq!(found, entry.map(|entry| entry.characters.clone()), "lookup");
    }
}

/// Digits in both radices, and what every number on the way stands for.
fn numbers(rest: &[u8]) {
    for radix in [10, 16] {
        let mut code = NumericCode::new();
        let mut number = 0_u64;
        for &byte in rest {
            let before = code;
            let Some(digit) = char::from(byte).to_digit(radix) else {
                assert!(!code.push(byte, radix) && code == before, "{byte} is no digit of radix {radix}");
                break;
            };
            assert!(code.push(byte, radix));
            number = number.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit));
            assert_eq!(u64::from(code.value()), number.min(0x11_0000));
            assert_eq!(code.resolve(), oracle::resolve(number), "{number}");
        }
    }
}
