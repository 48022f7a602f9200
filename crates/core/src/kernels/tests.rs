//! Every kernel against its scalar oracle, at every alignment and tail length (I6).

use std::any::type_name;

use tagspan_entities::tokenizing::{Block, Native, Search, Swar, widest};

use super::{Run, scalar, search};
use crate::kernels;

/// Bytes that begin or end a range of a kernel's set, and their neighbours.
const BYTES: &[u8] =
    b"\0\x01\t\n\x0C\r\x1F !a=<>?@/0.z\x7F\x80\xC3\xFF\"'&\x08\x0B\x0E\xC1\xC2\xEE\xEF\xF4\xF5";

/// Calls `check` with the input at every alignment within a block.
fn aligned(input: &[u8], check: impl Fn(&[u8])) {
    let mut room = vec![b'x'; input.len() + 32];
    for shift in 0..16 {
        room[shift..shift + input.len()].copy_from_slice(input);
        check(&room[shift..shift + input.len()]);
    }
}

/// Holds the searches with one kind of block to those of `scalar`, from every start.
fn blocks_equal_oracle<B: Block>(input: &[u8]) {
    for start in 0..=input.len() {
        let context = || format!("{}: {} from {start}", type_name::<B>(), input.escape_ascii());
        let run = search::name_end::<B, false>(input, start);
        assert_eq!(run, scalar::name_end::<false>(input, start), "{}", context());
        let run = search::name_end::<B, true>(input, start);
        assert_eq!(run, scalar::name_end::<true>(input, start), "strict, {}", context());
        let end = search::unquoted_end::<B, false>(input, start);
        assert_eq!(end, scalar::unquoted_end::<false>(input, start), "{}", context());
        let end = search::unquoted_end::<B, true>(input, start);
        assert_eq!(end, scalar::unquoted_end::<true>(input, start), "strict, {}", context());
        for needle in *b"<\"'" {
            let expected = scalar::find_byte(input, start, needle);
            assert_eq!(search::find_byte::<B>(input, start, needle), expected, "{}", context());
            if let Some(window) = input[start..].first_chunk() {
                let expected = scalar::find_two(window, needle);
                assert_eq!(search::find_two::<B>(window, needle), expected, "{}", context());
            }
        }
        for end in [input.len(), (start + input.len()) / 2, start] {
            for others in [*b"<&", *b"\"&", [0; 2]] {
                let expected = scalar::find_error_candidate(input, start..end, others);
                let found = search::find_error_candidate::<B>(input, start..end, others);
                assert_eq!(found, expected, "{}", context());
            }
        }
    }
}

struct EqualOracle<'a>(&'a [u8]);

impl Search for EqualOracle<'_> {
    type Found = ();

    fn run<B: Block>(self) {
        blocks_equal_oracle::<B>(self.0);
    }
}

fn equals_oracle(input: &[u8]) {
    widest(EqualOracle(input));
    blocks_equal_oracle::<Native>(input);
    blocks_equal_oracle::<Swar>(input);
}

#[test]
fn one_byte_among_others() {
    for length in 0..70 {
        for &other in b"a\xC3" {
            let mut input = vec![other; length];
            aligned(&input, equals_oracle);
            for place in [0, length / 2, length.saturating_sub(1)] {
                for &byte in BYTES {
                    if let Some(spot) = input.get_mut(place) {
                        *spot = byte;
                    }
                    equals_oracle(&input);
                }
                if let Some(spot) = input.get_mut(place) {
                    *spot = other;
                }
            }
        }
    }
}

#[test]
fn every_byte_alone() {
    for byte in 0..=u8::MAX {
        let input = [&[b'a'; 5][..], &[byte], &[b'a'; 30]].concat();
        aligned(&input, equals_oracle);
    }
}

#[test]
fn two_of_three_in_a_window() {
    let none = (64, 64);
    assert_eq!(
        [kernels::find_two(&[b'!'; 64], b'"'), search::find_two::<Swar>(&[b'!'; 64], b'"')],
        [none; 2]
    );
    for first in 0..64 {
        for second in first..64 {
            for third in [second, 63] {
                let mut window = [b'!'; 64];
                for place in [first, second, third] {
                    window[place] = b'"';
                }
                let expected = scalar::find_two(&window, b'"');
                assert_eq!(expected.0, first);
                assert_eq!(kernels::find_two(&window, b'"'), expected, "{}", window.escape_ascii());
                assert_eq!(search::find_two::<Swar>(&window, b'"'), expected, "{}", window.escape_ascii());
            }
        }
    }
}

#[test]
fn errors_in_long_runs() {
    for length in [127, 128, 129, 200, 300] {
        for place in 0..length {
            for &byte in b"a\0&\x7F\xC2" {
                let mut input = vec![b'a'; length];
                input[place] = byte;
                let expected = scalar::find_error_candidate(&input, 0..length, *b"&&");
                assert_eq!(kernels::find_error_candidate(&input, 0..length, *b"&&"), expected, "{place}");
            }
        }
    }
}

#[test]
fn long_runs_go_on() {
    for length in [16, 63, 64, 65, 200] {
        let input = [&vec![b'a'; length][..], b"<"].concat();
        assert_eq!(kernels::find_byte(&input, 0, b'<'), length);
        assert_eq!(kernels::find_byte(&input[..length], 0, b'<'), length);
        assert_eq!(kernels::name_end::<false>(&input, 0), Run { end: length + 1, ascii: true });
    }
}
