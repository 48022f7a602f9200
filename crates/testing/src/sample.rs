//! How much of a sweep runs: a sample of it in `cargo test`, and all of it where `TAGSPAN_TESTS=full` asks for that.
//!
//! `docs/tests.md` lists the sweeps.

use std::env;

use crate::rng::Rng;

/// Whether sweeps run in full.
///
/// # Panics
///
/// When the variable has another value: all tests would run a sample, and nothing would say so.
pub fn is_full() -> bool {
    match env::var_os("TAGSPAN_TESTS") {
        None => false,
        Some(value) if value == "full" => true,
        Some(value) => panic!("TAGSPAN_TESTS is {}: set it to `full`, or unset it", value.display()),
    }
}

/// The second where sweeps run in full, otherwise the first.
pub fn or_full<T>(sample: T, full: T) -> T {
    if is_full() { full } else { sample }
}

/// Draws one of so many on average, by a fixed seed; all where sweeps run in full.
///
/// # Examples
///
/// ```
/// let mut is_drawn = testing::sample::one_in(4);
/// let drawn = (0..1000).filter(|_| is_drawn()).count();
/// assert!(drawn == 1000 || (200..300).contains(&drawn));
/// ```
pub fn one_in(count: usize) -> impl FnMut() -> bool {
    let mut rng = Rng::of_seed(0, count as u64);
    let is_full = is_full();
    move || is_full || rng.below(count) == 0
}

/// The number of cases of a property test: that of `PROPTEST_CASES` where it is set.
///
/// # Panics
///
/// When `PROPTEST_CASES` is no number.
pub fn cases(sample: u32, full: u32) -> u32 {
    match env::var("PROPTEST_CASES") {
        Ok(cases) => cases.parse().expect("PROPTEST_CASES is a number"),
        Err(_) => or_full(sample, full),
    }
}
