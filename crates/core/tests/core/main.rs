//! The tokenizer from outside: vectors, chunkings, limits, misuse, pauses, offsets and sizes.
#![forbid(unsafe_code)]

mod checkpoints;
mod chunkings;
mod context;
mod cursors;
mod excess;
mod harness;
mod insertion;
mod limits;
mod locator;
mod messages;
mod misuse;
mod offsets;
mod parts;
mod pauses;
mod references;
mod sizes;
mod slices;
mod tags;
mod vectors;
