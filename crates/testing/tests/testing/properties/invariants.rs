//! The invariants, one test for each, on cases of every generator.

use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use testing::checks::{self, Check};
use testing::limits::limited;
use testing::sample;

use super::cases::Cases;
use super::generators::GENERATORS;

/// Holds cases to a check: so many of them in full, and a tenth as a sample. Costly checks get shorter inputs.
#[track_caller]
fn hold(check: Check, size: usize, cases: u32) {
    let config = Config::default();
    let cases = sample::cases(cases / 10, cases);
    // What fails goes to the table of regressions by hand, not to a file beside this one.
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: None, max_shrink_iters: 1 << 16, ..config });
    match runner
        .run(&Cases { generators: GENERATORS, size }, |case| check(&case).map_err(TestCaseError::fail))
    {
        Ok(()) => {}
        // What a check says has the case in it; what a panic says has not.
        Err(TestError::Fail(reason, case)) if reason.message().contains(&case.to_string()) => {
            panic!("{reason}")
        }
        Err(TestError::Fail(reason, case)) => panic!("{case}\n{reason}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

#[test]
fn core_equals_the_reference() {
    hold(checks::equals_reference, 2048, 12_000);
}

#[test]
fn chunks_change_nothing() {
    hold(checks::chunks, 1024, 5000);
}

#[test]
fn spans_partition_and_never_go_back() {
    hold(checks::spans, 2048, 7000);
}

#[test]
fn decoding_first_or_last_is_the_same() {
    hold(checks::decoding, 4096, 15_000);
}

#[test]
fn pauses_change_nothing() {
    hold(checks::pause, 512, 3000);
}

#[test]
fn misuse_gives_errors_until_a_reset() {
    hold(checks::misuse, 512, 3000);
}

#[test]
fn work_is_linear() {
    hold(checks::work, 4096, 12_000);
}

/// A limit for each case: the sum of its bytes and its length picks it.
#[test]
fn limits_are_the_same_in_every_chunking() {
    let picked = |case: &testing::case::Case| {
        let seed = case.input.iter().fold(case.input.len(), |sum, &byte| sum + usize::from(byte));
        limited(case, (seed % 48) as u32)
    };
    hold(picked, 512, 12_000);
}

#[test]
fn checkpoints_change_nothing() {
    hold(checks::checkpoint, 96, 400);
}
