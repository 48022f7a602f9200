//! Tags: attributes, quotes, and the end of the input.

use std::ops::Range;

use memchr::memmem;
use tagspan::ErrorCode;

use super::character::{self, name};
use super::fault::{Culprit, is_space, opening};
use crate::host::{Attributes, Host, Kind};

pub(super) fn of(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    let culprit = alone(code, host, at)?;
    match swallowing_quote(host.attributes(), at) {
        // What follows has the same cause, which is shown once. A fix would be of text that is no attribute.
        Some(_) if code != ErrorCode::EofInTag && host.blamed.replace(true) => {
            Some(Culprit { fix: None, ..culprit })
        }
        Some(quote) if code != ErrorCode::EofInTag => Some(swallowing(culprit, code, host, quote, at)),
        _ => Some(culprit),
    }
}

/// The bytes at fault, whatever stands before them.
fn alone(code: ErrorCode, host: &Host<'_>, at: usize) -> Option<Culprit> {
    use ErrorCode::*;
    let raw = host.raw;
    Some(match code {
        DuplicateAttribute => duplicate(host, at)?,
        EndTagWithAttributes => {
            let all = &host.attributes().all;
            let attributes = all.first()?.whole.start..all.last()?.whole.end;
            let (from, end) = (opening(raw).end, attributes.end);
            Culprit::new(attributes, "an end tag has no attributes: this is ignored").fix(
                "remove them",
                from..end,
                "",
            )
        }
        EndTagWithTrailingSolidus => {
            let solidus = at.checked_sub(1)?..at;
            Culprit::new(solidus.clone(), "this is ignored").fix("remove it", solidus, "")
        }
        EofInTag => not_closed(host),
        MissingAttributeValue => {
            let attribute = host.attributes().around(at.checked_sub(1)?)?;
            Culprit::new(attribute.name.start..at, "there is no value behind the equals sign").fix(
                "add an empty value",
                at..at,
                "\"\"",
            )
        }
        MissingWhitespaceBetweenAttributes => {
            Culprit::new(at..at, "there should be a space here").fix("add a space", at..at, " ")
        }
        UnexpectedCharacterInAttributeName => unexpected(host, at, "is a part of the name"),
        UnexpectedCharacterInUnquotedAttributeValue => in_unquoted_value(host, at)?,
        UnexpectedEqualsSignBeforeAttributeName => unexpected(host, at, "begins the name of an attribute"),
        UnexpectedSolidusInTag => {
            let solidus = at.checked_sub(1)?..at;
            // It divides what stands before and behind it.
            let is_needed =
                at > 1 && !is_space(&raw[at - 2]) && raw.get(at).is_some_and(|next| !is_space(next));
            Culprit::new(solidus.clone(), "this is read as a space").fix(
                if is_needed { "write a space for it" } else { "remove it" },
                solidus,
                if is_needed { " " } else { "" },
            )
        }
        _ => return None,
    })
}

/// The second attribute of a name, and the first.
fn duplicate(host: &Host<'_>, at: usize) -> Option<Culprit> {
    let (raw, attributes) = (host.raw, host.attributes());
    let second = attributes.with_name_end(at)?;
    let culprit = Culprit::new(second.name.clone(), "this attribute is ignored");
    let culprit = match attributes.first(&raw[second.name.clone()]) {
        Some(first) => culprit.related(first.name.clone(), "the first one is here"),
        None => culprit,
    };
    // Of a tag that is not closed, nothing is read anyway.
    if host.kind == Kind::UnfinishedTag {
        return Some(culprit);
    }
    let start = second.whole.start;
    let from = space_before(raw, start);
    // A space stays between a value without quotes and a solidus.
    let from = if raw.get(second.whole.end) == Some(&b'/') { start } else { from };
    // Without the attribute, a solidus before it might make the tag self-closing.
    Some(if raw[..from].ends_with(b"/") {
        culprit
    } else {
        culprit.fix("remove it", from..second.whole.end, "")
    })
}

/// A tag that the end of the input cuts. If that is within quotes, or they have swallowed other tags, the quote is to blame.
fn not_closed(host: &Host<'_>) -> Culprit {
    let raw = host.raw;
    let end = raw.len()..raw.len();
    let tag = opening(raw);
    let attributes = host.attributes();
    let quote = attributes.open_quote.or_else(|| swallowing_quote(attributes, raw.len()));
    match quote {
        Some(quote) => Culprit::new(quote..quote + 1, quote_label(attributes, quote))
            .related(tag, "the tag begins here")
            .related(end, "the input ends here"),
        None => Culprit::new(tag, "this tag is not closed").related(end, "the input ends here"),
    }
}

fn quote_label(attributes: &Attributes, quote: usize) -> &'static str {
    if attributes.open_quote == Some(quote) {
        "this quote is not closed"
    } else {
        "this quote may not be closed"
    }
}

/// With the quote that seems to have swallowed tags to blame.
fn swallowing(culprit: Culprit, code: ErrorCode, host: &Host<'_>, quote: usize, at: usize) -> Culprit {
    let (range, effect) = match code {
        ErrorCode::MissingWhitespaceBetweenAttributes | ErrorCode::UnexpectedCharacterInAttributeName => {
            (character::at(host, at), "this is read as the name of an attribute".to_owned())
        }
        _ => (culprit.range, culprit.label),
    };
    Culprit::new(quote..quote + 1, quote_label(host.attributes(), quote))
        .related(range, format!("so that {effect}"))
}

/// The quote that opens the first value with tags in it, if that ends before `at`.
fn swallowing_quote(attributes: &Attributes, at: usize) -> Option<usize> {
    attributes.swallowing.as_ref().filter(|value| value.end < at).map(|value| value.start - 1)
}

/// A character that a name or a value may have, but should not.
fn unexpected(host: &Host<'_>, at: usize, what: &str) -> Culprit {
    let range = character::at(host, at);
    let character = String::from_utf8_lossy(&host.raw[range.clone()]);
    let name = character.chars().next().map(name).unwrap_or_default();
    Culprit::new(range, format!("{name} {what}"))
}

/// A character in a value without quotes, which quotes would allow.
fn in_unquoted_value(host: &Host<'_>, at: usize) -> Option<Culprit> {
    let culprit = unexpected(host, at, "is a part of the value");
    let Range { start, end } = host.attributes().around(at)?.value.clone();
    if host.kind == Kind::UnfinishedTag || host.quoted.replace(Some(start)) == Some(start) {
        return Some(culprit);
    }
    let has = |quote: &&str| memmem::find(&host.raw[start..end], quote.as_bytes()).is_some();
    let fix = ["\"", "'"].into_iter().find(|quote| !has(quote));
    let fix = fix.map(|quote| ("put the value in quotes", vec![(start..start, quote), (end..end, quote)]));
    Some(Culprit { fix, ..culprit })
}

/// Where the white space before `at` begins.
fn space_before(raw: &[u8], at: usize) -> usize {
    raw[..at].iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1)
}
