//! The bytes at fault of each code, in every chunking and in UTF-16, the fixes, and what the library writes.

mod browser;
mod chunkings;
mod codes;
mod fixes;
mod writing;

use tagspan::{Encoding, Tokenizer};
use tagspan_check::{Checker, Diagnostic};

/// The parse errors of a source in these chunks.
fn check<'a>(encoding: &'static Encoding, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Diagnostic> {
    check_as(false, encoding, chunks)
}

/// The diagnostics of a source in these chunks, of rules for authors too if `authoring`.
fn check_as<'a>(
    authoring: bool,
    encoding: &'static Encoding,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<Diagnostic> {
    let builder = Tokenizer::builder().encoding(encoding).processing_instructions(true);
    let mut tokenizer = Checker::settings(builder).build();
    let (mut checker, mut found) = (Checker::default().authoring(authoring), Vec::new());
    for chunk in chunks {
        checker.take(tokenizer.feed(chunk), |diagnostic| found.push(diagnostic)).unwrap();
    }
    checker.take(tokenizer.finish(), |diagnostic| found.push(diagnostic)).unwrap();
    found
}
