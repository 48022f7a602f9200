//! Check: chunkings, error reporting and limits do not change the tokens of a case (I1, I9).

use std::ops::ControlFlow;

use tagspan_core::{LimitAction, Limits};
use tagspan_reference::EventKind;

use crate::case::Case;
use crate::run::{End, Outcome, run};
use crate::trace::{Item, Placed, Stream, ensure};
use crate::{settings, source};

/// Compares the case's chunks, and single bytes, with the whole input: tokens, raw bytes, spans of parts, errors,
/// dropped bytes and their reasons. With the end declared with the last chunk and after it, with parse errors and
/// without, on a tokenizer that is reset in between; with limits around the longest construct and below; and
/// with a decoder in front.
///
/// # Errors
///
/// What differs.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::chunks};
///
/// chunks(&Case::new("<p a=1 A=2>&ampx</><![CDATA[a]]]>", [3, 3, 31, 32], Default::default())).unwrap();
/// ```
pub fn chunks(case: &Case) -> Result<(), String> {
    let loud = case.whole(true)?;
    let quiet = case.whole(false)?;
    quiet
        .same_as(&loud.without_errors())
        .map_err(|what| case.wrong(format_args!("errors change: {what}")))?;
    let cut: Vec<&[u8]> = case.chunks().collect();
    let bytes: Vec<&[u8]> = case.input.chunks(1).collect();
    for (parse_errors, expected) in [(true, &loud), (false, &quiet)] {
        let mut tokenizer = case.builder(parse_errors).build();
        for (how, chunks) in [("cut", &cut), ("byte by byte", &bytes)] {
            for end in End::ALL {
                tokenizer.reset();
                run(&mut tokenizer, chunks, end)
                    .and_then(Outcome::complete)
                    .and_then(|found| found.same_as(expected))
                    .map_err(|what| {
                        case.wrong(format_args!("{how}, end {end:?}, errors {parse_errors}: {what}"))
                    })?;
            }
        }
        source::chunks(case, parse_errors, expected)?;
    }
    for limit in limits(case, &quiet) {
        limited(case, limit)?;
    }
    Ok(())
}

/// Limits that change what comes of the input: around the longest construct, and one that the case's size picks.
fn limits(case: &Case, quiet: &Stream) -> Vec<u32> {
    let constructs = quiet.items.iter().filter(|placed| is_limited(placed));
    let longest = constructs.map(|placed| placed.span.len() as u32).max();
    let picked = (case.input.len() + case.cuts.iter().sum::<usize>()) as u32 % 48;
    longest.map_or(vec![picked], |longest| vec![longest, longest.saturating_sub(1), picked])
}

/// Whether the item is kept in one piece, so that a limit is set to it.
fn is_limited(placed: &Placed) -> bool {
    !matches!(placed.item, Item::Event(EventKind::Text(_) | EventKind::Error(_)))
}

/// Compares the case's chunks, and single bytes, with the whole input when a token may have no more than `limit`
/// bytes: what is handed out before the failure, and the failure. Byte by byte no more is kept than that.
///
/// # Errors
///
/// What differs, or how much is kept.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::limited};
///
/// limited(&Case::new("<p><a href='#'><b>", [5, 9], Default::default()), 7).unwrap();
/// ```
pub fn limited(case: &Case, limit: u32) -> Result<(), String> {
    let builder = settings::builder(&case.options).limits(Limits::all(limit, LimitAction::Fail));
    let told = |how: &str, what: String| case.wrong(format_args!("limit {limit}, {how}: {what}"));
    let cut: Vec<&[u8]> = case.chunks().collect();
    let bytes: Vec<&[u8]> = case.input.chunks(1).collect();
    let mut outcomes = Vec::new();
    for parse_errors in [true, false] {
        let mut tokenizer = builder.clone().parse_errors(parse_errors).build();
        let told = |how: &str, what| told(&format!("{how}, errors {parse_errors}"), what);
        let expected =
            run(&mut tokenizer, &[&case.input], End::WithChunk).map_err(|what| told("whole", what))?;
        for (how, chunks) in [("cut", &cut), ("byte by byte", &bytes)] {
            for end in End::ALL {
                tokenizer.reset();
                run(&mut tokenizer, chunks, end)
                    .and_then(|found| found.same_as(&expected))
                    .map_err(|what| told(how, what))?;
            }
        }
        tokenizer.reset();
        bounded(&mut tokenizer, case, limit).map_err(|what| told("byte by byte", what))?;
        outcomes.push(expected);
    }
    let loud = Outcome { stream: outcomes[0].stream.without_errors(), failure: outcomes[0].failure };
    outcomes[1].same_as(&loud).map_err(|what| told("errors change", what))
}

/// Feeds byte by byte and looks at what is kept: as much as the limit allows and the one character that is past
/// it; or an end tag that may turn out to be text, which is no longer than the name that it must have.
fn bounded(tokenizer: &mut tagspan_core::Tokenizer, case: &Case, limit: u32) -> Result<(), String> {
    let name = case.options.last_start_tag.as_deref().map_or(0, str::len).max("textarea".len());
    let most = (limit as usize + 4).max("</".len() + name);
    for byte in case.input.chunks(1) {
        let mut tokens = tokenizer.feed(byte);
        let failed = tokens.try_for_each(|_| ControlFlow::<()>::Continue(())).is_err();
        let kept = tokenizer.pending_bytes().0;
        ensure!(kept.len() <= most, "b\"{}\" is kept", kept.escape_ascii());
        if failed {
            break;
        }
    }
    Ok(())
}
