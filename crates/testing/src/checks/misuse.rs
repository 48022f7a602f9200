//! Check: misuse gives typed errors and no tokens until a reset (I10).

use tagspan::{ErrorKind, LimitAction, Limits, Span, TextMode, Tokenizer, Tokens};

use crate::case::Case;
use crate::refusal::refuses;
use crate::run::{End, run};
use crate::trace::{Item, Stream, ensure, item};

/// How many chunks, and numbers of tokens taken of each, are tried: they are spread evenly when there are more.
const TRIED: usize = 4;

/// Feeds on after the end, after a cursor was left early, and after a construct was beyond its limit: by every
/// call there is, twice. Changes the text mode in the middle of tokens. Resets, and compares with a new tokenizer.
///
/// # Errors
///
/// A token out of misuse, another error than is due, or what differs after the reset.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::misuse};
///
/// misuse(&Case::new("a<p>b</p x><!-- c -->", [2, 4, 9], Default::default())).unwrap();
/// ```
pub fn misuse(case: &Case) -> Result<(), String> {
    for parse_errors in [true, false] {
        let context = |what| case.wrong(format_args!("errors {parse_errors}: {what}"));
        let expected = case.whole(parse_errors)?;
        after_the_end(case, parse_errors, &expected).map_err(context)?;
        after_a_cursor_left(case, parse_errors, &expected).map_err(context)?;
        after_a_limit(case, parse_errors).map_err(context)?;
    }
    Ok(())
}

fn after_the_end(case: &Case, parse_errors: bool, expected: &Stream) -> Result<(), String> {
    let chunks: Vec<&[u8]> = case.chunks().collect();
    for end in End::ALL {
        let mut tokenizer = case.builder(parse_errors).build();
        run(&mut tokenizer, &chunks, end)?;
        refuses_until_reset(&tokenizer, ErrorKind::FedAfterEnd, case.input.len() as u64, case, expected)
            .map_err(|what| format!("after the end, {end:?}: {what}"))?;
    }
    Ok(())
}

fn after_a_cursor_left(case: &Case, parse_errors: bool, expected: &Stream) -> Result<(), String> {
    let chunks: Vec<&[u8]> = case.chunks().collect();
    let mut fed = case.builder(parse_errors).build();
    let mut handed_out = 0;
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let before = fed.clone();
        let all = rest(&mut start(&mut fed, chunk, last))?;
        if index % chunks.len().div_ceil(TRIED) == 0 {
            for taken in (0..=all.len()).step_by((all.len() + 1).div_ceil(TRIED)) {
                let context = |what| format!("chunk {index} left after {taken} tokens: {what}");
                let handed_out = end_of(&all[..taken], handed_out);
                let mut tokenizer = before.clone();
                let mut cursor = reach(&mut tokenizer, chunk, last, taken)?;
                let at = cursor.position();
                changes_mode(&mut cursor, at > handed_out, &all[taken..]).map_err(context)?;
                let mut tokenizer = before.clone();
                let mut cursor = reach(&mut tokenizer, chunk, last, taken)?;
                if !cursor.is_exhausted() {
                    // What is asked of a cursor that is left must not outlive the reset.
                    cursor.set_cdata(!case.options.cdata);
                    let _ = cursor.set_text_mode(TextMode::Plaintext);
                    refuses_until_reset(&tokenizer, ErrorKind::ChunkNotTaken, at, case, expected)
                        .map_err(context)?;
                }
            }
        }
        handed_out = end_of(&all, handed_out);
    }
    Ok(())
}

/// The cursor over a chunk, with so many tokens taken.
fn reach<'t, 'c>(
    tokenizer: &'t mut Tokenizer,
    chunk: &'c [u8],
    last: bool,
    taken: usize,
) -> Result<Tokens<'t, &'c [u8]>, String> {
    let mut cursor = start(tokenizer, chunk, last);
    for _ in 0..taken {
        cursor.advance().map_err(|failure| failure.to_string())?;
    }
    Ok(cursor)
}

/// The end of what is returned with these tokens.
fn end_of(tokens: &[(Item, Span)], before: u64) -> u64 {
    let not_error = |(_, span): &&(Item, Span)| !span.is_empty();
    tokens.iter().rev().find(not_error).map_or(before, |(_, span)| span.end)
}

/// Changes the text mode, which is refused within a token; then the rest of the chunk is what it would have been.
fn changes_mode(cursor: &mut Tokens<'_, &[u8]>, within: bool, due: &[(Item, Span)]) -> Result<(), String> {
    let at = cursor.position();
    let found = cursor.set_text_mode(TextMode::Plaintext);
    let expected = if within { Err((ErrorKind::ModeChangeWithinToken, at)) } else { Ok(()) };
    ensure!(
        found.map_err(|error| (error.kind(), error.offset())) == expected,
        "{found:?} and not {expected:?} for a change of the text mode"
    );
    ensure!(!within || rest(cursor)? == due, "a refused change of the text mode changes what follows");
    Ok(())
}

/// The tokens that are left, and where they lie.
fn rest(cursor: &mut Tokens<'_, &[u8]>) -> Result<Vec<(Item, Span)>, String> {
    let mut rest = Vec::new();
    while let Some(token) = cursor.next_token().map_err(|failure| failure.to_string())? {
        rest.push((item(token)?, token.span()));
    }
    Ok(rest)
}

fn start<'t, 'c>(tokenizer: &'t mut Tokenizer, chunk: &'c [u8], last: bool) -> Tokens<'t, &'c [u8]> {
    if last { tokenizer.feed_last(chunk) } else { tokenizer.feed(chunk) }
}

fn after_a_limit(case: &Case, parse_errors: bool) -> Result<(), String> {
    let chunks: Vec<&[u8]> = case.chunks().collect();
    for limit in [0, 1, 3, 8, 21] {
        let mut tokenizer = case.builder(parse_errors).limits(Limits::all(limit, LimitAction::Fail)).build();
        let outcome = run(&mut tokenizer, &chunks, End::Apart)?;
        if let Some(failure) = outcome.failure {
            let kind = failure.kind();
            let due = matches!(kind, ErrorKind::LimitExceeded { limit: max, .. } if max == u64::from(limit));
            ensure!(due, "limit {limit}: {failure:?}");
            let mut fresh = case.builder(parse_errors).limits(Limits::all(limit, LimitAction::Fail)).build();
            let again = run(&mut fresh, &chunks, End::Apart)?;
            refuses(&tokenizer, ErrorKind::FedAfterError, tokenizer.position(), |tokenizer| {
                run(tokenizer, &chunks, End::Apart)?.same_as(&again)
            })
            .map_err(|what| format!("after the limit {limit}: {what}"))?;
        }
    }
    Ok(())
}

/// As [`refuses`]; the tokenizer gives the whole case's stream when it is reset.
fn refuses_until_reset(
    tokenizer: &Tokenizer,
    kind: ErrorKind,
    offset: u64,
    case: &Case,
    expected: &Stream,
) -> Result<(), String> {
    let chunks: Vec<&[u8]> = case.chunks().collect();
    refuses(tokenizer, kind, offset, |tokenizer| {
        run(tokenizer, &chunks, End::Apart)?.complete()?.same_as(expected)
    })
}
