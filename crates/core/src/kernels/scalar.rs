//! The kernels byte by byte: for platforms without their own, for the ends of inputs, and the oracle of the rest.

use memchr::memchr;

use super::Run;

#[inline(always)]
pub(super) fn is_name_end(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'/' | b'>' | b'=')
}

#[inline(always)]
pub(super) fn is_unquoted_end(byte: u8) -> bool {
    byte <= b' ' || byte == b'>'
}

pub(super) fn name_end(bytes: &[u8], start: usize) -> Run {
    let mut end = start;
    let mut seen = 0;
    while let Some(&byte) = bytes.get(end) {
        if is_name_end(byte) {
            break;
        }
        seen |= byte;
        end += 1;
    }
    Run { end, ascii: seen < 0x80 }
}

pub(super) fn unquoted_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while bytes.get(end).is_some_and(|&byte| !is_unquoted_end(byte)) {
        end += 1;
    }
    end
}

/// `memchr` picks its instructions at run time, which a long run repays.
#[inline(never)]
pub(super) fn near(bytes: &[u8], start: usize, needle: u8) -> usize {
    memchr(needle, &bytes[start..]).map_or(bytes.len(), |index| start + index)
}
