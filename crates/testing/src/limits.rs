//! Check: with a limit, chunkings and error reporting change neither the tokens of a case nor its failure (I1, I9).

use std::ops::ControlFlow;

use tagspan::{LimitAction, Limits};

use crate::case::Case;
use crate::run::{End, Outcome, run};
use crate::settings;
use crate::trace::ensure;

/// Compares the case's chunks, and single bytes, with the whole input when a token may have no more than `limit`
/// bytes: what is returned before the failure, and the failure. Byte by byte no more is kept than that.
///
/// # Errors
///
/// The first difference, or the number of bytes kept.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, limits::limited};
///
/// limited(&Case::new("<p><a href='#'><b>", [5, 9], Default::default()), 7).unwrap();
/// ```
pub fn limited(case: &Case, limit: u32) -> Result<(), String> {
    let builder = settings::builder(&case.options).limits(Limits::all(limit, LimitAction::Fail));
    let context = |how: &str, what: String| case.wrong(format_args!("limit {limit}, {how}: {what}"));
    let cut: Vec<&[u8]> = case.chunks().collect();
    let bytes: Vec<&[u8]> = case.input.chunks(1).collect();
    let mut outcomes = Vec::new();
    for parse_errors in [true, false] {
        let mut tokenizer = builder.clone().parse_errors(parse_errors).build();
        let context = |how: &str, what| context(&format!("{how}, errors {parse_errors}"), what);
        let expected =
            run(&mut tokenizer, &[&case.input], End::WithChunk).map_err(|what| context("whole", what))?;
        for (how, chunks) in [("cut", &cut), ("byte by byte", &bytes)] {
            for end in End::ALL {
                tokenizer.reset();
                run(&mut tokenizer, chunks, end)
                    .and_then(|found| found.same_as(&expected))
                    .map_err(|what| context(how, what))?;
            }
        }
        tokenizer.reset();
        bounded(&mut tokenizer, case, limit).map_err(|what| context("byte by byte", what))?;
        outcomes.push(expected);
    }
    let loud = Outcome { stream: outcomes[0].stream.without_errors(), failure: outcomes[0].failure };
    outcomes[1].same_as(&loud).map_err(|what| context("errors change", what))
}

/// Feeds byte by byte and looks at what is kept: as much as the limit allows and the one character that is past
/// it; or an end tag that may turn out to be text, which is no longer than the name that it must have.
fn bounded(tokenizer: &mut tagspan::Tokenizer, case: &Case, limit: u32) -> Result<(), String> {
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
