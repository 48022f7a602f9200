//! Tests whether text or a tag is free of parse errors, for the fast path with error reporting.

use core::ops::Range;

use tagspan_entities::unstable::{Matcher, NumericCode};

use crate::kernels::{contains_any, find_error_candidate};
use crate::machine::input_error_at;
use crate::steps::count;

/// Where text ends before a `<`, if there is no error in it.
pub(super) fn text_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at = find_error_candidate(bytes, at..bytes.len(), *b"<&");
        match *bytes.get(at)? {
            b'<' => return Some(at),
            _ => at = candidate_end(bytes, at, false)?,
        }
    }
}

/// Whether the tag whose `>` is at `last` is free of errors of the input stream and of character references. An `&` outside of
/// values is no error; where it would be one in a value, the fast path bails out.
pub(super) fn is_tag(bytes: &[u8], last: usize) -> bool {
    let mut at = 0;
    while at < last {
        at = find_error_candidate(bytes, at..last, *b"&&");
        if at < last {
            let Some(next) = candidate_end(bytes, at, true) else { return false };
            at = next;
        }
    }
    true
}

/// The same for a tag that is its name alone, in which no byte is above ASCII, nor a control below the space.
#[inline(always)]
pub(super) fn is_tag_name(tag: &[u8], name: Range<usize>) -> bool {
    !contains_any(tag, name, [0x7F; 3])
}

/// Whether there is no error of its own in the name.
#[inline(always)]
pub(super) fn is_attribute_name(tag: &[u8], name: Range<usize>) -> bool {
    !contains_any(tag, name, *b"\"'<")
}

/// Whether there is a value, and no error of its own in it.
pub(super) fn is_unquoted_value(value: &[u8]) -> bool {
    !value.is_empty() && !value.iter().any(|byte| matches!(byte, b'"' | b'\'' | b'<' | b'=' | b'`'))
}

/// Where to continue after the candidate at `at`, unless it is an error.
fn candidate_end(bytes: &[u8], at: usize, in_attribute: bool) -> Option<usize> {
    match bytes[at] {
        0 => None,
        b'&' => reference_end(bytes, at + 1, in_attribute),
        _ => input_error_at(&bytes[at..]).is_none().then_some(at + 1),
    }
}

/// Where the reference, or what is none, ends whose `&` is before `start`, unless there is an error in it or it is
/// not known without the bytes that follow.
fn reference_end(bytes: &[u8], start: usize, in_attribute: bool) -> Option<usize> {
    match *bytes.get(start)? {
        b'#' => numeric_end(bytes, start + 1),
        byte if byte.is_ascii_alphanumeric() => named_end(bytes, start, in_attribute),
        _ => Some(start),
    }
}

fn named_end(bytes: &[u8], start: usize, in_attribute: bool) -> Option<usize> {
    let rest = &bytes[start..];
    let mut matcher = Matcher::new();
    let read = matcher.advance(rest);
    count(read);
    let Some(name) = matcher.longest() else {
        let end = rest[read..].iter().position(|byte| !byte.is_ascii_alphanumeric());
        count(end.unwrap_or(rest.len() - read));
        let end = read + end?;
        return (rest[end] != b';').then_some(start + end);
    };
    let next = *rest.get(name.len)?;
    let for_historical_reasons = in_attribute && !name.counts_in_attribute(Some(next));
    (name.terminated || for_historical_reasons).then_some(start + name.len)
}

fn numeric_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hexadecimal = matches!(bytes.get(start)?, b'x' | b'X');
    let push = if hexadecimal { NumericCode::push_hexadecimal } else { NumericCode::push_decimal };
    let digits = start + usize::from(hexadecimal);
    let mut code = NumericCode::new();
    let end = bytes[digits..].iter().position(|&byte| !push(&mut code, byte));
    count(end.unwrap_or(bytes.len() - digits));
    let end = digits + end?;
    let clean = end > digits && bytes[end] == b';' && code.resolve().1.is_none();
    clean.then_some(end + 1)
}
