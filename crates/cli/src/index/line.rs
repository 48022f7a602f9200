//! A line of an index: the key, the time and the JSON, as Python writes it and other indexers do.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use tagspan_warc::Capture;

use super::surt::surt;

/// The values of the JSON, all of which are text.
#[derive(Serialize)]
struct Fields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    length: String,
    offset: String,
    filename: &'a str,
}

/// Appends the line of a capture, or returns why it has none.
pub(super) fn write(capture: &Capture, filename: &str, line: &mut Vec<u8>) -> Result<(), &'static str> {
    let Some(length) = capture.length else {
        return Err(
            "stands in a compressed member with other records, so that no line can lead to it alone: compress each record \
                    as a member of its own",
        );
    };
    let Some(time) = capture.date.as_deref().and_then(timestamp) else {
        return Err("has no date in WARC-Date: repair the archive where it was written");
    };
    let url = capture.uri.as_deref();
    line.extend_from_slice(format!("{} {time} ", surt(url.unwrap_or_default())).as_bytes());
    let fields = Fields {
        url,
        mime: capture.mime.as_deref(),
        status: capture.status.as_deref(),
        digest: capture.digest.as_deref(),
        length: length.to_string(),
        offset: capture.offset.to_string(),
        filename,
    };
    let written = fields.serialize(&mut Serializer::with_formatter(&mut *line, Spaced));
    written.expect("texts are written to memory");
    line.push(b'\n');
    Ok(())
}

/// The first 14 digits of a date of ISO 8601, with zeros for what it leaves out.
fn timestamp(date: &str) -> Option<String> {
    let digits: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    (digits.len() >= 4).then(|| format!("{digits:0<14}"))
}

/// With spaces after colons and commas, and escapes for all that is not printable ASCII.
struct Spaced;

impl Formatter for Spaced {
    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !matches!(c, ' '..='~')) {
            let (plain, behind) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            let mut characters = behind.chars();
            for unit in characters.next().into_iter().flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec()) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_fourteen_digits() {
        for (date, expected) in [
            ("2013-12-26T10:11:12Z", Some("20131226101112")),
            ("2013-12-26T10:11:12.456789Z", Some("20131226101112")),
            ("2013-12-26", Some("20131226000000")),
            ("", None),
            ("yesterday", None),
        ] {
            assert_eq!(timestamp(date).as_deref(), expected, "{date}");
        }
    }
}
