//! Scanning kernels: searches for bytes that are near, in blocks of sixteen bytes or, without SSE2, of eight.
//!
//! Runs in tags are short: a call to a search that picks its instructions at run time costs more than the run.
//! So these are inlined, use the baseline instructions of the platform, and leave long runs to `memchr`.

use core::ops::Range;

pub(crate) use run::Run;

use crate::steps::count;

mod run;
mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod swar;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use sse2 as blocks;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use swar as blocks;

/// The first byte from `start` on that is at most a space, `/`, `>` or `=`.
#[inline(always)]
pub(crate) fn name_end(bytes: &[u8], start: usize) -> Run {
    let run = blocks::name_end(bytes, start);
    count(run.end + 1 - start);
    run
}

/// The first byte from `start` on that is at most a space, or `>`.
#[inline(always)]
pub(crate) fn unquoted_end(bytes: &[u8], start: usize) -> usize {
    let end = blocks::unquoted_end(bytes, start);
    count(end + 1 - start);
    end
}

/// The first `needle` from `start` on, expected to be near.
#[inline(always)]
pub(crate) fn find_byte(bytes: &[u8], start: usize, needle: u8) -> usize {
    let end = blocks::find_byte(bytes, start, needle);
    count(end + 1 - start);
    end
}

/// The indexes of the first two needles among 64 bytes; 64 for one that is not there.
#[inline(always)]
pub(crate) fn find_two(window: &[u8; 64], needle: u8) -> (usize, usize) {
    count(window.len());
    blocks::find_two(window, needle)
}

/// The first byte of the range that is one of `others`, NUL, above 0xF4, or may begin an error of the input stream;
/// the end of the range if there is none. Bytes after the range may be looked at.
#[inline(always)]
pub(crate) fn find_error_candidate(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let start = range.start;
    let end = blocks::find_error_candidate(bytes, range, others);
    count(end + 1 - start);
    end
}

/// Whether one of `needles` is in the range. Bytes after the range may be looked at.
#[inline(always)]
pub(crate) fn contains_any<const N: usize>(bytes: &[u8], range: Range<usize>, needles: [u8; N]) -> bool {
    count(range.len());
    blocks::contains_any(bytes, range, needles)
}

#[cfg(test)]
mod tests;
