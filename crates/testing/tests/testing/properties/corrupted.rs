//! Checkpoints of generated cases with values changed at random, which are refused or work.

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use testing::checks::corrupted_checkpoint;
use testing::sample;

use super::cases::Cases;
use super::generators::GENERATORS;

#[test]
fn corrupted_checkpoints_are_refused_or_work() {
    let cases = sample::cases(300, 3000);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let inputs = (Cases { generators: GENERATORS, size: 256 }, vec(any::<u8>(), 3..24));
    match runner
        .run(&inputs, |(case, bytes)| corrupted_checkpoint(&case, &bytes).map_err(TestCaseError::fail))
    {
        Ok(()) => {}
        Err(TestError::Fail(reason, (case, bytes))) => panic!("{case}\nbytes {bytes:?}\n{reason}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}
