//! The runs that are shared with the property tests, for tests that panic.

use tagspan_core::Tokenizer;
use testing::run::{Outcome, run};
pub(crate) use testing::{
    chunkings::chunkings, corpora::own as pages, run::End, settings::builder, trace::Stream,
};

/// The stream of a whole input, which its tokens must partition; no limit may cut it short.
#[track_caller]
pub(crate) fn stream(tokenizer: &mut Tokenizer, chunks: &[&[u8]], end: End) -> Stream {
    outcome(tokenizer, chunks, end).complete().unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The output before a failure, and the failure, if there is one.
#[track_caller]
pub(crate) fn outcome(tokenizer: &mut Tokenizer, chunks: &[&[u8]], end: End) -> Outcome {
    run(tokenizer, chunks, end).unwrap_or_else(|wrong| panic!("{wrong}"))
}
