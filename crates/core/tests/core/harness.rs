//! The runs that are shared with the property tests, for tests that panic.

use tagspan::Tokenizer;
use tagspan_core::scanner::{Options, Scanner};
use tagspan_core::{Error, Token};
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

/// A scanner with other settings than the default ones.
pub(crate) fn scanner(set: impl FnOnce(&mut Options)) -> Scanner {
    let mut options = Options::default();
    set(&mut options);
    Scanner::with_options(options)
}

/// Scans a piece by the states, and shows its tokens.
pub(crate) fn scan(
    scanner: &mut Scanner,
    piece: &[u8],
    last: bool,
    mut see: impl FnMut(Token<'_>),
) -> Result<(), Error> {
    let body = &piece[scanner.enter(piece, last)];
    while let Some(found) = scanner.scan(body, last)? {
        see(scanner.resolve(body, found));
    }
    Ok(())
}
