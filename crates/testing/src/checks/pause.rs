//! Check: a run that stops at tokens and continues gives the tokens of one that never stops (I11).

use crate::case::Case;
use crate::run::{End, Way, paused, run_by};

/// How many single stops are tried when there are more tokens than that: they are spread evenly then.
const SINGLE_STOPS: usize = 16;

/// Leaves the cursor after every token, after every other, and once after k tokens for k up to all of them;
/// feeds what is left, and compares with the whole input. Then takes the tokens in each way without a stop.
/// In the case's chunks and in one; with parse errors and without.
///
/// # Errors
///
/// The first difference, or lost bytes.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::pause};
///
/// pause(&Case::new("a<p>b&amp;c<!-- d -->", [2, 6, 17], Default::default())).unwrap();
/// ```
pub fn pause(case: &Case) -> Result<(), String> {
    let cut: Vec<&[u8]> = case.chunks().collect();
    for parse_errors in [true, false] {
        let expected = case.whole(parse_errors)?;
        let mut tokenizer = case.builder(parse_errors).build();
        let tokens = expected.items.len() + cut.len();
        for chunks in [&cut[..], &[&case.input[..]]] {
            let wrong = |how: &str, what: String| {
                case.wrong(format_args!("{how}, {} chunks, errors {parse_errors}: {what}", chunks.len()))
            };
            let mut check = |how: &str, stops: &mut dyn FnMut(usize) -> bool| {
                tokenizer.reset();
                paused(&mut tokenizer, chunks, stops)
                    .and_then(|found| found.same_as(&expected))
                    .map_err(|what| wrong(how, what))
            };
            check("stopping after every token", &mut |_| true)?;
            check("stopping after every odd token", &mut |taken| taken % 2 == 1)?;
            check("stopping after every even token", &mut |taken| taken % 2 == 0)?;
            for k in (1..=tokens).step_by(tokens.div_ceil(SINGLE_STOPS)) {
                check(&format!("stopping after token {k}"), &mut |taken| taken == k)?;
            }
            for way in Way::ALL {
                tokenizer.reset();
                run_by(way, &mut tokenizer, chunks, End::Apart)
                    .and_then(|outcome| outcome.complete())
                    .and_then(|found| found.same_as(&expected))
                    .map_err(|what| wrong(&format!("{way:?}"), what))?;
            }
        }
    }
    Ok(())
}
