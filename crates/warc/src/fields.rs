//! The fields of a header, of a record or of HTTP.

use std::borrow::Cow;
use std::ops::Range;

use httparse::{EMPTY_HEADER, Header, ParserConfig, Response};
use memchr::memchr_iter;

/// `httparse` forgives bad lines, folded lines and spaces before a colon in HTTP responses only, and knows no HTTP/2. Records
/// have the same grammar after another first line, so each header is parsed after this one.
const FIRST_LINE: &[u8] = b"HTTP/1.1 200 \r\n";

/// Fields that are kept until the next header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    bytes: Vec<u8>,
    fields: Vec<(Range<usize>, Range<usize>)>,
}

impl Fields {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.fields.clear();
    }

    /// Whether there is no header, as opposed to one without fields.
    pub(crate) fn is_none(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Replaces all fields by those of a header, whose first line is skipped; `false` if it cannot be read.
    pub(crate) fn parse(&mut self, header: &[u8]) -> bool {
        let lines = memchr::memchr(b'\n', header).map_or(&b""[..], |end| &header[end + 1..]);
        self.clear();
        self.bytes.extend_from_slice(FIRST_LINE);
        // The parser gives up at these; a field with one is odd, and no reason to lose the others.
        let plain = |(at, &byte): (usize, &u8)| match byte {
            0 => b' ',
            b'\r' if lines.get(at + 1) != Some(&b'\n') => b' ',
            byte => byte,
        };
        self.bytes.extend(lines.iter().enumerate().map(plain));
        let mut config = ParserConfig::default();
        config.ignore_invalid_headers_in_responses(true);
        config.allow_obsolete_multiline_headers_in_responses(true);
        config.allow_spaces_after_header_name_in_responses(true);
        // On the stack, and enough for almost all.
        let (mut few, mut many) = ([EMPTY_HEADER; 64], Vec::new());
        let most = memchr_iter(b'\n', lines).count();
        let headers = if most <= few.len() {
            &mut few[..]
        } else {
            many.resize(most, EMPTY_HEADER);
            &mut many[..]
        };
        let mut response = Response::new(headers);
        if !config.parse_response(&mut response, &self.bytes).is_ok_and(|parsed| parsed.is_complete()) {
            return false;
        }
        let place = |part: &[u8]| {
            let start = part.as_ptr() as usize - self.bytes.as_ptr() as usize;
            start..start + part.len()
        };
        // An empty value may be a slice of nothing.
        let fields = response.headers.iter().filter(|field| !field.value.is_empty());
        self.fields.extend(fields.map(|Header { name, value }| (place(name.as_bytes()), place(value))));
        true
    }

    /// The value of the first field with this name, in any case.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.all(name).next()
    }

    /// The values of all fields with this name, in any case.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name.as_bytes())).map(|(_, value)| value)
    }

    /// All names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.fields
            .iter()
            .map(|(name, value)| (&self.bytes[name.clone()], self.bytes[value.clone()].trim_ascii()))
    }

    /// The values of all fields with this name as one list, joined with commas.
    pub(crate) fn joined(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let mut values = self.all(name);
        let mut joined = Cow::Borrowed(values.next()?);
        for value in values {
            joined.to_mut().extend_from_slice(b", ");
            joined.to_mut().extend_from_slice(value);
        }
        Some(joined)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        str::from_utf8(self.get(name)?).ok()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        let value = self.get(name)?;
        if !value.iter().all(u8::is_ascii_digit) {
            return None;
        }
        str::from_utf8(value).ok()?.parse().ok()
    }
}

/// The length of the header at the start of the bytes, with the empty line after it. The first `without_end` bytes are known to
/// hold no end of a header.
pub(crate) fn header_length(bytes: &[u8], without_end: usize) -> Option<usize> {
    // The first two bytes of the end may be among them.
    let start = without_end.saturating_sub(2);
    let mut line_ends = memchr_iter(b'\n', bytes.get(start..)?).map(|at| start + at);
    line_ends.find_map(|at| match bytes[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_fields_do_not_take_others_with_them() {
        let mut fields = Fields::default();
        let header = b"HTTP/2 200\r\nno field\r\nA : 1\r\n\xFF: x\nb:\tone\r\n two\r\nc: x\0y\rz\r\nC: later\r\nd:\r\n\r\n";
        assert!(fields.parse(header));
        for (name, value) in [
            ("a", Some(&b"1"[..])),
            ("B", Some(b"one\r\n two")),
            ("c", Some(b"x y z")),
            ("d", None),
            ("no field", None),
        ] {
            assert_eq!(fields.get(name), value, "{name}");
        }
        assert_eq!((fields.number("a"), fields.number("b"), fields.number("e")), (Some(1), None, None));
        let many = format!("WARC/1.0\r\n{}last: 1\r\n\r\n", "a: b\r\n".repeat(1000));
        assert!(fields.parse(many.as_bytes()));
        assert_eq!(fields.number("last"), Some(1));
    }

    #[test]
    fn a_header_ends_with_an_empty_line() {
        for (bytes, length) in [
            (&b"a\r\nb\r\n\r\nc"[..], Some(8)),
            (b"a\n\nb", Some(3)),
            (b"a\n\r\n", Some(4)),
            (b"a\r\n\r", None),
        ] {
            for without_end in 0..length.unwrap_or(bytes.len() + 1) {
                assert_eq!(header_length(bytes, without_end), length);
            }
        }
    }
}
