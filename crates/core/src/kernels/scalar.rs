//! The scanning kernels byte by byte: for the ends of inputs, and as the oracle of the others.

use memchr::memchr;

use core::ops::Range;

use crate::bytes::{is_error_in_unquoted_value, may_begin_input_error};

/// The end of a run and what was seen on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The index of the first byte of the set, or the length of the input.
    pub(crate) end: usize,
    /// No byte before the end has its highest bit set.
    pub(crate) ascii: bool,
}

#[inline(always)]
pub(super) fn is_name_end<const STRICT: bool>(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'/' | b'>' | b'=') || STRICT && matches!(byte, b'"' | b'\'' | b'<')
}

#[inline(always)]
pub(super) fn is_unquoted_end<const STRICT: bool>(byte: u8) -> bool {
    byte <= b' ' || byte == b'>' || STRICT && is_error_in_unquoted_value(byte)
}

pub(super) fn name_end<const STRICT: bool>(bytes: &[u8], start: usize) -> Run {
    let mut end = start;
    let mut seen = 0;
    while let Some(&byte) = bytes.get(end) {
        if is_name_end::<STRICT>(byte) {
            break;
        }
        seen |= byte;
        end += 1;
    }
    Run { end, ascii: seen < 0x80 }
}

pub(super) fn unquoted_end<const STRICT: bool>(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while bytes.get(end).is_some_and(|&byte| !is_unquoted_end::<STRICT>(byte)) {
        end += 1;
    }
    end
}

/// `memchr` picks its instructions at run time, which a long run repays.
#[inline(never)]
pub(super) fn find_byte(bytes: &[u8], start: usize, needle: u8) -> usize {
    memchr(needle, &bytes[start..]).map_or(bytes.len(), |index| start + index)
}

#[cfg(test)]
pub(super) fn find_two(window: &[u8; 64], needle: u8) -> (usize, usize) {
    let mut places = (0..window.len()).filter(|&at| window[at] == needle);
    let mut place = || places.next().unwrap_or(window.len());
    (place(), place())
}

pub(super) fn find_error_candidate(bytes: &[u8], range: Range<usize>, others: [u8; 2]) -> usize {
    let suspicious = |&byte: &u8| SUSPICIOUS[usize::from(byte)] || others.contains(&byte);
    range.start + bytes[range.clone()].iter().position(suspicious).unwrap_or(range.len())
}

/// NUL, what may begin an error of the input stream, and with the last of these all bytes above it, which begin no
/// character at all. A look at a table costs less than the comparisons.
static SUSPICIOUS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte == 0 || may_begin_input_error(byte as u8) || byte > 0xF4;
        byte += 1;
    }
    table
};
