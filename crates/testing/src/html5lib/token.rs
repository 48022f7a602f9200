//! Tokens, lines and columns in the terms of the html5lib suite.

use std::collections::BTreeMap;

/// A token, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A DOCTYPE.
    Doctype {
        /// Its name.
        name: Option<String>,
        /// Its public identifier.
        public_id: Option<String>,
        /// Its system identifier.
        system_id: Option<String>,
        /// The force-quirks flag.
        force_quirks: bool,
    },
    /// A start tag.
    StartTag {
        /// Its name.
        name: String,
        /// Its attributes by name.
        attributes: BTreeMap<String, String>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// An end tag.
    EndTag {
        /// Its name.
        name: String,
    },
    /// A comment.
    Comment(String),
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target.
        target: String,
        /// Its data.
        data: String,
    },
    /// Adjacent text is one.
    Text(String),
}

/// A line and a column, both one-based. LF, CR and CRLF end a line; columns are UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// Counts lines and columns from the start, one character after the other: the oracle of every faster count.
///
/// # Errors
///
/// A sentence if the offset lies within a character, or between a CR and its LF.
pub fn count(input: &[u8], offset: u64) -> Result<Place, String> {
    let outside = || format!("offset {offset} is not between two characters");
    let before = usize::try_from(offset).ok().and_then(|offset| input.get(..offset)).ok_or_else(outside)?;
    if before.ends_with(b"\r") && input[before.len()..].starts_with(b"\n") {
        return Err(outside());
    }
    let lossy = String::from_utf8_lossy(before);
    let whole = String::from_utf8_lossy(input);
    if !whole.starts_with(&*lossy) {
        return Err(outside());
    }
    let text = lossy.replace("\r\n", "\n").replace('\r', "\n");
    let last_line = text.rsplit('\n').next().unwrap_or_default();
    Ok(Place {
        line: 1 + text.matches('\n').count() as u64,
        column: 1 + last_line.encode_utf16().count() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::{Place, count};

    #[test]
    fn counting() {
        let input = "a\r\nb\u{E9}\r\r\u{1F600}c\n".as_bytes();
        for (offset, expected) in [
            (0, Some((1, 1))),
            (1, Some((1, 2))),
            (2, None),
            (3, Some((2, 1))),
            (4, Some((2, 2))),
            (5, None),
            (6, Some((2, 3))),
            (7, Some((3, 1))),
            (8, Some((4, 1))),
            (10, None),
            (12, Some((4, 3))),
            (13, Some((4, 4))),
            (14, Some((5, 1))),
            (15, None),
        ] {
            let place = expected.map(|(line, column)| Place { line, column });
            assert_eq!(count(input, offset).ok(), place, "{offset}");
        }
    }
}
