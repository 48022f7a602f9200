//! Scanning kernels: searches for bytes that are near, in blocks of bytes.
//!
//! Runs in tags are short: a call to a search that picks its instructions at run time costs more than the run.
//! So these are inlined, use the baseline instructions of the platform, and leave long runs to `memchr`, and errors in long runs
//! to the widest blocks.

use core::ops::Range;

use tagspan_entities::tokenizing::{Native, widest};

pub(crate) use scalar::Run;

use crate::steps::count;

mod scalar;
mod search;

/// The first byte from `start` on that is at most a space, `/`, `>` or `=`; with `STRICT` also `"`, `'` or `<`, which are errors
/// in the name of an attribute.
#[inline(always)]
pub(crate) fn name_end<const STRICT: bool>(bytes: &[u8], start: usize) -> Run {
    let run = search::name_end::<Native, STRICT>(bytes, start);
    count(run.end + 1 - start);
    run
}

/// The first byte from `start` on that is at most a space, or `>`; with `STRICT` also one that is an error in a value without
/// quotes.
#[inline(always)]
pub(crate) fn unquoted_end<const STRICT: bool>(bytes: &[u8], start: usize) -> usize {
    let end = search::unquoted_end::<Native, STRICT>(bytes, start);
    count(end + 1 - start);
    end
}

/// The first `needle` from `start` on, expected to be near.
#[inline(always)]
pub(crate) fn find_byte(bytes: &[u8], start: usize, needle: u8) -> usize {
    let end = search::find_byte::<Native>(bytes, start, needle);
    count(end + 1 - start);
    end
}

/// The indexes of the first two needles among 64 bytes; 64 for one that is not there.
#[inline(always)]
pub(crate) fn find_two(window: &[u8; 64], needle: u8) -> (usize, usize) {
    count(window.len());
    search::find_two::<Native>(window, needle)
}

/// So many bytes are searched with the widest blocks. The end is known, not where the search stops: most stop long before it, so
/// it is more than a call costs.
const LONG: usize = 128;

/// The first byte of the range that is one of `others`, NUL, above 0xF4, or may begin an error of the input stream;
/// the end of the range if there is none. Bytes after the range may be looked at.
#[inline(always)]
pub(crate) fn find_error_candidate(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let start = range.start;
    let end = match range.len() < LONG {
        true => search::find_error_candidate::<Native>(bytes, range, others),
        false => widest(search::ErrorCandidate { bytes, range, others }),
    };
    count(end + 1 - start);
    end
}

#[cfg(test)]
mod tests;
