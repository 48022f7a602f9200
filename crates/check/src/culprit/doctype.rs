//! DOCTYPEs: keywords, identifiers, and the places between them.

use std::ops::Range;

use memchr::memrchr2;
use tagspan::ErrorCode;

use super::fault::{Culprit, is_space};
use crate::host::Host;

/// The keyword at the start of a DOCTYPE.
const KEYWORD: usize = "<!DOCTYPE".len();

pub(super) fn of(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    use ErrorCode::*;
    let raw = host.raw;
    let keyword = 0..KEYWORD.min(raw.len());
    let between = |label: &str| Culprit::new(at..at, label).fix("add a space", at..at, " ");
    Some(match code {
        EofInDoctype => Culprit::new(keyword, "this DOCTYPE is not closed")
            .related(raw.len()..raw.len(), "the input ends here"),
        MissingDoctypeName => Culprit::new(keyword, "there should be html behind it"),
        MissingWhitespaceBeforeDoctypeName
        | MissingWhitespaceAfterDoctypePublicKeyword
        | MissingWhitespaceAfterDoctypeSystemKeyword
        | MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers => {
            between("there should be a space here")
        }
        AbruptDoctypePublicIdentifier | AbruptDoctypeSystemIdentifier => {
            let quote = memrchr2(b'"', b'\'', &raw[..at])?;
            Culprit::new(quote..quote + 1, "this quote is not closed")
                .related(at..(at + 1).min(raw.len()), "the DOCTYPE ends here")
        }
        MissingDoctypePublicIdentifier | MissingDoctypeSystemIdentifier => {
            Culprit::new(word_before(raw, at), "there should be an identifier in quotes behind it")
        }
        MissingQuoteBeforeDoctypePublicIdentifier | MissingQuoteBeforeDoctypeSystemIdentifier => {
            Culprit::new(rest(raw, at), "this should be in quotes, and is ignored")
        }
        InvalidCharacterSequenceAfterDoctypeName | UnexpectedCharacterAfterDoctypeSystemIdentifier => {
            Culprit::new(rest(raw, at), "this is ignored")
        }
        _ => return None,
    })
}

/// From `at` to the `>`, without white space at its end.
fn rest(raw: &[u8], at: usize) -> Range<usize> {
    let end = raw.len() - usize::from(raw.ends_with(b">"));
    let end = raw[..end].iter().rposition(|byte| !is_space(byte)).map_or(at, |last| last + 1);
    at..end.max(at)
}

/// The word that ends last before `at`.
fn word_before(raw: &[u8], at: usize) -> Range<usize> {
    let end = raw[..at].iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
    let start = raw[..end].iter().rposition(is_space).map_or(0, |space| space + 1);
    start..end
}
