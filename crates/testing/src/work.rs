//! The count of work: units that the tokenizer took since the last call, for tests that work is linear.

/// Returns the units of work on this thread since the last call; 0 without the feature `steps`.
pub fn take_steps() -> u64 {
    #[cfg(feature = "steps")]
    return tagspan_core::scanner::take_steps();
    #[cfg(not(feature = "steps"))]
    return 0;
}
