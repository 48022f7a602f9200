//! Check: the work is linear in the input for every chunking (I7).

use tagspan::Tokenizer;

use crate::case::Case;
use crate::run::{End, run};
use crate::work::take_steps;

/// How many steps a byte may take. The worst that is known takes 39: attributes of four bytes with a quote in the name, for each of
/// which the fast path searches a window of 64 bytes and finds no value, in the chunk and again at the end of the input. Next are
/// seventeen names of one length and with the same ends, each compared with those before it as often, and by the states.
const STEPS_PER_BYTE: u64 = 42;

/// How many steps may be taken besides, for a chunk and for the input.
const STEPS_BESIDES: u64 = 32;

/// Counts the steps of the whole input, of the case's chunks, of chunks of one byte, and of the whole input left and
/// fed again after every token; with parse errors and without.
///
/// # Errors
///
/// In which of these ways more steps were taken than the input's length allows.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::work};
///
/// work(&Case::new("<".repeat(1000), [], Default::default())).unwrap();
/// ```
pub fn work(case: &Case) -> Result<(), String> {
    let cut: Vec<&[u8]> = case.chunks().collect();
    let bytes: Vec<&[u8]> = case.input.chunks(1).collect();
    for parse_errors in [true, false] {
        let mut tokenizer = case.builder(parse_errors).build();
        for chunks in [&[&case.input[..]], &cut[..], &bytes[..]] {
            tokenizer.reset();
            take_steps();
            run(&mut tokenizer, chunks, End::Apart)?;
            let taken = take_steps();
            let allowed =
                STEPS_PER_BYTE * case.input.len() as u64 + STEPS_BESIDES * (chunks.len() as u64 + 1);
            if taken > allowed {
                let (length, chunks) = (case.input.len(), chunks.len());
                return Err(case.wrong(format_args!(
                    "{taken} steps for {length} bytes in {chunks} chunks, errors {parse_errors}: {allowed} are allowed"
                )));
            }
        }
        tokenizer.reset();
        take_steps();
        let pauses = pause_after_each(&mut tokenizer, &case.input);
        let taken = take_steps();
        let allowed = STEPS_PER_BYTE * case.input.len() as u64 + STEPS_BESIDES * (pauses + 2);
        if taken > allowed {
            return Err(case.wrong(format_args!(
                "{taken} steps with {pauses} pauses, errors {parse_errors}: {allowed} are allowed"
            )));
        }
    }
    Ok(())
}

/// Leaves the input after each token and feeds what is left; how often. A limit ends it.
fn pause_after_each(tokenizer: &mut Tokenizer, input: &[u8]) -> u64 {
    let mut rest = input;
    let mut pauses = 0;
    loop {
        let mut tokens = tokenizer.feed_last(rest);
        if !matches!(tokens.advance(), Ok(true)) {
            return pauses;
        }
        rest = tokens.into_remaining();
        pauses += 1;
    }
}
