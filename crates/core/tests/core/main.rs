//! The tokenizer from outside: vectors, chunkings, limits, misuse, pauses, offsets and sizes.
#![forbid(unsafe_code)]

mod allocations;
mod checkpoints;
mod chunkings;
mod cursors;
mod feedback;
mod harness;
mod insertion;
mod limits;
mod locator;
mod messages;
mod misuse;
mod offsets;
mod over_limit;
mod parts;
mod pauses;
mod references;
mod sizes;
mod slices;
mod straddling;
mod tag_editor;
mod tags;
mod vectors;
