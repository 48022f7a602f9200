//! Streams in any encoding from outside: tokens, places, limits, checkpoints, adapters, and documents that are rewritten.
#![forbid(unsafe_code)]

#[cfg(all(feature = "tokio", feature = "futures", feature = "codec"))]
mod adapters;
#[cfg(feature = "serde")]
mod checkpoint;
mod examples;
mod faults;
mod insertion;
mod late;
mod limits;
mod locate;
mod memory;
#[cfg(feature = "serde")]
mod serialize;
mod text_runs;
mod tokenizer;
mod writing;
