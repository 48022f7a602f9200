//! The tokenizer from outside: vectors, chunkings, limits, misuse, pauses, offsets and sizes.
#![forbid(unsafe_code)]

mod chunkings;
mod cursors;
mod harness;
mod limits;
mod misuse;
mod offsets;
mod pauses;
mod references;
mod sizes;
mod soup;
mod vectors;
