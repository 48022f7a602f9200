//! The candidates of `srcset`, by the standard's "parse a srcset attribute", in one pass over the value.

use std::ops::Range;

use crate::link::Part;

/// The candidates of a [`srcset`][standard], each with its descriptors as they stand. Those with descriptors that are in error
/// are left out.
///
/// [standard]: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
pub(crate) fn candidates(value: &str) -> impl Iterator<Item = Part> + use<'_> {
    let mut position = 0;
    std::iter::from_fn(move || {
        loop {
            let (part, end) = candidate(value, position)?;
            position = end;
            if are_valid(&value[part.descriptor.clone()]) {
                return Some(part);
            }
        }
    })
}

/// The first candidate from a position on, and where it ends. Its descriptors may be in error.
fn candidate(value: &str, position: usize) -> Option<(Part, usize)> {
    let bytes = value.as_bytes();
    let start = find(bytes, position, |byte| !byte.is_ascii_whitespace() && byte != b',');
    if start == bytes.len() {
        return None;
    }
    let end = find(bytes, start, |byte| byte.is_ascii_whitespace());
    let url_end = start + value[start..end].trim_end_matches(',').len();
    if url_end < end {
        return Some((Part { url: start..url_end, descriptor: end..end }, end));
    }
    let comma = end_of_descriptors(bytes, end);
    Some((Part { url: start..url_end, descriptor: trim(bytes, end..comma) }, comma))
}

/// The first byte from a position on that is searched for, or the end.
fn find(bytes: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|byte| is(*byte)).map_or(bytes.len(), |at| from + at)
}

/// The comma that ends descriptors, which is not one in parentheses. Parentheses do not nest.
fn end_of_descriptors(bytes: &[u8], from: usize) -> usize {
    let mut in_parens = false;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b',' if !in_parens => return at,
            b'(' => in_parens = true,
            b')' => in_parens = false,
            _ => {}
        }
    }
    bytes.len()
}

/// The range without white space at its ends.
fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let start = range.start + find(&bytes[range.clone()], 0, |byte| !byte.is_ascii_whitespace());
    start..start + bytes[start..range.end].trim_ascii_end().len()
}

/// Whether the descriptors of a candidate are in no error, by the standard's "descriptor parser".
fn are_valid(descriptors: &str) -> bool {
    let (mut width, mut density, mut height) = (false, false, false);
    // White space in parentheses separates here what the standard does not: neither the whole nor its parts are valid.
    for descriptor in descriptors.split_ascii_whitespace() {
        let Some((last, number)) = descriptor.as_bytes().split_last() else { return false };
        let number = std::str::from_utf8(number).unwrap_or_default();
        match last {
            b'w' if !width && !density && is_positive(number) => width = true,
            b'h' if !height && !density && is_positive(number) => height = true,
            b'x' if !width && !density && !height && is_density(number) => density = true,
            _ => return false,
        }
    }
    width || !height
}

/// Whether this is a "valid non-negative integer" other than zero.
fn is_positive(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit()) && number.bytes().any(|byte| byte != b'0')
}

/// Whether this is a "valid floating-point number" that is not less than zero.
fn is_density(number: &str) -> bool {
    let (mantissa, exponent) = match number.find(['e', 'E']) {
        Some(at) => (&number[..at], Some(&number[at + 1..])),
        None => (number, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let is_mantissa = match unsigned.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || are_digits(whole)) && are_digits(fraction),
        None => are_digits(unsigned),
    };
    let is_exponent = |text: &str| are_digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    is_mantissa
        && exponent.is_none_or(is_exponent)
        && (unsigned.len() == mantissa.len() || unsigned.bytes().all(|byte| matches!(byte, b'0' | b'.')))
}

#[cfg(test)]
mod tests {
    use super::candidates;

    /// URLs and descriptors of each candidate, with a bar between them.
    fn shown(value: &str) -> String {
        let text = |part: crate::link::Part| format!("{}|{}", &value[part.url], &value[part.descriptor]);
        candidates(value).map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn candidates_are_those_of_the_standard() {
        for (value, expected) in [
            ("", ""),
            (" , ,, ", ""),
            ("a", "a|"),
            ("a 1x, b 2x", "a|1x b|2x"),
            ("\ta\n1x\r,\x0Cb\t480w", "a|1x b|480w"),
            // Commas of URLs, and at their ends.
            ("a,b 1x", "a,b|1x"),
            ("a,b,c", "a,b,c|"),
            ("a, b", "a| b|"),
            ("a,, b", "a| b|"),
            (",a", "a|"),
            ("data:image/png;base64,AA== 2x,b", "data:image/png;base64,AA==|2x b|"),
            ("a 1x,b 2x", "a|1x b|2x"),
            ("a ,b", "a| b|"),
            // Errors leave out a candidate.
            ("a 1x 1x, b", "b|"),
            ("a 1w 1x, b 2w 3h, c 3h, d 3h 2w", "b|2w 3h d|3h 2w"),
            ("a 0w, b 00w, c -1w, d +1w, e 1.5w, f w", ""),
            ("a 0h 1w, b 1w 1w, c 1h 1h 1w, d 1x 1h, e 1h 1x", ""),
            (
                "a 0x, b .5x, c 1e3x, d 1.5E-2x, e -0x, f -0.0e9x",
                "a|0x b|.5x c|1e3x d|1.5E-2x e|-0x f|-0.0e9x",
            ),
            ("a -1x, b 1.x, c +1x, d .x, e x, f infx, g nanx, h 1ex, i 1e+x, j -.1x", ""),
            ("a 1X, b 1W, c 1q, d 1\u{a0}x, e é", ""),
            // Parentheses have commas and spaces in them, and do not nest.
            ("a x(1, 2) 1x, b", "b|"),
            ("a (1x, b, c", ""),
            ("a (1w ((, ) 1x, b", "b|"),
            ("a(b, c", "a(b| c|"),
            ("a ( 1x ), b", "b|"),
        ] {
            assert_eq!(shown(value), expected, "{value}");
        }
    }
}
