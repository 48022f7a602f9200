//! Every string up to a length over the bytes that matter most, after prefixes that lead into every state.

use std::env;
use std::thread;

use tagspan_reference::Edition;
use testing::exhaustive::strings::Strings;
use testing::exhaustive::sweep::sweep;

/// How many symbols at most follow a prefix, unless `EXHAUSTIVE_LENGTH` says otherwise: half a minute's worth.
/// `cargo xtask exhaustive` goes on from there.
const LENGTH: u32 = 3;

/// This many differences are told.
const LIMIT: usize = 3;

fn every_string_is_the_same(edition: Edition) {
    let length = match env::var("EXHAUSTIVE_LENGTH") {
        Ok(length) => length.parse().expect("EXHAUSTIVE_LENGTH is a number"),
        Err(_) => LENGTH,
    };
    let strings = Strings::new(edition);
    let positions = strings.positions(length).expect("EXHAUSTIVE_LENGTH is small");
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (mut checked, mut told) = (0, Vec::new());
    sweep(&strings, positions.clone(), threads, LIMIT, |block| {
        checked += block.positions.end - block.positions.start;
        told.extend(block.differences.into_iter().map(|difference| {
            format!("after the prefix into the {}\n{}", difference.state, difference.told)
        }));
    });
    assert!(told.is_empty(), "{}", told.join("\n\n"));
    assert_eq!(checked, positions.end);
}

#[test]
fn every_short_string_is_the_same_in_core() {
    every_string_is_the_same(Edition::Living);
}

#[test]
fn every_short_string_with_processing_instructions_is_the_same_in_core() {
    every_string_is_the_same(Edition::LivingProcessingInstructions);
}
