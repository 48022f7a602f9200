//! Rows as JSON: what serde_json writes for them, with the texts searched by blocks of bytes.

use std::io;

use tagspan_extract::columns::{Row, Value};

/// The bytes that are searched at a time: the compiler makes vectors of such a block.
const BLOCK: usize = 16;

/// Appends a row as an object.
pub(super) fn push_row(row: Row<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    out.push(b'{');
    for (index, (name, value)) in row.iter().enumerate() {
        // Names have nothing to escape.
        out.extend_from_slice(if index == 0 { b"\"" } else { b",\"" });
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        push_value(&value, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn push_value(value: &Value<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    match value {
        Value::Text(text) => push_text(text, out),
        Value::List(rows) => {
            out.push(b'[');
            for (index, row) in rows.clone().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                push_row(row, out)?;
            }
            out.push(b']');
        }
        other => serde_json::to_writer(out, other)?,
    }
    Ok(())
}

fn push_text(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = find_escaped(rest) {
        out.extend_from_slice(&rest[..at]);
        push_escape(rest[at], out);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn find_escaped(bytes: &[u8]) -> Option<usize> {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let clean = blocks
        .iter()
        .take_while(|block| !block.iter().fold(false, |found, &byte| found | is_escaped(byte)))
        .count();
    let at = clean * BLOCK;
    bytes[at..].iter().position(|&byte| is_escaped(byte)).map(|found| at + found)
}

fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn push_escape(byte: u8, out: &mut Vec<u8>) {
    let short = match byte {
        b'\x08' => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        b'\x0C' => b'f',
        b'\r' => b'r',
        b'"' | b'\\' => byte,
        _ => {
            let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 15)];
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte)]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::push_text;

    #[test]
    fn texts_are_those_of_serde_json() {
        // Each character at each place of a block.
        for character in ('\0'..='\u{100}').chain(['日', '💩']) {
            for before in 0..66 {
                let text = format!(
                    "{}{character}after{character}{character}",
                    "é".repeat(before / 2) + &"x".repeat(before % 2)
                );
                let mut out = Vec::new();
                push_text(&text, &mut out);
                assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&text).unwrap());
            }
        }
    }
}
