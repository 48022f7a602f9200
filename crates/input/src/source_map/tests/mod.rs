//! Tests of the source map against an oracle that asks encoding_rs byte by byte.

mod exhaustive;
mod followed;
mod map;
mod oracle;
mod random;
mod semantics;
mod text;

// The tests of this package that are no unit tests have the same.
#[path = "../../../tests/input/samples.rs"]
#[expect(dead_code, reason = "not all of it is for these")]
mod samples;

use encoding_rs::{Encoding, UTF_8};
use samples::encode;

/// All encodings of the Encoding Standard but UTF-8.
fn encodings() -> impl Iterator<Item = &'static Encoding> {
    samples::ENCODINGS.into_iter().filter(|&encoding| encoding != UTF_8)
}
