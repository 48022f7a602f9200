//! Counts units of work, for the test that work is linear (I7); compiled out without the feature `steps`.
//!
//! A step is a byte that was looked at, moved or compared, or a turn of the machine's loop. What takes as long whatever
//! the input is not counted (the ends of a chunk, making ready for a tag), nor is decoding, which is not core's.

#[cfg(feature = "steps")]
use core::cell::Cell;

#[cfg(feature = "steps")]
std::thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts steps of this thread.
#[inline(always)]
pub(crate) fn count(steps: usize) {
    #[cfg(feature = "steps")]
    STEPS.set(STEPS.get() + steps as u64);
    let _ = steps;
}

/// Returns how many steps this thread has taken since it was last asked, and starts again from zero.
///
/// ```
/// use tagspan_core::scanner::{Scanner, take_steps};
///
/// let mut scanner = Scanner::default();
/// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
/// take_steps();
/// while scanner.scan(body, true)?.is_some() {}
/// assert!(take_steps() > 0);
/// assert_eq!(take_steps(), 0);
/// # Ok::<(), tagspan_core::Error>(())
/// ```
#[cfg(feature = "steps")]
pub fn take_steps() -> u64 {
    STEPS.take()
}
