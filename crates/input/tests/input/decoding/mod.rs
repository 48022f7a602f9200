//! Tests of the streaming decoder against one-shot decoding.

mod bom;
mod changes;
mod chunkings;
mod contract;
mod harness;
mod random;
