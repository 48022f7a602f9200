//! One run against what its case expects, and against what holds for every run.

use super::chunking::Chunking;
use super::implementation::{Implementation, Setup};
use super::output::Output;
use testing::html5lib::token::count;
use testing::html5lib::tokenizer::Case;

/// The correct results of a run; `Err` describes the first fault.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The tokens with and without errors requested, and the bytes that they are made of.
    pub(crate) tokens: Result<(), String>,
    /// The codes of the errors, in order.
    pub(crate) errors: Result<(), String>,
    /// Their lines and columns.
    pub(crate) positions: Result<(), String>,
}

impl Verdict {
    pub(crate) fn is_right(&self) -> bool {
        self.tokens.is_ok() && self.errors.is_ok() && self.positions.is_ok()
    }
}

/// Runs a case in one initial state, with and without errors.
pub(crate) fn check(
    implementation: &dyn Implementation,
    case: &Case,
    initial_state: &str,
    input: &[u8],
    chunking: Chunking,
) -> Verdict {
    let run = |errors| {
        let last_start_tag = case.last_start_tag.as_deref();
        let processing_instructions = case.processing_instructions;
        let setup = Setup { initial_state, last_start_tag, processing_instructions, errors };
        implementation.run(setup, input, chunking)
    };
    let without = run(false).and_then(|output| match &output.errors[..] {
        [] => tokens(case, input, &output),
        errors => Err(format!("errors, which are off: {errors:?}")),
    });
    match run(true) {
        Ok(output) => Verdict {
            tokens: tokens(case, input, &output)
                .and(without.map_err(|error| format!("errors not asked for: {error}"))),
            errors: errors(case, &output),
            positions: positions(case, input, &output),
        },
        Err(error) => Verdict {
            tokens: Err(error),
            errors: Err("the run failed".to_owned()),
            positions: Err("the run failed".to_owned()),
        },
    }
}

fn tokens(case: &Case, input: &[u8], output: &Output) -> Result<(), String> {
    if output.tokens != case.tokens {
        return Err(format!("tokens\n      wanted {:?}\n      got    {:?}", case.tokens, output.tokens));
    }
    partition(input, output)
}

/// Whether the tokens' bytes, one after the other, are the input.
pub(crate) fn partition(input: &[u8], output: &Output) -> Result<(), String> {
    if output.spans.is_empty() && !output.tokens.is_empty() {
        return Ok(());
    }
    let mut at = 0;
    for (span, raw) in &output.spans {
        let bytes = input.get(span.start as usize..span.end as usize);
        if span.start != at || span.is_empty() || bytes != Some(raw) {
            return Err(format!("after byte {at} comes a token of the bytes {span:?}, {raw:?}"));
        }
        at = span.end;
    }
    if at != input.len() as u64 {
        return Err(format!("the tokens end at byte {at} of {}", input.len()));
    }
    Ok(())
}

fn errors(case: &Case, output: &Output) -> Result<(), String> {
    let wanted: Vec<&str> = case.errors.iter().map(|(code, _)| &**code).collect();
    let got: Vec<&str> = output.errors.iter().map(|error| error.code).collect();
    if wanted != got {
        return Err(format!("errors\n      wanted {wanted:?}\n      got    {got:?}"));
    }
    Ok(())
}

/// Offsets never decrease; counted naively they give the places that the suite has, and those that the
/// implementation itself counts.
fn positions(case: &Case, input: &[u8], output: &Output) -> Result<(), String> {
    if output.errors.len() != case.errors.len() {
        return Err("places of other errors".to_owned());
    }
    let mut before = 0;
    for (error, (_, wanted)) in output.errors.iter().zip(&case.errors) {
        if error.offset < before {
            return Err(format!("{} at byte {}, after one at byte {before}", error.code, error.offset));
        }
        before = error.offset;
        let place = count(input, error.offset)?;
        if place != *wanted {
            return Err(format!("{}: wanted {wanted:?}, got {place:?}", error.code));
        }
        if error.place.is_some_and(|reported| reported != place) {
            return Err(format!("{}: counted {place:?}, reported {:?}", error.code, error.place));
        }
    }
    Ok(())
}
