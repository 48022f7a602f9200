//! Every comparison of all kinds of blocks against that of single bytes: each byte at each place, among others.

use std::any::type_name;

use super::{Block, Native, Search, Swar, widest};

/// Bytes that begin or end a range, and their neighbours.
const BYTES: &[u8] = b"\0\x01\x08\t\r\x0E\x1F !@AZ[~\x7F\x80\x81\xC1\xC2\xEE\xEF\xFE\xFF";

/// Ranges of both halves, and the halves themselves.
const RANGES: [(u8, u8); 6] =
    [(0, b' '), (1, 0x7F), (b'\t', b'\r'), (b'A', b'Z'), (0x80, 0xFF), (0xEF, 0xFF)];

fn assert_found<B: Block>(bytes: &[u8], found: B, expected: impl Fn(u8) -> bool) {
    let bit = |at: usize| found.mask() >> (at * B::BITS) & ((1 << B::BITS) - 1) != 0;
    let context = || format!("{}: {}", type_name::<B>(), bytes.escape_ascii());
    for (at, &byte) in bytes.iter().enumerate() {
        assert_eq!(bit(at), expected(byte), "{at} in {}", context());
    }
    let first = bytes.iter().position(|&byte| expected(byte));
    assert_eq!((found.mask() != 0).then(|| B::first(found.mask())), first, "{}", context());
    if let Some(first) = first {
        assert_eq!(B::first_of_two([found.mask(), 0]), first, "{}", context());
        assert_eq!(B::first_of_two([0, found.mask()]), B::LEN + first, "{}", context());
    }
}

fn every_comparison<B: Block>(bytes: &[u8]) {
    let block = B::load(bytes, 0).expect("a block");
    assert_found(bytes, block, |byte| byte >= 0x80);
    for &needle in BYTES {
        assert_found(bytes, block.is(needle), |byte| byte == needle);
        assert_found(bytes, block.is(needle).not(), |byte| byte != needle);
        assert_found(bytes, block.is(needle).or(block.is(b'a')), |byte| byte == needle || byte == b'a');
    }
    for (first, last) in RANGES {
        assert_found(bytes, block.among(first, last), |byte| (first..=last).contains(&byte));
    }
}

fn every_byte_at_every_place<B: Block>() {
    for &other in BYTES {
        let mut bytes = vec![other; B::LEN];
        for place in 0..B::LEN {
            for byte in 0..=u8::MAX {
                bytes[place] = byte;
                every_comparison::<B>(&bytes);
            }
            bytes[place] = other;
        }
    }
}

/// All tests of this file, with the widest blocks.
struct Tests;

impl Search for Tests {
    type Found = ();

    fn run<B: Block>(self) {
        every_byte_at_every_place::<B>();
        nothing_is_loaded_that_is_not_there::<B>();
    }
}

#[test]
fn the_widest_are_as_others() {
    widest(Tests);
}

#[test]
fn comparisons_are_exact() {
    every_byte_at_every_place::<Native>();
    every_byte_at_every_place::<Swar>();
}

fn nothing_is_loaded_that_is_not_there<B: Block>() {
    let bytes = vec![b'a'; 2 * B::LEN];
    assert!(B::load(&bytes, B::LEN).is_some() && B::load_two(&bytes, 0).is_some());
    assert!(B::load(&bytes, B::LEN + 1).is_none() && B::load_two(&bytes, 1).is_none());
    assert!(B::load(&bytes, usize::MAX).is_none() && B::load_two(&bytes, usize::MAX).is_none());
}

#[test]
fn short_inputs_have_no_block() {
    nothing_is_loaded_that_is_not_there::<Native>();
    nothing_is_loaded_that_is_not_there::<Swar>();
}
