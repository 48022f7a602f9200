//! The hostile inputs of the benches give the same counts in every way, and limits hold.
#![forbid(unsafe_code)]

use benches::{Sum, workloads};
use tagspan::Tokenizer;
use tagspan::{ErrorKind, LimitAction, Limits};
use testing::hostile::{CASES, REFUSED};

/// The timed inputs give the same counts in every way, at a size at which buffers grow and tables are built.
#[test]
fn larger_ones_count_the_same_in_every_way() {
    // In chunks text comes in more tokens, and so in other sums.
    let counts = |sum: Sum| (sum.start_tags, sum.attributes, sum.text_bytes);
    for case in CASES {
        let input = case.make(40_000);
        let mut quiet = case.unlimited().build();
        let mut loud = case.unlimited().parse_errors(true).build();
        let whole = workloads::tokens(&mut quiet, &input);
        for (how, sum) in [
            ("inside", workloads::tokens_inside(&mut quiet, &input)),
            ("again", workloads::tokens(&mut quiet, &input)),
        ] {
            assert_eq!(sum, whole, "{}, {how}", case.name);
        }
        for (how, sum) in [
            ("chunks of 1460", workloads::chunked(&mut quiet, &input, 1460)),
            ("chunks of 1", workloads::chunked(&mut quiet, &input, 1)),
            ("errors", workloads::tokens(&mut loud, &input)),
            ("errors, chunks of 1", workloads::chunked(&mut loud, &input, 1)),
        ] {
            assert_eq!(counts(sum), counts(whole), "{}, {how}", case.name);
        }
        let decoded = workloads::decoded(&mut quiet, &input);
        assert_eq!((decoded.tokens, decoded.attributes), (whole.tokens, whole.attributes), "{}", case.name);
    }
}

/// Those that are one token are refused at the limit, those that are not never: whatever the chunks.
#[test]
fn one_token_is_refused_and_text_is_not() {
    const LIMIT: u32 = 4096;
    let mut wrong = Vec::new();
    for case in CASES {
        // Half of it is within the limit, for the case whose first half is one tag.
        let input = case.make(3 * LIMIT as usize / 2);
        for chunk in [usize::MAX, 1460, 1] {
            let mut tokenizer = case.builder().limits(Limits::all(LIMIT, LimitAction::Fail)).build();
            let failure = failure_of(&mut tokenizer, &input, chunk);
            let right = match (case.outgrows, failure) {
                (None, failure) => failure.is_none(),
                (Some(construct), failure) => {
                    failure.map(|(kind, _)| kind)
                        == Some(ErrorKind::LimitExceeded { kind: construct, limit: LIMIT.into() })
                }
            };
            if !right {
                wrong.push(format!("{}, chunks of {chunk}: {failure:?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// To the byte.
#[test]
fn the_limit_holds() {
    let comment = CASES.iter().find(|case| case.name == "comment").expect("the case");
    let input = comment.make(REFUSED as usize + 1);
    for chunk in [usize::MAX, 1460] {
        let failure = failure_of(&mut comment.builder().build(), &input, chunk);
        assert!(matches!(failure, Some((ErrorKind::LimitExceeded { .. }, 0))), "{failure:?}");
    }
    let failure = failure_of(&mut comment.builder().build(), &input[1..], 1460);
    assert_eq!(failure, None);
}

/// The failure and its offset.
fn failure_of(tokenizer: &mut Tokenizer, input: &[u8], chunk: usize) -> Option<(ErrorKind, u64)> {
    let failure = input.chunks(chunk).find_map(|chunk| tokenizer.feed(chunk).for_each(|_| ()).err());
    failure.or_else(|| tokenizer.finish().for_each(|_| ()).err()).map(|error| (error.kind(), error.offset()))
}
