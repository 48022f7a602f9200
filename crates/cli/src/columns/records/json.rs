//! Indexes as JSON lines, and as CDXJ, whose lines have a key and a time before the JSON.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use super::row::{LINE, Rows, record};

/// The values of a line; others are skipped. Names are those of `RecordRange::COLUMNS`.
#[derive(Deserialize)]
struct Line {
    #[serde(alias = "filename", alias = "file")]
    warc_filename: String,
    #[serde(alias = "offset", alias = "record_offset", deserialize_with = "number")]
    warc_record_offset: u64,
    #[serde(alias = "length", alias = "record_length", deserialize_with = "number")]
    warc_record_length: u64,
}

/// A number, which CDXJ has as text.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Number {
        Number(u64),
        Text(String),
    }
    match Number::deserialize(deserializer)? {
        Number::Number(number) => Ok(number),
        Number::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

pub(super) fn rows(mut reader: impl BufRead + Send + 'static, index: Arc<str>) -> Rows {
    let (mut number, mut is_over) = (0, false);
    Box::new(std::iter::from_fn(move || {
        loop {
            if is_over {
                return None;
            }
            number += 1;
            let line = match line(&mut reader) {
                Ok(Some(line)) => line,
                Ok(None) => return None,
                Err(error) => {
                    is_over = true;
                    return Some(record(&index, number, Err(error.to_string())));
                }
            };
            // Lines that begin so tell about the index itself.
            if line.trim_ascii().is_empty() || line.starts_with(b"!") {
                continue;
            }
            return Some(record(&index, number, values(&line)));
        }
    }))
}

/// The next line, as far as it is not too long; `None` at the end.
fn line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if reader.by_ref().take(LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LINE && !line.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

fn values(line: &[u8]) -> Result<(String, u64, u64), String> {
    let start = line.iter().position(|byte| *byte == b'{').ok_or("there is no JSON")?;
    let line: Line = serde_json::from_slice(&line[start..]).map_err(|error| error.to_string())?;
    Ok((line.warc_filename, line.warc_record_offset, line.warc_record_length))
}
