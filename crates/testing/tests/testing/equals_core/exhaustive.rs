//! Every string up to a length over the bytes that matter most, after prefixes that lead into every state.

use std::env;
use std::thread;

use tagspan_reference::Edition;
use testing::exhaustive::dimension::Dimension;
use testing::exhaustive::strings::Strings;
use testing::exhaustive::sweep::sweep;
use testing::sample;

/// The lengths of the run, unless `EXHAUSTIVE_LENGTH` says otherwise. `cargo xtask exhaustive` continues from there.
fn length(dimension: Dimension) -> u32 {
    match env::var("EXHAUSTIVE_LENGTH") {
        Ok(length) => length.parse().expect("EXHAUSTIVE_LENGTH is a number"),
        Err(_) if dimension == Dimension::Alone => 3,
        Err(_) => 2,
    }
}

/// The strings that are drawn, or left out, together.
const RANGE: usize = 2048;

/// The number of differences that are printed.
const LIMIT: usize = 3;

fn every_string_is_the_same(edition: Edition) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    for dimension in Dimension::ALL {
        let strings = Strings::new(dimension, edition);
        let positions = strings.positions(dimension.length(length(dimension)));
        let positions = positions.expect("EXHAUSTIVE_LENGTH is small");
        let (mut checked, mut drawn, mut reports) = (0, 0, Vec::new());
        let mut is_drawn = sample::one_in(40);
        for start in positions.clone().step_by(RANGE).filter(|_| is_drawn()) {
            let range = start..positions.end.min(start + RANGE as u64);
            drawn += range.end - range.start;
            sweep(dimension, &strings, range, threads, LIMIT, |block| {
                checked += block.positions.end - block.positions.start;
                reports.extend(block.differences.into_iter().map(|difference| {
                    format!(
                        "{dimension:?}, after the prefix into the {}\n{}",
                        difference.state, difference.report
                    )
                }));
            });
        }
        assert!(reports.is_empty(), "{}", reports.join("\n\n"));
        assert_eq!(checked, drawn);
    }
}

#[test]
fn every_short_string_is_the_same_in_core() {
    every_string_is_the_same(Edition::Living);
}

#[test]
fn every_short_string_with_processing_instructions_is_the_same_in_core() {
    every_string_is_the_same(Edition::LivingProcessingInstructions);
}
