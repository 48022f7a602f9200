//! Tokens, errors and places as every implementation under test is compared by.

use std::collections::BTreeMap;
use std::ops::Range;

/// A token, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Doctype {
        name: Option<String>,
        public_id: Option<String>,
        system_id: Option<String>,
        force_quirks: bool,
    },
    StartTag {
        name: String,
        attributes: BTreeMap<String, String>,
        self_closing: bool,
    },
    EndTag {
        name: String,
    },
    Comment(String),
    ProcessingInstruction {
        target: String,
        data: String,
    },
    /// Adjacent text is one.
    Text(String),
}

/// A line and a column, both one-based. LF, CR and CRLF end a line; columns are UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// A parse error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub(crate) code: &'static str,
    pub(crate) offset: u64,
    /// As the implementation itself says, if it does.
    pub(crate) place: Option<Place>,
}

/// What an implementation makes of one input.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) tokens: Vec<Token>,
    pub(crate) errors: Vec<ParseError>,
    /// Which bytes each token is made of, dropped ones included, and their content as the implementation has it.
    /// Empty if it does not say.
    pub(crate) spans: Vec<(Range<u64>, Vec<u8>)>,
}

impl Output {
    /// Adds a token; text joins the text before it.
    pub(crate) fn push(&mut self, token: Token) {
        match (self.tokens.last_mut(), token) {
            (Some(Token::Text(text)), Token::Text(more)) => text.push_str(&more),
            (_, token) => self.tokens.push(token),
        }
    }
}

/// Counts lines and columns from the start, one character after the other: the oracle of every faster count. An
/// offset within a character, or between a CR and its LF, is an error of whoever asks.
pub(crate) fn count(input: &[u8], offset: u64) -> Result<Place, String> {
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
