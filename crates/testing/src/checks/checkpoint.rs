//! Check: a run that continues from a checkpoint gives the tokens of one that never stops (I14).

use crate::case::Case;
use crate::checkpoints::{at_every_byte, at_every_token};
use crate::corrupted::some_values;

/// Takes a checkpoint at every byte and at every token, writes and reads it, and continues from it. With parse errors and
/// without; in the case's chunks and in one.
///
/// # Errors
///
/// The first difference.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::checkpoint};
///
/// checkpoint(&Case::new("a<p>b&amp;c<!-- d -->", [2, 6, 17], Default::default())).unwrap();
/// ```
pub fn checkpoint(case: &Case) -> Result<(), String> {
    let cut: Vec<&[u8]> = case.chunks().collect();
    for parse_errors in [true, false] {
        let builder = case.builder(parse_errors);
        at_every_byte(&builder, &case.input)
            .and_then(|_| at_every_token(&builder, &cut))
            .and_then(|_| at_every_token(&builder, &[&case.input]))
            .map_err(|wrong| case.wrong(format_args!("errors {parse_errors}: {wrong}")))?;
    }
    Ok(())
}

/// Takes a checkpoint at the first of the case's splits, changes what is written of it as the bytes say, and continues from
/// what is read nevertheless.
///
/// # Errors
///
/// The fault of a tokenizer that continued from a corrupted checkpoint.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::corrupted_checkpoint};
///
/// corrupted_checkpoint(&Case::new("a<p>b&amp;c<!-- d -->", [6], Default::default()), b"abcdefghi").unwrap();
/// ```
pub fn corrupted_checkpoint(case: &Case, bytes: &[u8]) -> Result<(), String> {
    for parse_errors in [true, false] {
        let mut tokenizer = case.builder(parse_errors).build();
        let first = case.chunks().next().unwrap_or_default();
        let taken = tokenizer.feed(first).for_each(|_| {});
        taken.map_err(|failure| case.wrong(failure))?;
        let checkpoint = tokenizer.checkpoint().ok_or_else(|| case.wrong("no checkpoint between chunks"))?;
        some_values(&checkpoint, bytes)
            .map_err(|wrong| case.wrong(format_args!("errors {parse_errors}: {wrong}")))?;
    }
    Ok(())
}
