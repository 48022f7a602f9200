//! Check: chunkings, error reporting and limits do not change the tokens of a case (I1, I9).

use tagspan_reference::EventKind;

use crate::case::Case;
use crate::limits::limited;
use crate::run::{End, Outcome, run};
use crate::source;
use crate::trace::{Item, Placed, Stream};

/// Compares the case's chunks, and single bytes, with the whole input: tokens, raw bytes, spans of parts, errors,
/// dropped bytes and their reasons. With the end declared with the last chunk and after it, with parse errors and
/// without, on a tokenizer that is reset in between; with limits around the longest construct and below; and
/// with a decoder in front.
///
/// # Errors
///
/// The first difference.
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
