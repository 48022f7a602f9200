//! The tokenizer held to its invariants: generated, mutated, hostile and exhaustive inputs, and what fuzzing found.
#![forbid(unsafe_code)]

mod binary_checkpoints;
mod crossed;
mod equals_core;
mod feedback;
mod feedback_chunks;
mod fuzz_regressions;
mod hostile;
mod properties;
mod source_spans;
