//! The clock of the programs that measure: time that this thread had a processor.

use std::time::Duration;

/// Time that this thread has had a processor; differences are what counts. Other programs on the machine take turns
/// with this one and do not count, though they do slow it down.
///
/// Where the system has no such clock, time on the wall.
///
/// # Examples
///
/// ```
/// let start = benches::clock::now();
/// assert!(benches::clock::now() >= start);
/// ```
#[must_use]
#[cfg(target_os = "linux")]
pub fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every Linux has this clock").into()
}

/// Time on the wall, since this was first called.
///
/// # Examples
///
/// ```
/// let start = benches::clock::now();
/// assert!(benches::clock::now() >= start);
/// ```
#[must_use]
#[cfg(not(target_os = "linux"))]
pub fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
